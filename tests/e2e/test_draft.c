/*
 * Whole drafts over HTTP, with every number of players, with and without Prophecy of Kings, on a
 * premade map, in all ways to commit. What a user would see go wrong: a draft that gets stuck or
 * refuses what it offered, a player who ends without a home, King or cards, a transcript that its
 * own program does not believe.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/one_stand.h"

static const char six_player_map[] =
    "35 30 98 34 113 101 109 47 37 44 110 49 27 48 38 46 28 43 0 42 100 0 40 105 0 39 111 0 114 99 "
    "0 29 115 0 26 107";

static void check_player(const json_t *player, bool on_map)
{
    static const char *const texts[] = {"priority_card", "home_card", "home_faction",
                                        "king",          "colour",    "starting_card"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (!json_is_string(json_object_get(player, texts[i])))
            fail_msg("%s ends without %s", text_at(player, "id"), texts[i]);
    }
    assert_number(json_is_integer(json_object_get(player, "home_position")), on_map);
    assert_number(json_array_size(value_at(player, "tableau/abilities")), 2);
    assert_number(json_object_size(value_at(player, "tableau/unit_upgrades")), 1);
    assert_number(json_array_size(value_at(player, "tableau/genomes")), 1);
}

/* Two players must not have the same of MEMBER. */
static void check_different(const json_t *players, const char *member)
{
    for (size_t i = 0; i < json_array_size(players); i++) {
        for (size_t k = 0; k < i; k++) {
            if (json_equal(json_object_get(json_array_get(players, i), member),
                           json_object_get(json_array_get(players, k), member)))
                fail_msg("p%zu and p%zu have the same %s", k + 1, i + 1, member);
        }
    }
}

static void check_end(const struct draft *draft, bool on_map)
{
    static const char *const members[] = {"seat",         "priority", "priority_card",
                                          "home_faction", "king",     "colour"};
    json_t *view = draft_view(draft, DRAFT_PUBLIC);
    const json_t *players = json_object_get(view, "players");
    assert_number(json_array_size(players), draft->players);
    for (size_t i = 0; i < draft->players; i++)
        check_player(json_array_get(players, i), on_map);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        check_different(players, members[i]);
    assert_number(number_at(view, "round"), 1);
    assert_true(json_is_null(json_object_get(view, "step")));
    json_decref(view);
}

static void draft_once(size_t players, uint64_t seed, enum play_way way, json_t *more, bool on_map)
{
    struct draft draft;
    draft_create(&draft, &stand.client, players, seed, NULL, more);
    for (size_t i = 0; i < players; i++)
        draft.bots[i].way = way;
    draft_join_all(&draft);
    draft_play_to(&draft, NULL);
    check_end(&draft, on_map);
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    draft_free(&draft);
}

static void any_number_of_players_comes_to_the_end(void **state)
{
    (void)state;
    for (size_t players = 3; players <= 8; players++)
        draft_once(players, players, PLAY_MIXED, NULL, false);
}

static void without_prophecy_of_kings_too(void **state)
{
    (void)state;
    for (size_t players = 3; players <= 6; players++)
        draft_once(players, 10 + players, PLAY_MIXED,
                   json_pack("{s:{s:[]}}", "options", "expansions"), false);
}

static void every_way_to_commit_comes_to_the_end(void **state)
{
    (void)state;
    draft_once(4, 21, PLAY_BY_SERVER, NULL, false);
    draft_once(4, 22, PLAY_BY_CLIENT, NULL, false);
    draft_once(4, 23, PLAY_WITHHELD, NULL, false);
}

static void a_premade_map_is_claimed_and_filled(void **state)
{
    (void)state;
    draft_once(6, 31, PLAY_MIXED,
               json_pack("{s:{s:s, s:s}}", "map", "mode", "premade", "string", six_player_map),
               true);
    draft_once(3, 32, PLAY_MIXED,
               json_pack("{s:{s:s, s:s}, s:{s:s}}", "map", "mode", "premade", "string",
                         "35 0 98 0 113 0", "options", "premade_seating", "by_priority"),
               true);
}

static void the_players_build_their_galaxy(void **state)
{
    (void)state;
    for (size_t players = 3; players <= 8; players++)
        draft_once(players, 60 + players, PLAY_MIXED,
                   json_pack("{s:{s:s}, s:{s:b}}", "map", "mode", "build", "options",
                             "open_tile_hands", players % 2 == 0),
                   true);
    draft_once(6, 71, PLAY_MIXED,
               json_pack("{s:{s:s, s:s}, s:{s:s, s:s}}", "map", "mode", "build", "layout",
                         "6p_large", "options", "speaker_slot", "random", "placement_exception",
                         "tile"),
               true);
}

static void hands_may_be_passed_at_once(void **state)
{
    (void)state;
    for (size_t players = 3; players <= 8; players++)
        draft_once(players, 80 + players, PLAY_MIXED,
                   json_pack("{s:{s:s, s:b}}", "options", "passing", "pipelined",
                             "show_splice_types", players % 2 == 0),
                   false);
}

static void switches_do_not_get_in_the_way(void **state)
{
    (void)state;
    draft_once(5, 41, PLAY_MIXED,
               json_pack("{s:{s:s, s:s, s:b, s:b, s:b}}", "options", "table_order", "shuffled",
                         "no_pok_mech", "infantry", "ground_in_space", 1, "show_splice_types", 1,
                         "inaugural_faction_tech", 0),
               false);
}

/* A game that never discloses still has a log that holds; deals stay closed. */
static void a_game_may_keep_its_deals_closed(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 3, 51, NULL,
                 json_pack("{s:{s:s}}", "options", "disclosure", "never"));
    draft_join_all(&draft);
    draft_play_to(&draft, NULL);
    stand_verify(&stand, draft.game, "never discloses");
    draft_free(&draft);
}

static void a_running_game_has_a_transcript_too(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 4, 52, NULL, NULL);
    draft_join_all(&draft);
    draft_play_to(&draft, "splice");
    stand_verify(&stand, draft.game, "not checked yet");
    draft_free(&draft);
}

static json_t *host_does(struct draft *draft, const char *rest)
{
    struct answer answer = draft_post(draft, DRAFT_HOST, rest, NULL);
    return answer_take(&answer, 200);
}

/* More lines than are read at a time. */
static void a_long_transcript_comes_whole(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 8, 53, NULL, NULL);
    draft_join_all(&draft);
    draft_play_to(&draft, NULL);
    while (draft_version(&draft) <= 200) { /* how many rounds a splice has depends on the deal */
        json_decref(host_does(&draft, "/pause"));
        json_decref(host_does(&draft, "/resume"));
    }
    stand_verify(&stand, draft.game, "played again");
    draft_free(&draft);
}

static int play(const char *url, const char *passing, const char *token, char *ret_output,
                size_t size)
{
    const char *const arguments[] = {
        "play",   "--url", url,         "--players", "5",
        "--seed", "77",    "--passing", passing,     token ? "--token" : NULL,
        token,    NULL};
    return program_run(SPLICED_PROGRAM, arguments, ret_output, size);
}

static void the_bots_play_and_verify_by_themselves(void **state)
{
    (void)state;
    static const char *const ways[] = {"rounds", "pipelined"};
    char output[16384];
    for (size_t i = 0; i < 2; i++) {
        int status = play(stand.program.url, ways[i], NULL, output, sizeof output);
        if (status != 0 || !strstr(output, "starting cards") || !strstr(output, "transcript holds"))
            fail_msg("play with --passing %s ends with %d: %s", ways[i], status, output);
    }
    if (play(stand.program.url, "at_once", NULL, output, sizeof output) == 0 ||
        !strstr(output, "--passing wants"))
        fail_msg("a way to pass that there is not is taken: %s", output);
}

static void the_bots_say_why_they_cannot_play(void **state)
{
    (void)state;
    static const char *const closed[] = {NULL};
    char output[16384];
    assert_number(play("http://127.0.0.1:9", "rounds", NULL, output, sizeof output), 1);
    assert_non_null(strstr(output, "no answer from http://127.0.0.1:9"));

    struct test_folder folder = test_folder_new();
    struct program server = program_start(SPLICED_PROGRAM, folder.path, closed);
    assert_number(play(server.url, "rounds", NULL, output, sizeof output), 1);
    if (!strstr(output, "--token") || !strstr(output, "SPLICED_TOKEN"))
        fail_msg("the way out is not told: %s", output);
    const struct stand other = {.path = SPLICED_PROGRAM, .folder = folder};
    char *token = stand_token(&other, "creator", "bots");
    int status = play(server.url, "rounds", token, output, sizeof output);
    if (status != 0)
        fail_msg("with a token play ends with %d: %s", status, output);
    free(token);
    program_stop(&server);
    test_folder_remove(&folder);
}

static void verify_tells_what_is_wrong(void **state)
{
    (void)state;
    char output[4096];
    static const char *const missing[] = {"verify", "/nowhere/at/all", NULL};
    static const char *const nothing[] = {"verify", NULL};
    static const char *const no_log[] = {"verify", "/dev/null", NULL};
    assert_number(program_run(SPLICED_PROGRAM, missing, output, sizeof output), 2);
    assert_non_null(strstr(output, "/nowhere/at/all"));
    assert_number(program_run(SPLICED_PROGRAM, nothing, output, sizeof output), 2);
    assert_non_null(strstr(output, "usage"));
    assert_number(program_run(SPLICED_PROGRAM, no_log, output, sizeof output), 1);
    assert_non_null(strstr(output, "line 1"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_players_comes_to_the_end),
        cmocka_unit_test(without_prophecy_of_kings_too),
        cmocka_unit_test(every_way_to_commit_comes_to_the_end),
        cmocka_unit_test(a_premade_map_is_claimed_and_filled),
        cmocka_unit_test(the_players_build_their_galaxy),
        cmocka_unit_test(hands_may_be_passed_at_once),
        cmocka_unit_test(switches_do_not_get_in_the_way),
        cmocka_unit_test(a_game_may_keep_its_deals_closed),
        cmocka_unit_test(a_running_game_has_a_transcript_too),
        cmocka_unit_test(a_long_transcript_comes_whole),
        cmocka_unit_test(the_bots_play_and_verify_by_themselves),
        cmocka_unit_test(the_bots_say_why_they_cannot_play),
        cmocka_unit_test(verify_tells_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, stand_set_up, stand_tear_down);
}
