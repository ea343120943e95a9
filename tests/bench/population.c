#include "tests/bench/population.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/bench/drafting.h"
#include "tests/bench/measure.h"

enum { FILE_BYTES = FOLDER_BYTES + 16 };

/* The originals, by kind, are the first games of the database. */
struct writing {
    sqlite3 *database;
    sqlite3_stmt *copy_game;
    sqlite3_stmt *copy_events;
    struct random_source random;
};

static void must(sqlite3 *database, int result)
{
    if (result != SQLITE_OK && result != SQLITE_DONE && result != SQLITE_ROW)
        bench_fail("stored games cannot be made: %s", sqlite3_errmsg(database));
}

static sqlite3 *open_database(const char *path, const char *settings)
{
    char file[FILE_BYTES];
    sqlite3 *database = NULL;
    snprintf(file, sizeof file, "%s/spliced.db", path);
    must(database, sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE, NULL));
    must(database, sqlite3_exec(database, settings, NULL, NULL, NULL));
    return database;
}

static sqlite3_stmt *prepare(sqlite3 *database, const char *text)
{
    sqlite3_stmt *statement = NULL;
    must(database, sqlite3_prepare_v2(database, text, -1, &statement, NULL));
    return statement;
}

static void step(sqlite3 *database, sqlite3_stmt *statement)
{
    must(database, sqlite3_step(statement));
    must(database, sqlite3_reset(statement));
}

/* By way of the service: a game in the lobby, one that all have joined, one played to its end. */
static void make_originals(const char *path)
{
    struct buffer request = buffer_new(REQUEST_BYTES_MAX);
    struct child real = bench_start_real(path, NULL);
    struct load *load = load_open(real.port, 1);
    request_write(&request, "POST", "/v1/games", NULL, NULL, "{\"name\":\"Bench\",\"players\":6}");
    load_ask(load, &request);
    for (int joins_only = 1; joins_only >= 0; joins_only--) {
        struct drafts drafts;
        drafts_begin(&drafts, 1, 1, joins_only);
        drafts.wanted = 1;
        const struct load_script script = {.next = drafts_next, .context = &drafts};
        load_run(load, &script);
        drafts_end(&drafts);
    }
    load_close(load);
    child_stop(&real);
    buffer_free(&request);
}

static enum population_kind kind_of(size_t number)
{
    if (number % 100 == 0)
        return POPULATION_FINISHED;
    return number % 16 == 1 ? POPULATION_JOINED : POPULATION_LOBBY;
}

static void copy(struct writing *writing, enum population_kind kind, int64_t at)
{
    char id[ULID_LENGTH + 1];
    ulid_make(at, &writing->random, id);
    must(writing->database, sqlite3_bind_int(writing->copy_game, 1, (int)kind + 1));
    must(writing->database,
         sqlite3_bind_text(writing->copy_game, 2, id, ULID_LENGTH, SQLITE_STATIC));
    must(writing->database, sqlite3_bind_int64(writing->copy_game, 3, at));
    step(writing->database, writing->copy_game);
    must(writing->database, sqlite3_bind_int(writing->copy_events, 1, (int)kind + 1));
    must(writing->database,
         sqlite3_bind_int64(writing->copy_events, 2, sqlite3_last_insert_rowid(writing->database)));
    step(writing->database, writing->copy_events);
}

static void fill(const char *path, size_t games)
{
    const int64_t first = INT64_C(1700000000000);
    struct writing writing = {.random = random_system()};
    writing.database =
        open_database(path, "PRAGMA journal_mode = DELETE; PRAGMA journal_mode = OFF;"
                            "PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; BEGIN");
    writing.copy_game = prepare(
        writing.database,
        "INSERT INTO game (public_id, name, creator, private, created_at, updated_at, version,"
        " status, step, players, joined, waiting) SELECT ?2, name, creator, private, ?3, ?3,"
        " version, status, step, players, joined, waiting FROM game WHERE id = ?1");
    writing.copy_events = prepare(
        writing.database,
        "INSERT INTO event (game, seq, at, type, player, data, private, hash) SELECT ?2, seq, at,"
        " type, player, data, private, hash FROM event WHERE game = ?1 ORDER BY seq");
    for (size_t i = POPULATION_KINDS; i < games; i++)
        copy(&writing, kind_of(i), first + (int64_t)i * 1000);
    must(writing.database, sqlite3_finalize(writing.copy_game));
    must(writing.database, sqlite3_finalize(writing.copy_events));
    must(writing.database, sqlite3_exec(writing.database, "COMMIT", NULL, NULL, NULL));
    must(writing.database, sqlite3_close(writing.database));
}

void population_make(const struct bench *bench, size_t games, char *ret_path)
{
    char unfinished[FOLDER_BYTES];
    snprintf(ret_path, FOLDER_BYTES, "%s/games-%zu", bench->folder, games);
    if (access(ret_path, F_OK) == 0)
        return;
    bench_new_folder(bench, "unfinished", unfinished);
    make_originals(unfinished);
    fill(unfinished, games);
    if (rename(unfinished, ret_path) != 0)
        bench_fail("cannot make %s: %s", ret_path, strerror(errno));
}

size_t population_ids(const char *path, enum population_kind kind, char (*ret_ids)[ULID_LENGTH + 1],
                      size_t maximum)
{
    sqlite3 *database = open_database(path, "PRAGMA query_only = ON");
    sqlite3_stmt *statement = prepare(
        database, "SELECT public_id FROM game WHERE version = (SELECT version FROM game WHERE id ="
                  " ?1) ORDER BY id * 7919 % 104729 LIMIT ?2");
    size_t count = 0;
    must(database, sqlite3_bind_int(statement, 1, (int)kind + 1));
    must(database, sqlite3_bind_int64(statement, 2, (sqlite3_int64)maximum));
    while (sqlite3_step(statement) == SQLITE_ROW)
        snprintf(ret_ids[count++], ULID_LENGTH + 1, "%s",
                 (const char *)sqlite3_column_text(statement, 0));
    must(database, sqlite3_finalize(statement));
    must(database, sqlite3_close(database));
    if (count == 0)
        bench_fail("%s has no games of the wanted kind", path);
    return count;
}
