/*
 * The server killed under load, at random moments. What a user would see go wrong: a command that
 * was acknowledged and is gone, one that is half done, a log with a gap, a retried request that is
 * done twice.
 *
 * SPLICED_KILLS says how often it is killed.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/load.h"
#include "tests/support/repeats.h"
#include "tests/support/stand.h"

enum { KILLS = 6, TABLES = 8, COMMANDS_MAX = 250, MOMENT_NANOSECONDS = 2000000, STARTS_CUT = 3 };

static const char *const arguments[] = {"--open", "--webhook-allow-private", NULL};

static struct stand stand;

static int begin(void **state)
{
    (void)state;
    stand_begin(&stand, SPLICED_PROGRAM, RECORDED_FILE, arguments);
    return 0;
}

static int end(void **state)
{
    (void)state;
    stand_end(&stand);
    return 0;
}

static void assert_answers(sqlite3 *database, const char *question, const char *wanted)
{
    sqlite3_stmt *statement = NULL;
    assert_number(sqlite3_prepare_v2(database, question, -1, &statement, NULL), SQLITE_OK);
    int result = sqlite3_step(statement);
    const char *answer =
        result == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : "";
    if (strcmp(answer ? answer : "", wanted) != 0)
        fail_msg("%s answers: %s", question, answer ? answer : "nothing");
    sqlite3_finalize(statement);
}

static void assert_sound_file(void)
{
    sqlite3 *database = NULL;
    assert_number(sqlite3_open_v2(test_folder_path(&stand.folder, "spliced.db"), &database,
                                  SQLITE_OPEN_READONLY, NULL),
                  SQLITE_OK);
    assert_answers(database, "PRAGMA integrity_check", "ok");
    assert_answers(database, "PRAGMA foreign_key_check", "");
    assert_answers(database,
                   "SELECT count(*) FROM game WHERE version <> "
                   "(SELECT max(seq) FROM event WHERE event.game = game.id) OR version <> "
                   "(SELECT count(*) FROM event WHERE event.game = game.id)",
                   "0");
    assert_number(sqlite3_close(database), SQLITE_OK);
}

/* Killed once more while it starts and mends what the last kill has left. */
static void kill_while_starting(struct repeats *repeats)
{
    for (unsigned i = 0; i < repeats_below(repeats, STARTS_CUT); i++)
        program_start_and_kill(SPLICED_PROGRAM, stand.folder.path, arguments,
                               repeats_below(repeats, 30 * 1000 * 1000));
}

static void kill_under_load(struct load *load, struct repeats *repeats)
{
    load_start(load, stand.program.url);
    if (!load_wait(load, 1 + repeats_below(repeats, COMMANDS_MAX)))
        load_stop(load, true);
    const struct timespec moment = {.tv_nsec = (long)repeats_below(repeats, MOMENT_NANOSECONDS)};
    nanosleep(&moment, NULL);
    program_kill(&stand.program);
    load_stop(load, false);
    kill_while_starting(repeats);
    stand.program = program_start(SPLICED_PROGRAM, stand.folder.path, arguments);
    load_check(load, stand.program.url);
}

static void what_was_acknowledged_under_load_outlives_kills(void **state)
{
    (void)state;
    struct repeats repeats = repeats_begin("SPLICED_KILLS", KILLS);
    struct load *load = load_new(TABLES, repeats.seed);
    while (repeats_next(&repeats))
        kill_under_load(load, &repeats);
    struct load_report report = load_report(load);
    print_message("%u kills, %llu commands acknowledged, %llu games verified; of %llu commands "
                  "without an answer %llu were on disk\n",
                  repeats.count, (unsigned long long)report.commands,
                  (unsigned long long)report.games, (unsigned long long)report.unanswered,
                  (unsigned long long)report.survived);
    load_free(load);
    program_stop(&stand.program);
    assert_sound_file();
    stand.program = program_start(SPLICED_PROGRAM, stand.folder.path, arguments);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_acknowledged_under_load_outlives_kills),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
