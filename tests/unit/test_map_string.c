#include <string.h>

#include "rules/map_string.h"
#include "tests/support/cmocka_all.h"

static struct galaxy parsed(const char *text)
{
    struct galaxy galaxy;
    struct map_faults faults;
    if (!map_string_parse(text, strlen(text), &galaxy, &faults))
        fail_msg("\"%s\" is refused with %d at entry %zu", text, faults.list[0].kind,
                 faults.list[0].entry_start);
    return galaxy;
}

static void assert_tile(const struct galaxy *galaxy, uint8_t position, const char *id,
                        unsigned rotation)
{
    assert_number(galaxy->positions[position].kind, POSITION_TILE);
    assert_string_equal(catalogue_tiles[galaxy->positions[position].tile].id, id);
    assert_number(galaxy->positions[position].rotation, rotation);
}

static void assert_same_galaxy(const struct galaxy *left, const struct galaxy *right)
{
    for (size_t position = 0; position < POSITIONS; position++) {
        assert_number(left->positions[position].kind, right->positions[position].kind);
        assert_number(left->positions[position].tile, right->positions[position].tile);
        assert_number(left->positions[position].rotation, right->positions[position].rotation);
    }
}

static void assert_printed(const char *text, const char *want)
{
    struct galaxy galaxy = parsed(text);
    char printed[MAP_STRING_MAX];
    map_string_print(&galaxy, printed);
    assert_string_equal(printed, want);
}

static void assert_refused(const char *text, enum map_fault_kind kind, uint8_t position,
                           const char *entry)
{
    struct galaxy galaxy;
    struct map_faults faults;
    assert_false(map_string_parse(text, strlen(text), &galaxy, &faults));
    assert_number(faults.count, 1);
    assert_number(faults.list[0].kind, kind);
    assert_number(faults.list[0].position, position);
    assert_number(faults.list[0].entry_length, strlen(entry));
    assert_memory_equal(text + faults.list[0].entry_start, entry, strlen(entry));
}

static void every_kind_of_entry_is_read(void **state)
{
    (void)state;
    struct galaxy galaxy = parsed("{18} 35 87A2 -1 0");
    assert_tile(&galaxy, 0, "18", 0);
    assert_tile(&galaxy, 1, "35", 0);
    assert_tile(&galaxy, 2, "87A", 2);
    assert_number(galaxy.positions[3].kind, POSITION_EMPTY);
    assert_number(galaxy.positions[4].kind, POSITION_HOME);
    for (uint8_t position = 5; position < POSITIONS; position++)
        assert_number(galaxy.positions[position].kind, POSITION_EMPTY);
}

static void without_braces_the_centre_is_mecatol_of_thunders_edge(void **state)
{
    (void)state;
    struct galaxy galaxy = parsed("35");
    assert_tile(&galaxy, 0, "112", 0);
    assert_tile(&galaxy, 1, "35", 0);
    galaxy = parsed("");
    assert_tile(&galaxy, 0, "112", 0);
}

static void a_number_alone_means_side_a(void **state)
{
    (void)state;
    struct galaxy galaxy = parsed("121 83b4 82");
    assert_tile(&galaxy, 1, "121A", 0);
    assert_tile(&galaxy, 2, "83B", 4);
    assert_tile(&galaxy, 3, "82A", 0);
}

static void the_normal_form_is_the_same_for_all_spellings(void **state)
{
    (void)state;
    assert_printed("35 87A2 -1 0", "35 87A2 -1 0");
    assert_printed(" \t35,87a2 ,\r\n -1,,0,-1, -1 ", "35 87A2 -1 0");
    assert_printed("{112} 35", "35");
    assert_printed("{18},35", "{18} 35");
    assert_printed("{82b3}", "{82B3}");
    assert_printed("121 87A", "121A0 87A0");
    assert_printed("-1 -1 -1", "");
    assert_printed("", "");
}

static void a_galaxy_before_anything_is_laid_prints_as_nothing(void **state)
{
    (void)state;
    struct galaxy galaxy = {0};
    char printed[MAP_STRING_MAX];
    map_string_print(&galaxy, printed);
    assert_string_equal(printed, "");
}

static void the_longest_map_fits(void **state)
{
    (void)state;
    char text[MAP_TEXT_MAX] = "{124B5}", printed[MAP_STRING_MAX];
    for (size_t position = 1; position < POSITIONS; position++)
        strncat(text, " 124A5", sizeof text - strlen(text) - 1);
    struct galaxy galaxy = parsed(text);
    map_string_print(&galaxy, printed);
    assert_string_equal(printed, text);
}

static void what_is_no_entry_is_told_with_its_place(void **state)
{
    (void)state;
    assert_refused("35 8X 0", MAP_FAULT_SYNTAX, 2, "8X");
    assert_refused("35 87A6", MAP_FAULT_SYNTAX, 2, "87A6");
    assert_refused("35 87A22", MAP_FAULT_SYNTAX, 2, "87A22");
    assert_refused("A2", MAP_FAULT_SYNTAX, 1, "A2");
    assert_refused("-2", MAP_FAULT_SYNTAX, 1, "-2");
    assert_refused("-", MAP_FAULT_SYNTAX, 1, "-");
    assert_refused("-1A", MAP_FAULT_SYNTAX, 1, "-1A");
    assert_refused("+35", MAP_FAULT_SYNTAX, 1, "+35");
    assert_refused("35;36", MAP_FAULT_SYNTAX, 1, "35;36");
    assert_refused("{112} 35 \xc3\xa9", MAP_FAULT_SYNTAX, 2, "\xc3\xa9");
}

static void every_entry_that_is_none_is_told(void **state)
{
    (void)state;
    static const char text[] = "{x} 8X 35 999 0 0";
    struct galaxy galaxy;
    struct map_faults faults;
    assert_false(map_string_parse(text, strlen(text), &galaxy, &faults));
    assert_number(faults.count, 3);
    assert_number(faults.list[0].position, 0);
    assert_number(faults.list[1].position, 1);
    assert_number(faults.list[1].kind, MAP_FAULT_SYNTAX);
    assert_number(faults.list[2].position, 3);
    assert_number(faults.list[2].kind, MAP_FAULT_UNKNOWN_TILE);
    assert_tile(&galaxy, 0, "112", 0);
    assert_tile(&galaxy, 2, "35", 0);
    assert_number(galaxy.positions[3].kind, POSITION_EMPTY);
    assert_number(galaxy.positions[5].kind, POSITION_HOME);
}

static void no_more_faults_are_told_than_there_is_room_for(void **state)
{
    (void)state;
    static const char text[] = "x x x x x x x x x x x x x x x";
    struct galaxy galaxy;
    struct map_faults faults;
    assert_false(map_string_parse(text, strlen(text), &galaxy, &faults));
    assert_number(faults.count, MAP_FAULTS_MAX);
    assert_number(faults.list[MAP_FAULTS_MAX - 1].position, MAP_FAULTS_MAX);
}

static void only_a_tile_in_front_can_be_the_centre(void **state)
{
    (void)state;
    assert_refused("{0} 35", MAP_FAULT_SYNTAX, 0, "{0}");
    assert_refused("{-1} 35", MAP_FAULT_SYNTAX, 0, "{-1}");
    assert_refused("{} 35", MAP_FAULT_SYNTAX, 0, "{}");
    assert_refused("{112 35", MAP_FAULT_SYNTAX, 0, "{112");
    assert_refused("{", MAP_FAULT_SYNTAX, 0, "{");
    assert_refused("{112}35", MAP_FAULT_SYNTAX, 0, "{112}35");
    assert_refused("{999} 35", MAP_FAULT_UNKNOWN_TILE, 0, "{999}");
    assert_refused("35 {112}", MAP_FAULT_SYNTAX, 2, "{112}");
    assert_refused("{112} {112}", MAP_FAULT_SYNTAX, 1, "{112}");
}

static void a_tile_that_does_not_exist_is_told_with_its_place(void **state)
{
    (void)state;
    assert_refused("{18} 35 125", MAP_FAULT_UNKNOWN_TILE, 2, "125");
    assert_refused("35B", MAP_FAULT_UNKNOWN_TILE, 1, "35B");
    assert_refused("0A", MAP_FAULT_UNKNOWN_TILE, 1, "0A");
    assert_refused("035", MAP_FAULT_UNKNOWN_TILE, 1, "035");
    assert_refused("4294967331", MAP_FAULT_UNKNOWN_TILE, 1, "4294967331");
    assert_refused("87A0 8712345", MAP_FAULT_UNKNOWN_TILE, 2, "8712345");
}

static void too_much_text_is_refused(void **state)
{
    (void)state;
    char text[MAP_TEXT_MAX + 1];
    memset(text, ' ', sizeof text);
    for (size_t entry = 0; entry < POSITIONS - 1; entry++)
        text[2 * entry] = '0';
    struct galaxy galaxy;
    struct map_faults faults;
    assert_true(map_string_parse(text, MAP_TEXT_MAX, &galaxy, &faults));
    assert_number(galaxy.positions[POSITIONS - 1].kind, POSITION_HOME);
    assert_false(map_string_parse(text, MAP_TEXT_MAX + 1, &galaxy, &faults));
    assert_number(faults.list[0].kind, MAP_FAULT_TOO_LONG);
    text[2 * (POSITIONS - 1)] = '0';
    assert_false(map_string_parse(text, MAP_TEXT_MAX, &galaxy, &faults));
    assert_number(faults.list[0].kind, MAP_FAULT_TOO_LONG);
    assert_number(faults.list[0].position, POSITIONS);
    assert_number(faults.list[0].entry_start, 2 * (POSITIONS - 1));
}

static void a_nul_byte_does_not_end_the_text(void **state)
{
    (void)state;
    struct galaxy galaxy;
    struct map_faults faults;
    assert_false(map_string_parse("35 \0 36", 7, &galaxy, &faults));
    assert_number(faults.list[0].kind, MAP_FAULT_SYNTAX);
    assert_number(faults.list[0].position, 2);
    assert_false(map_string_parse("87\0", 3, &galaxy, &faults));
    assert_number(faults.list[0].kind, MAP_FAULT_SYNTAX);
}

/* Numerical Recipes' linear congruential generator: the same strings in every run. */
static uint32_t draw(uint32_t *seed, uint32_t below)
{
    *seed = *seed * 1664525 + 1013904223;
    return (*seed >> 8) % below;
}

static void write_random_map(uint32_t *seed, char *text, size_t size)
{
    static const char *const pieces[] = {"0",   "-1",   "18",   "35",    "87A2",  "88b5", "121",
                                         "83a", "112",  "{18}", "{82B}", "124B0", " ",    ",",
                                         "\n",  ", , ", "96",   "19",    "1",     "5",    "A"};
    size_t count = sizeof pieces / sizeof pieces[0];
    text[0] = '\0';
    for (uint32_t left = draw(seed, 30); left > 0; left--) {
        strncat(text, pieces[draw(seed, (uint32_t)count)], size - strlen(text) - 1);
        if (draw(seed, 10) > 0)
            strncat(text, " ", size - strlen(text) - 1);
    }
}

static void printing_and_parsing_again_changes_nothing(void **state)
{
    (void)state;
    uint32_t seed = 20;
    unsigned accepted = 0;
    for (unsigned round = 0; round < 10000; round++) {
        char text[512], printed[MAP_STRING_MAX], again[MAP_STRING_MAX];
        struct galaxy galaxy;
        struct map_faults faults;
        write_random_map(&seed, text, sizeof text);
        if (!map_string_parse(text, strlen(text), &galaxy, &faults)) {
            assert_true(faults.list[0].kind != MAP_FAULT_NONE);
            assert_true(faults.list[0].entry_start + faults.list[0].entry_length <= strlen(text));
            continue;
        }
        accepted++;
        map_string_print(&galaxy, printed);
        struct galaxy second = parsed(printed);
        assert_same_galaxy(&second, &galaxy);
        map_string_print(&second, again);
        assert_string_equal(again, printed);
    }
    assert_in_range(accepted, 1000, 9000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_entry_is_read),
        cmocka_unit_test(without_braces_the_centre_is_mecatol_of_thunders_edge),
        cmocka_unit_test(a_number_alone_means_side_a),
        cmocka_unit_test(the_normal_form_is_the_same_for_all_spellings),
        cmocka_unit_test(a_galaxy_before_anything_is_laid_prints_as_nothing),
        cmocka_unit_test(the_longest_map_fits),
        cmocka_unit_test(what_is_no_entry_is_told_with_its_place),
        cmocka_unit_test(every_entry_that_is_none_is_told),
        cmocka_unit_test(no_more_faults_are_told_than_there_is_room_for),
        cmocka_unit_test(only_a_tile_in_front_can_be_the_centre),
        cmocka_unit_test(a_tile_that_does_not_exist_is_told_with_its_place),
        cmocka_unit_test(too_much_text_is_refused),
        cmocka_unit_test(a_nul_byte_does_not_end_the_text),
        cmocka_unit_test(printing_and_parsing_again_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
