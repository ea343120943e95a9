/*
 * Pictures of maps, against approved ones that a person has looked at. What a user would see go
 * wrong: a picture that changes without need, a name that breaks it, a tile that is missing.
 *
 * With SPLICED_APPROVE=1 in the environment the files are written anew: render them (for instance
 * with rsvg-convert) and look at each before committing it.
 */
#include "service/picture/map_svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/layout.h"
#include "rules/map_string.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"

enum { SVG_BYTES_MAX = 262144 };

static const char *const names[PLAYERS_MAX] = {
    "Ada",
    "Barbara",
    "Claude <&> Co",
    "Dennis",
    "Edsger",
    "Frances the Long-Named",
    "\xe7\xbe\x85\xe5\xb0\x94\xe7\x88\xb1\xe5\xa4\x9a\xe6\x81\xa9\xe6\x96\xaf", /* six wide letters
                                                                                 */
    "Hedy"};

static struct record record;

/* A game on MAP, whose homes belong to p1, p2, … in the order of the positions. */
static void begin(uint8_t players, const char *map, const uint8_t *homes)
{
    struct map_faults faults;
    record_begin(&record, "01kb8q5n3c7v9x2d4f6g8h0j1k");
    record.game = game_none();
    record.game.version = 42;
    record.game.setup.players = players;
    record.game.setup.map.mode = MAP_PREMADE;
    assert_true(map_string_parse(map, strlen(map), &record.game.table.galaxy, &faults));
    snprintf(record.created.name, sizeof record.created.name, "Friday \"Table\" & <Co>");
    for (uint8_t player = 0; player < players; player++) {
        struct seat_cards *cards = &record.game.table.players[player];
        snprintf(record.people[player].name, sizeof record.people[player].name, "%s",
                 names[player]);
        if (homes == NULL)
            continue;
        cards->home_position = homes[player];
        cards->king = player;
        for (uint16_t faction = 0; faction < FACTIONS_MAX; faction++)
            if (catalogue_factions[faction].board_tile ==
                record.game.table.galaxy.positions[homes[player]].tile)
                cards->home_faction = faction;
    }
}

static struct buffer drawn(enum map_theme theme)
{
    struct buffer svg = buffer_new(SVG_BYTES_MAX);
    map_svg_write(&record, theme, &svg);
    assert_false(buffer_failed(&svg));
    buffer_char(&svg, '\0');
    svg.length--;
    return svg;
}

static void approve(const char *path, const struct buffer *svg)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_number(fwrite(svg->bytes, 1, svg->length, file), svg->length);
    assert_number(fclose(file), 0);
}

static void assert_approved(const char *name, enum map_theme theme)
{
    char path[4096];
    size_t length;
    snprintf(path, sizeof path, SOURCE_DIR "/tests/approved/%s.svg", name);
    struct buffer svg = drawn(theme);
    if (getenv("SPLICED_APPROVE"))
        approve(path, &svg);
    char *approved = test_file_read(path, &length);
    if (svg.length != length || memcmp(svg.bytes, approved, length) != 0)
        fail_msg("%s.svg has changed; see the top of this file", name);
    free(approved);
    buffer_free(&svg);
}

static const char three[] =
    "99 27 50 97 101 23 61 29 31 106 20 72 41 39 60 34 38 75 -1 -1 49 58 71 "
    "-1 -1 -1 65 11 22 -1 -1 -1 46 9 68";
static const uint8_t three_homes[] = {22, 28, 34};
static const char six[] =
    "24 68 106 75 22 110 74 34 26 46 79 77 80 76 25 117 50 42 92 35 64 17 113 "
    "33 7 36 99 58 44 116 15 20 61 11 39 65";
static const uint8_t six_homes[] = {19, 22, 25, 28, 31, 34};

static void maps_of_three_rings_look_as_approved(void **state)
{
    (void)state;
    begin(3, three, three_homes);
    assert_approved("map_3p", MAP_THEME_AUTO);
    begin(4,
          "85A3 29 40 121A0 110 70 79 87A3 28 42 102 124A0 43 123A0 47 24 104 88A3 86A3 84A3 101 "
          "58 109 67 6 30 119A0 122A0 120A0 62 57 80 114 95 37 83A3",
          (const uint8_t[]){22, 25, 31, 34});
    assert_approved("map_4p", MAP_THEME_AUTO);
    begin(5,
          "114 48 63 121A0 80 20 31 32 66 117 78 124A0 37 123A0 46 99 68 40 3 101 45 9 23 30 5 70 "
          "119A0 122A0 120A0 29 10 76 72 2 75 50",
          (const uint8_t[]){19, 22, 25, 31, 34});
    assert_approved("map_5p", MAP_THEME_AUTO);
    begin(6, six, six_homes);
    assert_approved("map_6p", MAP_THEME_AUTO);
    assert_approved("map_6p_dark", MAP_THEME_DARK);
}

static void maps_of_four_rings_look_as_approved(void **state)
{
    (void)state;
    begin(7,
          "80 98 115 21 60 97 101 78 22 75 30 107 85A0 103 48 41 26 109 31 25 24 64 34 28 67 77 "
          "88A0 116 87A0 111 42 39 27 20 45 61 10 40 49 54 46 37 16 102 29 52 70 83A0 86A0 84A0 "
          "104 8 50 38 2 69 108 4 73 113",
          (const uint8_t[]){37, 40, 43, 46, 52, 55, 58});
    assert_approved("map_7p", MAP_THEME_AUTO);
    begin(8,
          "44 20 114 36 34 22 60 97 79 98 49 109 45 99 116 108 76 66 67 25 63 104 23 21 43 72 35 "
          "33 24 111 27 50 28 62 80 65 12 68 26 1 37 47 95 102 101 6 113 115 14 41 71 13 117 73 7 "
          "40 75 4 77 74",
          (const uint8_t[]){37, 40, 43, 46, 49, 52, 55, 58});
    assert_approved("map_8p", MAP_THEME_AUTO);
}

/* The seats have homes and no kings yet; two rings are half full. */
static void a_galaxy_under_way_looks_as_approved(void **state)
{
    (void)state;
    begin(6, six, NULL);
    struct galaxy finished = record.game.table.galaxy;
    record.game.setup.map.mode = MAP_BUILD;
    record.game.setup.map.layout = layout_find("6p", 2);
    layout_lay_out(record.game.setup.map.layout, &record.game.table.galaxy);
    for (uint8_t position = 1; position < 12; position++)
        record.game.table.galaxy.positions[position] = finished.positions[position];
    for (uint8_t player = 0; player < 6; player++)
        record.game.table.players[player].home_position = six_homes[player];
    assert_approved("map_building", MAP_THEME_AUTO);
}

/* Nobody has claimed a home; the map has gaps, another centre, turned hyperlanes, a nexus. */
static void a_premade_map_looks_as_approved(void **state)
{
    (void)state;
    begin(3, "{18} 35 87A2 82B0 88B1 30 83B4 0 98 -1 -1 0 101 81 109 0 -1 114 -1 66 -1 45", NULL);
    assert_approved("map_premade", MAP_THEME_AUTO);
}

static void names_cannot_break_the_picture(void **state)
{
    (void)state;
    begin(6, six, six_homes);
    struct buffer svg = drawn(MAP_THEME_LIGHT);
    assert_non_null(strstr(svg.bytes, "Friday \"Table\" &amp; &lt;Co&gt;"));
    assert_non_null(strstr(svg.bytes, ">Claude &lt;\xe2\x80\xa6<"));
    assert_non_null(strstr(svg.bytes, ">Frances\xe2\x80\xa6<"));
    assert_non_null(
        strstr(svg.bytes, "Frances the Long-Named has the home at position 34, tile 11"));
    assert_null(strstr(svg.bytes, "<&>"));
    buffer_free(&svg);
}

static void every_tile_can_be_drawn(void **state)
{
    (void)state;
    begin(3, three, three_homes);
    for (uint16_t tile = 0; tile < catalogue_tile_count; tile++) {
        for (uint8_t position = 1; position <= 2; position++)
            record.game.table.galaxy.positions[position] =
                (struct position){POSITION_TILE, tile, (uint8_t)(tile % 6)};
        struct buffer svg = drawn(MAP_THEME_AUTO);
        char title[64];
        snprintf(title, sizeof title, "<title>Position 2: tile %s", catalogue_tiles[tile].id);
        assert_non_null(strstr(svg.bytes, title));
        buffer_free(&svg);
    }
}

/* What a theme leaves out must be the other colours, nothing else. */
static void themes_differ_in_colours_alone(void **state)
{
    (void)state;
    assert_number(map_theme_find("auto"), MAP_THEME_AUTO);
    assert_number(map_theme_find("dark"), MAP_THEME_DARK);
    assert_number(map_theme_find(""), MAP_THEMES);
    assert_number(map_theme_find("Light"), MAP_THEMES);
    begin(6, six, six_homes);
    struct buffer pictures[MAP_THEMES];
    for (enum map_theme theme = 0; theme < MAP_THEMES; theme++)
        pictures[theme] = drawn(theme);
    assert_non_null(strstr(pictures[MAP_THEME_AUTO].bytes, "prefers-color-scheme:dark"));
    assert_null(strstr(pictures[MAP_THEME_LIGHT].bytes, "prefers-color-scheme"));
    assert_null(strstr(pictures[MAP_THEME_DARK].bytes, "prefers-color-scheme"));
    const char *end = "</style>";
    for (enum map_theme theme = 1; theme < MAP_THEMES; theme++)
        assert_string_equal(strstr(pictures[theme].bytes, end), strstr(pictures[0].bytes, end));
    for (enum map_theme theme = 0; theme < MAP_THEMES; theme++)
        buffer_free(&pictures[theme]);
}

/* Tile hands, kings to come, cards: a picture has no more than everybody may see. */
static void hands_are_not_in_the_picture(void **state)
{
    (void)state;
    begin(6, six, six_homes);
    struct buffer before = drawn(MAP_THEME_AUTO);
    struct seat_cards *cards = &record.game.table.players[0];
    cards->tiles = (struct tile_hand){.count = 2, .tiles = {5, 6}};
    cards->hand_count = 1;
    cards->hand[0] = 3;
    struct buffer after = drawn(MAP_THEME_AUTO);
    assert_string_equal(before.bytes, after.bytes);
    buffer_free(&before);
    buffer_free(&after);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_of_three_rings_look_as_approved),
        cmocka_unit_test(maps_of_four_rings_look_as_approved),
        cmocka_unit_test(a_galaxy_under_way_looks_as_approved),
        cmocka_unit_test(a_premade_map_looks_as_approved),
        cmocka_unit_test(names_cannot_break_the_picture),
        cmocka_unit_test(every_tile_can_be_drawn),
        cmocka_unit_test(themes_differ_in_colours_alone),
        cmocka_unit_test(hands_are_not_in_the_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
