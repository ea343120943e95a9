/*
 * Where tiles may be placed. What players would see go wrong: a tile refused or accepted against
 * the rules, an exception made too early or for the wrong tiles, choices that are not what can be
 * done.
 */
#include <stdio.h>
#include <string.h>

#include "rules/adjacency.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/stacked_galaxy.h"

static struct stacked_galaxy table;

static void rings_fill_from_the_inside(void **state)
{
    (void)state;
    static const char *const blue[] = {"19", "20", "21", "22", "23", "24", NULL};
    static const char *const red[] = {"46", "47", NULL};
    stacked_begin_piles(&table, stacked_setup("3p", true), blue, red);
    assert_number(stacked_place(&table, "19", 1), ACCEPTED);
    for (unsigned turn = 1; turn < 5; turn++)
        stacked_place_first_choice(&table);
    assert_number(stacked_seat(&table), 0);
    uint8_t last = 2;
    while (table.game.table.galaxy.positions[last].kind != POSITION_OPEN)
        last++;
    assert_number(last, 6);
    assert_number(stacked_place(&table, "20", 7), REFUSED_INNER_RING_OPEN);
    assert_number(stacked_place(&table, "20", 1), REFUSED_POSITION_NOT_OPEN);
    assert_number(stacked_place(&table, "20", 0), REFUSED_POSITION_NOT_OPEN);
    /* Closed with three players, a home, beyond the rings. */
    assert_number(stacked_place(&table, "20", 19), REFUSED_POSITION_NOT_OPEN);
    assert_number(stacked_place(&table, "20", 22), REFUSED_POSITION_NOT_OPEN);
    assert_number(stacked_place(&table, "20", 37), REFUSED_POSITION_NOT_OPEN);
    assert_number(stacked_place(&table, "20", 61), REFUSED_POSITION_NOT_OPEN);
    assert_number(stacked_place(&table, "20", 65535), REFUSED_POSITION_NOT_OPEN);
    assert_number(stacked_place(&table, "20", 6), ACCEPTED);
    assert_number(stacked_place(&table, "21", 7), ACCEPTED);
}

static void hyperlanes_of_the_layout_are_no_open_positions(void **state)
{
    (void)state;
    stacked_begin_layout(&table, "4p_te", true);
    const struct tile_hand *hand = &table.game.table.players[table.game.table.seats[0]].tiles;
    const char *tile = catalogue_tiles[hand->tiles[0]].id;
    assert_number(stacked_place(&table, tile, 1), REFUSED_POSITION_NOT_OPEN);
    assert_number(stacked_place(&table, tile, 4), REFUSED_POSITION_NOT_OPEN);
    assert_number(stacked_place(&table, tile, 2), ACCEPTED);
}

static void only_own_tiles_in_own_turn(void **state)
{
    (void)state;
    static const char *const blue[] = {"30", "20", "21", "31", "32", "33", NULL};
    static const char *const red[] = {"44", "47", "45", "46", NULL};
    stacked_begin_piles(&table, stacked_setup("6p", true), blue, red);
    assert_number(stacked_place(&table, "31", 1), REFUSED_CARD_NOT_AVAILABLE);
    assert_number(stacked_place(&table, "112", 1), REFUSED_CARD_NOT_AVAILABLE);
    assert_number(stacked_place_by(&table, 1, "31", 1), REFUSED_NOT_YOUR_TURN);
    /* The tile is looked at first. */
    assert_number(stacked_place(&table, "31", 99), REFUSED_CARD_NOT_AVAILABLE);
    assert_number(stacked_place(&table, "30", 1), ACCEPTED);
    assert_number(stacked_place_by(&table, 0, "30", 2), REFUSED_NOT_YOUR_TURN);
    struct command unknown = {.type = COMMAND_TILE, .player = table.game.table.seats[1]};
    unknown.tile = (struct tile_command){TILE_NONE, 2};
    assert_number(stacked_run(&table, &unknown), REFUSED_CARD_NOT_AVAILABLE);
}

static void anomalies_and_equal_wormholes_keep_apart(void **state)
{
    (void)state;
    static const char *const blue[] = {"19", "20", "26", "30", "31", "32", NULL};
    static const char *const red[] = {"44", "47", "45", "39", NULL};
    stacked_begin_piles(&table, stacked_setup("6p", true), blue, red);
    assert_number(stacked_place(&table, "44", 1), ACCEPTED);
    assert_number(stacked_place(&table, "45", 2), REFUSED_ADJACENCY);
    assert_number(stacked_place(&table, "45", 6), REFUSED_ADJACENCY);
    assert_number(stacked_place(&table, "45", 3), ACCEPTED);
    stacked_begin_piles(&table, stacked_setup("6p", true), blue, red);
    assert_number(stacked_place(&table, "26", 1), ACCEPTED);
    assert_number(stacked_place(&table, "39", 2), REFUSED_ADJACENCY);
    assert_number(stacked_place(&table, "39", 3), ACCEPTED);
}

/* The speaker holds three tiles that fit anywhere and two anomalies; anomalies lie at 1, 3 and 5
 * of the first ring, on both sides of all that is open. */
static void begin_among_anomalies(struct setup setup)
{
    static const char *const blue[] = {"19", "20", "21", NULL};
    static const char *const red[] = {"41", "42", NULL};
    static const char *const anomalies[] = {"67", "68", "80"};
    stacked_begin_piles(&table, setup, blue, red);
    for (size_t i = 0; i < 3; i++)
        table.game.table.galaxy.positions[1 + 2 * i] =
            (struct position){POSITION_TILE, tile_named(anomalies[i]), 0};
}

static void without_another_option_everything_is_allowed(void **state)
{
    (void)state;
    begin_among_anomalies(stacked_setup("6p", true));
    struct game *game = &table.game;
    struct tile_hand *hand = &game->table.players[game->table.seats[0]].tiles;
    struct choices choices = options_for(game, game->table.seats[0]);
    assert_number(choices.count, 3); /* the clean ones */
    static const char *const only_anomalies[] = {"45", "44", "43", "42", "41"};
    for (size_t i = 0; i < 5; i++)
        hand->tiles[i] = tile_named(only_anomalies[i]);
    choices = options_for(game, game->table.seats[0]);
    assert_number(choices.count, 5);
    assert_number(choices.options[0], tile_named("41"));
    for (size_t i = 0; i < 5; i++)
        assert_number(choices.positions[i], position_bit(2) | position_bit(4) | position_bit(6));
    assert_number(choice_count(game, game->table.seats[0]), 15);
}

static void with_the_switch_each_tile_has_its_own_exception(void **state)
{
    (void)state;
    struct setup setup = stacked_setup("6p", true);
    setup.options.placement_exception_tile = true;
    begin_among_anomalies(setup);
    struct choices choices = options_for(&table.game, table.game.table.seats[0]);
    assert_number(choices.count, 5);
    for (uint8_t i = 0; i < choices.count; i++)
        assert_number(choices.positions[i], position_bit(2) | position_bit(4) | position_bit(6));
}

static void a_tile_may_still_be_clean_in_one_place_only(void **state)
{
    (void)state;
    struct setup setup = stacked_setup("6p", true);
    setup.options.placement_exception_tile = true;
    static const char *const blue[] = {"19", "20", "21", NULL};
    static const char *const red[] = {"41", "42", NULL};
    stacked_begin_piles(&table, setup, blue, red);
    table.game.table.galaxy.positions[1] = (struct position){POSITION_TILE, tile_named("67"), 0};
    struct choices choices = options_for(&table.game, table.game.table.seats[0]);
    for (uint8_t i = 0; i < choices.count; i++) {
        bool anomaly = catalogue_tiles[choices.options[i]].anomalies != 0;
        uint64_t clean = position_bit(3) | position_bit(4) | position_bit(5);
        uint64_t open = clean | position_bit(2) | position_bit(6);
        assert_number(choices.positions[i], anomaly ? clean : open);
    }
}

static void hyperlanes_make_neighbours_unless_switched_off(void **state)
{
    (void)state;
    for (unsigned off = 0; off < 2; off++) {
        static const char *const blue[] = {"19", "20", "21", "30", "31", "32", NULL};
        static const char *const red[] = {"44", "47", "45", "46", NULL};
        struct setup setup = stacked_setup("5p_te", true);
        setup.options.hyperlane_adjacency = off == 0;
        stacked_begin_piles(&table, setup, blue, red);
        assert_number(stacked_place(&table, "44", 3), ACCEPTED);
        assert_number(stacked_place(&table, "45", 5), off ? ACCEPTED : REFUSED_ADJACENCY);
    }
}

static void the_speaker_places_the_extra_tiles_first(void **state)
{
    (void)state;
    stacked_begin_layout(&table, "7p", true);
    static const char *const extra[] = {"35", "36", "37", "48", "49"};
    for (uint8_t i = 0; i < 5; i++)
        assert_number(table.game.table.extra_tiles.tiles[i], tile_named(extra[i]));
    assert_number(stacked_place_by(&table, 1, "104", 1), REFUSED_NOT_YOUR_TURN);
    assert_number(stacked_place_by(&table, 0, "35", 7), REFUSED_INNER_RING_OPEN);
    assert_number(stacked_place_by(&table, 0, "100", 1), REFUSED_CARD_NOT_AVAILABLE);
    for (uint8_t i = 0; i < 5; i++) {
        assert_number(stacked_seat(&table), 0);
        assert_number(stacked_place(&table, extra[i], i + 1), ACCEPTED);
    }
    assert_number(stacked_seat(&table), 0);
    assert_number(stacked_place(&table, "100", 7), REFUSED_INNER_RING_OPEN);
    assert_number(stacked_place(&table, "100", 6), ACCEPTED);
    assert_number(stacked_seat(&table), 1);
}

/* Eight players' extra tiles come to an anomaly and a wormhole; the rules hold for them too. */
static void extra_tiles_keep_apart_too(void **state)
{
    (void)state;
    stacked_begin_layout(&table, "8p", true);
    struct tile_hand *extra = &table.game.table.extra_tiles;
    assert_number(extra->count, 4);
    extra->tiles[0] = tile_named("41");
    extra->tiles[1] = tile_named("42");
    table.game.table.galaxy.positions[1] = (struct position){POSITION_TILE, tile_named("67"), 0};
    struct choices choices = options_for(&table.game, table.game.table.speaker);
    for (uint8_t i = 0; i < choices.count; i++)
        if (catalogue_tiles[choices.options[i]].anomalies != 0)
            assert_number(choices.positions[i] & (position_bit(2) | position_bit(6)), 0);
}

static void choices_are_counted_by_tile_then_position_as_text(void **state)
{
    (void)state;
    stacked_begin_layout(&table, "3p", true);
    while (table.game.table.galaxy.positions[6].kind == POSITION_OPEN)
        stacked_place_first_choice(&table);
    uint8_t player = table.game.table.seats[stacked_seat(&table)];
    char before[16] = "";
    size_t count = choice_count(&table.game, player);
    assert_true(count > 12);
    for (size_t index = 0; index < count; index++) {
        struct command command = nth_choice(&table.game, player, index);
        char text[16];
        snprintf(text, sizeof text, "%s %u", catalogue_tiles[command.tile.tile].id,
                 command.tile.position);
        assert_true(strcmp(before, text) < 0);
        memcpy(before, text, sizeof before);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rings_fill_from_the_inside),
        cmocka_unit_test(hyperlanes_of_the_layout_are_no_open_positions),
        cmocka_unit_test(only_own_tiles_in_own_turn),
        cmocka_unit_test(anomalies_and_equal_wormholes_keep_apart),
        cmocka_unit_test(without_another_option_everything_is_allowed),
        cmocka_unit_test(with_the_switch_each_tile_has_its_own_exception),
        cmocka_unit_test(a_tile_may_still_be_clean_in_one_place_only),
        cmocka_unit_test(hyperlanes_make_neighbours_unless_switched_off),
        cmocka_unit_test(the_speaker_places_the_extra_tiles_first),
        cmocka_unit_test(extra_tiles_keep_apart_too),
        cmocka_unit_test(choices_are_counted_by_tile_then_position_as_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
