#include "tests/bench/bare_commits.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As the engine and the store have it. */
enum { BATCH_MAX = 256, GAMES = 256, CHECKPOINT_PAGES = 2000, HASH_BYTES = 32 };

struct commits {
    sqlite3 *database;
    sqlite3_stmt *begin;
    sqlite3_stmt *insert;
    sqlite3_stmt *commit;
    sqlite3_int64 written;
    int log_pages;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t woken;
    struct commit *first;
    struct commit **last;
    bool stopping;
};

/* The events of the service, with the settings of its connections. */
static const char schema[] =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0;"
    "PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;"
    "CREATE TABLE event (id INTEGER PRIMARY KEY, game INTEGER NOT NULL, seq INTEGER NOT NULL,"
    " at INTEGER NOT NULL, type TEXT NOT NULL, player INTEGER, data TEXT NOT NULL, private TEXT,"
    " hash BLOB NOT NULL, UNIQUE (game, seq)) STRICT;";

static const char insertion[] = "INSERT INTO event (game, seq, at, type, player, data, hash)"
                                " VALUES (?1, ?2, ?3, 'pick.committed', 1, ?4, ?5)";

static void must(struct commits *commits, int result)
{
    if (result == SQLITE_OK || result == SQLITE_DONE)
        return;
    fprintf(stderr, "bench_bare: %s\n", sqlite3_errmsg(commits->database));
    abort();
}

static void run(struct commits *commits, sqlite3_stmt *statement)
{
    must(commits, sqlite3_step(statement));
    must(commits, sqlite3_reset(statement));
}

static void insert(struct commits *commits, const struct commit *commit)
{
    static const unsigned char hash[HASH_BYTES];
    sqlite3_int64 number = commits->written++;
    must(commits, sqlite3_bind_int64(commits->insert, 1, number % GAMES));
    must(commits, sqlite3_bind_int64(commits->insert, 2, number / GAMES));
    must(commits, sqlite3_bind_int64(commits->insert, 3, 1796000000000 + number));
    must(commits,
         sqlite3_bind_text(commits->insert, 4, commit->data, (int)commit->length, SQLITE_STATIC));
    must(commits, sqlite3_bind_blob(commits->insert, 5, hash, sizeof hash, SQLITE_STATIC));
    run(commits, commits->insert);
}

static int note_log_pages(void *context, sqlite3 *database, const char *name, int pages)
{
    struct commits *commits = context;
    (void)database;
    (void)name;
    commits->log_pages = pages;
    return SQLITE_OK;
}

static void checkpoint(struct commits *commits)
{
    if (commits->log_pages < CHECKPOINT_PAGES)
        return;
    must(commits,
         sqlite3_wal_checkpoint_v2(commits->database, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL));
    commits->log_pages = 0;
}

/* Everything that waits, up to BATCH_MAX, in order; NULL when there is nothing left to do. */
static struct commit *take(struct commits *commits)
{
    pthread_mutex_lock(&commits->mutex);
    while (!commits->first && !commits->stopping)
        pthread_cond_wait(&commits->woken, &commits->mutex);
    struct commit *taken = commits->first;
    struct commit **end = &commits->first;
    for (size_t i = 0; i < BATCH_MAX && *end; i++)
        end = &(*end)->next;
    commits->first = *end;
    *end = NULL;
    if (!commits->first)
        commits->last = &commits->first;
    pthread_mutex_unlock(&commits->mutex);
    return taken;
}

static void *work(void *context)
{
    struct commits *commits = context;
    struct commit *batch;
    while ((batch = take(commits))) {
        run(commits, commits->begin);
        for (const struct commit *commit = batch; commit; commit = commit->next)
            insert(commits, commit);
        run(commits, commits->commit);
        while (batch) {
            struct commit *commit = batch;
            batch = batch->next;
            commit->done(commit);
        }
        checkpoint(commits);
    }
    return NULL;
}

static bool prepare(struct commits *commits, const char *text, sqlite3_stmt **ret_statement)
{
    return sqlite3_prepare_v3(commits->database, text, -1, SQLITE_PREPARE_PERSISTENT, ret_statement,
                              NULL) == SQLITE_OK;
}

struct commits *commits_start(const char *file)
{
    struct commits *commits = calloc(1, sizeof *commits);
    if (!commits)
        return NULL;
    commits->last = &commits->first;
    bool fine = sqlite3_open_v2(file, &commits->database,
                                SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                                NULL) == SQLITE_OK &&
                sqlite3_exec(commits->database, schema, NULL, NULL, NULL) == SQLITE_OK &&
                prepare(commits, "BEGIN IMMEDIATE", &commits->begin) &&
                prepare(commits, insertion, &commits->insert) &&
                prepare(commits, "COMMIT", &commits->commit);
    if (fine) {
        sqlite3_wal_hook(commits->database, note_log_pages, commits);
        pthread_mutex_init(&commits->mutex, NULL);
        pthread_cond_init(&commits->woken, NULL);
        if (pthread_create(&commits->thread, NULL, work, commits) == 0)
            return commits;
    }
    fprintf(stderr, "bench_bare: %s: %s\n", file, sqlite3_errmsg(commits->database));
    sqlite3_close_v2(commits->database);
    free(commits);
    return NULL;
}

void commits_submit(struct commits *commits, struct commit *commit)
{
    commit->next = NULL;
    pthread_mutex_lock(&commits->mutex);
    *commits->last = commit;
    commits->last = &commit->next;
    pthread_cond_signal(&commits->woken);
    pthread_mutex_unlock(&commits->mutex);
}

void commits_stop(struct commits *commits)
{
    pthread_mutex_lock(&commits->mutex);
    commits->stopping = true;
    pthread_cond_signal(&commits->woken);
    pthread_mutex_unlock(&commits->mutex);
    pthread_join(commits->thread, NULL);
    pthread_cond_destroy(&commits->woken);
    pthread_mutex_destroy(&commits->mutex);
    sqlite3_finalize(commits->begin);
    sqlite3_finalize(commits->insert);
    sqlite3_finalize(commits->commit);
    sqlite3_close_v2(commits->database);
    free(commits);
}
