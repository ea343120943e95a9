/*
 * A backup taken while many play, and a server on the folder that is made from it. What an operator
 * would see go wrong: a pick that was acknowledged before the backup began and is not in it, tokens
 * and invites that are worth nothing, players who are held up.
 */
#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/stand.h"

enum { PLAYERS_AT_WORK = 4, TABLE = 3, BACKUPS = 3, OUTPUT_BYTES = 4096 };

static struct stand stand;
static struct test_folder folder;

static int begin(void **state)
{
    (void)state;
    stand_begin(&stand, SPLICED_PROGRAM, RECORDED_FILE, NULL);
    folder = test_folder_new();
    return 0;
}

static int end(void **state)
{
    (void)state;
    test_folder_remove(&folder);
    stand_end(&stand);
    return 0;
}

/* A game whose players never rest until they are told to. */
struct table {
    pthread_t thread;
    struct client client;
    struct draft draft;
    _Atomic(json_int_t) acknowledged; /* version that was answered last */
    atomic_bool rests;
};

static void *play(void *context)
{
    struct table *table = context;
    while (!atomic_load(&table->rests) && draft_move(&table->draft))
        atomic_store(&table->acknowledged, draft_version(&table->draft));
    return NULL;
}

static void sit_down(struct table *table, uint64_t seed)
{
    table->client = client_new(stand.program.url);
    draft_create(&table->draft, &table->client, TABLE, seed, stand.creator_token, NULL);
    draft_join_all(&table->draft);
    atomic_store(&table->acknowledged, draft_version(&table->draft));
    atomic_store(&table->rests, false);
    assert_number(pthread_create(&table->thread, NULL, play, table), 0);
}

static void rise(struct table *table)
{
    atomic_store(&table->rests, true);
    assert_number(pthread_join(table->thread, NULL), 0);
}

static void free_table(struct table *table)
{
    draft_free(&table->draft);
    client_free(&table->client);
}

static const char *path_in(const char *name, int number)
{
    static char paths[2][96];
    static int next;
    char *path = paths[next++ % 2];
    snprintf(path, sizeof paths[0], "%s/%s%d", folder.path, name, number);
    return path;
}

static void run(const char *command, const char *file, const char *data)
{
    char output[OUTPUT_BYTES];
    const char *const arguments[] = {command, file, "--data", data, NULL};
    if (program_run(stand.path, arguments, output, sizeof output) != 0 ||
        !strstr(output, "every one with its hash, and the keys"))
        fail_msg("%s: %s", command, output);
}

/* The hash of the event that the game had reached at VERSION. */
static char *hash_at(struct client *client, const struct draft *draft, json_int_t version)
{
    char rest[64];
    snprintf(rest, sizeof rest, "/events?after=%lld&limit=1", (long long)version - 1);
    struct answer answer = client_call(client, "GET", draft_path(draft, rest), NULL, NULL);
    json_t *page = answer_take(&answer, 200);
    char *hash = strdup(text_at(page, "items/0/hash"));
    json_decref(page);
    return hash;
}

static void assert_has_all(struct client *client, const struct table *table, json_int_t version)
{
    struct draft draft = table->draft;
    char *before = hash_at(draft.client, &draft, version);
    char *after = hash_at(client, &draft, version);
    assert_string_equal(before, after);
    free(before);
    free(after);
}

static void what_was_acknowledged_before_is_in_the_backup(void **state)
{
    (void)state;
    static struct table tables[PLAYERS_AT_WORK];
    json_int_t acknowledged[BACKUPS][PLAYERS_AT_WORK];
    for (int i = 0; i < PLAYERS_AT_WORK; i++)
        sit_down(&tables[i], 100 + (uint64_t)i);
    for (int backup = 0; backup < BACKUPS; backup++) {
        for (int i = 0; i < PLAYERS_AT_WORK; i++)
            acknowledged[backup][i] = atomic_load(&tables[i].acknowledged);
        run("backup", path_in("backup", backup), stand.folder.path);
    }
    for (int i = 0; i < PLAYERS_AT_WORK; i++)
        rise(&tables[i]);
    for (int backup = 0; backup < BACKUPS; backup++) {
        const char *restored = path_in("restored", backup);
        run("restore", path_in("backup", backup), restored);
        struct program server = program_start(stand.path, restored, NULL);
        struct client client = client_new(server.url);
        for (int i = 0; i < PLAYERS_AT_WORK; i++)
            assert_has_all(&client, &tables[i], acknowledged[backup][i]);
        client_free(&client);
        program_stop(&server);
    }
    for (int i = 0; i < PLAYERS_AT_WORK; i++)
        free_table(&tables[i]);
}

/* The keys are in it: nobody notices that it is another folder. */
static void a_restored_folder_serves_as_before(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, TABLE, 7, stand.creator_token, NULL);
    draft_join(&draft, 0);
    const char *file = path_in("served", 0);
    run("backup", file, stand.folder.path);
    struct stat status;
    assert_number(stat(file, &status), 0);
    assert_number(status.st_mode & 07777, 0600);

    program_stop(&stand.program);
    client_free(&stand.client);
    test_folder_remove(&stand.folder);
    run("restore", file, stand.folder.path);
    stand.program = program_start(stand.path, stand.folder.path, NULL);
    stand.client = client_new(stand.program.url);
    draft_join(&draft, 1); /* with the invites from before */
    draft_join(&draft, 2);
    draft_play_to(&draft, NULL);
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    struct answer answer =
        client_call(&stand.client, "GET", "/v1/games", stand.operator_token, NULL);
    json_decref(answer_take(&answer, 200));
    draft_free(&draft);
}

/* The machine died, and the service does not come up: what was acknowledged can still be saved. */
static void a_folder_that_was_left_in_a_hurry_is_backed_up_too(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, TABLE, 8, NULL, NULL);
    draft_join_all(&draft);
    for (int i = 0; i < 10; i++)
        draft_move(&draft);
    json_int_t version = draft_version(&draft);
    program_kill(&stand.program);
    const char *file = path_in("hurry", 0);
    const char *restored = path_in("saved", 0);
    run("backup", file, stand.folder.path);
    run("restore", file, restored);
    client_free(&stand.client);
    stand.program = program_start(stand.path, restored, NULL);
    stand.client = client_new(stand.program.url);
    assert_number(draft_version(&draft), version);
    program_stop(&stand.program);
    client_free(&stand.client);
    stand.program = program_start(stand.path, stand.folder.path, NULL);
    stand.client = client_new(stand.program.url);
    assert_number(draft_version(&draft), version);
    draft_free(&draft);
}

static void what_is_missing_in_a_backup_is_said(void **state)
{
    (void)state;
    char output[OUTPUT_BYTES];
    const char *file = path_in("bare", 0);
    const char *const backup[] = {"backup",         file, "--data", stand.folder.path,
                                  "--without-keys", NULL};
    assert_number(program_run(stand.path, backup, output, sizeof output), 0);
    assert_non_null(strstr(output, "and no keys"));
    const char *const again[] = {"backup", file, "--data", stand.folder.path, NULL};
    assert_number(program_run(stand.path, again, output, sizeof output), 1);
    assert_non_null(strstr(output, "there already"));
    const char *restored = path_in("keyless", 0);
    const char *const restore[] = {"restore", file, "--data", restored, NULL};
    assert_number(program_run(stand.path, restore, output, sizeof output), 0);
    assert_non_null(strstr(output, "no keys in the backup"));
}

/* A folder with keys of its own keeps them: other tokens than those of the backup hold there. */
static void keys_are_not_replaced(void **state)
{
    (void)state;
    char output[OUTPUT_BYTES];
    const char *file = path_in("keyed", 0);
    const char *other = path_in("other", 0);
    run("backup", file, stand.folder.path);
    struct program server = program_start(stand.path, other, NULL);
    program_stop(&server);
    char database[128];
    snprintf(database, sizeof database, "%s/spliced.db", other);
    assert_number(unlink(database), 0);
    const char *const restore[] = {"restore", file, "--data", other, NULL};
    assert_number(program_run(stand.path, restore, output, sizeof output), 1);
    if (!strstr(output, "there are keys already"))
        fail_msg("no help: %s", output);
    assert_number(access(database, F_OK), -1);
}

/* Whoever goes back to an earlier version is told so, and nothing is spoilt meanwhile. */
static void a_folder_of_a_newer_version_is_refused(void **state)
{
    (void)state;
    char output[OUTPUT_BYTES], path[128];
    const char *data = path_in("newer", 0);
    struct program server = program_start(stand.path, data, NULL);
    program_stop(&server);
    snprintf(path, sizeof path, "%s/spliced.db", data);
    sqlite3 *database;
    assert_number(sqlite3_open(path, &database), SQLITE_OK);
    assert_number(sqlite3_exec(database,
                               "INSERT INTO migration (name, sha256) "
                               "VALUES ('9999_of_tomorrow.sql', zeroblob(32))",
                               NULL, NULL, NULL),
                  SQLITE_OK);
    assert_number(sqlite3_close(database), SQLITE_OK);
    const char *const arguments[] = {"serve", "--listen", "127.0.0.1:0", "--data", data, NULL};
    int status = program_run(stand.path, arguments, output, sizeof output);
    if (status != 1 || !strstr(output, "written by a newer spliced") ||
        !strstr(output, "9999_of_tomorrow.sql"))
        fail_msg("serve ends with %d: %s", status, output);
}

static void wrong_usage_is_told(void **state)
{
    (void)state;
    static const char *const wrong[][4] = {
        {"backup"}, {"restore"}, {"backup", "--data", "x"}, {"restore", "x", "--without-keys"}};
    char output[OUTPUT_BYTES];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_number(program_run(stand.path, wrong[i], output, sizeof output), 2);
        assert_non_null(strstr(output, "--help"));
    }
    const char *const nowhere[] = {"backup", "x.db", "--data", folder.path, NULL};
    assert_number(program_run(stand.path, nowhere, output, sizeof output), 1);
    assert_non_null(strstr(output, "there are no keys in it"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_acknowledged_before_is_in_the_backup),
        cmocka_unit_test(a_restored_folder_serves_as_before),
        cmocka_unit_test(a_folder_that_was_left_in_a_hurry_is_backed_up_too),
        cmocka_unit_test(what_is_missing_in_a_backup_is_said),
        cmocka_unit_test(keys_are_not_replaced),
        cmocka_unit_test(a_folder_of_a_newer_version_is_refused),
        cmocka_unit_test(wrong_usage_is_told),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
