#include "service/store/sqlite_query.h"

#include <limits.h>
#include <string.h>

struct query query_begin(struct connection *connection, enum statement which)
{
    struct query query = {.connection = connection, .which = which, .result = SQLITE_OK};
    sqlite3_stmt **prepared = &connection->statements[which];
    if (!*prepared)
        query.result = sqlite3_prepare_v3(connection->database, statement_text(which), -1,
                                          SQLITE_PREPARE_PERSISTENT, prepared, NULL);
    query.statement = *prepared;
    return query;
}

void query_end(struct query *query)
{
    if (!query->statement)
        return;
    /* Reset repeats the failure of the last step, which query_status has told. */
    (void)sqlite3_reset(query->statement);
    (void)sqlite3_clear_bindings(query->statement);
}

void query_number(struct query *query, int64_t number)
{
    if (query->result == SQLITE_OK)
        query->result = sqlite3_bind_int64(query->statement, ++query->bound, number);
}

void query_text_of(struct query *query, const char *text, size_t length)
{
    if (query->result == SQLITE_OK)
        query->result = sqlite3_bind_text64(query->statement, ++query->bound, text, length,
                                            SQLITE_STATIC, SQLITE_UTF8);
}

void query_text(struct query *query, const char *text)
{
    if (text)
        query_text_of(query, text, strlen(text));
    else
        query_nothing(query);
}

void query_bytes(struct query *query, const void *bytes, size_t length)
{
    if (query->result == SQLITE_OK)
        query->result =
            sqlite3_bind_blob64(query->statement, ++query->bound, bytes, length, SQLITE_STATIC);
}

void query_nothing(struct query *query)
{
    if (query->result == SQLITE_OK)
        query->result = sqlite3_bind_null(query->statement, ++query->bound);
}

void query_player(struct query *query, uint8_t player)
{
    if (player == PLAYER_NONE)
        query_nothing(query);
    else
        query_number(query, player + 1);
}

bool query_row(struct query *query)
{
    if (query->result == SQLITE_OK || query->result == SQLITE_ROW)
        query->result = sqlite3_step(query->statement);
    return query->result == SQLITE_ROW;
}

enum store_status query_status(const struct query *query)
{
    return connection_status(query->connection, query->result, statement_text(query->which));
}

enum store_status query_unreadable(const struct query *query)
{
    int result = sqlite3_errcode(query->connection->database);
    return (result & 0xff) == SQLITE_NOMEM ? STORE_UNAVAILABLE : STORE_BROKEN;
}

enum store_status query_run(struct query *query)
{
    while (query_row(query))
        ;
    return query_status(query);
}

uint8_t query_player_at(const struct query *query, int column)
{
    int player = sqlite3_column_int(query->statement, column);
    return player >= 1 && player <= PLAYERS_MAX ? (uint8_t)(player - 1) : PLAYER_NONE;
}

bool query_text_at(const struct query *query, int column, char *ret_text, size_t size)
{
    const unsigned char *text = sqlite3_column_text(query->statement, column);
    size_t length = (size_t)sqlite3_column_bytes(query->statement, column);
    if (!text || length >= size)
        return false;
    memcpy(ret_text, text, length);
    ret_text[length] = '\0';
    return true;
}

bool query_bytes_at(const struct query *query, int column, uint8_t *ret_bytes, size_t length)
{
    const void *bytes = sqlite3_column_blob(query->statement, column);
    if (!bytes || (size_t)sqlite3_column_bytes(query->statement, column) != length)
        return false;
    memcpy(ret_bytes, bytes, length);
    return true;
}
