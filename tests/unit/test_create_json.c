/*
 * Bodies that create a game: players, texts, metadata, options and maps. What is right is
 * understood, what is wrong is told with its place.
 */
#include <stdlib.h>
#include <string.h>

#include "service/json/command_json.h"
#include "service/json/view_json.h"
#include "tests/support/bodies.h"
#include "tests/support/cmocka_all.h"

static struct create_request request;

static bool create(const char *json, struct json_faults *ret_faults)
{
    *ret_faults = (struct json_faults){0};
    json_t *object = body_of(json);
    bool fine = read_create(object, &request, ret_faults);
    json_decref(object);
    assert_true(fine == (ret_faults->count == 0));
    return fine;
}

static void assert_created(const char *json)
{
    struct json_faults faults;
    assert_no_fault(json, create(json, &faults), &faults);
}

static void assert_create_fault(const char *json, const char *pointer)
{
    struct json_faults faults;
    assert_fault_told(json, create(json, &faults), &faults, pointer);
}

/* The options as JSON, for the caller to free. */
static char *options_text(const struct options *options)
{
    struct buffer buffer = buffer_new(4096);
    struct json_writer writer = json_writer_start(&buffer);
    options_write(options, &writer);
    buffer_char(&buffer, '\0');
    size_t length;
    char *text = buffer_take(&buffer, &length);
    assert_non_null(text);
    return text;
}

static void assert_same_options(const struct options *got, const struct options *want)
{
    char *got_text = options_text(got), *want_text = options_text(want);
    assert_string_equal(got_text, want_text);
    free(got_text);
    free(want_text);
}

static void a_create_needs_nothing_but_players(void **state)
{
    (void)state;
    assert_created("{\"players\":6}");
    assert_number(request.command.type, COMMAND_CREATE);
    assert_number(request.command.create.players, 6);
    assert_number(request.command.create.map.mode, MAP_NONE);
    struct options options = options_default();
    assert_same_options(&request.command.create.options, &options);
    assert_string_equal(request.details.metadata, "{}");
    assert_string_equal(request.details.name, "Untitled game");
    assert_false(request.details.is_private);
}

static void players_may_be_listed(void **state)
{
    (void)state;
    assert_created("{\"name\":\"Friday\",\"players\":[{\"name\":\"Ann\",\"external_id\":\"d:1\"},"
                   "{},{\"name\":\"Zoë\"}]}");
    assert_number(request.command.create.players, 3);
    assert_string_equal(request.details.names[0], "Ann");
    assert_string_equal(request.details.external_ids[0], "d:1");
    assert_string_equal(request.details.names[1], "");
    assert_string_equal(request.details.names[2], "Zoë");
}

static void a_number_of_players_is_for_the_rules_to_refuse(void **state)
{
    (void)state;
    assert_created("{\"players\":0}");
    assert_number(request.command.create.players, 0);
    assert_created("{\"players\":9}");
    assert_number(request.command.create.players, 9);
    assert_created("{\"players\":[{},{},{},{},{},{},{},{},{},{\"name\":\"Ten\"}]}");
    assert_number(request.command.create.players, 10);
    assert_create_fault("{\"players\":-1}", "/players");
    assert_create_fault("{\"players\":256}", "/players");
    assert_create_fault("{\"players\":3.0}", "/players");
    assert_create_fault("{\"players\":\"3\"}", "/players");
    assert_create_fault("{\"players\":{}}", "/players");
    assert_create_fault("{\"name\":\"x\"}", "/players");
}

static void texts_of_a_create_are_checked(void **state)
{
    (void)state;
    assert_create_fault("{\"players\":3,\"name\":\"\"}", "/name");
    assert_create_fault("{\"players\":3,\"name\":\" x\"}", "/name");
    assert_create_fault("{\"players\":3,\"name\":\"a\\u202eb\"}", "/name");
    assert_create_fault("{\"players\":3,\"name\":7}", "/name");
    assert_create_fault("{\"players\":3,\"visibility\":\"secret\"}", "/visibility");
    assert_create_fault("{\"players\":[{},{\"name\":\"a\\nb\"},{}]}", "/players/1/name");
    assert_create_fault("{\"players\":[{},{\"nam\":\"a\"},{}]}", "/players/1/nam");
    assert_create_fault("{\"players\":[3]}", "/players/0");
    assert_create_fault("{\"players\":3,\"colour\":\"red\"}", "/colour");
}

static void all_faults_of_a_body_are_told_at_once(void **state)
{
    (void)state;
    struct json_faults faults;
    assert_false(create("{\"name\":1,\"players\":true,\"options\":{\"allow_recommit\":\"on\"},"
                        "\"map\":{\"mode\":\"flat\"},\"metadata\":{\"a\":1}}",
                        &faults));
    assert_number(faults.count, 5);
}

static void metadata_is_kept_sorted_and_compact(void **state)
{
    (void)state;
    assert_created(
        "{\"players\":3,\"metadata\":{\"b\": \"2\", \"a\": \"\", \"B\": \"é \\\"q\\\"\"}}");
    assert_string_equal(request.details.metadata, "{\"B\":\"é \\\"q\\\"\",\"a\":\"\",\"b\":\"2\"}");
    assert_create_fault("{\"players\":3,\"metadata\":{\"a\":1}}", "/metadata/a");
    assert_create_fault("{\"players\":3,\"metadata\":{\"a\":\"x\\ny\"}}", "/metadata/a");
    assert_create_fault("{\"players\":3,\"metadata\":{\"é\":\"x\"}}", "/metadata/é");
    assert_create_fault("{\"players\":3,\"metadata\":{\"\":\"x\"}}", "/metadata/");
    assert_create_fault("{\"players\":3,\"metadata\":[]}", "/metadata");
}

/* {"players":3,"metadata":{"a":VALUE,"b":VALUE,…}} with COUNT entries. */
static void write_metadata_body(char *ret_json, size_t room, size_t count, const char *value)
{
    snprintf(ret_json, room, "{\"players\":3,\"metadata\":{");
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(ret_json);
        snprintf(ret_json + length, room - length, "%s\"%c\":\"%s\"", i > 0 ? "," : "",
                 (char)('a' + i), value);
    }
    strncat(ret_json, "}}", room - strlen(ret_json) - 1);
}

static void metadata_has_a_size(void **state)
{
    (void)state;
    static char json[20000];
    char value[2 * METADATA_VALUE_POINTS + 3] = "";
    write_metadata_body(json, sizeof json, METADATA_ENTRIES_MAX, "x");
    assert_created(json);
    write_metadata_body(json, sizeof json, METADATA_ENTRIES_MAX + 1, "x");
    assert_create_fault(json, "/metadata");
    for (int i = 0; i < METADATA_VALUE_POINTS; i++)
        strncat(value, "é", sizeof value - strlen(value) - 1);
    write_metadata_body(json, sizeof json, 9, value);
    assert_created(json);
    write_metadata_body(json, sizeof json, METADATA_ENTRIES_MAX, value);
    assert_create_fault(json, "/metadata");
    strncat(value, "x", sizeof value - strlen(value) - 1);
    write_metadata_body(json, sizeof json, 1, value);
    assert_create_fault(json, "/metadata/a");
}

static void assert_option_fault(const char *options, const char *pointer)
{
    char json[400];
    snprintf(json, sizeof json, "{\"players\":3,\"options\":%s}", options);
    assert_create_fault(json, pointer);
}

static void options_are_understood(void **state)
{
    (void)state;
    assert_created(
        "{\"players\":3,\"options\":{\"expansions\":[],\"table_order\":\"shuffled\","
        "\"allow_recommit\":false,\"faction_pool\":\"all30\",\"premade_seating\":\"by_priority\","
        "\"speaker_slot\":\"random\",\"placement_exception\":\"tile\","
        "\"hyperlane_adjacency\":false,\"open_tile_hands\":true,\"ground_in_space\":true,"
        "\"no_pok_mech\":\"infantry\",\"show_splice_types\":true,\"inaugural_faction_tech\":true,"
        "\"blockade_return\":\"owner_choice\",\"blockade_blocks_capture\":false,"
        "\"capture_neutral\":true,\"disclosure\":\"never\",\"auto_start\":false,"
        "\"passing\":\"pipelined\"}}");
    const struct options *options = &request.command.create.options;
    assert_false(options->pok || options->allow_recommit || options->hyperlane_adjacency ||
                 options->blockade_blocks_capture || options->disclose || options->auto_start);
    assert_true(options->table_order_random && options->seating_by_priority &&
                options->speaker_slot_random && options->placement_exception_tile &&
                options->open_tile_hands && options->ground_in_space &&
                options->no_pok_mech_infantry && options->show_splice_types &&
                options->inaugural_faction_tech && options->blockade_return_owner_choice &&
                options->capture_neutral && options->passing_pipelined);
    assert_number(options->faction_pool, POOL_ALL30);
}

static void factions_are_listed_or_banned(void **state)
{
    (void)state;
    const struct options *options = &request.command.create.options;
    assert_created(
        "{\"players\":3,\"options\":{\"factions\":{\"only\":[\"yin\",\"sol\",\"yin\"]}}}");
    assert_number(options->faction_filter, FILTER_ONLY);
    assert_number(options->faction_pool, POOL_CUSTOM);
    assert_number(options->faction_count, 3);
    assert_number(options->factions[0], card_find("yin", 3));
    assert_created("{\"players\":3,\"options\":{\"factions\":{\"ban\":[\"creuss\"]}}}");
    assert_number(options->faction_filter, FILTER_BAN);
    assert_number(options->faction_pool, POOL_BY_EXPANSION);
    assert_created("{\"players\":3,\"options\":{\"factions\":null}}");
    assert_number(options->faction_filter, FILTER_NONE);
}

static void wrong_options_are_told(void **state)
{
    (void)state;
    assert_option_fault("{\"table_order\":\"alphabetical\"}", "/options/table_order");
    assert_option_fault("{\"table_order\":true}", "/options/table_order");
    assert_option_fault("{\"allow_recommit\":\"off\"}", "/options/allow_recommit");
    assert_option_fault("{\"alow_recommit\":true}", "/options/alow_recommit");
    assert_option_fault("{\"passing\":\"at_once\"}", "/options/passing");
    assert_option_fault("{\"faction_pool\":\"some\"}", "/options/faction_pool");
    assert_option_fault("{\"faction_pool\":\"custom\"}", "/options/faction_pool");
    assert_option_fault("{\"faction_pool\":\"by_expansion\",\"factions\":{\"only\":[\"sol\"]}}",
                        "/options/faction_pool");
    assert_option_fault("{\"faction_pool\":\"all30\",\"factions\":{\"only\":[\"sol\"]}}",
                        "/options/faction_pool");
    assert_option_fault("{\"expansions\":[\"te\"]}", "/options/expansions");
    assert_option_fault("{\"expansions\":\"pok\"}", "/options/expansions");
    assert_option_fault("{\"expansions\":[\"pok\",\"pok\"]}", "/options/expansions");
    assert_option_fault("{\"factions\":[\"sol\"]}", "/options/factions");
    assert_option_fault("{\"factions\":{}}", "/options/factions");
    assert_option_fault("{\"factions\":{\"only\":[],\"ban\":[]}}", "/options/factions");
    assert_option_fault("{\"factions\":{\"only\":[\"sol\",\"soll\"]}}", "/options/factions/only/1");
    assert_option_fault("{\"factions\":{\"ban\":[\"armada\"]}}", "/options/factions/ban/0");
    assert_option_fault("{\"factions\":{\"ban\":[7]}}", "/options/factions/ban/0");
    assert_option_fault("[]", "/options");
}

static void options_that_are_written_are_read_again(void **state)
{
    (void)state;
    struct options options = options_default();
    options.pok = false;
    options.speaker_slot_random = true;
    options.disclose = false;
    options.faction_filter = FILTER_BAN;
    options.factions[options.faction_count++] = card_find("sol", 3);
    char *text = options_text(&options);
    json_t *object = body_of(text);
    char *sorted = json_dumps(object, JSON_COMPACT | JSON_SORT_KEYS);
    assert_string_equal(text, sorted);
    struct options again;
    struct json_faults faults = {0};
    assert_true(read_options(object, "/options", &again, &faults));
    assert_same_options(&again, &options);
    assert_false(again.pok || again.disclose);
    free(sorted);
    free(text);
    json_decref(object);
}

static void maps_are_understood(void **state)
{
    (void)state;
    assert_created(
        "{\"players\":3,\"map\":{\"mode\":\"premade\",\"string\":\"35 87A2 -1 0 0 0\"}}");
    assert_number(request.map_faults.count, 0);
    const struct map *map = &request.command.create.map;
    assert_number(map->mode, MAP_PREMADE);
    assert_number(map->galaxy.positions[2].tile, tile_find("87A", 3));
    assert_number(map->galaxy.positions[2].rotation, 2);
    assert_number(map->galaxy.positions[5].kind, POSITION_HOME);
    assert_created("{\"players\":3,\"map\":{\"mode\":\"none\"}}");
    assert_number(request.command.create.map.mode, MAP_NONE);
    assert_created("{\"players\":3,\"map\":{\"mode\":\"build\"}}");
    assert_number(map->mode, MAP_BUILD);
    assert_number(map->layout, LAYOUT_NONE);
    assert_created("{\"players\":7,\"map\":{\"layout\":\"7p_alt\",\"mode\":\"build\"}}");
    assert_number(map->layout, layout_find("7p_alt", 6));
}

static void a_layout_that_there_is_not_is_told_with_those_that_there_are(void **state)
{
    (void)state;
    assert_created("{\"players\":6,\"map\":{\"layout\":\"6P\",\"mode\":\"build\"}}");
    assert_number(request.map_faults.count, 1);
    assert_string_equal(request.map_faults.list[0].detail,
                        "There is no such layout; the layouts are 3p, 4p_lrr, 4p_te, 5p_lrr, "
                        "5p_te, 6p, 6p_large, 7p, 7p_alt, 8p, 8p_alt.");
}

static void a_map_string_that_is_none_is_told_with_the_entry(void **state)
{
    (void)state;
    assert_created("{\"players\":3,\"map\":{\"mode\":\"premade\",\"string\":\"35 8X 0\"}}");
    assert_number(request.map_faults.count, 1);
    assert_non_null(strstr(request.map_faults.list[0].detail, "position 2"));
    assert_non_null(strstr(request.map_faults.list[0].detail, "8X"));
    assert_created("{\"players\":3,\"map\":{\"mode\":\"premade\",\"string\":\"35 \xc3\xa9 0\"}}");
    assert_non_null(strstr(request.map_faults.list[0].detail, "position 2"));
    assert_null(strstr(request.map_faults.list[0].detail, "é"));
}

static void wrong_maps_are_told(void **state)
{
    (void)state;
    assert_create_fault("{\"players\":3,\"map\":{}}", "/map/mode");
    assert_create_fault("{\"players\":3,\"map\":{\"mode\":\"flat\"}}", "/map/mode");
    assert_create_fault("{\"players\":3,\"map\":{\"mode\":\"premade\"}}", "/map/string");
    assert_create_fault("{\"players\":3,\"map\":{\"mode\":\"none\",\"string\":\"0\"}}",
                        "/map/string");
    assert_create_fault(
        "{\"players\":3,\"map\":{\"mode\":\"premade\",\"string\":\"0\",\"layout\":\"3p\"}}",
        "/map/layout");
    assert_create_fault("{\"players\":3,\"map\":\"premade\"}", "/map");
    assert_create_fault("{\"players\":3,\"map\":{\"mode\":\"none\",\"string\":null}}",
                        "/map/string");
    assert_create_fault("{\"players\":3,\"map\":{\"mode\":\"build\",\"layout\":null}}",
                        "/map/layout");
}

/* As long as the rules read it, and as the description of the API says. */
static void a_map_string_may_be_as_long_as_the_rules_take_it(void **state)
{
    (void)state;
    char json[MAP_TEXT_MAX + 128];
    static const char before[] = "{\"players\":3,\"map\":{\"mode\":\"premade\",\"string\":\"";
    for (int length = MAP_TEXT_MAX; length <= MAP_TEXT_MAX + 1; length++) {
        snprintf(json, sizeof json, "%s%-*s\"}}", before, length, "0");
        if (length > MAP_TEXT_MAX)
            assert_create_fault(json, "/map/string");
        else
            assert_created(json);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_create_needs_nothing_but_players),
        cmocka_unit_test(players_may_be_listed),
        cmocka_unit_test(a_number_of_players_is_for_the_rules_to_refuse),
        cmocka_unit_test(texts_of_a_create_are_checked),
        cmocka_unit_test(all_faults_of_a_body_are_told_at_once),
        cmocka_unit_test(metadata_is_kept_sorted_and_compact),
        cmocka_unit_test(metadata_has_a_size),
        cmocka_unit_test(options_are_understood),
        cmocka_unit_test(factions_are_listed_or_banned),
        cmocka_unit_test(wrong_options_are_told),
        cmocka_unit_test(options_that_are_written_are_read_again),
        cmocka_unit_test(maps_are_understood),
        cmocka_unit_test(a_layout_that_there_is_not_is_told_with_those_that_there_are),
        cmocka_unit_test(a_map_string_that_is_none_is_told_with_the_entry),
        cmocka_unit_test(a_map_string_may_be_as_long_as_the_rules_take_it),
        cmocka_unit_test(wrong_maps_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
