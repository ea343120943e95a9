#include <string.h>

#include "rules/catalogue.h"
#include "rules/refusal.h"
#include "tests/support/cmocka_all.h"

static uint16_t card_of(const char *id)
{
    return card_find(id, strlen(id));
}

static uint16_t tile_of(const char *id)
{
    return tile_find(id, strlen(id));
}

static uint16_t planet_of(const char *name)
{
    return planet_find(name, strlen(name));
}

static const struct faction *faction_of(const char *id)
{
    return &catalogue_factions[card_of(id)];
}

static size_t cards_in_deck(enum card_kind kind, bool pok)
{
    size_t count = 0;
    for (uint16_t card = catalogue_first_card[kind]; card < catalogue_first_card[kind + 1]; card++)
        count += pok || !catalogue_cards[card].needs_pok;
    return count;
}

static size_t tiles_in_pile(enum tile_kind kind, enum expansion expansion)
{
    size_t count = 0;
    for (size_t tile = 0; tile < catalogue_tile_count; tile++)
        count += catalogue_tiles[tile].dealt && catalogue_tiles[tile].kind == kind &&
                 catalogue_tiles[tile].expansion == expansion;
    return count;
}

static void decks_have_the_printed_sizes(void **state)
{
    (void)state;
    assert_number(cards_in_deck(CARD_FACTION, true), 30);
    assert_number(cards_in_deck(CARD_ABILITY, true), 87);
    assert_number(cards_in_deck(CARD_UNIT_UPGRADE, true), 31);
    assert_number(cards_in_deck(CARD_GENOME, true), 31);
    assert_number(cards_in_deck(CARD_FACTION, false), 23);
    assert_number(cards_in_deck(CARD_ABILITY, false), 84);
    assert_number(cards_in_deck(CARD_UNIT_UPGRADE, false), 28);
    assert_number(cards_in_deck(CARD_GENOME, false), 29);
    assert_number(catalogue_action_card_copies, 50);
    assert_number(catalogue_edict_copies, 10);
}

static void tile_piles_have_the_printed_sizes(void **state)
{
    (void)state;
    assert_number(tiles_in_pile(TILE_BLUE, EXPANSION_BASE), 20);
    assert_number(tiles_in_pile(TILE_RED, EXPANSION_BASE), 12);
    assert_number(tiles_in_pile(TILE_BLUE, EXPANSION_POK), 16);
    assert_number(tiles_in_pile(TILE_RED, EXPANSION_POK), 6);
    assert_number(tiles_in_pile(TILE_BLUE, EXPANSION_TE), 15);
    assert_number(tiles_in_pile(TILE_RED, EXPANSION_TE), 5);
}

static void cards_stand_by_kind_and_then_by_id(void **state)
{
    (void)state;
    assert_number(catalogue_first_card[0], 0);
    assert_number(catalogue_first_card[CARD_KINDS], catalogue_card_count);
    for (size_t card = 1; card < catalogue_card_count; card++) {
        const struct card *before = &catalogue_cards[card - 1], *after = &catalogue_cards[card];
        if (before->kind == after->kind)
            assert_true(strcmp(before->id, after->id) < 0);
        else
            assert_number(catalogue_first_card[after->kind], card);
    }
    for (uint16_t card = 0; card < catalogue_card_count; card++)
        assert_number(card_kind_of(card), catalogue_cards[card].kind);
}

static void ranks_order_cards_of_all_kinds(void **state)
{
    (void)state;
    const char *by_rank[512] = {NULL};
    assert_in_range(catalogue_card_count, 1, 511);
    for (size_t card = 0; card < catalogue_card_count; card++) {
        assert_true(catalogue_cards[card].ascii_rank < catalogue_card_count);
        by_rank[catalogue_cards[card].ascii_rank] = catalogue_cards[card].id;
    }
    for (size_t rank = 0; rank < catalogue_card_count; rank++)
        assert_non_null(by_rank[rank]);
    for (size_t rank = 1; rank < catalogue_card_count; rank++)
        assert_true(strcmp(by_rank[rank - 1], by_rank[rank]) < 0);
}

static void everything_is_found_by_its_id(void **state)
{
    (void)state;
    for (size_t card = 0; card < catalogue_card_count; card++)
        assert_number(card_of(catalogue_cards[card].id), card);
    for (size_t king = 0; king < catalogue_king_count; king++) {
        const char *id = catalogue_kings[king].id;
        assert_number(king_find(id, strlen(id)), king);
    }
    for (size_t tile = 0; tile < catalogue_tile_count; tile++)
        assert_number(tile_of(catalogue_tiles[tile].id), tile);
    for (size_t planet = 0; planet < catalogue_planet_count; planet++) {
        uint16_t found = planet_of(catalogue_planets[planet].name);
        assert_string_equal(catalogue_planets[found].name, catalogue_planets[planet].name);
    }
}

static void what_is_not_there_is_not_found(void **state)
{
    (void)state;
    assert_number(card_of(""), CARD_NONE);
    assert_number(card_of("so"), CARD_NONE);
    assert_number(card_of("soll"), CARD_NONE);
    assert_number(card_of("SOL"), CARD_NONE);
    assert_number(card_of("zzz"), CARD_NONE);
    assert_number(card_of("\xff"), CARD_NONE);
    assert_number(king_find("", 0), KING_NONE);
    assert_number(king_find("ruby", 4), KING_NONE);
    assert_number(tile_of("87"), TILE_NONE);
    assert_number(tile_of("125"), TILE_NONE);
    assert_number(layout_find("6", 1), LAYOUT_NONE);
    assert_number(layout_find("standard", 8), LAYOUT_NONE);
    assert_number(planet_of("Revelation"), PLANET_NONE);
    assert_number(planet_of("jord"), PLANET_NONE);
    assert_number(colour_find("turquoise", 9), COLOUR_NONE);
    assert_number(unit_find("carriers", 8), UNIT_NONE);
}

static void only_the_given_length_of_an_id_counts(void **state)
{
    (void)state;
    assert_number(card_find("solar", 3), card_of("sol"));
    assert_number(card_find("sol\0x", 5), CARD_NONE);
    assert_number(card_find("sol\0", 4), CARD_NONE);
    assert_number(tile_find("187A2", 2), tile_of("18"));
    assert_number(colour_find("redder", 3), COLOUR_RED);
    assert_number(colour_find("red\0", 4), COLOUR_NONE);
    assert_number(unit_find("mechanic", 4), UNIT_MECH);
}

static void homes_off_the_board_have_a_gate_and_an_echo_card(void **state)
{
    (void)state;
    const struct faction *creuss = faction_of("creuss"), *crimson = faction_of("crimson");
    assert_number(creuss->home_tile, tile_of("51"));
    assert_number(creuss->board_tile, tile_of("17"));
    assert_string_equal(catalogue_echo_cards[creuss->echo_card].id, "echo_of_sacrifice");
    assert_number(crimson->home_tile, tile_of("118"));
    assert_number(crimson->board_tile, tile_of("94"));
    assert_string_equal(catalogue_echo_cards[crimson->echo_card].id, "echo_of_divergence");
    assert_number(faction_of("sol")->echo_card, ECHO_NONE);
    assert_number(faction_of("sol")->board_tile, faction_of("sol")->home_tile);
}

static void keleres_alone_has_no_home(void **state)
{
    (void)state;
    for (uint16_t faction = 0; faction < FACTIONS_MAX; faction++) {
        bool homeless = catalogue_factions[faction].home_tile == TILE_NONE;
        assert_number(homeless, faction == card_of("keleres"));
        if (!homeless)
            assert_in_range(catalogue_tiles[catalogue_factions[faction].home_tile].planet_count, 1,
                            3);
    }
    assert_number(faction_of("keleres")->board_tile, TILE_NONE);
}

static void priorities_are_the_numbers_from_1_to_30(void **state)
{
    (void)state;
    bool seen[FACTIONS_MAX + 1] = {false};
    for (size_t faction = 0; faction < FACTIONS_MAX; faction++) {
        uint8_t priority = catalogue_factions[faction].priority;
        assert_in_range(priority, 1, FACTIONS_MAX);
        assert_false(seen[priority]);
        seen[priority] = true;
    }
    assert_number(faction_of("mahact")->priority, 1);
    assert_number(faction_of("keleres")->priority, 23);
    assert_number(faction_of("firmament")->priority, 30);
}

static void fleets_are_those_of_the_cards(void **state)
{
    (void)state;
    static const uint8_t jolnar[UNITS] = {
        [UNIT_DREADNOUGHT] = 1, [UNIT_CARRIER] = 2, [UNIT_FIGHTER] = 1,
        [UNIT_INFANTRY] = 2,    [UNIT_PDS] = 2,     [UNIT_SPACE_DOCK] = 1};
    assert_memory_equal(faction_of("jolnar")->units, jolnar, sizeof jolnar);
    assert_number(faction_of("naaz_rokha")->units[UNIT_MECH], 1);
    assert_number(faction_of("muaat")->units[UNIT_WAR_SUN], 1);
    assert_number(faction_of("nomad")->units[UNIT_FLAGSHIP], 1);
}

static void space_stations_are_no_planets(void **state)
{
    (void)state;
    const struct tile *bastion = &catalogue_tiles[faction_of("bastion")->home_tile];
    assert_number(bastion->planet_count, 1);
    assert_string_equal(catalogue_planets[bastion->planets[0]].name, "Ordinian");
    assert_number(bastion->planets[1], PLANET_NONE);
    assert_string_equal(bastion->station.name, "Revelation");
    assert_number(bastion->station.resources, 1);
    assert_number(bastion->station.influence, 2);
    assert_null(catalogue_tiles[tile_of("16")].station.name);
}

static void planets_and_tiles_point_at_each_other(void **state)
{
    (void)state;
    size_t planets = 0;
    for (size_t tile = 0; tile < catalogue_tile_count; tile++)
        for (size_t index = 0; index < catalogue_tiles[tile].planet_count; index++) {
            uint16_t planet = catalogue_tiles[tile].planets[index];
            assert_number(catalogue_planets[planet].tile, tile);
            assert_true(index == 0 || planet > catalogue_tiles[tile].planets[index - 1]);
            planets++;
        }
    assert_number(planets, catalogue_planet_count);
    assert_number(catalogue_planets[planet_of("Kamdorn")].tile, tile_of("16"));
    assert_number(catalogue_planets[planet_of("[0.0.0]")].tile, tile_of("6"));
}

static void tiles_tell_what_placement_must_know(void **state)
{
    (void)state;
    const struct tile *tile = &catalogue_tiles[tile_of("79")];
    assert_number(tile->anomalies, ANOMALY_ASTEROID_FIELD);
    assert_number(tile->wormholes, WORMHOLE_ALPHA);
    assert_number(catalogue_tiles[tile_of("117")].anomalies,
                  ANOMALY_ASTEROID_FIELD | ANOMALY_GRAVITY_RIFT);
    assert_number(catalogue_tiles[tile_of("114")].anomalies, ANOMALY_ENTROPIC_SCAR);
    assert_number(catalogue_tiles[tile_of("113")].wormholes, WORMHOLE_BETA);
    assert_number(catalogue_tiles[tile_of("94")].wormholes, WORMHOLE_EPSILON);
    assert_number(catalogue_tiles[tile_of("30")].anomalies, 0);
    tile = &catalogue_tiles[tile_of("88A")];
    assert_number(tile->number, 88);
    assert_number(tile->side, 'A');
    static const uint8_t links[3][2] = {{0, 4}, {1, 4}, {2, 4}};
    assert_number(tile->link_count, 3);
    assert_memory_equal(tile->links, links, sizeof links);
}

static void planets_have_their_values(void **state)
{
    (void)state;
    assert_number(catalogue_planets[planet_of("Jord")].resources, 4);
    assert_number(catalogue_planets[planet_of("Jord")].influence, 2);
    assert_number(catalogue_planets[planet_of("Mordai II")].influence, 0);
}

static const struct layout *layout_of(const char *id)
{
    return &catalogue_layouts[layout_find(id, strlen(id))];
}

static void assert_layout(const char *id, unsigned players, unsigned blue, unsigned red,
                          unsigned extra, const uint8_t *homes)
{
    const struct layout *layout = layout_of(id);
    assert_string_equal(layout->id, id);
    assert_number(layout->players, players);
    assert_number(layout->blue, blue);
    assert_number(layout->red, red);
    assert_number(layout->extra_blue + layout->extra_red, extra);
    assert_memory_equal(layout->homes, homes, players);
}

static void layouts_are_those_of_the_rules(void **state)
{
    (void)state;
    assert_number(catalogue_layout_count, 11);
    assert_layout("3p", 3, 6, 2, 0, (const uint8_t[]){22, 28, 34});
    assert_layout("4p_lrr", 4, 5, 3, 0, (const uint8_t[]){23, 27, 32, 36});
    assert_layout("4p_te", 4, 3, 2, 0, (const uint8_t[]){22, 25, 31, 34});
    assert_layout("5p_lrr", 5, 4, 2, 1, (const uint8_t[]){22, 25, 28, 32, 36});
    assert_layout("5p_te", 5, 3, 2, 0, (const uint8_t[]){19, 22, 25, 31, 34});
    assert_layout("6p", 6, 3, 2, 0, (const uint8_t[]){19, 22, 25, 28, 31, 34});
    assert_layout("6p_large", 6, 6, 3, 0, (const uint8_t[]){37, 41, 45, 49, 53, 57});
    assert_layout("7p", 7, 4, 2, 5, (const uint8_t[]){37, 40, 43, 46, 52, 55, 58});
    assert_layout("7p_alt", 7, 3, 2, 0, (const uint8_t[]){37, 22, 25, 49, 52, 55, 58});
    assert_layout("8p", 8, 4, 2, 4, (const uint8_t[]){37, 40, 43, 46, 49, 52, 55, 58});
    assert_layout("8p_alt", 8, 3, 2, 0, (const uint8_t[]){37, 40, 43, 46, 49, 52, 55, 58});
    assert_number(layout_of("3p")->closed_count, 9);
    assert_number(layout_of("4p_te")->fixed[0].rotation, 3);
    assert_true(layout_of("4p_te")->needs_pok);
    assert_false(layout_of("5p_te")->needs_pok);
}

static void kings_have_a_colour_each(void **state)
{
    (void)state;
    bool seen[COLOURS] = {false};
    assert_number(catalogue_king_count, COLOURS);
    for (size_t king = 0; king < catalogue_king_count; king++) {
        enum colour colour = catalogue_kings[king].colour;
        assert_false(seen[colour]);
        seen[colour] = true;
        assert_number(catalogue_kings[king].needs_pok_plastic,
                      colour == COLOUR_PINK || colour == COLOUR_ORANGE);
        assert_true(king == 0 ||
                    strcmp(catalogue_kings[king - 1].id, catalogue_kings[king].id) < 0);
    }
}

static void king_technologies_are_cards(void **state)
{
    (void)state;
    uint16_t first = catalogue_first_card[CARD_KING_TECHNOLOGY];
    assert_number(catalogue_card_count - first, 2);
    assert_string_equal(catalogue_cards[first].id, "antimatter");
    assert_string_equal(catalogue_cards[first].name, "Antimatter");
    assert_string_equal(catalogue_cards[first + 1].id, "wavelength");
}

static void upgrades_cover_a_slot_and_abilities_have_a_colour(void **state)
{
    (void)state;
    for (size_t card = 0; card < catalogue_card_count; card++) {
        enum card_kind kind = catalogue_cards[card].kind;
        assert_number(catalogue_cards[card].slot != UNIT_NONE, kind == CARD_UNIT_UPGRADE);
        assert_number(catalogue_cards[card].colour != COLOUR_NONE, kind == CARD_ABILITY);
    }
    assert_number(catalogue_cards[card_of("yin_clone")].slot, UNIT_INFANTRY);
    assert_number(catalogue_cards[card_of("amalgamation")].colour, COLOUR_RED);
}

static void strategy_cards_stand_by_initiative(void **state)
{
    (void)state;
    assert_number(catalogue_strategy_card_count, 8);
    assert_string_equal(catalogue_strategy_cards[0], "lux");
    assert_string_equal(catalogue_strategy_cards[7], "aeterna");
}

static void words_lead_there_and_back(void **state)
{
    (void)state;
    for (unsigned colour = 0; colour < COLOURS; colour++) {
        const char *id = colour_id((enum colour)colour);
        assert_number(colour_find(id, strlen(id)), colour);
    }
    for (unsigned unit = 0; unit < UNITS; unit++) {
        const char *id = unit_id((enum unit)unit);
        assert_number(unit_find(id, strlen(id)), unit);
    }
    assert_string_equal(card_kind_id(CARD_FACTION), "factions");
    assert_string_equal(card_kind_id(CARD_UNIT_UPGRADE), "unit_upgrades");
    assert_string_equal(colour_id(COLOUR_NONE), "");
    assert_string_equal(unit_id(UNIT_NONE), "");
}

static void each_unit_is_a_ship_a_ground_force_or_a_structure(void **state)
{
    (void)state;
    for (unsigned unit = 0; unit < UNITS; unit++)
        assert_number(unit_is_ship((enum unit)unit) + unit_is_ground_force((enum unit)unit) +
                          unit_is_structure((enum unit)unit),
                      1);
    assert_true(unit_is_ship(UNIT_FIGHTER));
    assert_true(unit_is_ship(UNIT_WAR_SUN));
    assert_true(unit_is_ground_force(UNIT_MECH));
    assert_true(unit_is_structure(UNIT_PDS));
}

static void plastic_is_that_of_one_colour(void **state)
{
    (void)state;
    assert_number(unit_plastic_limit(UNIT_CARRIER), 4);
    assert_number(unit_plastic_limit(UNIT_CRUISER), 8);
    assert_number(unit_plastic_limit(UNIT_DESTROYER), 8);
    assert_number(unit_plastic_limit(UNIT_DREADNOUGHT), 5);
    assert_number(unit_plastic_limit(UNIT_FIGHTER), 10);
    assert_number(unit_plastic_limit(UNIT_FLAGSHIP), 1);
    assert_number(unit_plastic_limit(UNIT_WAR_SUN), 2);
    assert_number(unit_plastic_limit(UNIT_INFANTRY), 12);
    assert_number(unit_plastic_limit(UNIT_MECH), 4);
    assert_number(unit_plastic_limit(UNIT_PDS), 6);
    assert_number(unit_plastic_limit(UNIT_SPACE_DOCK), 3);
}

static void every_refusal_has_a_code_of_its_own(void **state)
{
    (void)state;
    assert_string_equal(refusal_code(ACCEPTED), "");
    assert_string_equal(refusal_code(REFUSED_TYPE_FULL), "type_full");
    for (unsigned left = 1; left < REFUSAL_COUNT; left++) {
        assert_true(refusal_code((enum refusal)left)[0] != '\0');
        for (unsigned right = 1; right < left; right++)
            assert_string_not_equal(refusal_code((enum refusal)left),
                                    refusal_code((enum refusal)right));
    }
}

static void assert_plain(const char *text)
{
    for (const char *at = text; *at != '\0'; at++)
        if ((unsigned char)*at < 0x20 || *at == '"' || *at == '\\')
            fail_msg("has to be escaped: %s", text);
}

/* They are written without a look at each character. */
static void what_views_write_of_it_needs_no_escape(void **state)
{
    (void)state;
    for (size_t i = 0; i < catalogue_card_count; i++) {
        assert_plain(catalogue_cards[i].id);
        assert_number(catalogue_cards[i].id_length, strlen(catalogue_cards[i].id));
    }
    for (size_t i = 0; i < catalogue_king_count; i++)
        assert_plain(catalogue_kings[i].id);
    for (size_t i = 0; i < catalogue_echo_card_count; i++)
        assert_plain(catalogue_echo_cards[i].id);
    for (size_t i = 0; i < catalogue_planet_count; i++)
        assert_plain(catalogue_planets[i].name);
    for (size_t i = 0; i < catalogue_tile_count; i++)
        assert_plain(catalogue_tiles[i].id);
    for (size_t i = 0; i < catalogue_layout_count; i++)
        assert_plain(catalogue_layouts[i].id);
    for (size_t i = 0; i < catalogue_strategy_card_count; i++)
        assert_plain(catalogue_strategy_cards[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decks_have_the_printed_sizes),
        cmocka_unit_test(tile_piles_have_the_printed_sizes),
        cmocka_unit_test(cards_stand_by_kind_and_then_by_id),
        cmocka_unit_test(ranks_order_cards_of_all_kinds),
        cmocka_unit_test(everything_is_found_by_its_id),
        cmocka_unit_test(what_is_not_there_is_not_found),
        cmocka_unit_test(only_the_given_length_of_an_id_counts),
        cmocka_unit_test(homes_off_the_board_have_a_gate_and_an_echo_card),
        cmocka_unit_test(keleres_alone_has_no_home),
        cmocka_unit_test(priorities_are_the_numbers_from_1_to_30),
        cmocka_unit_test(fleets_are_those_of_the_cards),
        cmocka_unit_test(space_stations_are_no_planets),
        cmocka_unit_test(planets_and_tiles_point_at_each_other),
        cmocka_unit_test(tiles_tell_what_placement_must_know),
        cmocka_unit_test(planets_have_their_values),
        cmocka_unit_test(layouts_are_those_of_the_rules),
        cmocka_unit_test(kings_have_a_colour_each),
        cmocka_unit_test(king_technologies_are_cards),
        cmocka_unit_test(upgrades_cover_a_slot_and_abilities_have_a_colour),
        cmocka_unit_test(strategy_cards_stand_by_initiative),
        cmocka_unit_test(what_views_write_of_it_needs_no_escape),
        cmocka_unit_test(words_lead_there_and_back),
        cmocka_unit_test(each_unit_is_a_ship_a_ground_force_or_a_structure),
        cmocka_unit_test(plastic_is_that_of_one_colour),
        cmocka_unit_test(every_refusal_has_a_code_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
