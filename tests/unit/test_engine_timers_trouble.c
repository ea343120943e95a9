/*
 * What happens to games by itself when something is not as it should be. What a user would see go
 * wrong: everybody timed out because the server was down, a turn taken twice or never because the
 * disk was full, one game that holds up all others.
 */
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/log.h"
#include "service/engine/lines.h"
#include "tests/support/capture.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/faulty_disk.h"
#include "tests/support/unattended.h"

static int set_up(void **state)
{
    *state = running_new();
    return 0;
}

static int tear_down(void **state)
{
    faulty_disk_heal();
    running_free(*state);
    return 0;
}

static void games_that_are_due_together_share_a_commit(void **state)
{
    struct running *running = *state;
    struct deadline_settings settings = unattended_settings(DAY, TIMEOUT_DEFAULT);
    char games[3][ULID_LENGTH + 1];
    for (size_t i = 0; i < 3; i++)
        unattended_game(running, 3, &settings, games[i]);
    struct gate gate;
    gate_close(running, &gate);
    running->clock.milliseconds += DAY + HOUR;
    uint64_t commits = engine_counts(running->engine).commits;
    gate_open(&gate);
    unattended_pass(running, 0);
    for (size_t i = 0; i < 3; i++)
        assert_number(unattended_count(running, games[i], "player.overdue", PLAYER_NONE), 3);
    assert_number(engine_counts(running->engine).commits, commits + 1);
}

/* More than are looked at with one batch. */
static void however_many_games_are_due_none_is_forgotten(void **state)
{
    enum { GAMES = 40 };
    struct running *running = *state;
    struct deadline_settings settings = unattended_settings(DAY, TIMEOUT_WAIT);
    static char games[GAMES][ULID_LENGTH + 1];
    for (size_t i = 0; i < GAMES; i++)
        unattended_game(running, 3, &settings, games[i]);
    unattended_pass(running, 2 * DAY);
    for (size_t i = 0; i < GAMES; i++)
        assert_number(unattended_count(running, games[i], "player.overdue", PLAYER_NONE), 3);
}

static void what_went_by_while_nothing_ran_is_put_off(void **state)
{
    struct running *running = *state;
    struct deadline_settings settings = unattended_settings(DAY, TIMEOUT_DEFAULT);
    char game[ULID_LENGTH + 1];
    running->restart_grace = 2 * HOUR;
    unattended_game(running, 3, &settings, game);
    running_stop(running);
    running->clock.milliseconds += 3 * DAY;
    assert_true(running_start(running));
    unattended_pass(running, 0);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 0);
    assert_number(unattended_count_with(running, game, "deadline.set", "\"cause\":\"restart\""), 1);
    unattended_pass(running, 3 * HOUR - 1);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 0);
    unattended_pass(running, 1);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 3);
    unattended_verify(running, game);
}

static void a_restart_puts_off_nothing_that_is_still_to_come(void **state)
{
    struct running *running = *state;
    struct deadline_settings settings = unattended_settings(DAY, TIMEOUT_DEFAULT);
    char game[ULID_LENGTH + 1];
    running->restart_grace = 2 * HOUR;
    unattended_game(running, 3, &settings, game);
    running_stop(running);
    running->clock.milliseconds += DAY - 1;
    assert_true(running_start(running));
    unattended_pass(running, 0);
    assert_number(unattended_count(running, game, "deadline.set", PLAYER_NONE), 0);
    unattended_pass(running, HOUR + 1);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 3);
}

/* Otherwise the last minute of the grace would be all that is left of an hour. */
static void a_restart_within_the_grace_puts_off_the_deadline(void **state)
{
    struct running *running = *state;
    struct deadline_settings settings = unattended_settings(DAY, TIMEOUT_DEFAULT);
    char game[ULID_LENGTH + 1];
    running->restart_grace = 2 * HOUR;
    unattended_game(running, 3, &settings, game);
    running_stop(running);
    running->clock.milliseconds += DAY + HOUR - 1;
    assert_true(running_start(running));
    unattended_pass(running, 3 * HOUR - 1);
    assert_number(unattended_count(running, game, "deadline.set", PLAYER_NONE), 1);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 0);
    unattended_pass(running, 1);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 3);
}

/* The disk is full from the AFTER-th write on, just when everybody's time has run out. */
static void time_out_on_a_full_disk(struct running *running, size_t after)
{
    struct job job = {.kind = JOB_PROBE};
    struct capture capture = capture_begin();
    struct gate gate;
    gate_close(running, &gate);
    faulty_disk_break(DISK_WRITE, after, SQLITE_FULL);
    running->clock.milliseconds += DAY + HOUR;
    gate_open(&gate);
    running_do(running, &job);
    faulty_disk_heal();
    free(capture_end(&capture));
}

static void a_full_disk_loses_and_doubles_nothing(void **state)
{
    struct running *running = *state;
    struct deadline_settings settings = unattended_settings(DAY, TIMEOUT_DEFAULT);
    unsigned put_off = 0;
    for (size_t after = 0; after < 24; after += 3) {
        char game[ULID_LENGTH + 1];
        unattended_game(running, 3, &settings, game);
        time_out_on_a_full_disk(running, after);
        unsigned before = unattended_count(running, game, "player.overdue", PLAYER_NONE);
        assert_true(before == 0 || before == 3);
        put_off += before == 0;
        unattended_pass(running, 999);
        assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), before);
        unattended_pass(running, 1);
        assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 3);
        assert_number(unattended_count_with(running, game, "pick.committed", "automatic"), 3);
        unattended_verify(running, game);
        struct job end = job_host(game, COMMAND_ABANDON);
        unattended_do(running, &end);
    }
    assert_true(put_off > 0);
}

struct added_line {
    const char *type;
    uint8_t player;
    const char *data;
};

/* Appends LINE to the log of a game, while the engine's thread stands still. */
static void damage(struct running *running, const char *game, const struct added_line *line)
{
    struct gate gate;
    const struct record record = unattended_record(running, game);
    const struct stored_event event = {.seq = record.game.version + 1,
                                       .at = record.updated_at,
                                       .type = line->type,
                                       .player = line->player,
                                       .data = line->data,
                                       .data_length = strlen(line->data)};
    struct game_row row;
    lines_row(&record, &row);
    row.version++;
    row.due_at = DUE_AT_ONCE;
    gate_close(running, &gate);
    enum store_status status = store_begin(running->store);
    if (status == STORE_OK)
        status = store_append(running->store, &row, record.game.version, &event, 1);
    if (status == STORE_OK)
        status = store_commit(running->store);
    gate_open(&gate);
    assert_number(status, STORE_OK);
}

static void assert_lookup(struct running *running, const char *game, enum lookup lookup)
{
    struct snapshot *snapshot = NULL;
    assert_number(engine_snapshot(running->engine, game, &snapshot), lookup);
    snapshot_release(snapshot);
}

static void holds_up_no_other(struct running *running, const struct added_line *line)
{
    struct deadline_settings settings = unattended_settings(DAY, TIMEOUT_DEFAULT);
    char damaged[ULID_LENGTH + 1];
    char game[ULID_LENGTH + 1];
    unattended_game(running, 3, &settings, damaged);
    unattended_game(running, 3, &settings, game);
    damage(running, damaged, line);
    struct capture capture = capture_begin();
    running_restart(running);
    unattended_pass(running, DAY + HOUR);
    char *told = capture_end(&capture);
    bool names_game = strstr(told, damaged) != NULL;
    free(told);
    assert_true(names_game);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 3);
    assert_number(unattended_count(running, damaged, "player.overdue", PLAYER_NONE), 0);
    assert_lookup(running, game, LOOKUP_FOUND);
    assert_lookup(running, damaged, LOOKUP_UNAVAILABLE);
    struct job job = job_host(damaged, COMMAND_PAUSE);
    running_do(running, &job);
    assert_number(job.outcome, JOB_UNAVAILABLE);
    assert_number(atomic_load(&running->broken), 0);
}

/* A line that nobody understands, and some that do not fit the game. */
static void a_game_that_cannot_be_read_holds_up_no_other(void **state)
{
    static const struct added_line lines[] = {
        {"game.exploded", PLAYER_NONE, "{}"},
        {"step.opened", PLAYER_NONE, "{\"round\":200,\"step\":\"splice\"}"},
        {"pick.committed", 7,
         "{\"commitment\":\"00000000000000000000000000000000"
         "00000000000000000000000000000000\",\"round\":1,\"step\":\"faction_draft\"}"},
        {"player.reinvited", 7, "{\"generation\":2}"},
        {"blockade.ended", PLAYER_NONE, "{\"n\":9}"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        holds_up_no_other(*state, &lines[i]);
}

static void a_clock_that_was_set_back_stops_nothing_for_long(void **state)
{
    struct running *running = *state;
    struct deadline_settings settings = unattended_settings(DAY, TIMEOUT_DEFAULT);
    char game[ULID_LENGTH + 1];
    unattended_game(running, 3, &settings, game);
    unattended_pass(running, -10 * DAY);
    unattended_act(running, game, 0);
    unattended_pass(running, 11 * DAY + HOUR - 1);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 0);
    unattended_pass(running, 1);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 2);
}

int main(void)
{
    log_set_level(LOG_LEVEL_ERROR);
    faulty_disk_install();
#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(games_that_are_due_together_share_a_commit),
        TEST(however_many_games_are_due_none_is_forgotten),
        TEST(what_went_by_while_nothing_ran_is_put_off),
        TEST(a_restart_puts_off_nothing_that_is_still_to_come),
        TEST(a_restart_within_the_grace_puts_off_the_deadline),
        TEST(a_full_disk_loses_and_doubles_nothing),
        TEST(a_game_that_cannot_be_read_holds_up_no_other),
        TEST(a_clock_that_was_set_back_stops_nothing_for_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
