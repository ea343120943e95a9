#include <stdio.h>
#include <string.h>

#include "rules/geometry.h"
#include "tests/support/cmocka_all.h"

static void assert_neighbours(uint8_t position, const uint8_t want[SIDES])
{
    for (unsigned side = 0; side < SIDES; side++)
        assert_number(position_neighbour(position, side), want[side]);
}

static void neighbours_are_those_of_the_printed_numbering(void **state)
{
    (void)state;
    assert_neighbours(0, (const uint8_t[]){1, 2, 3, 4, 5, 6});
    assert_neighbours(1, (const uint8_t[]){7, 8, 2, 0, 6, 18});
    assert_neighbours(2, (const uint8_t[]){8, 9, 10, 3, 0, 1});
    assert_neighbours(13, (const uint8_t[]){4, 12, 27, 28, 29, 14});
    assert_neighbours(19, (const uint8_t[]){37, 38, 20, 7, 36, 60});
}

static void beyond_the_fourth_ring_there_is_nothing(void **state)
{
    (void)state;
    assert_number(position_neighbour(37, 0), POSITION_NONE);
    assert_number(position_neighbour(37, 1), POSITION_NONE);
    assert_number(position_neighbour(37, 5), POSITION_NONE);
    assert_number(position_neighbour(37, 3), 19);
    assert_number(position_neighbour(60, 4), 59);
    assert_number(position_neighbour(60, 5), POSITION_NONE);
}

static void a_neighbour_has_this_position_at_the_opposite_side(void **state)
{
    (void)state;
    unsigned edges = 0;
    for (uint8_t position = 0; position < POSITIONS; position++) {
        for (unsigned side = 0; side < SIDES; side++) {
            uint8_t neighbour = position_neighbour(position, side);
            if (neighbour == POSITION_NONE)
                continue;
            assert_true(neighbour < POSITIONS);
            assert_number(position_neighbour(neighbour, (side + 3) % SIDES), position);
            edges++;
        }
    }
    assert_number(edges, 2 * 156); /* a hexagon of R rings has 9 R^2 + 3 R inner edges */
}

static void rings_begin_where_the_numbering_says(void **state)
{
    (void)state;
    static const uint8_t first[] = {0, 1, 7, 19, 37, POSITIONS};
    for (uint8_t ring = 0; ring <= RINGS; ring++) {
        assert_number(position_ring(first[ring]), ring);
        assert_number(position_ring((uint8_t)(first[ring + 1] - 1)), ring);
    }
}

static size_t homes_at(const uint8_t *positions, size_t count, uint8_t *ret_homes)
{
    struct galaxy galaxy = {0};
    for (size_t index = 0; index < count; index++)
        galaxy.positions[positions[index]].kind = POSITION_HOME;
    return galaxy_home_locations(&galaxy, ret_homes);
}

static void assert_clockwise(const uint8_t *want, size_t count)
{
    uint8_t homes[POSITIONS];
    assert_number(homes_at(want, count, homes), count);
    for (size_t index = 0; index < count; index++)
        assert_number(homes[index], want[index]);
}

static void home_locations_go_clockwise_from_north(void **state)
{
    (void)state;
    assert_clockwise((const uint8_t[]){19, 22, 25, 28, 31, 34}, 6);
    assert_clockwise((const uint8_t[]){20, 23, 26, 29, 32, 35}, 6);
    assert_clockwise((const uint8_t[]){37, 40, 43, 46, 49, 52, 55, 58}, 8);
    assert_clockwise(NULL, 0);
}

static void on_one_bearing_the_inner_home_location_comes_first(void **state)
{
    (void)state;
    assert_clockwise((const uint8_t[]){1, 7, 19, 37, 8, 4, 13, 28, 49, 5}, 10);
}

static void home_locations_of_different_rings_mix_by_bearing(void **state)
{
    (void)state;
    /* 38 lies 14 degrees from north, 20 lies 19, 8 lies 30, 2 lies 60; 60 and 36 are west. */
    assert_clockwise((const uint8_t[]){38, 20, 8, 2, 10, 4, 16, 36, 60}, 9);
}

static void positions_in_text_order_are_all_there(void **state)
{
    (void)state;
    char before[8] = "", text[8];
    unsigned count = 0;
    for (uint8_t position = 0; position != POSITION_NONE;
         position = position_next_as_text(position)) {
        snprintf(text, sizeof text, "%u", position);
        assert_true(position < POSITIONS && strcmp(before, text) < 0);
        memcpy(before, text, sizeof before);
        count++;
    }
    assert_number(count, POSITIONS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_are_those_of_the_printed_numbering),
        cmocka_unit_test(beyond_the_fourth_ring_there_is_nothing),
        cmocka_unit_test(a_neighbour_has_this_position_at_the_opposite_side),
        cmocka_unit_test(rings_begin_where_the_numbering_says),
        cmocka_unit_test(positions_in_text_order_are_all_there),
        cmocka_unit_test(home_locations_go_clockwise_from_north),
        cmocka_unit_test(on_one_bearing_the_inner_home_location_comes_first),
        cmocka_unit_test(home_locations_of_different_rings_mix_by_bearing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
