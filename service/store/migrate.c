#include "service/store/migrate.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* "SPLI": tells our files from other SQLite databases. */
#define APPLICATION_ID "1397771337"

static const char folder[] = "db/migrations/";

static const char first_tables[] = "BEGIN IMMEDIATE;"
                                   "PRAGMA application_id = " APPLICATION_ID ";"
                                   "CREATE TABLE migration ("
                                   "    number INTEGER PRIMARY KEY,"
                                   "    name TEXT NOT NULL,"
                                   "    sha256 BLOB NOT NULL CHECK (length(sha256) = 32)"
                                   ") STRICT;"
                                   "COMMIT;";

static bool is_migration(const struct embedded_file *file)
{
    return strncmp(file->path, folder, strlen(folder)) == 0;
}

static const char *name_of(const struct embedded_file *file)
{
    return file->path + strlen(folder);
}

static bool tell(char *ret_message, const char *format, const char *name)
{
    snprintf(ret_message, STORE_MESSAGE_BYTES, format, name);
    return false;
}

static bool tell_failure(struct connection *connection, const char *what, char *ret_message)
{
    snprintf(ret_message, STORE_MESSAGE_BYTES, "cannot bring the database up to date (%s): %s",
             what, sqlite3_errmsg(connection->database));
    return false;
}

/* The first value of the only row of SQL; -1 when there is none to be had. */
static int64_t single_number(struct connection *connection, const char *sql)
{
    int64_t number = -1;
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(connection->database, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

static bool is_ours(struct connection *connection, char *ret_message)
{
    int64_t ours = single_number(connection, "SELECT application_id = " APPLICATION_ID
                                             " FROM pragma_application_id");
    if (ours < 0)
        return tell_failure(connection, "read whose it is", ret_message);
    return ours == 1 || tell(ret_message, "%s is a database of another program: move it away",
                             sqlite3_db_filename(connection->database, "main"));
}

/* A new file gets the table of migrations; one of another program is left alone. */
static bool claim(struct connection *connection, char *ret_message)
{
    int64_t tables = single_number(connection, "SELECT count(*) FROM sqlite_schema");
    if (tables < 0)
        return tell_failure(connection, "read the schema", ret_message);
    if (tables > 0)
        return is_ours(connection, ret_message);
    if (connection_execute(connection, first_tables) == STORE_OK)
        return true;
    return tell_failure(connection, "first tables", ret_message);
}

/* Compares one registered migration with the file that has its place. */
static bool same(sqlite3_stmt *row, const struct embedded_file *file, char *ret_message)
{
    const char *name = (const char *)sqlite3_column_text(row, 1);
    const void *registered = sqlite3_column_blob(row, 2);
    if (!name || !registered || sqlite3_column_bytes(row, 2) != crypto_hash_sha256_BYTES)
        return tell(ret_message, "the database's table of migrations is damaged%s", "");
    if (!file)
        return tell(ret_message,
                    "the database was written by a newer spliced, which had the migration %s: "
                    "run that version, or go back to a backup",
                    name);
    uint8_t hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, file->bytes, file->length);
    if (strcmp(name, name_of(file)) == 0 && memcmp(hash, registered, sizeof hash) == 0)
        return true;
    return tell(ret_message,
                "the migration %s is not the one that this database was made with: "
                "migrations are never edited, run the version that wrote the database",
                name);
}

/* Steps through the registered migrations and the files side by side; *RET_NEXT is the first file
 * that is not registered. */
static bool compare(struct connection *connection, const struct embedded_file *files, size_t count,
                    size_t *ret_next, char *ret_message)
{
    sqlite3_stmt *statement = NULL;
    size_t next = 0;
    bool fine = true;
    int result = sqlite3_prepare_v2(connection->database,
                                    "SELECT number, name, sha256 FROM migration ORDER BY number",
                                    -1, &statement, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_step(statement);
    while (fine && result == SQLITE_ROW) {
        while (next < count && !is_migration(&files[next]))
            next++;
        fine = same(statement, next < count ? &files[next++] : NULL, ret_message);
        result = sqlite3_step(statement);
    }
    if (fine && result != SQLITE_DONE)
        fine = tell_failure(connection, "read what was applied", ret_message);
    sqlite3_finalize(statement);
    *ret_next = next;
    return fine;
}

static bool register_file(struct connection *connection, const struct embedded_file *file)
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, file->bytes, file->length);
    sqlite3_stmt *statement = NULL;
    int result = sqlite3_prepare_v2(connection->database,
                                    "INSERT INTO migration (name, sha256) VALUES (?1, ?2)", -1,
                                    &statement, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_bind_text(statement, 1, name_of(file), -1, SQLITE_STATIC);
    if (result == SQLITE_OK)
        result = sqlite3_bind_blob(statement, 2, hash, sizeof hash, SQLITE_STATIC);
    if (result == SQLITE_OK)
        result = sqlite3_step(statement);
    sqlite3_finalize(statement);
    return result == SQLITE_DONE;
}

static bool apply_file(struct connection *connection, const struct embedded_file *file,
                       char *ret_message)
{
    if (connection_execute(connection, "BEGIN IMMEDIATE") == STORE_OK &&
        connection_execute(connection, (const char *)file->bytes) == STORE_OK &&
        register_file(connection, file) && connection_execute(connection, "COMMIT") == STORE_OK)
        return true;
    tell_failure(connection, name_of(file), ret_message);
    if (!sqlite3_get_autocommit(connection->database))
        connection_execute(connection, "ROLLBACK");
    return false;
}

bool migrate_with(struct connection *connection, const struct embedded_file *files, size_t count,
                  char *ret_message)
{
    size_t next = 0;
    if (!claim(connection, ret_message) || !compare(connection, files, count, &next, ret_message))
        return false;
    for (; next < count; next++)
        if (is_migration(&files[next]) && !apply_file(connection, &files[next], ret_message))
            return false;
    return true;
}

bool migrate(struct connection *connection, char *ret_message)
{
    return migrate_with(connection, embedded_files, embedded_file_count, ret_message);
}

bool migrate_knows(struct connection *connection, char *ret_message)
{
    size_t next;
    return is_ours(connection, ret_message) &&
           compare(connection, embedded_files, embedded_file_count, &next, ret_message);
}
