/*
 * What happens to games by itself. What a user would see go wrong: a draft that hangs on somebody
 * who never comes, a turn taken too early or twice, reminders in heaps.
 */
#include "service/base/log.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/unattended.h"

/* A game of three with a day for each round; the engine of the test. */
static struct running *begin(struct running *running, enum on_timeout on_timeout,
                             char ret_game[ULID_LENGTH + 1])
{
    const struct deadline_settings settings = unattended_settings(DAY, on_timeout);
    unattended_game(running, 3, &settings, ret_game);
    return running;
}

static void a_setup_that_nobody_plays_ends_by_defaults(void **state)
{
    struct running *running = *state;
    struct deadline_settings settings = unattended_settings(DAY, TIMEOUT_DEFAULT);
    char game[ULID_LENGTH + 1];
    unattended_game(running, 6, &settings, game);
    unsigned days = 0;
    while (unattended_record(running, game).game.table.stage == STAGE_SETUP && days++ < 200)
        unattended_pass(running, DAY);
    assert_number(unattended_record(running, game).game.table.stage, STAGE_PLAYING);
    assert_true(unattended_count(running, game, "player.overdue", 3) > 5);
    assert_number(engine_counts(running->engine).timeouts,
                  unattended_count(running, game, "player.overdue", PLAYER_NONE));
    unattended_verify(running, game);
}

static void a_turn_is_due_at_the_very_end_of_the_grace_and_not_before(void **state)
{
    char game[ULID_LENGTH + 1];
    struct running *running = begin(*state, TIMEOUT_DEFAULT, game);
    unattended_pass(running, DAY + HOUR - 1);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 0);
    assert_number(unattended_count(running, game, "pick.committed", PLAYER_NONE), 0);
    unattended_pass(running, 1);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 3);
    assert_number(unattended_count_with(running, game, "pick.committed", "\"automatic\":true"), 3);
    unattended_pass(running, 1);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 3);
}

static void who_picks_in_time_is_left_alone(void **state)
{
    char game[ULID_LENGTH + 1];
    struct running *running = begin(*state, TIMEOUT_DEFAULT, game);
    unattended_pass(running, DAY + HOUR - 1);
    unattended_act(running, game, 1);
    unattended_pass(running, 1);
    assert_number(unattended_count(running, game, "player.overdue", 1), 0);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 2);
    assert_number(unattended_count_with(running, game, "pick.committed", "\"automatic\":true"), 2);
}

static void post(struct job *job)
{
    sem_post(job->owner);
}

/* The pick of p2, which comes to the engine while it stands still and its round ends: before that
 * if it is IN_TIME. For running_forget. */
static struct job pick_at_the_end(struct running *running, const char *game, bool in_time)
{
    const struct record record = unattended_record(running, game);
    struct gate gate;
    sem_t done;
    sem_init(&done, 0, 0);
    struct job pick = job_choice(&record, 1, 0);
    pick.done = post;
    pick.owner = &done;
    gate_close(running, &gate);
    running->clock.milliseconds += in_time ? 0 : DAY + HOUR;
    assert_true(engine_submit(running->engine, &pick));
    running->clock.milliseconds += in_time ? DAY + HOUR : 0;
    gate_open(&gate);
    while (sem_wait(&done) != 0)
        ;
    sem_destroy(&done);
    pick.owner = NULL;
    return pick;
}

static void a_pick_that_has_arrived_comes_before_what_is_due(void **state)
{
    char game[ULID_LENGTH + 1];
    struct running *running = begin(*state, TIMEOUT_DEFAULT, game);
    struct job pick = pick_at_the_end(running, game, true);
    assert_number(pick.outcome, JOB_DONE);
    running_forget(&pick);
    assert_number(unattended_count(running, game, "player.overdue", 0), 1);
    assert_number(unattended_count(running, game, "player.overdue", 1), 0);
    assert_number(unattended_count_with(running, game, "pick.committed", "\"automatic\":true"), 2);
}

/* However long the timers have been kept from looking. */
static void a_pick_that_arrives_too_late_meets_a_closed_round(void **state)
{
    char game[ULID_LENGTH + 1];
    struct running *running = begin(*state, TIMEOUT_DEFAULT, game);
    struct job pick = pick_at_the_end(running, game, false);
    assert_number(pick.outcome, JOB_REFUSED);
    assert_number(pick.refusal, REFUSED_STALE_ROUND);
    running_forget(&pick);
    assert_number(unattended_count_with(running, game, "pick.committed", "\"automatic\":true"), 3);
}

static void reminders_are_sent_once_each_to_those_waited_on(void **state)
{
    char game[ULID_LENGTH + 1];
    struct running *running = begin(*state, TIMEOUT_WAIT, game);
    unattended_pass(running, 12 * HOUR - 1);
    assert_number(unattended_count(running, game, "player.reminder", PLAYER_NONE), 0);
    unattended_pass(running, 1);
    assert_number(unattended_count_with(running, game, "player.reminder", "\"percent\":50"), 3);
    unattended_act(running, game, 1);
    for (unsigned i = 0; i < 100; i++)
        unattended_pass(running, HOUR);
    assert_number(unattended_count(running, game, "player.reminder", 0), 2);
    assert_number(unattended_count(running, game, "player.reminder", 1), 1);
    assert_number(unattended_count_with(running, game, "player.reminder", "\"percent\":90"), 2);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 2);
    assert_number(engine_counts(running->engine).reminders, 5);
    assert_number(engine_counts(running->engine).timeouts, 2);
    unattended_verify(running, game);
}

static void of_reminders_that_were_missed_only_the_last_is_sent(void **state)
{
    char game[ULID_LENGTH + 1];
    struct running *running = begin(*state, TIMEOUT_WAIT, game);
    unattended_pass(running, 23 * HOUR);
    assert_number(unattended_count_with(running, game, "player.reminder", "\"percent\":50"), 0);
    assert_number(unattended_count_with(running, game, "player.reminder", "\"percent\":90"), 3);
}

static void a_game_without_deadlines_is_left_alone(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    uint32_t version = running_version(running, game);
    uint64_t commits = engine_counts(running->engine).commits;
    for (unsigned i = 0; i < 50; i++)
        unattended_pass(running, 7 * DAY);
    assert_number(running_version(running, game), version);
    assert_number(engine_counts(running->engine).commits, commits);
}

static void a_pause_keeps_the_time_that_remains(void **state)
{
    char game[ULID_LENGTH + 1];
    struct running *running = begin(*state, TIMEOUT_DEFAULT, game);
    unattended_pass(running, 20 * HOUR);
    struct job pause = job_host(game, COMMAND_PAUSE);
    unattended_do(running, &pause);
    unattended_pass(running, 30 * DAY);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 0);
    struct job resume = job_host(game, COMMAND_RESUME);
    unattended_do(running, &resume);
    unattended_pass(running, 5 * HOUR - 1);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 0);
    unattended_pass(running, 1);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 3);
}

static void a_game_that_pauses_does_so_once_for_all_who_are_overdue(void **state)
{
    char game[ULID_LENGTH + 1];
    struct running *running = begin(*state, TIMEOUT_PAUSE, game);
    unattended_pass(running, 2 * DAY);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 3);
    assert_number(unattended_count_with(running, game, "game.paused", "\"automatic\":true"), 1);
    assert_true(unattended_record(running, game).game.paused);
    unattended_pass(running, 20 * DAY);
    struct job resume = job_host(game, COMMAND_RESUME);
    unattended_do(running, &resume);
    assert_false(unattended_record(running, game).game.paused);
    unattended_pass(running, DAY + HOUR - 1);
    assert_false(unattended_record(running, game).game.paused);
    unattended_pass(running, 1);
    assert_true(unattended_record(running, game).game.paused);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 6);
    unattended_verify(running, game);
}

static void steps_have_periods_of_their_own(void **state)
{
    struct running *running = *state;
    struct deadline_settings settings = unattended_settings(DAY, TIMEOUT_DEFAULT);
    settings.has_own[STEP_FACTION_DRAFT] = true;
    settings.steps[STEP_FACTION_DRAFT] = 0;
    char game[ULID_LENGTH + 1];
    unattended_game(running, 3, &settings, game);
    unattended_pass(running, 30 * DAY);
    assert_number(unattended_count(running, game, "player.overdue", PLAYER_NONE), 0);
    assert_number(unattended_record(running, game).game.table.step, STEP_FACTION_DRAFT);
}

int main(void)
{
    log_set_level(LOG_LEVEL_ERROR);
    const struct CMUnitTest tests[] = {
        RUNNING_TEST(a_setup_that_nobody_plays_ends_by_defaults),
        RUNNING_TEST(a_turn_is_due_at_the_very_end_of_the_grace_and_not_before),
        RUNNING_TEST(who_picks_in_time_is_left_alone),
        RUNNING_TEST(a_pick_that_has_arrived_comes_before_what_is_due),
        RUNNING_TEST(a_pick_that_arrives_too_late_meets_a_closed_round),
        RUNNING_TEST(reminders_are_sent_once_each_to_those_waited_on),
        RUNNING_TEST(of_reminders_that_were_missed_only_the_last_is_sent),
        RUNNING_TEST(a_game_without_deadlines_is_left_alone),
        RUNNING_TEST(a_pause_keeps_the_time_that_remains),
        RUNNING_TEST(a_game_that_pauses_does_so_once_for_all_who_are_overdue),
        RUNNING_TEST(steps_have_periods_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
