/*
 * Databases of every earlier version, with games in them, brought forward. What an operator would
 * see go wrong after an upgrade: games that are gone or cannot be read, answers that are given
 * twice, a webhook that is forgotten; or, after going back to an old version, damage.
 *
 * The data is made by the present version and written into the earlier schemas as far as they
 * have room for it, so that a new migration is tested without a line here, unless it brings a
 * table: then every_table_has_rows asks for rows of it.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/log.h"
#include "service/store/check.h"
#include "service/store/copy.h"
#include "service/store/migrate.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/running_engine.h"

enum { MIGRATIONS_MAX = 256, TEXT_MAX = 16 * 1024 * 1024, PATH_BYTES = 128 };

static struct embedded_file migrations[MIGRATIONS_MAX];
static size_t migration_count;

static struct running *running;
static struct test_folder folder;
static char source[PATH_BYTES]; /* a database of the present version with all kinds of rows */
static char played[ULID_LENGTH + 1];
static char lobby[ULID_LENGTH + 1];

static sqlite3 *open_raw(const char *path)
{
    sqlite3 *database;
    if (sqlite3_open(path, &database) != SQLITE_OK)
        fail_msg("%s: %s", path, sqlite3_errmsg(database));
    return database;
}

static void execute(sqlite3 *database, const char *sql)
{
    if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(database));
}

/* The rows of a query of one column, a line each, for the caller to free. */
static char *lines(sqlite3 *database, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    struct buffer text = buffer_new(TEXT_MAX);
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(database));
    while (sqlite3_step(statement) == SQLITE_ROW) {
        buffer_text(&text, (const char *)sqlite3_column_text(statement, 0));
        buffer_char(&text, '\n');
    }
    sqlite3_finalize(statement);
    buffer_char(&text, '\0');
    assert_false(buffer_failed(&text));
    size_t length;
    return buffer_take(&text, &length);
}

static int64_t number(sqlite3 *database, const char *sql)
{
    char *text = lines(database, sql);
    int64_t value = strtoll(text, NULL, 10);
    free(text);
    return value;
}

/* What games do not bring about by themselves. The ids are those of the tables' keys. */
static const char more_rows[] =
    "INSERT OR IGNORE INTO waiting (game, player, external_id) VALUES (2, 1, 'ext-1');"
    "INSERT INTO webhook (public_id, game, format, url, types, created_at)"
    "    VALUES ('01kb8q5n3c7v9x2d4f6g8h0j1k', 1, 'standard', 'https://a.example/', '', 1000);"
    "INSERT INTO delivery (webhook, seq, part, type, players, created_at, state, next_at)"
    "    VALUES (1, 1, 0, 'player.waited_on', 2, 1000, 'pending', 1000);"
    "INSERT OR IGNORE INTO note (game, player, name, body) VALUES (1, 1, 'wishes', '[]');";

static void make_source(void)
{
    struct job create = job_create(3);
    job_key(&create, 1, 1);
    running_start_game(running, played);
    running_play(running, played);
    running_do(running, &create);
    assert_number(create.outcome, JOB_DONE);
    snprintf(lobby, sizeof lobby, "%s", snapshot_record(create.snapshot)->id);
    running_forget(&create);
    struct job revoke = {
        .kind = JOB_REVOKE, .token_id = "token", .token_until = FIXTURE_TIME / 1000 + 3600};
    running_do(running, &revoke);
    assert_number(revoke.outcome, JOB_DONE);

    char path[PATH_BYTES], message[STORE_MESSAGE_BYTES];
    struct copy copy;
    snprintf(path, sizeof path, "%s/spliced.db", running->folder.path);
    if (!copy_make(&copy, path, source, message) || !copy_execute(&copy, more_rows, message) ||
        !copy_keep(&copy, message))
        fail_msg("%s", message);
}

static int set_up(void **state)
{
    (void)state;
    log_set_level(LOG_LEVEL_ERROR);
    if (sodium_init() < 0)
        return -1;
    for (size_t i = 0; i < embedded_file_count && migration_count < MIGRATIONS_MAX; i++)
        if (strncmp(embedded_files[i].path, "db/migrations/", 14) == 0)
            migrations[migration_count++] = embedded_files[i];
    running = running_new();
    folder = test_folder_new();
    snprintf(source, sizeof source, "%s/source.db", folder.path);
    make_source();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    running_free(running);
    test_folder_remove(&folder);
    return 0;
}

#define TABLES                                                                                     \
    "SELECT name FROM %w.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%%' "        \
    "AND name <> 'migration' ORDER BY name"

static void every_table_has_rows(void **state)
{
    (void)state;
    sqlite3 *database = open_raw(source);
    char *sql = sqlite3_mprintf(TABLES, "main");
    char *tables = lines(database, sql);
    sqlite3_free(sql);
    char *rest = NULL;
    for (char *each = strtok_r(tables, "\n", &rest); each; each = strtok_r(NULL, "\n", &rest)) {
        sql = sqlite3_mprintf("SELECT count(*) FROM \"%w\"", each);
        if (number(database, sql) == 0)
            fail_msg("there is no row of the table %s: add one to more_rows", each);
        sqlite3_free(sql);
    }
    free(tables);
    sqlite3_close(database);
}

/* The columns that TABLE has in both databases, separated by commas; each in quote() if QUOTED. */
static char *common_columns(sqlite3 *database, const char *table, bool quoted)
{
    char *sql = sqlite3_mprintf(
        "SELECT coalesce(group_concat(%s, %Q), '') FROM ("
        "    SELECT name FROM pragma_table_info(%Q, 'main') INTERSECT "
        "    SELECT name FROM pragma_table_info(%Q, 'source') ORDER BY name)",
        quoted ? "'quote(' || name || ')'" : "name", quoted ? " || ' ' || " : ", ", table, table);
    char *columns = lines(database, sql);
    sqlite3_free(sql);
    columns[strcspn(columns, "\n")] = '\0';
    return columns;
}

static void fill_table(sqlite3 *database, const char *table)
{
    char *columns = common_columns(database, table, false);
    if (columns[0] != '\0') { /* otherwise the present version has no such table */
        /* What the earlier version could not have had is left out. */
        char *sql =
            sqlite3_mprintf("INSERT OR IGNORE INTO main.\"%w\" (%s) SELECT %s FROM source.\"%w\"",
                            table, columns, columns, table);
        execute(database, sql);
        sqlite3_free(sql);
        sql = sqlite3_mprintf("SELECT count(*) FROM main.\"%w\"", table);
        if (number(database, sql) == 0)
            fail_msg("nothing fits into the table %s as it was", table);
        sqlite3_free(sql);
    }
    free(columns);
}

/* A query of all that the table has in columns that the present version still has, sorted. */
static void add_query(sqlite3 *database, const char *table, struct buffer *queries)
{
    char *columns = common_columns(database, table, true);
    if (columns[0] != '\0') {
        char *sql = sqlite3_mprintf("SELECT %Q || ' ' || %s FROM main.\"%w\" ORDER BY 1\n", table,
                                    columns, table);
        buffer_text(queries, sql);
        sqlite3_free(sql);
    }
    free(columns);
}

static void attach_source(sqlite3 *database)
{
    char *sql = sqlite3_mprintf("ATTACH %Q AS source", source);
    execute(database, sql);
    sqlite3_free(sql);
}

/* Makes PATH, a database as the first COUNT migrations leave it, with rows. Returns queries of all
 * of them, one a line. */
static char *make_earlier(const char *path, size_t count)
{
    struct connection connection;
    char message[STORE_MESSAGE_BYTES];
    if (!connection_open(&connection, path, CONNECTION_WRITER, message) ||
        !migrate_with(&connection, migrations, count, message))
        fail_msg("%s", message);
    connection_close(&connection);
    sqlite3 *database = open_raw(path);
    attach_source(database);
    char *sql = sqlite3_mprintf(TABLES, "main");
    char *tables = lines(database, sql);
    sqlite3_free(sql);
    struct buffer queries = buffer_new(TEXT_MAX);
    char *rest = NULL;
    for (char *each = strtok_r(tables, "\n", &rest); each; each = strtok_r(NULL, "\n", &rest)) {
        fill_table(database, each);
        add_query(database, each, &queries);
    }
    free(tables);
    assert_number(number(database, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    sqlite3_close(database);
    buffer_char(&queries, '\0');
    assert_false(buffer_failed(&queries));
    size_t length;
    return buffer_take(&queries, &length);
}

/* What the queries, one a line, find. */
static char *read_rows(const char *path, const char *queries)
{
    sqlite3 *database = open_raw(path);
    char *list = strdup(queries);
    char *rest = NULL;
    struct buffer rows = buffer_new(TEXT_MAX);
    for (char *each = strtok_r(list, "\n", &rest); each; each = strtok_r(NULL, "\n", &rest)) {
        char *text = lines(database, each);
        buffer_text(&rows, text);
        free(text);
    }
    free(list);
    sqlite3_close(database);
    buffer_char(&rows, '\0');
    assert_false(buffer_failed(&rows));
    size_t length;
    return buffer_take(&rows, &length);
}

static void assert_same_game(struct engine *engine, const char *game)
{
    struct snapshot *now;
    assert_number(engine_snapshot(engine, game, &now), LOOKUP_FOUND);
    struct snapshot *before = running_snapshot(running, game);
    const struct record *records[] = {snapshot_record(now), snapshot_record(before)};
    assert_number(records[0]->game.version, records[1]->game.version);
    assert_memory_equal(records[0]->head, records[1]->head, HASH_BYTES);
    snapshot_release(before);
    snapshot_release(now);
}

/* The service itself on what the migrations have made. */
static void assert_serves(const char *data_folder)
{
    char message[STORE_MESSAGE_BYTES];
    struct store *store;
    if (!store_open(&store, data_folder, message))
        fail_msg("%s", message);
    const struct engine_settings settings = {.store = store,
                                             .keys = &running->keys,
                                             .clock = clock_fixed(&running->clock),
                                             .steady = clock_steady(),
                                             .random = random_fixed(&running->random),
                                             .cached_games = 10,
                                             .queue_length = 10};
    struct engine *engine = engine_start(&settings);
    assert_non_null(engine);
    assert_same_game(engine, played);
    assert_same_game(engine, lobby);
    engine_stop(engine);
    store_close(store);
}

static void assert_whole(const char *path)
{
    char message[STORE_MESSAGE_BYTES];
    struct database_count counts[2];
    const char *const paths[] = {source, path};
    for (int i = 0; i < 2; i++) {
        sqlite3 *database = open_raw(paths[i]);
        if (!database_check(database, &counts[i], message))
            fail_msg("%s: %s", paths[i], message);
        sqlite3_close(database);
    }
    assert_number(counts[0].games, counts[1].games);
    assert_number(counts[0].events, counts[1].events);
}

static void every_earlier_version_comes_forward(void **state)
{
    (void)state;
    assert_in_range(migration_count, 1, MIGRATIONS_MAX - 1);
    for (size_t count = 1; count <= migration_count; count++) {
        struct test_folder data = test_folder_new();
        char path[PATH_BYTES], message[STORE_MESSAGE_BYTES];
        snprintf(path, sizeof path, "%s/spliced.db", data.path);
        char *queries = make_earlier(path, count);
        char *before = read_rows(path, queries);
        assert_true(strlen(before) > 1000);
        struct store *store;
        if (!store_open(&store, data.path, message))
            fail_msg("from version %zu: %s", count, message);
        store_close(store);
        char *after = read_rows(path, queries);
        if (strcmp(before, after) != 0)
            fail_msg("from version %zu rows have changed:\n%s\nbecame\n%s", count, before, after);
        assert_whole(path);
        assert_serves(data.path);
        free(before);
        free(after);
        free(queries);
        test_folder_remove(&data);
    }
}

/* Whoever goes back to an earlier version finds the database as it was. */
static void every_earlier_program_leaves_a_newer_database_alone(void **state)
{
    (void)state;
    for (size_t count = 1; count < migration_count; count++) {
        struct test_folder data = test_folder_new();
        char path[PATH_BYTES], message[STORE_MESSAGE_BYTES];
        snprintf(path, sizeof path, "%s/spliced.db", data.path);
        char *queries = make_earlier(path, migration_count);
        char *before = read_rows(path, queries);
        struct connection connection;
        assert_true(connection_open(&connection, path, CONNECTION_WRITER, message));
        assert_false(migrate_with(&connection, migrations, count, message));
        connection_close(&connection);
        const char *name = strrchr(migrations[count].path, '/') + 1;
        if (!strstr(message, "written by a newer spliced") || !strstr(message, name))
            fail_msg("no help: %s", message);
        char *after = read_rows(path, queries);
        assert_string_equal(before, after);
        free(before);
        free(after);
        free(queries);
        test_folder_remove(&data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_table_has_rows),
        cmocka_unit_test(every_earlier_version_comes_forward),
        cmocka_unit_test(every_earlier_program_leaves_a_newer_database_alone),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
