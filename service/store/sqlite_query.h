/*
 * One run of a registered statement: values are bound one after another, rows are stepped
 * through, and however the run ends the statement is reset and forgets its values. A failure
 * sticks, so that it need be asked for once, at the end.
 *
 *     QUERY(query, connection, STATEMENT_GAME_KEY);
 *     query_text(&query, id);
 *     if (query_row(&query))
 *         *ret_key = sqlite3_column_int64(query.statement, 0);
 *     return query_status(&query);
 */
#ifndef SERVICE_STORE_SQLITE_QUERY_H
#define SERVICE_STORE_SQLITE_QUERY_H

#include "service/store/sqlite_connection.h"

struct query {
    struct connection *connection;
    enum statement which;
    sqlite3_stmt *statement;
    int bound; /* parameters that have a value */
    int result;
};

struct query query_begin(struct connection *connection, enum statement which);
void query_end(struct query *query);

/* A query that ends with the block it is declared in. */
#define QUERY(name, connection, which)                                                             \
    __attribute__((cleanup(query_end))) struct query name = query_begin((connection), (which))

/* The next parameter's value. Bytes are borrowed until the query ends. */
void query_number(struct query *query, int64_t number);
void query_text(struct query *query, const char *text); /* NULL: no value */
void query_text_of(struct query *query, const char *text, size_t length);
void query_bytes(struct query *query, const void *bytes, size_t length);
void query_nothing(struct query *query);
void query_player(struct query *query, uint8_t player); /* p1 is kept as 1, PLAYER_NONE as NULL */

/* Steps to the next row; false at the end or after a failure. */
bool query_row(struct query *query);
/* STORE_OK as long as nothing has failed. */
enum store_status query_status(const struct query *query);
/* For a row whose columns cannot be read: the file is damaged, unless there was no memory. */
enum store_status query_unreadable(const struct query *query);
/* Steps to the end, for statements that give no rows. */
enum store_status query_run(struct query *query);

/* Values of the present row. */
uint8_t query_player_at(const struct query *query, int column);
/* Copies a text into RET_TEXT of SIZE bytes. False if it does not fit. */
bool query_text_at(const struct query *query, int column, char *ret_text, size_t size);
/* Copies exactly LENGTH bytes. False if there are not as many. */
bool query_bytes_at(const struct query *query, int column, uint8_t *ret_bytes, size_t length);

#endif
