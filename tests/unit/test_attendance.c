/*
 * What may be done about deadlines and days away, and what happens by itself: at the right time,
 * once, to the right player.
 */
#include "service/record/attendance.h"

#include "tests/support/cmocka_all.h"
#include "tests/support/timed_game.h"

static struct timed_game timed;

/* p1 alone is waited on, since the start. */
static void begin_with_one(const struct deadline_settings *settings)
{
    timed_begin(&timed, settings);
    timed_choose(&timed, 0, 1);
    timed_choose(&timed, 0, 2);
}

static void assert_refused(int64_t after, struct attendance command, enum refusal expected)
{
    struct log_event line;
    bool changes = true;
    enum refusal refusal =
        attendance_decide(&timed.play.record, &command, timed.start + after, &line, &changes);
    if (refusal != expected)
        fail_msg("%s instead of %s", refusal_code(refusal), refusal_code(expected));
    assert_false(changes);
}

static void assert_nothing_changes(int64_t after, struct attendance command)
{
    assert_refused(after, command, ACCEPTED);
}

static struct attendance set_for(uint8_t player, int64_t after)
{
    return (struct attendance){.type = ATTENDANCE_SET, .player = player, .at = timed.start + after};
}

static struct attendance extend_for(uint8_t player, int64_t length)
{
    return (struct attendance){.type = ATTENDANCE_EXTEND, .player = player, .length = length};
}

static struct attendance away_for(uint8_t player, int64_t from, int64_t until)
{
    return (struct attendance){.type = ATTENDANCE_AWAY,
                               .player = player,
                               .from = timed.start + from,
                               .at = timed.start + until};
}

static struct attendance back_for(uint8_t player)
{
    return (struct attendance){.type = ATTENDANCE_BACK, .player = player};
}

static struct attendance autopilot_for(uint8_t player, bool on)
{
    return (struct attendance){.type = ATTENDANCE_AUTOPILOT, .player = player, .on = on};
}

static struct attendance reminder_for(uint8_t player, uint8_t percent)
{
    return (struct attendance){.type = ATTENDANCE_REMIND, .player = player, .percent = percent};
}

static struct due next_at(int64_t after, const struct quiet *quiet)
{
    return due_next(&timed.play.record, quiet, timed.start + after);
}

static void assert_next(struct due due, enum due_kind kind, uint8_t player, int64_t after)
{
    assert_number(due.kind, kind);
    assert_number(due.player, player);
    assert_number(due.at - timed.start, after);
}

static void assert_nothing_next(int64_t after)
{
    struct due due = next_at(after, NULL);
    assert_number(due.kind, DUE_NOTHING);
    assert_true(due.at == INT64_MAX);
}

static void the_host_moves_deadlines_but_not_into_the_past(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    assert_refused(HOUR, set_for(PLAYER_NONE, HOUR), REFUSED_DEADLINE_PAST);
    assert_refused(HOUR, set_for(0, -HOUR), REFUSED_DEADLINE_PAST);
    timed_attend(&timed, HOUR, set_for(0, 2 * HOUR));
    assert_number(timed_due(&timed, 0), 2 * HOUR);
    assert_number(timed_due(&timed, 1), 24 * HOUR);
    timed_attend(&timed, HOUR, set_for(PLAYER_NONE, 3 * HOUR));
    assert_number(timed_due(&timed, 0), 3 * HOUR);
    assert_number(timed_due(&timed, 2), 3 * HOUR);
}

static void only_who_is_waited_on_can_have_a_deadline(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_choose(&timed, HOUR, 0);
    assert_refused(2 * HOUR, set_for(0, 3 * HOUR), REFUSED_NO_DEADLINE);
    assert_refused(2 * HOUR, extend_for(0, HOUR), REFUSED_NO_DEADLINE);
    assert_refused(2 * HOUR, extend_for(5, HOUR), REFUSED_NOT_FOUND);
    timed_attend(&timed, 2 * HOUR, extend_for(PLAYER_NONE, HOUR));
    assert_number(timed_due(&timed, 0), -1);
    assert_number(timed_due(&timed, 1), 25 * HOUR);
    timed_play_to(&timed, 3 * HOUR, STEPS);
    assert_refused(4 * HOUR, set_for(PLAYER_NONE, 5 * HOUR), REFUSED_NO_DEADLINE);
}

static void a_game_without_deadlines_is_given_some_but_they_cannot_be_extended(void **state)
{
    (void)state;
    struct deadline_settings settings = {.stated = false};
    timed_begin(&timed, &settings);
    assert_refused(HOUR, extend_for(PLAYER_NONE, HOUR), REFUSED_NO_DEADLINE);
    timed_attend(&timed, HOUR, set_for(1, 5 * HOUR));
    assert_number(timed_due(&timed, 1), 5 * HOUR);
    assert_number(timed_due(&timed, 0), -1);
    assert_next(next_at(HOUR, NULL), DUE_REMINDER, 1, 3 * HOUR);
    timed_attend(&timed, 2 * HOUR, extend_for(PLAYER_NONE, HOUR));
    assert_number(timed_due(&timed, 1), 6 * HOUR);
    assert_number(timed_due(&timed, 0), -1);
}

static void what_is_added_counts_from_now_for_who_is_late(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_attend(&timed, 100 * HOUR, extend_for(0, HOUR));
    assert_number(timed_due(&timed, 0), 101 * HOUR);
}

static void the_hosts_deadline_waits_for_days_away(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_attend(&timed, HOUR, away_for(0, 10 * HOUR, 20 * HOUR));
    timed_attend(&timed, HOUR, set_for(0, 15 * HOUR));
    assert_number(timed_due(&timed, 0), 20 * HOUR);
    timed_attend(&timed, HOUR, set_for(0, 9 * HOUR));
    assert_number(timed_due(&timed, 0), 9 * HOUR);
    timed_attend(&timed, HOUR, extend_for(0, 2 * HOUR));
    assert_number(timed_due(&timed, 0), 21 * HOUR);
}

static void no_deadline_is_further_away_than_a_year(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_attend(&timed, HOUR, extend_for(0, PERIOD_LONGEST));
    timed_attend(&timed, HOUR, set_for(1, 2 * PERIOD_LONGEST));
    assert_number(timed_due(&timed, 0), HOUR + PERIOD_LONGEST);
    assert_number(timed_due(&timed, 1), HOUR + PERIOD_LONGEST);
}

static void deadlines_of_a_game_that_does_not_run_stand(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_run(&timed, HOUR, COMMAND_PAUSE, PLAYER_NONE);
    assert_refused(2 * HOUR, set_for(0, 5 * HOUR), REFUSED_GAME_PAUSED);
    assert_refused(2 * HOUR, extend_for(0, HOUR), REFUSED_GAME_PAUSED);
    assert_number(attendance_may_default(&timed.play.record, 0, timed.start + 30 * HOUR),
                  REFUSED_GAME_PAUSED);
    assert_nothing_changes(30 * HOUR, (struct attendance){.type = ATTENDANCE_OVERDUE});
    assert_nothing_next(30 * HOUR);
    timed_run(&timed, 3 * HOUR, COMMAND_ABANDON, PLAYER_NONE);
    assert_refused(4 * HOUR, set_for(0, 5 * HOUR), REFUSED_GAME_OVER);
    assert_refused(4 * HOUR, away_for(0, 5 * HOUR, 6 * HOUR), REFUSED_GAME_OVER);
    assert_refused(4 * HOUR, autopilot_for(0, true), REFUSED_GAME_OVER);
    assert_nothing_next(30 * HOUR);
}

static void a_lobby_has_no_deadlines_but_people(void **state)
{
    (void)state;
    const struct setup setup = {.players = 3, .options = options_default()};
    log_play_begin(&timed.play, 1, &setup, NULL, NULL);
    timed.start = timed.play.now;
    assert_refused(HOUR, set_for(0, 2 * HOUR), REFUSED_NOT_STARTED);
    assert_number(attendance_may_default(&timed.play.record, 0, timed.start), REFUSED_NOT_STARTED);
    timed_attend(&timed, 0, autopilot_for(0, true));
    assert_nothing_next(0);
    log_play_start(&timed.play);
    assert_number(next_at(0, NULL).kind, DUE_AUTOPILOT);
}

static void days_away_are_counted(void **state)
{
    (void)state;
    struct deadline_settings settings = timed_settings();
    settings.vacation = 10 * HOUR;
    timed_begin(&timed, &settings);
    assert_refused(HOUR, away_for(0, 2 * HOUR, 13 * HOUR), REFUSED_VACATION_SPENT);
    timed_attend(&timed, HOUR, away_for(0, 2 * HOUR, 12 * HOUR)); /* to the last hour */
    timed_attend(&timed, 5 * HOUR, back_for(0));
    assert_refused(5 * HOUR, back_for(0), REFUSED_NOT_AWAY);
    assert_refused(6 * HOUR, away_for(0, 6 * HOUR, 14 * HOUR), REFUSED_VACATION_SPENT);
    timed_attend(&timed, 6 * HOUR, away_for(0, 6 * HOUR, 13 * HOUR));
    timed_attend(&timed, 7 * HOUR, away_for(0, 20 * HOUR, 26 * HOUR)); /* instead */
    assert_refused(7 * HOUR, away_for(0, 20 * HOUR, 27 * HOUR), REFUSED_VACATION_SPENT);
    assert_refused(27 * HOUR, back_for(0), REFUSED_NOT_AWAY); /* over by itself */
    assert_refused(27 * HOUR, away_for(0, 27 * HOUR, 28 * HOUR), REFUSED_VACATION_SPENT);
    timed_attend(&timed, 7 * HOUR, away_for(1, 7 * HOUR, 17 * HOUR)); /* everybody's own */
}

static void days_away_have_an_end_behind_their_beginning(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    assert_refused(5 * HOUR, away_for(0, HOUR, 5 * HOUR), REFUSED_DEADLINE_PAST);
    assert_refused(5 * HOUR, away_for(0, 8 * HOUR, 7 * HOUR), REFUSED_DEADLINE_PAST);
    timed_attend(&timed, 5 * HOUR, away_for(0, HOUR, 6 * HOUR));
    assert_number(timed.play.record.people[0].absence.from - timed.start, 5 * HOUR);
    timed_attend(&timed, 5 * HOUR, away_for(0, 7 * HOUR, 9 * HOUR));
    assert_nothing_changes(6 * HOUR, away_for(0, 7 * HOUR, 9 * HOUR));
}

static void days_away_are_announced_until_they_are_over(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    assert_false(attendance_is_announced(&timed.play.record, 0));
    timed_attend(&timed, HOUR, away_for(0, 2 * HOUR, 3 * HOUR));
    assert_true(attendance_is_announced(&timed.play.record, 0));
    timed_choose(&timed, 3 * HOUR, 1);
    assert_false(attendance_is_announced(&timed.play.record, 0));
}

static void in_play_nobody_hands_over(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_attend(&timed, HOUR, autopilot_for(0, true));
    timed_attend(&timed, HOUR, away_for(0, HOUR, 9 * HOUR));
    timed_play_to(&timed, HOUR, STEPS);
    assert_refused(2 * HOUR, autopilot_for(1, true), REFUSED_WRONG_STEP);
    assert_refused(2 * HOUR, away_for(1, 2 * HOUR, 3 * HOUR), REFUSED_WRONG_STEP);
    timed_attend(&timed, 2 * HOUR, autopilot_for(0, false));
    timed_attend(&timed, 2 * HOUR, back_for(0));
    assert_nothing_next(2 * HOUR);
}

static void autopilot_that_is_on_is_not_said_again(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    assert_nothing_changes(HOUR, autopilot_for(0, false));
    timed_attend(&timed, HOUR, autopilot_for(0, true));
    assert_nothing_changes(HOUR, autopilot_for(0, true));
    assert_next(next_at(HOUR, NULL), DUE_AUTOPILOT, 0, 0);
    timed_choose(&timed, HOUR, 0);
    assert_next(next_at(HOUR, NULL), DUE_REMINDER, 1, 12 * HOUR);
}

static void a_default_is_for_who_is_late(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    const struct record *record = &timed.play.record;
    int64_t due = timed.start + 24 * HOUR;
    assert_number(attendance_may_default(record, 0, due - 1), REFUSED_NOT_OVERDUE);
    assert_number(attendance_may_default(record, 0, due), ACCEPTED);
    assert_number(attendance_may_default(record, 3, due), REFUSED_NOT_FOUND);
    timed_choose(&timed, HOUR, 0);
    assert_number(attendance_may_default(record, 0, due), REFUSED_NOT_OVERDUE);
}

static void two_reminders_and_a_timeout_come_once_each(void **state)
{
    (void)state;
    struct deadline_settings settings = timed_settings();
    settings.usual = 10 * HOUR;
    begin_with_one(&settings);
    struct due due = next_at(0, NULL);
    assert_next(due, DUE_REMINDER, 0, 5 * HOUR);
    assert_number(due.percent, 50);
    timed_attend(&timed, 5 * HOUR, reminder_for(0, 50));
    assert_nothing_changes(5 * HOUR, reminder_for(0, 50));
    due = next_at(5 * HOUR, NULL);
    assert_next(due, DUE_REMINDER, 0, 9 * HOUR);
    assert_number(due.percent, 90);
    timed_attend(&timed, 9 * HOUR, reminder_for(0, 90));
    assert_nothing_changes(9 * HOUR, reminder_for(0, 50));
    assert_next(next_at(9 * HOUR, NULL), DUE_TIMEOUT, 0, 11 * HOUR);
    timed_overdue(&timed, 11 * HOUR, 0);
    assert_nothing_changes(11 * HOUR, (struct attendance){.type = ATTENDANCE_OVERDUE});
    assert_nothing_next(11 * HOUR);
}

static void who_has_picked_is_left_alone(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_choose(&timed, HOUR, 0);
    assert_nothing_changes(13 * HOUR, reminder_for(0, 50));
    assert_nothing_changes(26 * HOUR, (struct attendance){.type = ATTENDANCE_OVERDUE});
    assert_next(next_at(HOUR, NULL), DUE_REMINDER, 1, 12 * HOUR);
}

static void only_the_last_of_reminders_that_are_late_is_sent(void **state)
{
    (void)state;
    struct deadline_settings settings = timed_settings();
    settings.usual = 10 * HOUR;
    begin_with_one(&settings);
    struct due due = next_at(9 * HOUR, NULL);
    assert_next(due, DUE_REMINDER, 0, 9 * HOUR);
    assert_number(due.percent, 90);
    assert_next(next_at(10 * HOUR, NULL), DUE_TIMEOUT, 0, 11 * HOUR);
}

/* Asleep from 4 to 8 hours after the start. */
static int64_t end_of_sleep(void *context, uint8_t player, int64_t time)
{
    const int64_t *start = context;
    assert_number(player, 0);
    return time >= *start + 4 * HOUR && time < *start + 8 * HOUR ? *start + 8 * HOUR : time;
}

static void reminders_wait_for_the_morning(void **state)
{
    (void)state;
    struct deadline_settings settings = timed_settings();
    struct quiet quiet = {&timed.start, end_of_sleep};
    settings.usual = 10 * HOUR;
    begin_with_one(&settings);
    struct due due = next_at(0, &quiet);
    assert_next(due, DUE_REMINDER, 0, 8 * HOUR);
    assert_number(due.percent, 50);
    settings.usual = 8 * HOUR + 20 * MINUTE; /* both fall into the night: one is enough */
    begin_with_one(&settings);
    due = next_at(0, &quiet);
    assert_next(due, DUE_REMINDER, 0, 8 * HOUR);
    assert_number(due.percent, 90);
    settings.usual = 7 * HOUR; /* it would come too late */
    settings.grace = 0;
    begin_with_one(&settings);
    due = next_at(0, &quiet);
    assert_next(due, DUE_REMINDER, 0, 3 * HOUR + 30 * MINUTE);
    timed_attend(&timed, 4 * HOUR, reminder_for(0, 50));
    assert_next(next_at(4 * HOUR, &quiet), DUE_TIMEOUT, 0, 7 * HOUR);
}

static void reminders_follow_a_deadline_that_moves(void **state)
{
    (void)state;
    struct deadline_settings settings = timed_settings();
    settings.usual = 10 * HOUR;
    begin_with_one(&settings);
    timed_run(&timed, HOUR, COMMAND_PAUSE, PLAYER_NONE);
    timed_run(&timed, 51 * HOUR, COMMAND_RESUME, PLAYER_NONE);
    assert_next(next_at(51 * HOUR, NULL), DUE_REMINDER, 0, 55 * HOUR);
    timed_attend(&timed, 52 * HOUR, away_for(0, 53 * HOUR, 63 * HOUR));
    assert_next(next_at(52 * HOUR, NULL), DUE_REMINDER, 0, 65 * HOUR);
    timed_attend(&timed, 52 * HOUR, extend_for(0, 10 * HOUR));
    assert_next(next_at(52 * HOUR, NULL), DUE_REMINDER, 0, 70 * HOUR);
}

static void the_first_of_all_players_comes_first(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_attend(&timed, HOUR, set_for(1, 3 * HOUR));
    timed_attend(&timed, HOUR, set_for(2, 2 * HOUR));
    timed_attend(&timed, HOUR, reminder_for(1, 90));
    timed_attend(&timed, HOUR, reminder_for(2, 90));
    assert_next(next_at(HOUR, NULL), DUE_TIMEOUT, 2, 3 * HOUR);
    timed_overdue(&timed, 3 * HOUR, 2);
    assert_next(next_at(3 * HOUR, NULL), DUE_TIMEOUT, 1, 4 * HOUR);
    timed_overdue(&timed, 4 * HOUR, 1);
    assert_next(next_at(4 * HOUR, NULL), DUE_REMINDER, 0, 12 * HOUR);
}

static void the_engine_moves_only_deadlines_that_are_waited_for(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_choose(&timed, HOUR, 0);
    struct attendance move = {.type = ATTENDANCE_MOVE, .cause = CAUSE_RESTART};
    assert_nothing_changes(2 * HOUR, move);
    move.due[0] = timed.start + 40 * HOUR;
    assert_nothing_changes(2 * HOUR, move);
    move.due[1] = timed.start + 24 * HOUR; /* where it is */
    assert_nothing_changes(2 * HOUR, move);
    move.due[2] = timed.start + 30 * HOUR;
    timed_attend(&timed, 2 * HOUR, move);
    assert_number(timed_due(&timed, 0), -1);
    assert_number(timed_due(&timed, 1), 24 * HOUR);
    assert_number(timed_due(&timed, 2), 30 * HOUR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_host_moves_deadlines_but_not_into_the_past),
        cmocka_unit_test(only_who_is_waited_on_can_have_a_deadline),
        cmocka_unit_test(a_game_without_deadlines_is_given_some_but_they_cannot_be_extended),
        cmocka_unit_test(what_is_added_counts_from_now_for_who_is_late),
        cmocka_unit_test(the_hosts_deadline_waits_for_days_away),
        cmocka_unit_test(no_deadline_is_further_away_than_a_year),
        cmocka_unit_test(deadlines_of_a_game_that_does_not_run_stand),
        cmocka_unit_test(a_lobby_has_no_deadlines_but_people),
        cmocka_unit_test(days_away_are_counted),
        cmocka_unit_test(days_away_have_an_end_behind_their_beginning),
        cmocka_unit_test(days_away_are_announced_until_they_are_over),
        cmocka_unit_test(in_play_nobody_hands_over),
        cmocka_unit_test(autopilot_that_is_on_is_not_said_again),
        cmocka_unit_test(a_default_is_for_who_is_late),
        cmocka_unit_test(two_reminders_and_a_timeout_come_once_each),
        cmocka_unit_test(who_has_picked_is_left_alone),
        cmocka_unit_test(only_the_last_of_reminders_that_are_late_is_sent),
        cmocka_unit_test(reminders_wait_for_the_morning),
        cmocka_unit_test(reminders_follow_a_deadline_that_moves),
        cmocka_unit_test(the_first_of_all_players_comes_first),
        cmocka_unit_test(the_engine_moves_only_deadlines_that_are_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
