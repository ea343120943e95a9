/*
 * Which systems are next to one another. What a builder would see go wrong: an anomaly that may
 * lie across a hyperlane from another, or may not lie where nothing is near.
 */
#include <string.h>

#include "rules/adjacency.h"
#include "rules/layout.h"
#include "rules/map_string.h"
#include "tests/support/cmocka_all.h"

struct pair {
    uint8_t one;
    uint8_t other;
};

static struct galaxy laid_out(const char *layout)
{
    struct galaxy galaxy;
    layout_lay_out(layout_find(layout, strlen(layout)), &galaxy);
    return galaxy;
}

static struct galaxy parsed(const char *text)
{
    struct galaxy galaxy;
    struct map_faults faults;
    assert_true(map_string_parse(text, strlen(text), &galaxy, &faults));
    return galaxy;
}

static uint64_t set_of(const uint8_t *positions, size_t count)
{
    uint64_t set = 0;
    for (size_t i = 0; i < count; i++)
        set |= position_bit(positions[i]);
    return set;
}

static bool are_neighbours(const struct galaxy *galaxy, uint8_t one, uint8_t other, bool hyperlanes)
{
    return galaxy_neighbours(galaxy, one, hyperlanes) & position_bit(other);
}

/* Whether a system could lie there: part of the layout and no hyperlane. */
static bool is_place(const struct galaxy *galaxy, uint8_t position)
{
    const struct position *place = &galaxy->positions[position];
    return place->kind != POSITION_EMPTY &&
           !(place->kind == POSITION_TILE && catalogue_tiles[place->tile].kind == TILE_HYPERLANE);
}

/* The hyperlanes of a layout connect the PAIRS and nothing else. */
static void assert_connects(const char *layout, const struct pair *pairs, size_t count)
{
    struct galaxy galaxy = laid_out(layout);
    size_t found = 0;
    for (uint8_t one = 0; one < POSITIONS; one++) {
        for (uint8_t other = (uint8_t)(one + 1); other < POSITIONS; other++) {
            if (!is_place(&galaxy, one) || !is_place(&galaxy, other) ||
                !are_neighbours(&galaxy, one, other, true) ||
                are_neighbours(&galaxy, one, other, false))
                continue;
            if (found == count || pairs[found].one != one || pairs[found].other != other)
                fail_msg("in %s, %u and %u are next to one another", layout, one, other);
            found++;
        }
    }
    assert_number(found, count);
}

static void touching_positions_are_neighbours(void **state)
{
    (void)state;
    struct galaxy galaxy = laid_out("6p");
    assert_number(galaxy_neighbours(&galaxy, 0, true),
                  set_of((const uint8_t[]){1, 2, 3, 4, 5, 6}, 6));
    assert_number(galaxy_neighbours(&galaxy, 1, true),
                  set_of((const uint8_t[]){7, 8, 2, 0, 6, 18}, 6));
    assert_number(galaxy_neighbours(&galaxy, 2, true),
                  set_of((const uint8_t[]){8, 9, 10, 3, 0, 1}, 6));
    assert_number(galaxy_neighbours(&galaxy, 13, true),
                  set_of((const uint8_t[]){4, 12, 27, 28, 29, 14}, 6));
    assert_number(galaxy_neighbours(&galaxy, 60, false),
                  set_of((const uint8_t[]){37, 19, 36, 59}, 4));
}

static void the_hyperlanes_of_the_layouts_connect_what_they_should(void **state)
{
    (void)state;
    static const struct pair five[] = {{3, 5},   {3, 13},  {5, 13},  {11, 13},
                                       {13, 15}, {13, 26}, {13, 30}, {26, 30}};
    static const struct pair four[] = {{2, 6},   {2, 7},   {3, 5},   {3, 13}, {5, 13},  {6, 7},
                                       {7, 9},   {7, 17},  {7, 21},  {7, 35}, {11, 13}, {13, 15},
                                       {13, 26}, {13, 30}, {21, 35}, {26, 30}};
    static const struct pair seven[] = {{12, 14}, {12, 28}, {14, 28}, {26, 28},
                                        {28, 30}, {28, 47}, {28, 51}, {47, 51}};
    assert_connects("5p_te", five, sizeof five / sizeof five[0]);
    assert_connects("4p_te", four, sizeof four / sizeof four[0]);
    assert_connects("7p", seven, sizeof seven / sizeof seven[0]);
    assert_connects("3p", NULL, 0);
    assert_connects("4p_lrr", NULL, 0);
    assert_connects("5p_lrr", NULL, 0);
    assert_connects("6p", NULL, 0);
    assert_connects("6p_large", NULL, 0);
    assert_connects("8p", NULL, 0);
}

/* Whether the layout with hyperlanes is one piece: nobody is cut off. */
static void every_position_of_a_layout_can_be_reached(void **state)
{
    (void)state;
    for (uint8_t layout = 0; layout < catalogue_layout_count; layout++) {
        struct galaxy galaxy;
        layout_lay_out(layout, &galaxy);
        uint64_t reached = position_bit(0), before = 0;
        while (reached != before) {
            before = reached;
            for (uint8_t position = 0; position < POSITIONS; position++) {
                if (reached & position_bit(position) && is_place(&galaxy, position))
                    reached |= galaxy_neighbours(&galaxy, position, true);
            }
        }
        for (uint8_t position = 0; position < POSITIONS; position++) {
            if (is_place(&galaxy, position) && !(reached & position_bit(position)))
                fail_msg("%s: %u is cut off", catalogue_layouts[layout].id, position);
        }
    }
}

static void neighbours_are_mutual_and_no_hyperlanes(void **state)
{
    (void)state;
    for (uint8_t layout = 0; layout < catalogue_layout_count; layout++) {
        struct galaxy galaxy;
        layout_lay_out(layout, &galaxy);
        for (uint8_t one = 0; one < POSITIONS; one++) {
            if (!is_place(&galaxy, one))
                continue;
            assert_false(are_neighbours(&galaxy, one, one, true));
            for (uint8_t other = 0; other < POSITIONS; other++) {
                if (is_place(&galaxy, other))
                    assert_number(are_neighbours(&galaxy, one, other, true),
                                  are_neighbours(&galaxy, other, one, true));
                else if (galaxy.positions[other].kind == POSITION_TILE)
                    assert_false(are_neighbours(&galaxy, one, other, true));
            }
        }
    }
}

static void turned_lanes_lead_elsewhere(void **state)
{
    (void)state;
    /* 83A joins north-east and south-west: between 13 and 0 it is of no use until it is turned. */
    struct galaxy galaxy = parsed("-1 -1 -1 83A0");
    assert_false(are_neighbours(&galaxy, 0, 13, true));
    assert_true(are_neighbours(&galaxy, 3, 14, true));
    galaxy = parsed("-1 -1 -1 83A5");
    assert_true(are_neighbours(&galaxy, 0, 13, true));
    assert_false(are_neighbours(&galaxy, 3, 14, true));
    assert_false(are_neighbours(&galaxy, 0, 13, false));
}

static void two_spellings_of_one_lane_are_the_same(void **state)
{
    (void)state;
    static const char *const same[][2] = {{"-1 -1 -1 87A2", "-1 -1 -1 88A0"},
                                          {"-1 -1 -1 88A4", "-1 -1 -1 87A0"}};
    for (size_t i = 0; i < 2; i++) {
        struct galaxy left = parsed(same[i][0]), right = parsed(same[i][1]);
        for (uint8_t position = 0; position < POSITIONS; position++)
            if (position != 4)
                assert_number(galaxy_neighbours(&left, position, true),
                              galaxy_neighbours(&right, position, true));
    }
}

static void lanes_in_a_circle_end(void **state)
{
    (void)state;
    /* Six tiles around the centre lead to one another and, each, straight out. */
    struct galaxy galaxy = parsed("89A0 89A1 89A2 89A3 89A4 89A5");
    assert_number(galaxy_neighbours(&galaxy, 7, true),
                  set_of((const uint8_t[]){9, 11, 13, 15, 17, 8, 18, 19, 20, 36}, 10));
    assert_number(galaxy_neighbours(&galaxy, 0, true), 0);
}

static struct surroundings around(const char *map, uint8_t position)
{
    struct galaxy galaxy = parsed(map);
    return galaxy_surroundings(&galaxy, position, true);
}

static bool clean(const char *tile, const char *map, uint8_t position)
{
    return tile_is_clean(tile_find(tile, strlen(tile)), around(map, position));
}

static void anomalies_of_all_kinds_and_equal_wormholes_keep_apart(void **state)
{
    (void)state;
    assert_false(clean("45", "44", 2));
    assert_false(clean("42", "41", 2));
    assert_true(clean("45", "44", 3));
    assert_true(clean("30", "44", 2));
    assert_true(clean("45", "30", 2));
    assert_false(clean("39", "26", 2));
    assert_true(clean("40", "26", 2));
    assert_true(clean("39", "26", 4));
    assert_false(clean("79", "41", 2));
    assert_false(clean("79", "26", 2));
    assert_true(clean("79", "40", 2));
    assert_false(clean("116", "114", 2));
    assert_false(clean("117", "113", 2));
}

static void what_lies_across_a_hyperlane_is_near(void **state)
{
    (void)state;
    /* 85A at 4 joins 3 and 5. */
    assert_false(clean("45", "-1 -1 44 85A0", 5));
    assert_true(clean("45", "-1 -1 44 -1", 5));
    struct galaxy galaxy = parsed("-1 -1 44 85A0");
    assert_true(tile_is_clean(tile_find("45", 2), galaxy_surroundings(&galaxy, 5, false)));
}

static void layouts_are_laid_out_whole(void **state)
{
    (void)state;
    for (uint8_t layout = 0; layout < catalogue_layout_count; layout++) {
        const struct layout *plan = &catalogue_layouts[layout];
        struct galaxy galaxy;
        unsigned kinds[4] = {0};
        layout_lay_out(layout, &galaxy);
        for (uint8_t position = 0; position < POSITIONS; position++)
            kinds[galaxy.positions[position].kind]++;
        assert_number(kinds[POSITION_HOME], plan->players);
        assert_number(kinds[POSITION_TILE], 1 + plan->fixed_count);
        assert_number(kinds[POSITION_OPEN], plan->players * layout_hand_size(layout) +
                                                plan->extra_blue + plan->extra_red);
        assert_string_equal(catalogue_tiles[galaxy.positions[0].tile].id, "112");
    }
}

static void assert_usual(uint8_t players, bool pok, const char *layout)
{
    assert_string_equal(catalogue_layouts[layout_usual(players, pok)].id, layout);
}

static void the_usual_layout_is_that_of_thunders_edge_where_the_tiles_are_there(void **state)
{
    (void)state;
    assert_usual(3, true, "3p");
    assert_usual(3, false, "3p");
    assert_usual(4, true, "4p_te");
    assert_usual(4, false, "4p_lrr");
    assert_usual(5, true, "5p_te");
    assert_usual(5, false, "5p_te");
    assert_usual(6, true, "6p");
    assert_usual(6, false, "6p");
    assert_usual(7, true, "7p");
    assert_usual(8, true, "8p");
    assert_number(layout_usual(2, true), LAYOUT_NONE);
    assert_number(layout_usual(7, false), LAYOUT_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touching_positions_are_neighbours),
        cmocka_unit_test(the_hyperlanes_of_the_layouts_connect_what_they_should),
        cmocka_unit_test(every_position_of_a_layout_can_be_reached),
        cmocka_unit_test(neighbours_are_mutual_and_no_hyperlanes),
        cmocka_unit_test(turned_lanes_lead_elsewhere),
        cmocka_unit_test(two_spellings_of_one_lane_are_the_same),
        cmocka_unit_test(lanes_in_a_circle_end),
        cmocka_unit_test(anomalies_of_all_kinds_and_equal_wormholes_keep_apart),
        cmocka_unit_test(what_lies_across_a_hyperlane_is_near),
        cmocka_unit_test(layouts_are_laid_out_whole),
        cmocka_unit_test(the_usual_layout_is_that_of_thunders_edge_where_the_tiles_are_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
