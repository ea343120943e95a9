/*
 * Looking at a whole premade map. What a creator would see go wrong: a map refused for what is no
 * fault, or accepted though nobody could play on it; neighbours that are not told.
 */
#include "rules/map_check.h"

#include <string.h>

#include "tests/support/cmocka_all.h"

static struct galaxy parsed(const char *text)
{
    struct galaxy galaxy;
    struct map_faults faults;
    if (!map_string_parse(text, strlen(text), &galaxy, &faults))
        fail_msg("\"%s\" is no map string", text);
    return galaxy;
}

static void assert_checked(const char *text, bool pok, uint8_t players, enum map_fault_kind kind,
                           uint8_t position)
{
    struct galaxy galaxy = parsed(text);
    struct map_faults faults;
    assert_number(map_check(&galaxy, pok, players, &faults), kind == MAP_FAULT_NONE);
    assert_number(faults.count > 0, kind != MAP_FAULT_NONE);
    assert_number(faults.list[0].kind, kind);
    assert_number(faults.list[0].position, position);
}

static void printed_maps_of_the_rulebook_pass(void **state)
{
    (void)state;
    static const char dreaming[] =
        "{112} 35 30 98 34 113 101 109 47 37 44 110 49 27 48 38 46 28 43 0 42 100 0 40 105 0 39 "
        "111 0 114 99 0 29 115 0 26 107";
    static const char legendary[] =
        "98 115 100 116 99 97 37 104 36 21 69 64 47 26 110 42 39 106 40 0 114 102 0 46 101 0 43 "
        "103 0 60 113 0 19 108 0 117";
    assert_checked(dreaming, false, 6, MAP_FAULT_NONE, 0);
    assert_checked(legendary, true, 6, MAP_FAULT_NONE, 0);
    assert_checked(legendary, false, 6, MAP_FAULT_EXPANSION, 11);
}

static void a_tile_can_lie_only_once(void **state)
{
    (void)state;
    assert_checked("30 35 30 0 0 0", true, 3, MAP_FAULT_TILE_TWICE, 3);
    assert_checked("83A0 83B0 0 0 0", true, 3, MAP_FAULT_TILE_TWICE, 2);
    assert_checked("35 112 0 0 0", true, 3, MAP_FAULT_TILE_TWICE, 2);
    assert_checked("{35} 35 0 0 0", true, 3, MAP_FAULT_TILE_TWICE, 1);
}

static void homes_and_gates_are_left_to_the_draft(void **state)
{
    (void)state;
    assert_checked("35 1 0 0 0", true, 3, MAP_FAULT_HOME_TILE, 2);
    assert_checked("35 17 0 0 0", true, 3, MAP_FAULT_HOME_TILE, 2);
    assert_checked("35 94 0 0 0", true, 3, MAP_FAULT_HOME_TILE, 2);
    assert_checked("35 51 0 0 0", true, 3, MAP_FAULT_HOME_TILE, 2);
    assert_checked("35 96 0 0 0", true, 3, MAP_FAULT_HOME_TILE, 2);
    assert_checked("35 96B0 0 0 0", true, 3, MAP_FAULT_HOME_TILE, 2);
    assert_checked("{16} 35 0 0 0", true, 3, MAP_FAULT_HOME_TILE, 0);
}

static void tiles_of_prophecy_of_kings_need_it(void **state)
{
    (void)state;
    assert_checked("35 59 0 0 0", true, 3, MAP_FAULT_NONE, 0);
    assert_checked("35 59 0 0 0", false, 3, MAP_FAULT_EXPANSION, 2);
    assert_checked("35 97 121 0 0 0", false, 3, MAP_FAULT_NONE, 0);
}

static void there_must_be_a_home_location_for_each_player(void **state)
{
    (void)state;
    struct galaxy galaxy = parsed("35 0 0 0 0 0");
    struct map_faults faults;
    assert_true(map_check(&galaxy, true, 5, &faults));
    assert_false(map_check(&galaxy, true, 6, &faults));
    assert_number(faults.list[0].kind, MAP_FAULT_HOME_LOCATIONS);
    assert_number(faults.list[0].home_locations, 5);
    assert_false(map_check(&galaxy, true, 4, &faults));
    assert_number(faults.list[0].kind, MAP_FAULT_HOME_LOCATIONS);
}

static void all_faults_are_told_the_home_locations_last(void **state)
{
    (void)state;
    struct galaxy galaxy = parsed("30 35 30 59 1 0 0");
    struct map_faults faults;
    assert_false(map_check(&galaxy, false, 3, &faults));
    assert_number(faults.count, 4);
    assert_number(faults.list[0].kind, MAP_FAULT_TILE_TWICE);
    assert_number(faults.list[0].position, 3);
    assert_number(faults.list[1].kind, MAP_FAULT_EXPANSION);
    assert_number(faults.list[1].position, 4);
    assert_number(faults.list[2].kind, MAP_FAULT_HOME_TILE);
    assert_number(faults.list[2].position, 5);
    assert_number(faults.list[3].kind, MAP_FAULT_HOME_LOCATIONS);
    assert_number(faults.list[3].home_locations, 2);
}

static void neighbours_that_nobody_could_have_laid_are_told(void **state)
{
    (void)state;
    struct galaxy galaxy = parsed("41 42 26 39 79 0 0 0");
    struct map_clash clashes[MAP_CLASHES_MAX];
    assert_number(map_clashes(&galaxy, true, clashes), 3);
    assert_number(clashes[0].one, 1);
    assert_number(clashes[0].other, 2);
    assert_true(clashes[0].anomalies);
    assert_number(clashes[0].wormholes, 0);
    assert_number(clashes[1].one, 3);
    assert_number(clashes[1].other, 4);
    assert_false(clashes[1].anomalies);
    assert_number(clashes[1].wormholes, WORMHOLE_ALPHA);
    assert_number(clashes[2].one, 4);
    assert_number(clashes[2].other, 5);
}

static void hyperlanes_bring_clashes_unless_switched_off(void **state)
{
    (void)state;
    struct galaxy galaxy = parsed("-1 -1 44 85A0 45 0 0 0");
    struct map_clash clashes[MAP_CLASHES_MAX];
    assert_number(map_clashes(&galaxy, true, clashes), 1);
    assert_number(map_clashes(&galaxy, false, clashes), 0);
}

static void no_more_clashes_are_told_than_there_is_room_for(void **state)
{
    (void)state;
    char text[512] = "";
    for (size_t position = 1; position < POSITIONS; position++)
        strncat(text, "41 ", sizeof text - strlen(text) - 1);
    struct galaxy galaxy = parsed(text);
    struct map_clash clashes[MAP_CLASHES_MAX];
    assert_number(map_clashes(&galaxy, true, clashes), MAP_CLASHES_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(printed_maps_of_the_rulebook_pass),
        cmocka_unit_test(a_tile_can_lie_only_once),
        cmocka_unit_test(homes_and_gates_are_left_to_the_draft),
        cmocka_unit_test(tiles_of_prophecy_of_kings_need_it),
        cmocka_unit_test(there_must_be_a_home_location_for_each_player),
        cmocka_unit_test(all_faults_are_told_the_home_locations_last),
        cmocka_unit_test(neighbours_that_nobody_could_have_laid_are_told),
        cmocka_unit_test(hyperlanes_bring_clashes_unless_switched_off),
        cmocka_unit_test(no_more_clashes_are_told_than_there_is_room_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
