#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "service/base/log.h"
#include "service/store/lock.h"
#include "service/store/migrate.h"
#include "service/store/room.h"
#include "service/store/sqlite_query.h"
#include "service/store/sqlite_store.h"
#include "service/store/wal.h"

enum {
    IDLE_PAGES = 250,       /* worth a checkpoint when there is nothing else to do */
    BUSY_PAGES = 2000,      /* one is due, whatever else there is to do */
    RETRY_PAGES = 1000,     /* grown by so much, an incomplete one is tried again */
    ALARMING_PAGES = 20000, /* some reader has kept the log from being reset */
    FIXED_VERSION = 3051003 /* the first SQLite without the fault of restarting the log */
};

static void warn_of_version(void)
{
    if (sqlite3_libversion_number() >= FIXED_VERSION)
        return;
    LOG_EVENT(LOG_LEVEL_INFO,
              "this SQLite can lose commits if another program writes to spliced.db while the "
              "service runs: stop the service before you touch the file",
              LOG_TEXT("sqlite", sqlite3_libversion()));
}

/* The file holds hidden cards and seeds: nobody else may read it. SQLite gives its companions
 * the same mode. */
static bool make_private(const char *path, char *ret_message)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) {
        snprintf(ret_message, STORE_MESSAGE_BYTES, "cannot write to %s: %s", path, strerror(errno));
        return false;
    }
    close(file);
    return true;
}

static int note_log_pages(void *context, sqlite3 *database, const char *name, int pages)
{
    (void)database;
    (void)name;
    struct store *store = context;
    store->log_pages = pages;
    return SQLITE_OK;
}

static bool open_database(struct store *store, char *ret_message)
{
    if (!make_private(store->path, ret_message) || !wal_rewrite(store->path, ret_message) ||
        !connection_open(&store->connection, store->path, CONNECTION_WRITER, ret_message))
        return false;
    store->connection.known = &store->known;
    sqlite3_wal_hook(store->connection.database, note_log_pages, store);
    store->checkpoint_at = BUSY_PAGES;
    if (migrate(&store->connection, ret_message))
        return true;
    connection_close(&store->connection);
    return false;
}

/* SQLite counts its memory under a lock that all connections share, which would be taken some
 * eighty times a command; nobody asks. Once it runs it refuses to be told, and only goes on
 * counting. */
static void stop_counting_memory(void)
{
    (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

bool store_open(struct store **ret_store, const char *data_folder, char *ret_message)
{
    stop_counting_memory();
    struct store *store = calloc(1, sizeof *store);
    if (!store || asprintf(&store->path, "%s/spliced.db", data_folder) < 0) {
        snprintf(ret_message, STORE_MESSAGE_BYTES, "no memory to open %s", data_folder);
        free(store);
        return false;
    }
    store->lock = lock_take(data_folder, ret_message);
    if (store->lock >= 0 && open_database(store, ret_message)) {
        warn_of_version();
        *ret_store = store;
        return true;
    }
    if (store->lock >= 0)
        lock_release(store->lock);
    free(store->path);
    free(store);
    return false;
}

void store_close(struct store *store)
{
    assert(!store->in_transaction);
    assert(atomic_load(&store->readers) == 0);
    connection_close(&store->connection);
    lock_release(store->lock);
    free(store->path);
    free(store);
}

static enum store_status run(struct store *store, enum statement which)
{
    QUERY(query, &store->connection, which);
    return query_run(&query);
}

enum store_status store_begin(struct store *store)
{
    assert(!store->in_transaction);
    /* A rollback that got no memory has left its transaction open. */
    if (!sqlite3_get_autocommit(store->connection.database))
        store_rollback(store);
    enum store_status status = run(store, STATEMENT_BEGIN);
    store->in_transaction = status == STORE_OK;
    return status;
}

enum store_status store_commit(struct store *store)
{
    assert(store->in_transaction);
    enum store_status status = run(store, STATEMENT_COMMIT);
    if (status != STORE_OK) {
        store_rollback(store);
        return status;
    }
    store->in_transaction = false;
    assert(connection_at_rest(&store->connection));
    return STORE_OK;
}

void store_rollback(struct store *store)
{
    store->in_transaction = false;
    known_forget(&store->known);
    /* After some failures SQLite has rolled back by itself. A rollback that fails is in the log,
     * and tried once more before the next BEGIN. */
    if (!sqlite3_get_autocommit(store->connection.database))
        (void)run(store, STATEMENT_ROLLBACK);
}

static void alarm_if_stuck(const struct store *store)
{
    if (store->log_pages > ALARMING_PAGES)
        LOG_EVENT(LOG_LEVEL_ERROR, "the write-ahead log keeps growing: some reader is stuck",
                  LOG_NUMBER("pages", store->log_pages),
                  LOG_NUMBER("readers", atomic_load(&store->readers)));
}

enum store_status store_checkpoint(struct store *store, bool idle)
{
    assert(!store->in_transaction);
    if (store->log_pages < store->checkpoint_at && !(idle && store->log_pages >= IDLE_PAGES))
        return STORE_OK;
    int logged = 0;
    int done = 0;
    int result = sqlite3_wal_checkpoint_v2(store->connection.database, NULL,
                                           SQLITE_CHECKPOINT_PASSIVE, &logged, &done);
    enum store_status status = connection_status(&store->connection, result, "checkpoint");
    bool complete = status == STORE_OK && logged == done;
    if (!complete)
        alarm_if_stuck(store);
    store->checkpoint_at = complete ? BUSY_PAGES : store->log_pages + RETRY_PAGES;
    store->log_pages = complete ? 0 : store->log_pages;
    return status;
}

static enum store_status try_room(struct store *store)
{
    int result = room_try(store->path);
    store->connection.was_full = result != SQLITE_OK;
    return result == SQLITE_OK ? STORE_OK : STORE_UNAVAILABLE;
}

enum store_status store_probe(struct store *store)
{
    enum store_status status = store->connection.was_full ? try_room(store) : STORE_OK;
    if (status == STORE_OK)
        status = store_begin(store);
    if (status != STORE_OK)
        return status;
    status = run(store, STATEMENT_PROBE);
    if (status == STORE_OK)
        return store_commit(store);
    store_rollback(store);
    return status;
}

struct store_reader *store_reader_open(struct store *store)
{
    char message[STORE_MESSAGE_BYTES];
    struct store_reader *reader = malloc(sizeof *reader);
    if (!reader)
        return NULL;
    if (!connection_open(&reader->connection, store->path, CONNECTION_READER, message)) {
        LOG_EVENT(LOG_LEVEL_ERROR, message, LOG_TEXT("for", "reading"));
        free(reader);
        return NULL;
    }
    reader->store = store;
    atomic_fetch_add(&store->readers, 1);
    return reader;
}

void store_reader_close(struct store_reader *reader)
{
    assert(connection_at_rest(&reader->connection));
    connection_close(&reader->connection);
    atomic_fetch_sub(&reader->store->readers, 1);
    free(reader);
}
