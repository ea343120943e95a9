/*
 * Deadlines as the log moves them: nobody may lose time that was promised, or be given time that
 * was not.
 */
#include "service/record/deadlines.h"

#include "tests/support/cmocka_all.h"
#include "tests/support/timed_game.h"

static struct timed_game timed;

static void a_period_begins_with_the_waiting(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    for (uint8_t player = 0; player < 3; player++)
        assert_number(timed_due(&timed, player), 24 * HOUR);
    timed_choose(&timed, HOUR, 0);
    assert_number(timed_due(&timed, 0), -1);
    assert_number(timed_due(&timed, 1), 24 * HOUR);
    timed_choose(&timed, 2 * HOUR, 1);
    timed_choose(&timed, 3 * HOUR, 2);
    for (uint8_t player = 0; player < 3; player++)
        assert_number(timed_due(&timed, player), 27 * HOUR);
}

static void a_pick_changed_does_not_bring_time_back(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_choose(&timed, HOUR, 0);
    struct command other = nth_choice(&timed.play.record.game, 0, 1);
    timed.play.now = timed.start + 2 * HOUR;
    assert_number(log_play_run(&timed.play, &other), ACCEPTED);
    assert_number(timed_due(&timed, 0), -1);
}

static void steps_have_periods_of_their_own(void **state)
{
    (void)state;
    struct deadline_settings settings = timed_settings();
    settings.has_own[STEP_SEATING] = true; /* and none in it */
    settings.has_own[STEP_HOME_SYSTEMS] = true;
    settings.steps[STEP_HOME_SYSTEMS] = 6 * HOUR;
    timed_begin(&timed, &settings);
    timed_play_to(&timed, HOUR, STEP_SEATING);
    for (uint8_t player = 0; player < 3; player++)
        assert_number(timed_due(&timed, player), -1);
    timed_play_to(&timed, 2 * HOUR, STEP_HOME_SYSTEMS);
    uint8_t first = timed.play.record.game.table.seats[0];
    uint8_t second = timed.play.record.game.table.seats[1];
    assert_number(timed_due(&timed, first), 8 * HOUR);
    assert_number(timed_due(&timed, second), -1);
    timed_choose(&timed, 7 * HOUR, first);
    assert_number(timed_due(&timed, first), -1);
    assert_number(timed_due(&timed, second), 13 * HOUR);
}

static void without_deadlines_there_are_none(void **state)
{
    (void)state;
    struct deadline_settings settings = {.stated = false};
    timed_begin(&timed, &settings);
    assert_number(timed_due(&timed, 0), -1);
    timed_run(&timed, HOUR, COMMAND_PAUSE, PLAYER_NONE);
    timed_run(&timed, 2 * HOUR, COMMAND_RESUME, PLAYER_NONE);
    assert_number(timed_due(&timed, 0), -1);
}

static void in_play_there_are_none(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_play_to(&timed, HOUR, STEPS);
    assert_number(timed.play.record.game.table.stage, STAGE_PLAYING);
    for (uint8_t player = 0; player < 3; player++)
        assert_number(timed_due(&timed, player), -1);
}

static void a_reveal_has_a_period_of_its_own(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_commit_withheld(&timed, HOUR, 0);
    assert_number(timed_due(&timed, 0), -1);
    timed_choose(&timed, 2 * HOUR, 1);
    timed_choose(&timed, 20 * HOUR, 2);
    assert_number(timed_due(&timed, 0), 44 * HOUR);
    assert_number(timed_due(&timed, 1), -1);
}

/* What is committed to can turn out to be none of the options again and again. */
static void a_void_pick_brings_no_more_time(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_commit_withheld(&timed, HOUR, 0);
    timed_choose(&timed, 2 * HOUR, 1);
    timed_choose(&timed, 20 * HOUR, 2);
    struct command reveal = {.type = COMMAND_REVEAL, .player = 0};
    reveal.reveal.step = STEP_FACTION_DRAFT;
    reveal.reveal.cards = (struct sent_cards){.count = 1, .cards = {CARD_NONE}};
    reveal.reveal.opens_unpickable = true;
    for (int64_t hour = 30; hour < 34; hour += 2) {
        timed.play.now = timed.start + hour * HOUR;
        assert_number(log_play_run(&timed.play, &reveal), REFUSED_ILLEGAL_PICK);
        assert_number(waited_for(&timed.play.record.game, 0), ACTION_COMMIT);
        assert_number(timed_due(&timed, 0), 44 * HOUR);
        timed_commit_withheld(&timed, (hour + 1) * HOUR, 0);
        assert_number(waited_for(&timed.play.record.game, 0), ACTION_REVEAL);
        assert_number(timed_due(&timed, 0), 44 * HOUR);
    }
}

static void each_hand_passed_at_once_has_a_period_of_its_own(void **state)
{
    (void)state;
    struct setup setup = {.players = 3, .options = options_default()};
    struct deadline_settings settings = timed_settings();
    setup.options.passing_pipelined = true;
    timed_begin_as(&timed, &setup, &settings);
    timed_choose(&timed, HOUR, 0);
    assert_number(timed_due(&timed, 0), -1);
    timed_choose(&timed, 2 * HOUR, 1); /* the hand of p1 lies there already */
    assert_number(timed_due(&timed, 1), 26 * HOUR);
    timed_choose(&timed, 3 * HOUR, 2);
    assert_number(timed_due(&timed, 0), 27 * HOUR);
    assert_number(timed_due(&timed, 1), 26 * HOUR);
    assert_number(timed_due(&timed, 2), 27 * HOUR);
}

/* Where the galaxy is built there and back again, the last of a way is the first of the next. */
static void two_turns_in_a_row_have_a_period_each(void **state)
{
    (void)state;
    struct deadline_settings settings = timed_settings();
    struct setup setup = {.players = 3, .options = options_default()};
    setup.map = (struct map){.mode = MAP_BUILD, .layout = LAYOUT_NONE};
    timed_begin_as(&timed, &setup, &settings);
    timed_play_to(&timed, HOUR, STEP_GALAXY);
    const uint8_t *seats = timed.play.record.game.table.seats;
    timed_choose(&timed, 2 * HOUR, seats[0]);
    timed_choose(&timed, 3 * HOUR, seats[1]);
    assert_number(timed_due(&timed, seats[2]), 27 * HOUR);
    timed_overdue(&timed, 28 * HOUR, seats[2]);
    timed_run(&timed, 28 * HOUR, COMMAND_DEFAULT, seats[2]);
    assert_number(timed_due(&timed, seats[2]), 52 * HOUR);
    assert_false(timed_person(&timed, seats[2])->deadline.overdue);
    assert_number(timed_person(&timed, seats[2])->waiting_since, timed.start + 28 * HOUR);
    timed_choose(&timed, 29 * HOUR, seats[2]);
    assert_number(timed_due(&timed, seats[2]), -1);
    assert_number(timed_due(&timed, seats[1]), 53 * HOUR);
}

static void a_pause_keeps_what_is_left(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_run(&timed, 14 * HOUR, COMMAND_PAUSE, PLAYER_NONE);
    timed_run(&timed, 86 * HOUR, COMMAND_RESUME, PLAYER_NONE);
    assert_number(timed_due(&timed, 0), 96 * HOUR);
    timed_run(&timed, 87 * HOUR, COMMAND_PAUSE, PLAYER_NONE);
    timed_run(&timed, 88 * HOUR, COMMAND_RESUME, PLAYER_NONE);
    assert_number(timed_due(&timed, 0), 97 * HOUR);
}

static void a_pause_keeps_what_is_left_of_the_grace(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_run(&timed, 24 * HOUR + 20 * MINUTE, COMMAND_PAUSE, PLAYER_NONE);
    timed_run(&timed, 48 * HOUR, COMMAND_RESUME, PLAYER_NONE);
    struct due due = due_next(&timed.play.record, NULL, timed.play.now);
    assert_number(due.kind, DUE_TIMEOUT);
    assert_number(due.at - timed.start, 48 * HOUR + 40 * MINUTE);
}

static void who_stopped_the_game_gets_a_whole_period(void **state)
{
    (void)state;
    struct deadline_settings settings = timed_settings();
    settings.on_timeout = TIMEOUT_PAUSE;
    timed_begin(&timed, &settings);
    timed_choose(&timed, HOUR, 1);
    timed_attend(&timed, 24 * HOUR,
                 (struct attendance){.type = ATTENDANCE_EXTEND, .player = 2, .length = 5 * HOUR});
    timed_overdue(&timed, 25 * HOUR, 0);
    timed_run(&timed, 25 * HOUR, COMMAND_PAUSE, PLAYER_NONE);
    timed_run(&timed, 50 * HOUR, COMMAND_RESUME, PLAYER_NONE);
    assert_number(timed_due(&timed, 0), 74 * HOUR);
    assert_false(timed_person(&timed, 0)->deadline.overdue);
    assert_number(timed_due(&timed, 2), 54 * HOUR); /* what was left, no more */
}

static void who_is_overdue_stays_so(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_overdue(&timed, 25 * HOUR, 0);
    timed_run(&timed, 26 * HOUR, COMMAND_PAUSE, PLAYER_NONE);
    timed_run(&timed, 50 * HOUR, COMMAND_RESUME, PLAYER_NONE);
    assert_number(timed_due(&timed, 0), 24 * HOUR);
    assert_true(timed_person(&timed, 0)->deadline.overdue);
    timed_choose(&timed, 51 * HOUR, 0);
    assert_number(timed_person(&timed, 0)->deadline.due, 0);
}

static void a_reinvite_leaves_the_deadline(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_attend(&timed, HOUR,
                 (struct attendance){.type = ATTENDANCE_AUTOPILOT, .player = 0, .on = true});
    timed_run(&timed, 2 * HOUR, COMMAND_REINVITE, 0);
    assert_number(timed_due(&timed, 0), 24 * HOUR);
    assert_false(timed_person(&timed, 0)->autopilot);
    timed_run(&timed, 3 * HOUR, COMMAND_JOIN, 0);
    assert_number(timed_due(&timed, 0), 24 * HOUR);
}

static void a_void_commitment_is_waited_for_anew(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_commit_withheld(&timed, HOUR, 0);
    timed_run(&timed, 20 * HOUR, COMMAND_REINVITE, 0);
    assert_number(timed_due(&timed, 0), 44 * HOUR);
}

static void a_void_commitment_in_a_pause_is_too(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_commit_withheld(&timed, HOUR, 0);
    timed_run(&timed, 2 * HOUR, COMMAND_PAUSE, PLAYER_NONE);
    timed_run(&timed, 3 * HOUR, COMMAND_REINVITE, 0);
    timed_run(&timed, 50 * HOUR, COMMAND_RESUME, PLAYER_NONE);
    assert_number(timed_due(&timed, 0), 74 * HOUR);
}

/* Taking back and choosing again is no way to get more time. */
static void a_turn_taken_back_has_the_time_that_was_left(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_play_to(&timed, HOUR, STEP_HOME_SYSTEMS);
    uint8_t first = timed.play.record.game.table.seats[0];
    uint8_t second = timed.play.record.game.table.seats[1];
    timed_choose(&timed, 2 * HOUR, first);
    timed_attend(&timed, 3 * HOUR,
                 (struct attendance){.type = ATTENDANCE_REMIND, .player = second, .percent = 50});
    struct command undo = {.type = COMMAND_UNDO, .player = PLAYER_NONE};
    undo.undo_version = timed.play.record.game.version;
    timed.play.now = timed.start + 4 * HOUR - 1000;
    assert_number(log_play_run(&timed.play, &undo), ACCEPTED);
    assert_number(timed_due(&timed, first), 27 * HOUR);
    assert_number(timed_due(&timed, second), -1);
}

static void a_moved_deadline_makes_the_period_longer(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_attend(
        &timed, HOUR,
        (struct attendance){.type = ATTENDANCE_EXTEND, .player = PLAYER_NONE, .length = 12 * HOUR});
    for (uint8_t player = 0; player < 3; player++) {
        assert_number(timed_due(&timed, player), 36 * HOUR);
        assert_number(timed_person(&timed, player)->deadline.length, 36 * HOUR);
    }
}

static void who_is_overdue_begins_anew_with_a_later_deadline(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_attend(&timed, 22 * HOUR,
                 (struct attendance){.type = ATTENDANCE_REMIND, .player = 0, .percent = 90});
    timed_overdue(&timed, 25 * HOUR, 0);
    timed_attend(&timed, 30 * HOUR,
                 (struct attendance){.type = ATTENDANCE_EXTEND, .player = 0, .length = 10 * HOUR});
    assert_number(timed_due(&timed, 0), 40 * HOUR);
    assert_false(timed_person(&timed, 0)->deadline.overdue);
    assert_number(timed_person(&timed, 0)->deadline.reminded, 0);
    assert_number(timed_person(&timed, 0)->deadline.length, 10 * HOUR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_period_begins_with_the_waiting),
        cmocka_unit_test(a_pick_changed_does_not_bring_time_back),
        cmocka_unit_test(steps_have_periods_of_their_own),
        cmocka_unit_test(without_deadlines_there_are_none),
        cmocka_unit_test(in_play_there_are_none),
        cmocka_unit_test(a_reveal_has_a_period_of_its_own),
        cmocka_unit_test(a_void_pick_brings_no_more_time),
        cmocka_unit_test(each_hand_passed_at_once_has_a_period_of_its_own),
        cmocka_unit_test(two_turns_in_a_row_have_a_period_each),
        cmocka_unit_test(a_pause_keeps_what_is_left),
        cmocka_unit_test(a_pause_keeps_what_is_left_of_the_grace),
        cmocka_unit_test(who_stopped_the_game_gets_a_whole_period),
        cmocka_unit_test(who_is_overdue_stays_so),
        cmocka_unit_test(a_reinvite_leaves_the_deadline),
        cmocka_unit_test(a_void_commitment_is_waited_for_anew),
        cmocka_unit_test(a_void_commitment_in_a_pause_is_too),
        cmocka_unit_test(a_turn_taken_back_has_the_time_that_was_left),
        cmocka_unit_test(a_moved_deadline_makes_the_period_longer),
        cmocka_unit_test(who_is_overdue_begins_anew_with_a_later_deadline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
