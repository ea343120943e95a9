/*
 * Commands about people and time on their way through the engine. What a user would see go wrong: a
 * deadline that is moved twice by a request sent twice, a host who plays for somebody who still has
 * time, a turn that runs out while its player is on holiday.
 */
#include "service/base/log.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/unattended.h"

static enum refusal refusal_of(struct running *running, struct job job)
{
    running_do(running, &job);
    assert_number(job.outcome, job.refusal == ACCEPTED ? JOB_DONE : JOB_REFUSED);
    assert_non_null(job.snapshot);
    running_forget(&job);
    return job.refusal;
}

static struct job job_default(const char *game, uint8_t player)
{
    struct job job = job_host(game, COMMAND_DEFAULT);
    job.command.player = player;
    return job;
}

static struct job job_extend(struct running *running, const char *game, int64_t length)
{
    return unattended_attendance(
        running, game, PLAYER_NONE,
        (struct attendance){.type = ATTENDANCE_EXTEND, .player = PLAYER_NONE, .length = length});
}

static void a_command_brings_one_event_and_the_game_as_it_is_then(void **state)
{
    struct running *running = *state;
    struct deadline_settings settings = unattended_settings(DAY, TIMEOUT_DEFAULT);
    char game[ULID_LENGTH + 1];
    unattended_game(running, 3, &settings, game);
    uint32_t version = running_version(running, game);
    struct job job = job_extend(running, game, DAY);
    running_do(running, &job);
    assert_number(job.outcome, JOB_DONE);
    assert_number(snapshot_record(job.snapshot)->game.version, version + 1);
    running_forget(&job);
    unattended_pass(running, 2 * DAY + HOUR - 1);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 0);
    unattended_pass(running, 1);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 3);
    unattended_verify(running, game);
}

static void a_command_that_comes_again_is_answered_again_and_done_once(void **state)
{
    struct running *running = *state;
    struct deadline_settings settings = unattended_settings(DAY, TIMEOUT_DEFAULT);
    char game[ULID_LENGTH + 1];
    unattended_game(running, 3, &settings, game);
    struct job jobs[3] = {job_extend(running, game, DAY), job_extend(running, game, DAY),
                          job_extend(running, game, 2 * DAY)};
    for (size_t i = 0; i < 3; i++)
        job_key(&jobs[i], 7, i == 2 ? 2 : 1);
    running_do(running, &jobs[0]);
    running_restart(running);
    running_do(running, &jobs[1]);
    running_do(running, &jobs[2]);
    assert_number(jobs[1].outcome, JOB_DONE);
    assert_true(jobs[1].replayed);
    assert_number(jobs[2].outcome, JOB_KEY_REUSED);
    assert_number(snapshot_record(jobs[1].snapshot)->game.version,
                  snapshot_record(jobs[0].snapshot)->game.version);
    assert_number(unattended_count(running, game, "deadline.set", PLAYER_NONE), 1);
    running_forget(&jobs[0]);
    running_forget(&jobs[1]);
}

/* Even what changes nothing is remembered. */
static void a_command_that_changes_nothing_is_answered_again_too(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    const struct attendance off = {.type = ATTENDANCE_AUTOPILOT, .player = 1, .on = false};
    struct job jobs[2] = {unattended_attendance(running, game, 1, off),
                          unattended_attendance(running, game, 1, off)};
    uint32_t version = running_version(running, game);
    for (size_t i = 0; i < 2; i++) {
        job_key(&jobs[i], 7, 1);
        running_do(running, &jobs[i]);
        assert_number(jobs[i].outcome, JOB_DONE);
        assert_number(jobs[i].replayed, i == 1);
        running_forget(&jobs[i]);
    }
    assert_number(running_version(running, game), version);
}

static void what_is_refused_changes_nothing(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    uint32_t version = running_version(running, game);
    assert_number(refusal_of(running, job_extend(running, game, DAY)), REFUSED_NO_DEADLINE);
    assert_number(refusal_of(running, job_default(game, 1)), REFUSED_NOT_OVERDUE);
    assert_number(running_version(running, game), version);
    struct job dead = unattended_attendance(
        running, game, 1,
        (struct attendance){.type = ATTENDANCE_AUTOPILOT, .player = 1, .on = true});
    dead.caller.generation++;
    running_do(running, &dead);
    assert_number(dead.outcome, JOB_TOKEN_DEAD);
    assert_number(running_version(running, game), version);
}

static void the_host_gives_a_default_from_the_deadline_on(void **state)
{
    struct running *running = *state;
    struct deadline_settings settings = unattended_settings(DAY, TIMEOUT_WAIT);
    char game[ULID_LENGTH + 1];
    unattended_game(running, 3, &settings, game);
    unattended_pass(running, DAY - 1);
    assert_number(refusal_of(running, job_default(game, 1)), REFUSED_NOT_OVERDUE);
    unattended_pass(running, 1);
    struct job job = job_default(game, 1);
    unattended_do(running, &job);
    assert_number(unattended_count_with(running, game, "pick.committed", "\"automatic\":true"), 1);
    assert_number(refusal_of(running, job_default(game, 1)), REFUSED_NOT_OVERDUE);
    unattended_verify(running, game);
}

static void a_deadline_stands_still_on_days_away(void **state)
{
    struct running *running = *state;
    struct deadline_settings settings = unattended_settings(2 * DAY, TIMEOUT_DEFAULT);
    char game[ULID_LENGTH + 1];
    unattended_game(running, 3, &settings, game);
    struct job away = unattended_attendance(running, game, 1,
                                            (struct attendance){.type = ATTENDANCE_AWAY,
                                                                .player = 1,
                                                                .from = FIXTURE_TIME + DAY,
                                                                .at = FIXTURE_TIME + 8 * DAY});
    unattended_do(running, &away);
    unattended_pass(running, 9 * DAY + HOUR - 1);
    assert_number(unattended_count(running, game, "player.overdue", 0), 1);
    assert_number(unattended_count(running, game, "player.overdue", 1), 0);
    unattended_pass(running, 1);
    assert_number(unattended_count(running, game, "player.overdue", 1), 1);
    unattended_verify(running, game);
}

static void who_comes_back_early_has_the_time_that_was_left(void **state)
{
    struct running *running = *state;
    struct deadline_settings settings = unattended_settings(2 * DAY, TIMEOUT_DEFAULT);
    char game[ULID_LENGTH + 1];
    unattended_game(running, 3, &settings, game);
    struct job away = unattended_attendance(
        running, game, 1,
        (struct attendance){.type = ATTENDANCE_AWAY, .player = 1, .at = FIXTURE_TIME + 8 * DAY});
    unattended_do(running, &away);
    unattended_pass(running, DAY);
    struct job back = unattended_attendance(
        running, game, 1, (struct attendance){.type = ATTENDANCE_BACK, .player = 1});
    unattended_do(running, &back);
    unattended_pass(running, 2 * DAY + HOUR - 1);
    assert_number(unattended_count(running, game, "player.overdue", 1), 0);
    unattended_pass(running, 1);
    assert_number(unattended_count(running, game, "player.overdue", 1), 1);
}

static void a_deadline_that_the_host_sets_holds_where_there_was_none(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct job job = unattended_attendance(
        running, game, PLAYER_NONE,
        (struct attendance){.type = ATTENDANCE_SET, .player = 2, .at = FIXTURE_TIME + HOUR});
    unattended_do(running, &job);
    unattended_pass(running, HOUR);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 1);
    assert_number(unattended_count(running, game, "player.overdue", 2), 1);
}

int main(void)
{
    log_set_level(LOG_LEVEL_ERROR);
    const struct CMUnitTest tests[] = {
        RUNNING_TEST(a_command_brings_one_event_and_the_game_as_it_is_then),
        RUNNING_TEST(a_command_that_comes_again_is_answered_again_and_done_once),
        RUNNING_TEST(a_command_that_changes_nothing_is_answered_again_too),
        RUNNING_TEST(what_is_refused_changes_nothing),
        RUNNING_TEST(the_host_gives_a_default_from_the_deadline_on),
        RUNNING_TEST(a_deadline_stands_still_on_days_away),
        RUNNING_TEST(who_comes_back_early_has_the_time_that_was_left),
        RUNNING_TEST(a_deadline_that_the_host_sets_holds_where_there_was_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
