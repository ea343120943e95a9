/*
 * A connection to the database: how it is opened, and what its errors mean to the store.
 */
#ifndef SERVICE_STORE_SQLITE_CONNECTION_H
#define SERVICE_STORE_SQLITE_CONNECTION_H

#include <sqlite3.h>

#include "service/store/sqlite_known.h"
#include "service/store/sqlite_statements.h"
#include "service/store/store.h"

enum connection_kind {
    CONNECTION_WRITER, /* the only one that writes and checkpoints */
    CONNECTION_READER  /* cannot write, and so cannot checkpoint either */
};

/* For one thread at a time. */
struct connection {
    sqlite3 *database;
    sqlite3_stmt *statements[STATEMENTS]; /* prepared when first used */
    bool was_full;                        /* the disk had no room for something */
    struct known_games *known;            /* borrowed; NULL for readers */
};

/* Opens PATH; the writer makes it if it is missing. False with RET_MESSAGE (STORE_MESSAGE_BYTES)
 * told and nothing to close. */
bool connection_open(struct connection *ret_connection, const char *path, enum connection_kind kind,
                     char *ret_message);
void connection_close(struct connection *connection);

/* Runs SQL that has no parameters and whose rows do not matter. */
enum store_status connection_execute(struct connection *connection, const char *sql);

/* What an SQLite result code means. Anything but success goes to the log, where WHAT says what
 * was tried. */
enum store_status connection_status(struct connection *connection, int result, const char *what);

/* Nothing is under way: no transaction, no statement between two rows. For assertions. */
bool connection_at_rest(const struct connection *connection);

#endif
