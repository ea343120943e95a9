#include "service/store/backup.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "service/store/copy.h"
#include "service/store/lock.h"

static const char parts_table[] = "CREATE TABLE backup_part ("
                                  "    name TEXT NOT NULL PRIMARY KEY,"
                                  "    bytes BLOB NOT NULL"
                                  ") STRICT;";

static bool tell_failure(struct copy *copy, const char *what, char *ret_message)
{
    snprintf(ret_message, STORE_MESSAGE_BYTES, "%s: %s", what, sqlite3_errmsg(copy->database));
    return false;
}

static char *database_in(const char *data_folder, char *ret_message)
{
    char *path;
    if (asprintf(&path, "%s/spliced.db", data_folder) >= 0)
        return path;
    snprintf(ret_message, STORE_MESSAGE_BYTES, "there is no memory for the name of a file");
    return NULL;
}

static bool insert(struct copy *copy, const struct backup_part *part)
{
    sqlite3_stmt *statement = NULL;
    int result =
        sqlite3_prepare_v2(copy->database, "INSERT INTO backup_part (name, bytes) VALUES (?1, ?2)",
                           -1, &statement, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_bind_text(statement, 1, part->name, -1, SQLITE_STATIC);
    if (result == SQLITE_OK)
        result = sqlite3_bind_blob64(statement, 2, part->bytes, part->length, SQLITE_STATIC);
    if (result == SQLITE_OK)
        result = sqlite3_step(statement);
    sqlite3_finalize(statement);
    return result == SQLITE_DONE;
}

static bool add_parts(struct copy *copy, const struct backup_giver *giver, char *ret_message)
{
    const struct backup_part *parts;
    size_t count;
    if (!giver->give(giver->context, &parts, &count))
        return false;
    /* Those of the backup that this folder was restored from by hand, if it was. */
    if (!copy_execute(copy, "DROP TABLE IF EXISTS backup_part", ret_message) ||
        !copy_execute(copy, parts_table, ret_message))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!insert(copy, &parts[i]))
            return tell_failure(copy, "cannot add a part to the backup", ret_message);
    return true;
}

bool backup_make(const char *data_folder, const char *file, const struct backup_giver *giver,
                 struct database_count *ret_count, char *ret_message)
{
    ret_message[0] = '\0';
    char *source = database_in(data_folder, ret_message);
    struct copy copy;
    bool made = source && copy_make(&copy, source, file, ret_message);
    free(source);
    if (!made)
        return false;
    if (add_parts(&copy, giver, ret_message) &&
        database_check(copy.database, ret_count, ret_message))
        return copy_keep(&copy, ret_message);
    copy_drop(&copy);
    return false;
}

/* Whether the copy is one of a backup: it may be any other copy of a spliced.db. */
static bool has_parts(struct copy *copy)
{
    return sqlite3_table_column_metadata(copy->database, "main", "backup_part", "bytes", NULL, NULL,
                                         NULL, NULL, NULL) == SQLITE_OK;
}

static bool take_parts(struct copy *copy, const struct backup_taker *taker, char *ret_message)
{
    sqlite3_stmt *statement = NULL;
    bool going_on = true;
    int result = sqlite3_prepare_v2(copy->database, "SELECT name, bytes FROM backup_part", -1,
                                    &statement, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_step(statement);
    while (going_on && result == SQLITE_ROW) {
        struct backup_part part = {.name = (const char *)sqlite3_column_text(statement, 0),
                                   .bytes = sqlite3_column_blob(statement, 1)};
        part.length = (size_t)sqlite3_column_bytes(statement, 1);
        going_on = taker->each(taker->context, &part);
        result = sqlite3_step(statement);
    }
    if (going_on && result != SQLITE_DONE)
        going_on = tell_failure(copy, "cannot read the backup", ret_message);
    sqlite3_finalize(statement);
    return going_on;
}

/* The pages that held the parts are overwritten with zeros, so that keys stay in their files. */
static bool remove_parts(struct copy *copy, char *ret_message)
{
    return copy_execute(copy, "PRAGMA secure_delete = ON; DROP TABLE backup_part", ret_message);
}

/* What SQLite left of another database would be taken for a part of this one. */
static bool has_no_log(const char *database, char *ret_message)
{
    char *log;
    if (asprintf(&log, "%s-wal", database) < 0) {
        snprintf(ret_message, STORE_MESSAGE_BYTES, "there is no memory for the name of a file");
        return false;
    }
    bool none = access(log, F_OK) != 0;
    if (!none)
        snprintf(ret_message, STORE_MESSAGE_BYTES, "%s is of another database: use another folder",
                 log);
    free(log);
    return none;
}

/* The copy as a data folder wants it, without the parts. */
static bool unpack(struct copy *copy, const struct backup_taker *taker,
                   struct database_count *ret_count, char *ret_message)
{
    return database_check(copy->database, ret_count, ret_message) &&
           (!has_parts(copy) ||
            (take_parts(copy, taker, ret_message) && remove_parts(copy, ret_message))) &&
           taker->keep(taker->context);
}

static bool restore(const char *file, const char *target, const struct backup_taker *taker,
                    struct database_count *ret_count, char *ret_message)
{
    struct copy copy;
    if (!has_no_log(target, ret_message) || !copy_make(&copy, file, target, ret_message))
        return false;
    if (!unpack(&copy, taker, ret_count, ret_message)) {
        copy_drop(&copy);
        return false;
    }
    bool kept = copy_keep(&copy, ret_message);
    if (!kept)
        taker->take_back(taker->context);
    return kept;
}

bool backup_restore(const char *file, const char *data_folder, const struct backup_taker *taker,
                    struct database_count *ret_count, char *ret_message)
{
    ret_message[0] = '\0';
    int lock = lock_take(data_folder, ret_message);
    if (lock < 0)
        return false;
    char *target = database_in(data_folder, ret_message);
    bool restored = target && restore(file, target, taker, ret_count, ret_message);
    free(target);
    lock_release(lock);
    return restored;
}
