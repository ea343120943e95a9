#include "service/store/sqlite_connection.h"

#include <stdio.h>
#include <string.h>

#include "service/base/log.h"

enum { BUSY_MILLISECONDS = 5000, VALUE_BYTES_MAX = 4 * 1024 * 1024 };

/* Only the writer checkpoints, when it chooses to (sqlite.c). The size of a page counts when the
 * file is made. */
static const char writer_pragmas[] = "PRAGMA page_size = 4096;"
                                     "PRAGMA auto_vacuum = 0;"
                                     "PRAGMA synchronous = FULL;"
                                     "PRAGMA wal_autocheckpoint = 0;"
                                     "PRAGMA journal_size_limit = 67108864;"
                                     "PRAGMA cache_size = -65536;";

static const char reader_pragmas[] = "PRAGMA cache_size = -8192;";

/* Without a memory map a stray write of the process cannot reach the file. */
static const char common_pragmas[] = "PRAGMA foreign_keys = ON;"
                                     "PRAGMA temp_store = MEMORY;"
                                     "PRAGMA mmap_size = 0;"
                                     "PRAGMA trusted_schema = OFF;"
                                     "PRAGMA cell_size_check = ON;"
                                     "PRAGMA recursive_triggers = OFF;";

static enum store_status status_of_result(int result)
{
    /* No memory, or, for the memory that connections share, no room on the disk: nothing that was
     * written is in doubt. */
    if (result == SQLITE_IOERR_NOMEM || result == SQLITE_IOERR_BLOCKED ||
        result == SQLITE_IOERR_SHMSIZE)
        return STORE_UNAVAILABLE;
    switch (result & 0xff) {
    case SQLITE_OK:
    case SQLITE_ROW:
    case SQLITE_DONE:
        return STORE_OK;
    case SQLITE_CONSTRAINT:
        return STORE_CONFLICT;
    case SQLITE_IOERR:
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return STORE_BROKEN;
    default:
        return STORE_UNAVAILABLE;
    }
}

enum store_status connection_status(struct connection *connection, int result, const char *what)
{
    enum store_status status = status_of_result(result);
    if ((result & 0xff) == SQLITE_FULL || result == SQLITE_IOERR_SHMSIZE)
        connection->was_full = true;
    if (status != STORE_OK)
        LOG_EVENT(LOG_LEVEL_ERROR, "the database failed", LOG_TEXT("what", what),
                  LOG_NUMBER("result", result),
                  LOG_TEXT("reason", sqlite3_errmsg(connection->database)));
    return status;
}

enum store_status connection_execute(struct connection *connection, const char *sql)
{
    int result = sqlite3_exec(connection->database, sql, NULL, NULL, NULL);
    return connection_status(connection, result, sql);
}

static enum store_status limit_powers(struct connection *connection)
{
    sqlite3 *database = connection->database;
    int result = sqlite3_busy_timeout(database, BUSY_MILLISECONDS);
    if (result == SQLITE_OK)
        result = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, VALUE_BYTES_MAX);
    sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
    return connection_status(connection, result, "limit the connection");
}

/* The answer has to be looked at: where write-ahead logging is not to be had, SQLite only says so
 * by naming another mode. What changes the file happens behind the answer. */
static enum store_status use_write_ahead_log(struct connection *connection)
{
    sqlite3_stmt *statement = NULL;
    bool logging = false;
    int result =
        sqlite3_prepare_v2(connection->database, "PRAGMA journal_mode = WAL", -1, &statement, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_step(statement);
    if (result == SQLITE_ROW) {
        const unsigned char *mode = sqlite3_column_text(statement, 0);
        logging = mode && strcmp((const char *)mode, "wal") == 0;
        result = sqlite3_step(statement);
    }
    enum store_status status = connection_status(connection, result, "PRAGMA journal_mode");
    sqlite3_finalize(statement);
    if (status != STORE_OK)
        return status;
    return logging ? STORE_OK : STORE_UNAVAILABLE;
}

static enum store_status prepare_writer(struct connection *connection)
{
    enum store_status status = connection_execute(connection, writer_pragmas);
    return status == STORE_OK ? use_write_ahead_log(connection) : status;
}

static enum store_status prepare(struct connection *connection, enum connection_kind kind)
{
    enum store_status status = limit_powers(connection);
    if (status == STORE_OK && kind == CONNECTION_WRITER)
        status = prepare_writer(connection);
    if (status == STORE_OK && kind == CONNECTION_READER)
        status = connection_execute(connection, reader_pragmas);
    return status == STORE_OK ? connection_execute(connection, common_pragmas) : status;
}

bool connection_open(struct connection *ret_connection, const char *path, enum connection_kind kind,
                     char *ret_message)
{
    *ret_connection = (struct connection){.database = NULL};
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    flags |= kind == CONNECTION_WRITER ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                                       : SQLITE_OPEN_READONLY;
    int result = sqlite3_open_v2(path, &ret_connection->database, flags, NULL);
    if (result == SQLITE_OK && prepare(ret_connection, kind) == STORE_OK)
        return true;
    snprintf(ret_message, STORE_MESSAGE_BYTES, "cannot use the database %s: %s", path,
             ret_connection->was_full ? "the disk is full"
                                      : sqlite3_errmsg(ret_connection->database));
    sqlite3_close(ret_connection->database);
    return false;
}

void connection_close(struct connection *connection)
{
    for (size_t i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(connection->statements[i]);
    connection_status(connection, sqlite3_close(connection->database), "close the database");
}

bool connection_at_rest(const struct connection *connection)
{
    for (size_t i = 0; i < STATEMENTS; i++)
        if (connection->statements[i] && sqlite3_stmt_busy(connection->statements[i]))
            return false;
    return sqlite3_txn_state(connection->database, NULL) == SQLITE_TXN_NONE;
}
