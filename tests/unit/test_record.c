/*
 * Records: people, times and secrets as the lines of a log tell them.
 */
#include "service/record/record.h"

#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/log_play.h"

static struct log_play play;

static struct setup small_setup(void)
{
    return (struct setup){.players = 3, .options = options_default()};
}

static void begin(void)
{
    struct setup setup = small_setup();
    log_play_begin(&play, 1, &setup, NULL, NULL);
}

static void run(enum command_type type, uint8_t player)
{
    struct command command = {.type = type, .player = player};
    assert_number(log_play_run(&play, &command), ACCEPTED);
}

/* A commit of the first card that PLAYER may pick. */
static void commit(uint8_t player)
{
    struct command command = first_choice(&play.record.game, player);
    assert_number(log_play_run(&play, &command), ACCEPTED);
}

static void a_created_game_knows_whom_it_invited(void **state)
{
    (void)state;
    begin();
    const struct record *record = &play.record;
    assert_string_equal(record->id, LOG_PLAY_GAME);
    assert_string_equal(record->people[0].name, "");
    assert_string_equal(record->people[1].name, "Ann");
    assert_string_equal(record->people[1].external_id, "discord:7");
    assert_number(record->people[2].generation, 1);
    assert_number(record->host_generation, 1);
    assert_number(record->created_at, play.now);
    assert_number(record->updated_at, play.now);
    assert_number(record->step_opened_at, 0);
    assert_false(record->people[0].has_entropy);
}

static void who_joins_brings_a_name_and_entropy(void **state)
{
    (void)state;
    begin();
    run(COMMAND_JOIN, 1);
    const struct person *person = &play.record.people[1];
    assert_string_equal(person->name, "Player 2");
    assert_string_equal(person->external_id, "discord:7"); /* as the creator said */
    assert_true(person->has_entropy);
    run(COMMAND_JOIN, 0);
    assert_string_equal(play.record.people[0].external_id, "ext-é");
}

static void a_reinvite_makes_way_for_somebody_else(void **state)
{
    (void)state;
    begin();
    run(COMMAND_JOIN, 1);
    run(COMMAND_REINVITE, 1);
    assert_number(play.record.people[1].generation, 2);
    assert_string_equal(play.record.people[1].name, "Player 2");
    run(COMMAND_JOIN, 1);
    assert_string_equal(play.record.people[1].external_id, ""); /* the creator meant another */
    assert_number(play.record.people[0].generation, 1);
}

static void waiting_begins_with_the_round_and_ends_with_the_pick(void **state)
{
    (void)state;
    begin();
    log_play_start(&play);
    int64_t opened = play.now;
    assert_number(play.record.step_opened_at, opened);
    for (size_t player = 0; player < 3; player++)
        assert_number(play.record.people[player].waiting_since, opened);
    commit(1);
    assert_number(play.record.people[1].waiting_since, 0);
    assert_number(play.record.people[0].waiting_since, opened);
    assert_number(play.record.updated_at, play.now);
    commit(1); /* the same again: nothing happens */
    commit(0);
    commit(2);
    assert_number(play.record.step_opened_at, play.now);
    for (size_t player = 0; player < 3; player++)
        assert_number(play.record.people[player].waiting_since, play.now);
}

/* Each player has a time of their own, or slow ones would be overdue at once. */
static void waiting_for_a_hand_passed_at_once_begins_when_it_is_there(void **state)
{
    (void)state;
    struct setup setup = small_setup();
    setup.options.passing_pipelined = true;
    log_play_begin(&play, 1, &setup, NULL, NULL);
    log_play_start(&play);
    int64_t opened = play.now;
    commit(0);
    assert_number(play.record.people[0].waiting_since, 0);
    assert_number(play.record.people[1].waiting_since, opened);
    commit(1); /* what p1 left lies there already */
    assert_number(play.record.people[1].waiting_since, play.now);
    commit(1);
    assert_number(play.record.people[1].waiting_since, 0);
    commit(2);
    assert_number(play.record.people[0].waiting_since, play.now);
    assert_number(play.record.people[2].waiting_since, play.now);
    assert_number(play.record.step_opened_at, opened);
}

static void a_withheld_pick_is_waited_for_again_when_the_round_closes(void **state)
{
    (void)state;
    begin();
    log_play_start(&play);
    struct command command = {.type = COMMAND_COMMIT, .player = 0};
    command.commit.step = STEP_FACTION_DRAFT;
    command.commit.sealed_by = SEALED_WITHHELD;
    assert_number(log_play_run(&play, &command), ACCEPTED);
    assert_number(play.record.people[0].waiting_since, 0);
    commit(1);
    commit(2);
    assert_number(play.record.people[0].waiting_since, play.now);
    assert_number(play.record.people[2].waiting_since, 0);
}

static void turns_are_waited_for_one_at_a_time(void **state)
{
    (void)state;
    begin();
    log_play_start(&play);
    while (play.record.game.table.step != STEP_HOME_SYSTEMS)
        for (uint8_t player = 0; player < 3; player++)
            if (waited_for(&play.record.game, player) != ACTION_NONE)
                commit(player);
    int64_t opened = play.now;
    uint8_t first = play.record.game.table.seats[0], second = play.record.game.table.seats[1];
    assert_number(play.record.people[first].waiting_since, opened);
    assert_number(play.record.people[second].waiting_since, 0);
    uint32_t from = play.record.people[first].waiting_from;
    assert_true(from > 0 && from <= play.record.game.version);
    commit(first);
    assert_number(play.record.people[first].waiting_since, 0);
    assert_number(play.record.people[second].waiting_since, play.now);
    assert_number(play.record.people[first].waiting_from, 0);
    assert_number(play.record.people[second].waiting_from, play.record.game.version);
    assert_number(play.record.step_opened_at, opened);
}

/* Who picks from a hand that has arrived is in a round of its own: the others' waiting goes on, and
 * its own begins anew with each hand. */
static void hands_passed_at_once_are_waited_for_one_by_one(void **state)
{
    (void)state;
    struct setup setup = small_setup();
    setup.options.passing_pipelined = true;
    log_play_begin(&play, 1, &setup, NULL, NULL);
    log_play_start(&play);
    uint32_t opened = play.record.people[2].waiting_from;
    assert_true(opened > 0);
    commit(0);
    assert_number(play.record.people[0].waiting_from, 0);
    commit(1); /* one of the two has a hand to pick from now */
    uint8_t next = play.record.people[0].waiting_from > 0 ? 0 : 1;
    assert_number(play.record.game.table.players[next].round, 2);
    assert_true(play.record.people[next].waiting_from > opened);
    assert_number(play.record.people[next].waiting_since, play.now);
    assert_number(play.record.people[2].waiting_from, opened);
}

static void a_pause_keeps_what_is_waited_for(void **state)
{
    (void)state;
    begin();
    log_play_start(&play);
    int64_t opened = play.now;
    run(COMMAND_PAUSE, PLAYER_NONE);
    run(COMMAND_RESUME, PLAYER_NONE);
    assert_number(play.record.people[0].waiting_since, opened);
    run(COMMAND_ABANDON, PLAYER_NONE);
    assert_number(play.record.people[0].waiting_since, 0);
}

static void the_end_of_the_setup_discloses_its_seed(void **state)
{
    (void)state;
    begin();
    log_play_start(&play);
    assert_number(play.record.disclosed, 0);
    log_play_to(&play, STEPS);
    static const uint8_t zeros[SEED_BYTES];
    assert_number(play.record.disclosed, 1);
    assert_memory_not_equal(play.record.last_seed, zeros, SEED_BYTES);
    assert_number(play.record.step_opened_at, 0);
}

static void a_game_that_never_discloses_keeps_its_seed(void **state)
{
    (void)state;
    struct setup setup = small_setup();
    setup.options.disclose = false;
    log_play_begin(&play, 1, &setup, NULL, NULL);
    log_play_start(&play);
    log_play_to(&play, STEPS);
    assert_number(play.record.game.table.stage, STAGE_PLAYING);
    assert_number(play.record.disclosed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_created_game_knows_whom_it_invited),
        cmocka_unit_test(who_joins_brings_a_name_and_entropy),
        cmocka_unit_test(a_reinvite_makes_way_for_somebody_else),
        cmocka_unit_test(waiting_begins_with_the_round_and_ends_with_the_pick),
        cmocka_unit_test(waiting_for_a_hand_passed_at_once_begins_when_it_is_there),
        cmocka_unit_test(a_withheld_pick_is_waited_for_again_when_the_round_closes),
        cmocka_unit_test(turns_are_waited_for_one_at_a_time),
        cmocka_unit_test(hands_passed_at_once_are_waited_for_one_by_one),
        cmocka_unit_test(a_pause_keeps_what_is_waited_for),
        cmocka_unit_test(the_end_of_the_setup_discloses_its_seed),
        cmocka_unit_test(a_game_that_never_discloses_keeps_its_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
