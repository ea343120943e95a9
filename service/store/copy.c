#include "service/store/copy.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "service/store/migrate.h"

/* Whoever is cut off throws the copy away: it need not survive anything before it is kept. */
static const char copy_pragmas[] = "PRAGMA journal_mode = MEMORY;"
                                   "PRAGMA synchronous = OFF;"
                                   "PRAGMA foreign_keys = ON;"
                                   "PRAGMA temp_store = MEMORY;"
                                   "PRAGMA trusted_schema = OFF;"
                                   "PRAGMA cell_size_check = ON;";

static bool tell(char *ret_message, const char *what, const char *path, const char *reason)
{
    snprintf(ret_message, STORE_MESSAGE_BYTES, "%s %s: %s", what, path, reason);
    return false;
}

static bool is_free(const char *target, char *ret_message)
{
    struct stat status;
    if (lstat(target, &status) == 0)
        return tell(ret_message, "cannot write to", target, "it is there already");
    if (errno != ENOENT)
        return tell(ret_message, "cannot write to", target, strerror(errno));
    return true;
}

/* One read transaction: the writer goes on meanwhile, only its log is not shortened. */
static bool vacuum_into(sqlite3 *source, const char *path, char *ret_message)
{
    sqlite3_stmt *statement = NULL;
    sqlite3_limit(source, SQLITE_LIMIT_ATTACHED, 1);
    int result = sqlite3_prepare_v2(source, "VACUUM INTO ?1", -1, &statement, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_bind_text(statement, 1, path, -1, SQLITE_STATIC);
    if (result == SQLITE_OK)
        result = sqlite3_step(statement);
    sqlite3_finalize(statement);
    return result == SQLITE_DONE ||
           tell(ret_message, "cannot copy the database to", path, sqlite3_errmsg(source));
}

static bool fill(const char *source, const char *path, char *ret_message)
{
    struct connection connection;
    if (access(source, F_OK) != 0)
        return tell(ret_message, "cannot read", source, strerror(errno));
    if (!connection_open(&connection, source, CONNECTION_READER, ret_message))
        return false;
    bool done = migrate_knows(&connection, ret_message) &&
                vacuum_into(connection.database, path, ret_message);
    connection_close(&connection);
    return done;
}

static bool open_copy(struct copy *copy, char *ret_message)
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    if (sqlite3_open_v2(copy->aside.path, &copy->database, flags, NULL) == SQLITE_OK)
        return copy_execute(copy, copy_pragmas, ret_message);
    return tell(ret_message, "cannot open", copy->aside.path, sqlite3_errmsg(copy->database));
}

bool copy_make(struct copy *ret_copy, const char *source, const char *target, char *ret_message)
{
    if (!is_free(target, ret_message))
        return false;
    struct copy copy = {.target = target};
    if (!aside_make(&copy.aside, target, ret_message))
        return false;
    if (fill(source, copy.aside.path, ret_message) && open_copy(&copy, ret_message)) {
        *ret_copy = copy;
        return true;
    }
    copy_drop(&copy);
    return false;
}

bool copy_execute(struct copy *copy, const char *sql, char *ret_message)
{
    if (sqlite3_exec(copy->database, sql, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    return tell(ret_message, "cannot write to", copy->aside.path, sqlite3_errmsg(copy->database));
}

static bool sync_path(const char *path, int flags, char *ret_message)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | flags);
    bool synced = file >= 0 && fsync(file) == 0;
    if (!synced)
        tell(ret_message, "cannot keep", path, strerror(errno));
    if (file >= 0)
        close(file);
    return synced;
}

/* Some network file systems cannot refuse by themselves to replace what is there. */
static bool move_into_place(const char *aside, const char *target, char *ret_message)
{
    if (renameat2(AT_FDCWD, aside, AT_FDCWD, target, RENAME_NOREPLACE) == 0)
        return true;
    if (errno == EINVAL && is_free(target, ret_message) && rename(aside, target) == 0)
        return true;
    return tell(ret_message, "cannot write to", target, strerror(errno));
}

static bool sync_folder_of(const char *path, char *ret_message)
{
    char *copy = strdup(path);
    bool synced = copy && sync_path(dirname(copy), O_DIRECTORY, ret_message);
    if (!copy)
        tell(ret_message, "cannot keep", path, "no memory");
    free(copy);
    return synced;
}

bool copy_keep(struct copy *copy, char *ret_message)
{
    int result = sqlite3_close(copy->database);
    copy->database = NULL;
    bool kept = result == SQLITE_OK ||
                tell(ret_message, "cannot write to", copy->aside.path, sqlite3_errstr(result));
    kept = kept && sync_path(copy->aside.path, 0, ret_message) &&
           move_into_place(copy->aside.path, copy->target, ret_message);
    if (!kept) {
        copy_drop(copy);
        return false;
    }
    aside_end(&copy->aside);
    if (sync_folder_of(copy->target, ret_message))
        return true;
    unlink(copy->target);
    return false;
}

void copy_drop(struct copy *copy)
{
    sqlite3_close(copy->database);
    unlink(copy->aside.path);
    aside_end(&copy->aside);
}
