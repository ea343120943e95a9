/*
 * Maps over HTTP: strings that are no maps, checks before creating, galaxies that are built, and
 * the string of the finished map. What a user would see go wrong: a fault without its place, a map
 * that cannot be pasted anywhere, a tile refused without a word of what would fit.
 */
#include <stdio.h>
#include <string.h>

#include "rules/map_string.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/one_stand.h"

static json_t *premade(size_t players, const char *string)
{
    return json_pack("{s:s, s:I, s:{s:s, s:s}, s:{s:[]}}", "name", "A map", "players",
                     (json_int_t)players, "map", "mode", "premade", "string", string, "options",
                     "expansions");
}

static json_t *built(size_t players, const char *layout)
{
    return json_pack("{s:s, s:I, s:{s:s, s:s*}}", "name", "A map", "players", (json_int_t)players,
                     "map", "mode", "build", "layout", layout);
}

static json_t *checked(json_t *body)
{
    struct answer answer = client_call(&stand.client, "POST", "/v1/games/check", NULL, body);
    return answer_take(&answer, 200);
}

/* The entry at INDEX of a list; fails the test if it is not there. */
static const json_t *entry_of(const json_t *object, const char *path, size_t index)
{
    const json_t *entry = json_array_get(value_at(object, path), index);
    if (!entry)
        fail_msg("%s has no entry %zu", path, index);
    return entry;
}

static void assert_fault(const json_t *check, size_t index, const char *code, json_int_t position,
                         const char *entry)
{
    const json_t *fault = entry_of(check, "map/faults", index);
    assert_string_equal(text_at(fault, "code"), code);
    assert_number(number_at(fault, "position"), position);
    assert_string_equal(text_at(fault, "entry"), entry);
    assert_non_null(strstr(text_at(fault, "detail"), entry));
}

static void every_fault_of_a_map_is_told_with_its_place(void **state)
{
    (void)state;
    json_t *check = checked(premade(3, "30 35 30 8X 59 999 16 0 0"));
    assert_true(json_is_false(value_at(check, "ok")));
    assert_string_equal(text_at(check, "problem"), "invalid_map");
    assert_true(json_is_null(value_at(check, "map/map_string")));
    assert_number(json_array_size(value_at(check, "map/faults")), 6);
    assert_fault(check, 0, "no_entry", 4, "8X");
    assert_fault(check, 1, "unknown_tile", 6, "999");
    assert_fault(check, 2, "tile_twice", 3, "30");
    assert_fault(check, 3, "expansion", 5, "59");
    assert_fault(check, 4, "home_tile", 7, "16");
    assert_string_equal(text_at(entry_of(check, "map/faults", 5), "code"), "home_locations");
    assert_number(number_at(check, "counts/home_locations/have"), 2);
    assert_number(number_at(check, "counts/home_locations/needed"), 3);
    json_decref(check);
}

static void creating_on_such_a_map_is_refused_with_all_of_it(void **state)
{
    (void)state;
    struct answer answer =
        client_call(&stand.client, "POST", "/v1/games", NULL, premade(3, "30 8X 30 9999 0 0 0"));
    json_t *problem = answer_take(&answer, 422);
    assert_string_equal(text_at(problem, "code"), "invalid_map");
    assert_non_null(strstr(text_at(problem, "detail"), "position 2 (8X)"));
    assert_number(json_array_size(value_at(problem, "errors")), 2);
    assert_string_equal(text_at(entry_of(problem, "errors", 1), "pointer"), "/map/string");
    json_decref(problem);

    answer = client_call(&stand.client, "POST", "/v1/games", NULL, premade(3, "30 59 30 0 0 0"));
    problem = answer_take(&answer, 422);
    assert_non_null(strstr(text_at(problem, "detail"), "position 2 (59)"));
    assert_number(json_array_size(value_at(problem, "errors")), 2);
    assert_non_null(strstr(text_at(entry_of(problem, "errors", 1), "detail"), "position 3 (30)"));
    json_decref(problem);
}

static void home_locations_are_counted(void **state)
{
    (void)state;
    json_t *check = checked(premade(4, "30 35 0 0 0"));
    assert_string_equal(text_at(check, "problem"), "bad_player_count");
    assert_number(number_at(check, "counts/home_locations/have"), 3);
    json_decref(check);
}

static void neighbours_are_worth_a_word_and_no_refusal(void **state)
{
    (void)state;
    json_t *check = checked(premade(3, " 41,42 26, 39\n0 0 -1 0 -1"));
    assert_true(json_is_true(value_at(check, "ok")));
    assert_string_equal(text_at(check, "map/map_string"), "41 42 26 39 0 0 -1 0");
    assert_number(json_array_size(value_at(check, "map/faults")), 0);
    assert_number(json_array_size(value_at(check, "map/warnings")), 2);
    const json_t *warning = entry_of(check, "map/warnings", 0);
    assert_string_equal(text_at(warning, "code"), "adjacent_anomalies");
    assert_number(json_integer_value(entry_of(warning, "positions", 1)), 2);
    warning = entry_of(check, "map/warnings", 1);
    assert_string_equal(text_at(warning, "code"), "equal_wormholes");
    assert_string_equal(json_string_value(entry_of(warning, "tiles", 0)), "26");
    json_decref(check);
}

static void layouts_are_checked_too(void **state)
{
    (void)state;
    json_t *check = checked(built(6, NULL));
    assert_true(json_is_true(value_at(check, "ok")));
    assert_string_equal(text_at(check, "map/layout"), "6p");
    json_decref(check);
    check = checked(built(6, "7p"));
    assert_string_equal(text_at(check, "problem"), "invalid_map");
    assert_string_equal(text_at(check, "detail"),
                        "The layout 7p is for 7 players; 6 players can build by 6p, 6p_large.");
    json_decref(check);
    check = checked(built(6, "hexagon"));
    assert_string_equal(text_at(entry_of(check, "map/faults", 0), "code"), "unknown_layout");
    assert_non_null(strstr(text_at(check, "detail"), "6p_large"));
    json_decref(check);
    struct answer answer =
        client_call(&stand.client, "POST", "/v1/games", NULL, built(6, "hexagon"));
    assert_problem(&answer, 422, "invalid_map");
}

/* Everything that is left out of "allowed" is refused; the first thing in it is accepted. */
static void a_refused_tile_is_told_what_fits(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 6, 91, NULL,
                 json_pack("{s:{s:s}}", "map", "mode", "build"));
    draft_join_all(&draft);
    draft_play_to(&draft, "galaxy");
    json_t *view = draft_view(&draft, DRAFT_PUBLIC);
    size_t player = waiting_player(view, 0);
    json_decref(view);
    view = draft_view(&draft, (int)player);
    const char *tile = json_string_value(json_array_get(value_at(view, "you/tiles"), 0));
    struct answer answer = draft_post(&draft, (int)player, "/galaxy/tiles",
                                      json_pack("{s:s, s:i}", "tile", tile, "position", 7));
    json_t *problem = answer_take(&answer, 422);
    assert_string_equal(text_at(problem, "code"), "inner_ring_open");
    const json_t *allowed = entry_of(problem, "allowed", 0);
    answer = draft_post(&draft, (int)player, "/galaxy/tiles",
                        json_pack("{s:O, s:O}", "tile", value_at(allowed, "tile"), "position",
                                  entry_of(allowed, "positions", 0)));
    json_decref(answer_take(&answer, 200));
    json_decref(problem);

    answer = draft_post(&draft, (int)player, "/galaxy/tiles",
                        json_pack("{s:s, s:i}", "tile", tile, "position", 2));
    assert_problem(&answer, 409, "not_your_turn");
    answer = draft_post(&draft, (int)player, "/galaxy/tiles", json_pack("{s:s}", "tile", tile));
    assert_problem(&answer, 422, "invalid_field");
    answer = draft_post(&draft, (int)player, "/undo",
                        json_pack("{s:I}", "version", number_at(view, "version") + 1));
    json_decref(answer_take(&answer, 200));
    json_decref(view);
    draft_free(&draft);
}

/* Home systems and gates lie where the homes were, and any tool can read the string. */
static void the_finished_map_can_be_pasted(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 5, 92, NULL,
                 json_pack("{s:{s:s}}", "map", "mode", "build"));
    draft_join_all(&draft);
    draft_play_to(&draft, NULL);
    json_t *view = draft_view(&draft, DRAFT_PUBLIC);
    const char *text = text_at(view, "galaxy/map_string");
    struct galaxy galaxy;
    struct map_faults faults;
    assert_true(map_string_parse(text, strlen(text), &galaxy, &faults));
    const json_t *players = value_at(view, "players");
    for (size_t i = 0; i < json_array_size(players); i++) {
        json_int_t home = number_at(json_array_get(players, i), "home_position");
        assert_number(galaxy.positions[home].kind, POSITION_TILE);
        enum tile_kind kind = catalogue_tiles[galaxy.positions[home].tile].kind;
        assert_true(kind == TILE_HOME || kind == TILE_GATE);
    }
    for (size_t position = 1; position < POSITIONS; position++)
        assert_number(galaxy.positions[position].kind,
                      position < 37 ? POSITION_TILE : POSITION_EMPTY);
    json_decref(view);
    draft_free(&draft);
}

static struct answer picture(const struct draft *draft, const char *query, const char *tag)
{
    char path[256];
    snprintf(path, sizeof path, "/map.svg%s", query);
    char full[512];
    snprintf(full, sizeof full, "%s", draft_path(draft, path));
    char condition[128];
    snprintf(condition, sizeof condition, "If-None-Match: %s", tag ? tag : "");
    const char *const headers[] = {tag ? condition : NULL, NULL};
    const struct play_request request = {.method = "GET", .path = full, .headers = headers};
    return client_send(&stand.client, &request);
}

static void the_board_is_a_picture_at_every_moment(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 7, 93, NULL,
                 json_pack("{s:{s:s}}", "map", "mode", "build"));
    draft_join_all(&draft);
    draft_play_to(&draft, "galaxy");
    struct answer first = picture(&draft, "", NULL);
    assert_number(first.status, 200);
    assert_string_equal(answer_header(&first, "content-type"), "image/svg+xml");
    char tag[64];
    snprintf(tag, sizeof tag, "%s", answer_header(&first, "etag"));
    struct answer again = picture(&draft, "", NULL);
    assert_number(first.raw.body.length, again.raw.body.length);
    assert_memory_equal(first.raw.body.bytes, again.raw.body.bytes, first.raw.body.length);
    answer_free(&again);
    answer_free(&first);
    again = picture(&draft, "", tag);
    assert_number(again.status, 304);
    answer_free(&again);
    again = picture(&draft, "?theme=dark", tag);
    assert_number(again.status, 200);
    answer_free(&again);
    assert_true(draft_move(&draft));
    again = picture(&draft, "", tag);
    assert_number(again.status, 200);
    answer_free(&again);
    again = picture(&draft, "?theme=neon", NULL);
    assert_problem(&again, 422, "invalid_field");
    again = picture(&draft, "?size=3", NULL);
    assert_problem(&again, 422, "invalid_field");
    draft_free(&draft);
}

static void without_a_map_there_is_no_picture(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 3, 94, NULL, NULL);
    struct answer answer = picture(&draft, "", NULL);
    assert_problem(&answer, 404, "not_found");
    draft_free(&draft);
    draft_create(&draft, &stand.client, 3, 95, NULL,
                 json_pack("{s:s, s:{s:s}}", "visibility", "private", "map", "mode", "build"));
    answer = picture(&draft, "", NULL);
    assert_problem(&answer, 404, "not_found");
    draft_free(&draft);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fault_of_a_map_is_told_with_its_place),
        cmocka_unit_test(creating_on_such_a_map_is_refused_with_all_of_it),
        cmocka_unit_test(home_locations_are_counted),
        cmocka_unit_test(neighbours_are_worth_a_word_and_no_refusal),
        cmocka_unit_test(layouts_are_checked_too),
        cmocka_unit_test(a_refused_tile_is_told_what_fits),
        cmocka_unit_test(the_finished_map_can_be_pasted),
        cmocka_unit_test(the_board_is_a_picture_at_every_moment),
        cmocka_unit_test(without_a_map_there_is_no_picture),
    };
    return cmocka_run_group_tests(tests, stand_set_up, stand_tear_down);
}
