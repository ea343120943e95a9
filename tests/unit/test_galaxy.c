/*
 * Building the galaxy. What players would see go wrong: tiles dealt wrongly, turns out of order, a
 * hand that others see, a home in the wrong place, a placement that cannot be taken back.
 */
#include <string.h>

#include "rules/layout.h"
#include "rules/view.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/stacked_galaxy.h"

static struct stacked_galaxy table;

static void assert_dealt(const char *layout, bool pok, unsigned blue, unsigned red, unsigned extra)
{
    stacked_begin_layout(&table, layout, pok);
    assert_number(table.game.table.extra_tiles.count, extra);
    for (uint8_t player = 0; player < table.game.setup.players; player++) {
        struct view view;
        view_of(&table.game, (struct viewer){VIEWER_PLAYER, player}, &view);
        assert_number(view.own.tiles.count, blue + red);
        assert_number(view.player[player].blue_tiles, blue);
        assert_number(view.player[player].red_tiles, red);
    }
}

static void each_layout_deals_its_numbers(void **state)
{
    (void)state;
    assert_dealt("3p", true, 6, 2, 0);
    assert_dealt("3p", false, 6, 2, 0);
    assert_dealt("4p_lrr", false, 5, 3, 0);
    assert_dealt("4p_lrr", true, 5, 3, 0);
    assert_dealt("4p_te", true, 3, 2, 0);
    assert_dealt("5p_te", false, 3, 2, 0);
    assert_dealt("5p_lrr", false, 4, 2, 1);
    assert_dealt("6p", true, 3, 2, 0);
    assert_dealt("6p_large", true, 6, 3, 0);
    assert_dealt("7p", true, 4, 2, 5);
    assert_dealt("7p_alt", true, 3, 2, 0);
    assert_dealt("8p", true, 4, 2, 4);
    assert_dealt("8p_alt", true, 3, 2, 0);
}

static void piles_hold_no_tile_of_an_expansion_that_is_not_in_the_game(void **state)
{
    (void)state;
    stacked_begin_layout(&table, "5p_te", false);
    for (uint8_t player = 0; player < 5; player++) {
        const struct tile_hand *hand = &table.game.table.players[player].tiles;
        for (uint8_t i = 0; i < hand->count; i++)
            assert_true(catalogue_tiles[hand->tiles[i]].expansion != EXPANSION_POK);
    }
}

static void hands_are_consecutive_blocks_in_seat_order(void **state)
{
    (void)state;
    static const char *const blue[] = {"19", "20", "21", "30", "31", "32", NULL};
    static const char *const red[] = {"44", "47", "45", "46", NULL};
    static const char *const first[] = {"19", "20", "21", "44", "47"};
    static const char *const second[] = {"30", "31", "32", "45", "46"};
    stacked_begin_piles(&table, stacked_setup("6p", true), blue, red);
    const struct tile_hand *hand = &table.game.table.players[table.game.table.seats[0]].tiles;
    for (uint8_t i = 0; i < 5; i++)
        assert_number(hand->tiles[i], tile_named(first[i]));
    hand = &table.game.table.players[table.game.table.seats[1]].tiles;
    for (uint8_t i = 0; i < 5; i++)
        assert_number(hand->tiles[i], tile_named(second[i]));
}

static void turns_go_round_and_back(void **state)
{
    (void)state;
    static const uint8_t three[] = {0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0};
    static const uint8_t four[] = {0, 1, 2, 3, 3, 2, 1, 0, 0, 1};
    stacked_begin_layout(&table, "3p", true);
    for (size_t turn = 0; turn < sizeof three; turn++) {
        assert_number(stacked_seat(&table), three[turn]);
        stacked_place_first_choice(&table);
    }
    stacked_begin_layout(&table, "4p_te", true);
    for (size_t turn = 0; turn < sizeof four; turn++) {
        assert_number(stacked_seat(&table), four[turn]);
        stacked_place_first_choice(&table);
    }
}

static void hands_are_secret_and_their_backs_are_not(void **state)
{
    (void)state;
    struct view view;
    stacked_begin_layout(&table, "6p", true);
    uint8_t speaker = table.game.table.seats[0], other = table.game.table.seats[1];
    view_of(&table.game, (struct viewer){VIEWER_PLAYER, other}, &view);
    assert_true(view.player[speaker].builds);
    assert_number(view.player[speaker].blue_tiles, 3);
    assert_number(view.player[speaker].red_tiles, 2);
    assert_false(view.player[speaker].tiles_shown);
    assert_number(view.player[speaker].tiles.count, 0);
    assert_number(view.own.tiles.count, 5);
    view_of(&table.game, (struct viewer){VIEWER_HOST, 0}, &view);
    assert_number(view.own.tiles.count, 0);
    stacked_place_first_choice(&table);
    view_of(&table.game, (struct viewer){VIEWER_PUBLIC, 0}, &view);
    assert_number(view.player[speaker].blue_tiles, 2);
    for (uint8_t player = 0; player < 6; player++)
        assert_number(view.player[player].tiles.count, 0);
}

static void open_hands_are_seen_by_all(void **state)
{
    (void)state;
    struct view view;
    struct setup setup = stacked_setup("6p", true);
    setup.options.open_tile_hands = true;
    stacked_begin(&table, setup);
    view_of(&table.game, (struct viewer){VIEWER_PUBLIC, 0}, &view);
    assert_true(view.player[0].tiles_shown);
    assert_number(view.player[0].tiles.count, 5);
}

static void homes_belong_to_seats_and_stay_empty(void **state)
{
    (void)state;
    stacked_begin_layout(&table, "6p", true);
    static const uint8_t homes[] = {19, 22, 25, 28, 31, 34};
    for (uint8_t seat = 0; seat < 6; seat++)
        assert_number(table.game.table.players[table.game.table.seats[seat]].home_position,
                      homes[seat]);
    for (unsigned turn = 0; turn < 30; turn++) {
        assert_number(table.game.table.step, STEP_GALAXY);
        stacked_place_first_choice(&table);
    }
    assert_number(table.game.table.step, STEP_HOME_SYSTEMS);
    for (uint8_t seat = 0; seat < 6; seat++)
        assert_number(table.game.table.galaxy.positions[homes[seat]].kind, POSITION_HOME);
    stacked_play_up_to(&table, STEP_KINGS);
    for (uint8_t seat = 0; seat < 6; seat++)
        assert_number(table.game.table.galaxy.positions[homes[seat]].kind, POSITION_TILE);
}

/* The stacked dealer leaves the circle as it is, so the last slot is the speaker's. */
static void the_speakers_slot_can_be_left_to_chance(void **state)
{
    (void)state;
    struct setup setup = stacked_setup("6p", true);
    setup.options.speaker_slot_random = true;
    stacked_begin(&table, setup);
    static const uint8_t homes[] = {34, 19, 22, 25, 28, 31};
    for (uint8_t seat = 0; seat < 6; seat++)
        assert_number(table.game.table.players[table.game.table.seats[seat]].home_position,
                      homes[seat]);
}

static void the_last_placement_can_be_taken_back(void **state)
{
    (void)state;
    stacked_begin_layout(&table, "7p", true);
    for (unsigned turn = 0; turn < 47; turn++) {
        struct table before = table.game.table;
        uint8_t player = before.seats[stacked_seat(&table)];
        stacked_place_first_choice(&table);
        struct command undo = {.type = COMMAND_UNDO, .player = player};
        undo.undo_version = table.game.version;
        assert_number(stacked_run(&table, &undo), ACCEPTED);
        assert_memory_equal(&before, &table.game.table, sizeof before);
        stacked_place_first_choice(&table);
    }
    assert_number(table.game.table.step, STEP_HOME_SYSTEMS);
    struct command undo = {.type = COMMAND_UNDO, .player = PLAYER_NONE};
    undo.undo_version = table.game.version;
    assert_number(stacked_run(&table, &undo),
                  ACCEPTED); /* nothing was shown: the last tile is in hand again */
    assert_number(table.game.table.step, STEP_GALAXY);
}

static void layouts_fit_their_players_and_expansions(void **state)
{
    (void)state;
    struct setup setup = stacked_setup("6p", true);
    setup.players = 5;
    assert_number(stacked_create(&table, setup), REFUSED_INVALID_MAP);
    assert_number(stacked_create(&table, stacked_setup("4p_te", false)), REFUSED_INVALID_MAP);
    assert_number(stacked_create(&table, stacked_setup("6p_large", false)), REFUSED_INVALID_MAP);
    assert_number(stacked_create(&table, stacked_setup("4p_lrr", true)), ACCEPTED);
    setup = stacked_setup("6p", true);
    setup.players = 9;
    assert_number(stacked_create(&table, setup), REFUSED_BAD_PLAYER_COUNT);
    setup.players = 4;
    setup.options.pok = false;
    setup.map.layout = LAYOUT_NONE;
    assert_number(stacked_create(&table, setup), ACCEPTED);
    uint8_t layout = table.events.list[0].public_part.setup.map.layout;
    assert_string_equal(catalogue_layouts[layout].id, "4p_lrr");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_layout_deals_its_numbers),
        cmocka_unit_test(piles_hold_no_tile_of_an_expansion_that_is_not_in_the_game),
        cmocka_unit_test(hands_are_consecutive_blocks_in_seat_order),
        cmocka_unit_test(turns_go_round_and_back),
        cmocka_unit_test(hands_are_secret_and_their_backs_are_not),
        cmocka_unit_test(open_hands_are_seen_by_all),
        cmocka_unit_test(homes_belong_to_seats_and_stay_empty),
        cmocka_unit_test(the_speakers_slot_can_be_left_to_chance),
        cmocka_unit_test(the_last_placement_can_be_taken_back),
        cmocka_unit_test(layouts_fit_their_players_and_expansions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
