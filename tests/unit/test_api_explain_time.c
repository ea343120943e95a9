/*
 * Refusals about time: what is told says how things stand.
 */
#include "service/api/explain_time.h"

#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"
#include "tests/support/random_play.h"

enum { DAY = 86400000 };

static struct record record;

/* A game of three that waits for all of them to pick from their first hands. */
static int set_up(void **state)
{
    (void)state;
    struct luck luck = {.state = 1};
    struct dealer dealer = random_dealer(&luck);
    static struct events events;
    record_begin(&record, "01jh2k3m4n5p6q7r8s9t0v1w2x");
    struct command command = {.type = COMMAND_CREATE, .player = PLAYER_NONE};
    command.create.players = 3;
    command.create.options = options_default();
    for (uint8_t joined = 0; joined <= 3; joined++) {
        assert_number(decide(&record.game, &command, &dealer, &events), ACCEPTED);
        for (size_t i = 0; i < events.count; i++)
            apply(&record.game, &events.list[i]);
        command = (struct command){.type = COMMAND_JOIN, .player = joined};
    }
    return 0;
}

static const char *explained(enum refusal refusal, uint8_t player)
{
    static char detail[EXPLANATION_BYTES];
    detail[0] = '\0';
    explain_time(&(struct sentence){.text = detail}, &record, refusal, player);
    return detail;
}

static void who_has_time_is_told_how_long(void **state)
{
    (void)state;
    record.people[1].deadline.due = FIXTURE_TIME;
    assert_string_equal(explained(REFUSED_NOT_OVERDUE, 1),
                        "p2 has time until 2026-01-02T03:04:05.678Z.");
    assert_string_equal(explained(REFUSED_NOT_OVERDUE, 0),
                        "The game waits for p1, but there is no deadline.");
    assert_string_equal(explained(REFUSED_NO_DEADLINE, 0),
                        "The game waits for p1, but there is no deadline.");
    record.game.table.players[2].seal.state = SEAL_OPEN;
    assert_string_equal(explained(REFUSED_NOT_OVERDUE, 2), "The game does not wait for p3.");
}

static void the_days_away_are_told_in_numbers(void **state)
{
    (void)state;
    record.created.deadlines.stated = true;
    record.created.deadlines.vacation = INT64_C(14) * DAY;
    record.people[1].absence = (struct absence){
        .from = FIXTURE_TIME, .until = FIXTURE_TIME + INT64_C(3) * DAY, .used = INT64_C(2) * DAY};
    assert_string_equal(explained(REFUSED_VACATION_SPENT, 1),
                        "In this game each player may be away for P14D in all; p2 has taken or "
                        "announced P5D of it.");
}

static void without_a_deadline_there_is_nothing_to_extend(void **state)
{
    (void)state;
    assert_non_null(strstr(explained(REFUSED_NO_DEADLINE, PLAYER_NONE), "\"at\""));
    record.game.table.stage = STAGE_PLAYING;
    assert_string_equal(explained(REFUSED_NO_DEADLINE, PLAYER_NONE),
                        "In play nothing has a deadline.");
}

static void other_refusals_are_left_to_others(void **state)
{
    (void)state;
    assert_string_equal(explained(REFUSED_GAME_PAUSED, 1), "");
    assert_string_equal(explained(REFUSED_NOT_OVERDUE, PLAYER_NONE), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(who_has_time_is_told_how_long, set_up),
        cmocka_unit_test_setup(the_days_away_are_told_in_numbers, set_up),
        cmocka_unit_test_setup(without_a_deadline_there_is_nothing_to_extend, set_up),
        cmocka_unit_test_setup(other_refusals_are_left_to_others, set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
