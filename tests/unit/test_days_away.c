/*
 * Days away, which no deadline counts. What a player would see go wrong: time lost while away, time
 * won by announcing days and calling them off, days counted twice with a pause.
 */
#include "service/record/deadlines.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/timed_game.h"

enum { RANDOM_TIMES = 20000 };

static struct timed_game timed;

static void days_away_do_not_count(void **state)
{
    (void)state;
    const struct absence absence = {.from = 40, .until = 60};
    static const struct {
        int64_t from;
        int64_t length;
        int64_t end;
    } times[] = {
        {0, 40, 40},    {0, 41, 61},   {0, 100, 120}, {45, 0, 45},    {45, 1, 61},
        {60, 5, 65},    {100, 5, 105}, {0, 39, 39},   {100, -40, 60}, {100, -41, 39},
        {100, -50, 30}, {50, -5, 35},  {50, 0, 50},   {30, -5, 25},
    };
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        int64_t end = absence_skip(&absence, times[i].from, times[i].length);
        if (end != times[i].end)
            fail_msg("%lld from %lld is %lld", (long long)times[i].length, (long long)times[i].from,
                     (long long)end);
        assert_number(absence_present(&absence, times[i].from, end), times[i].length);
    }
    assert_number(absence_present(&absence, 0, 100), 80);
    assert_number(absence_present(&absence, 100, 0), -80);
    assert_number(absence_present(&absence, 45, 55), 0);
}

static void the_way_there_is_the_way_back(void **state)
{
    (void)state;
    struct luck luck = {3};
    for (unsigned i = 0; i < RANDOM_TIMES; i++) {
        struct absence absence = {.from = luck_below(&luck, 50)};
        absence.until = absence.from + luck_below(&luck, 30);
        int64_t from = luck_below(&luck, 100), length = (int64_t)luck_below(&luck, 100) - 50;
        int64_t end = absence_skip(&absence, from, length);
        assert_number(absence_present(&absence, from, end), length);
        assert_number(absence_present(&absence, end, from), -length);
    }
}

static void a_deadline_stands_still_while_a_player_is_away(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_away(&timed, HOUR, 0, 10 * HOUR, 30 * HOUR);
    assert_number(timed_due(&timed, 0), 44 * HOUR);
    assert_number(timed_due(&timed, 1), 24 * HOUR);
    timed_away(&timed, HOUR, 1, 24 * HOUR, 30 * HOUR); /* begins when there is no time left */
    assert_number(timed_due(&timed, 1), 24 * HOUR);
    timed_away(&timed, HOUR, 2, 0, 2 * HOUR); /* from now on */
    assert_number(timed_due(&timed, 2), 25 * HOUR);
}

static void who_is_away_already_has_the_whole_period(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_away(&timed, HOUR, 0, HOUR, 100 * HOUR);
    timed_choose(&timed, 2 * HOUR, 0);
    timed_choose(&timed, 2 * HOUR, 1);
    timed_choose(&timed, 2 * HOUR, 2);
    assert_number(timed_due(&timed, 0), 124 * HOUR);
    assert_number(timed_due(&timed, 1), 26 * HOUR);
}

static void who_comes_back_early_has_what_was_left(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_away(&timed, HOUR, 0, 10 * HOUR, 30 * HOUR);
    timed_attend(&timed, 12 * HOUR, (struct attendance){.type = ATTENDANCE_BACK, .player = 0});
    assert_number(timed_due(&timed, 0), 26 * HOUR);
    assert_number(timed_person(&timed, 0)->absence.used, 2 * HOUR);
    assert_number(timed_person(&timed, 0)->absence.until, 0);
}

static void days_away_called_off_cost_nothing(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_away(&timed, HOUR, 0, 10 * HOUR, 30 * HOUR);
    timed_attend(&timed, 2 * HOUR, (struct attendance){.type = ATTENDANCE_BACK, .player = 0});
    assert_number(timed_due(&timed, 0), 24 * HOUR);
    assert_number(timed_person(&timed, 0)->absence.used, 0);
}

static void new_days_away_replace_the_old_ones(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_away(&timed, HOUR, 0, HOUR, 11 * HOUR);
    assert_number(timed_due(&timed, 0), 34 * HOUR);
    timed_away(&timed, 6 * HOUR, 0, 20 * HOUR, 22 * HOUR);
    assert_number(timed_due(&timed, 0), 31 * HOUR); /* five hours away, and two to come */
    assert_number(timed_person(&timed, 0)->absence.used, 5 * HOUR);
}

static void a_pause_and_days_away_do_not_count_twice(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_away(&timed, HOUR, 0, 15 * HOUR, 64 * HOUR);
    timed_away(&timed, HOUR, 1, 15 * HOUR, 19 * HOUR);
    timed_run(&timed, 14 * HOUR, COMMAND_PAUSE, PLAYER_NONE);
    timed_run(&timed, 34 * HOUR, COMMAND_RESUME, PLAYER_NONE);
    assert_number(timed_due(&timed, 0), 74 * HOUR); /* ten hours from the end of the days away on */
    assert_number(timed_due(&timed, 1), 44 * HOUR);
    assert_number(timed_due(&timed, 2), 44 * HOUR);
}

static void days_away_may_be_announced_in_a_pause(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_run(&timed, 14 * HOUR, COMMAND_PAUSE, PLAYER_NONE);
    timed_away(&timed, 15 * HOUR, 0, 16 * HOUR, 40 * HOUR);
    timed_run(&timed, 20 * HOUR, COMMAND_RESUME, PLAYER_NONE);
    assert_number(timed_due(&timed, 0), 50 * HOUR);
    timed_run(&timed, 30 * HOUR, COMMAND_PAUSE, PLAYER_NONE);
    timed_attend(&timed, 31 * HOUR, (struct attendance){.type = ATTENDANCE_BACK, .player = 0});
    timed_run(&timed, 32 * HOUR, COMMAND_RESUME, PLAYER_NONE);
    assert_number(timed_due(&timed, 0), 42 * HOUR);
}

static void the_grace_stands_still_too(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_away(&timed, 24 * HOUR + 30 * MINUTE, 0, 24 * HOUR + 30 * MINUTE, 40 * HOUR);
    assert_number(timed_due(&timed, 0), 24 * HOUR);
    timed_choose(&timed, 25 * HOUR, 1);
    timed_choose(&timed, 25 * HOUR, 2);
    struct due due = due_next(&timed.play.record, NULL, timed.play.now);
    assert_number(due.at - timed.start, 40 * HOUR + 30 * MINUTE);
    timed_attend(&timed, 30 * HOUR, (struct attendance){.type = ATTENDANCE_BACK, .player = 0});
    due = due_next(&timed.play.record, NULL, timed.play.now);
    assert_number(due.at - timed.start, 30 * HOUR + 30 * MINUTE);
}

static void a_reinvite_ends_the_days_away_of_who_has_gone(void **state)
{
    (void)state;
    timed_begin_usual(&timed);
    timed_away(&timed, HOUR, 0, 2 * HOUR, 20 * HOUR);
    timed_run(&timed, 5 * HOUR, COMMAND_REINVITE, 0);
    assert_number(timed_due(&timed, 0), 27 * HOUR);
    assert_number(absence_cost(&timed_person(&timed, 0)->absence), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(days_away_do_not_count),
        cmocka_unit_test(the_way_there_is_the_way_back),
        cmocka_unit_test(a_deadline_stands_still_while_a_player_is_away),
        cmocka_unit_test(who_is_away_already_has_the_whole_period),
        cmocka_unit_test(who_comes_back_early_has_what_was_left),
        cmocka_unit_test(days_away_called_off_cost_nothing),
        cmocka_unit_test(new_days_away_replace_the_old_ones),
        cmocka_unit_test(a_pause_and_days_away_do_not_count_twice),
        cmocka_unit_test(days_away_may_be_announced_in_a_pause),
        cmocka_unit_test(the_grace_stands_still_too),
        cmocka_unit_test(a_reinvite_ends_the_days_away_of_who_has_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
