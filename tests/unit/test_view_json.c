/*
 * Views: what a game shows in the lobby, while it is set up and in play.
 */
#include "service/json/view_json.h"

#include <string.h>

#include "tests/support/client.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/log_play.h"
#include "tests/support/view_reader.h"

static struct log_play play;

static void a_lobby_shows_who_is_missing(void **state)
{
    (void)state;
    struct setup setup = log_play_setup();
    log_play_begin(&play, 1, &setup, NULL, NULL);
    struct command join = {.type = COMMAND_JOIN, .player = 0};
    assert_number(log_play_run(&play, &join), ACCEPTED);
    json_t *lobby = view_object(&play.record, AUDIENCE_PUBLIC);
    assert_string_equal(text_at(lobby, "status"), "lobby");
    assert_null_at(lobby, "step");
    assert_null_at(lobby, "you");
    assert_null_at(lobby, "seats");
    assert_null_at(lobby, "supply");
    json_t *players = member_at(lobby, "players");
    assert_true(json_is_true(member_at(json_array_get(players, 0), "joined")));
    assert_false(json_is_true(member_at(json_array_get(players, 1), "joined")));
    assert_string_equal(text_at(json_array_get(players, 1), "name"), "Ann");
    assert_null_at(json_array_get(players, 2), "name");
    json_t *entropy = member_at(member_at(lobby, "fairness"), "entropy");
    assert_number(strlen(text_at(member_at(entropy, "p1"), "value")), 64);
    assert_null_at(entropy, "p2");
    json_decref(lobby);
}

static void past_picks_are_remembered_for_their_owner(void **state)
{
    (void)state;
    struct setup setup = log_play_setup();
    log_play_begin_started(&play, 4, &setup);
    log_play_to(&play, STEPS);
    json_t *own = view_object(&play.record, AUDIENCE_PLAYER);
    json_t *history = member_at(member_at(own, "you"), "history");
    assert_number(json_array_size(history), PICKS_MAX - 1);
    json_t *first = json_array_get(history, 0);
    assert_string_equal(text_at(first, "step"), "faction_draft");
    assert_number(json_array_size(member_at(first, "hand")), 3);
    assert_number(strlen(text_at(first, "nonce")), 64);
    assert_true(text_at(first, "picked")[0] != '\0');
    json_decref(own);
}

static void a_map_shows_where_homes_will_be(void **state)
{
    (void)state;
    struct setup setup = log_play_premade_setup();
    log_play_begin_started(&play, 5, &setup);
    json_t *public_view = view_object(&play.record, AUDIENCE_PUBLIC);
    json_t *galaxy = member_at(public_view, "galaxy");
    assert_string_equal(text_at(galaxy, "map_string"), "35 87A2 -1 0 0 0");
    assert_number(json_array_size(member_at(galaxy, "home_positions")), 3);
    assert_number(number_at(member_at(member_at(galaxy, "tiles"), "2"), "rotation"), 120);
    assert_null(json_object_get(member_at(galaxy, "tiles"), "4"));
    json_decref(public_view);
    log_play_to(&play, STEP_KINGS);
    public_view = view_object(&play.record, AUDIENCE_PUBLIC);
    galaxy = member_at(public_view, "galaxy");
    assert_number(json_array_size(member_at(galaxy, "home_positions")), 3);
    assert_number(json_object_size(member_at(galaxy, "tiles")), 6);
    json_decref(public_view);
}

static void a_game_in_play_shows_tableaus_and_supply(void **state)
{
    (void)state;
    struct setup setup = log_play_setup();
    log_play_begin_started(&play, 6, &setup);
    log_play_to(&play, STEPS);
    json_t *public_view = view_object(&play.record, AUDIENCE_PUBLIC);
    json_t *player = json_array_get(member_at(public_view, "players"), 1);
    json_t *tableau = member_at(player, "tableau");
    assert_number(json_array_size(member_at(tableau, "abilities")), 2);
    assert_number(json_object_size(member_at(tableau, "unit_upgrades")), 1);
    assert_false(
        json_is_true(member_at(json_array_get(member_at(tableau, "genomes"), 0), "exhausted")));
    assert_number(number_at(member_at(tableau, "technologies"), "colourless"), 1);
    assert_number(json_object_size(member_at(player, "units")), UNITS);
    assert_number(json_array_size(member_at(public_view, "strategy_cards")), 8);
    assert_number(
        number_at(member_at(member_at(public_view, "supply"), "command_tokens"), "tactic"), 3);
    assert_number(json_array_size(member_at(member_at(public_view, "fairness"), "seeds")), 1);
    json_decref(public_view);
}

static void every_disclosed_seed_is_the_link_of_the_next(void **state)
{
    (void)state;
    struct setup setup = log_play_setup();
    log_play_begin_started(&play, 1, &setup);
    play.record.disclosed = 3;
    memset(play.record.last_seed, 7, SEED_BYTES);
    json_t *public_view = view_object(&play.record, AUDIENCE_PUBLIC);
    json_t *seeds = member_at(member_at(public_view, "fairness"), "seeds");
    assert_number(json_array_size(seeds), 3);
    uint8_t seed[SEED_BYTES], link[SEED_BYTES];
    memset(seed, 7, SEED_BYTES);
    for (uint16_t epoch = 2; epoch > 0; epoch--) {
        char hex[2 * SEED_BYTES + 1];
        seed_link(LOG_PLAY_GAME, epoch, seed, link);
        hex_encode(link, SEED_BYTES, hex);
        assert_string_equal(json_string_value(json_array_get(seeds, epoch - 1U)), hex);
        memcpy(seed, link, SEED_BYTES);
    }
    json_decref(public_view);
}

static void audiences_have_names(void **state)
{
    (void)state;
    assert_string_equal(audience_id(AUDIENCE_PUBLIC), "public");
    assert_string_equal(audience_id(AUDIENCE_OPERATOR), "operator");
    assert_string_equal(audience_id(AUDIENCE_PLAYER), "p1");
    assert_string_equal(audience_id((enum audience)(AUDIENCE_PLAYER + 7)), "p8");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lobby_shows_who_is_missing),
        cmocka_unit_test(past_picks_are_remembered_for_their_owner),
        cmocka_unit_test(a_map_shows_where_homes_will_be),
        cmocka_unit_test(a_game_in_play_shows_tableaus_and_supply),
        cmocka_unit_test(every_disclosed_seed_is_the_link_of_the_next),
        cmocka_unit_test(audiences_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
