/*
 * Games from the lobby to their end, and all that hosts, creators and operators do with them. What
 * a user would see go wrong: a game that cannot be paused, a lost player who cannot come back, a
 * wrong turn that stays, a private game that strangers see, a list without one's games.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/stand.h"

static struct stand stand;
static struct draft draft; /* each test makes its own */

static int begin(void **state)
{
    (void)state;
    stand_begin(&stand, SPLICED_PROGRAM, RECORDED_FILE, NULL);
    return 0;
}

static int end(void **state)
{
    (void)state;
    stand_end(&stand);
    return 0;
}

static void make(uint64_t seed, json_t *more)
{
    draft_create(&draft, &stand.client, 3, seed, stand.creator_token, more);
}

static void assert_post_problem(int who, const char *rest, json_t *body, long status,
                                const char *code)
{
    struct answer answer = draft_post(&draft, who, rest, body);
    assert_problem(&answer, status, code);
}

/* A POST that must be accepted; its view for the caller to free. */
static json_t *post(int who, const char *rest, json_t *body)
{
    struct answer answer = draft_post(&draft, who, rest, body);
    return answer_take(&answer, 200);
}

static void assert_status(const char *status)
{
    json_t *view = draft_view(&draft, DRAFT_PUBLIC);
    assert_string_equal(text_at(view, "status"), status);
    json_decref(view);
}

/* Whether the host is offered ACTION now. */
static bool host_may(const char *action)
{
    json_t *view = draft_view(&draft, DRAFT_HOST);
    const json_t *actions = value_at(view, "you/actions");
    bool found = false;
    for (size_t i = 0; i < json_array_size(actions); i++)
        found |= strcmp(text_at(json_array_get(actions, i), "action"), action) == 0;
    json_decref(view);
    return found;
}

static void a_game_starts_by_itself_when_all_are_there(void **state)
{
    (void)state;
    make(91, NULL);
    assert_status("lobby");
    assert_post_problem(DRAFT_HOST, "/start", NULL, 409, "not_started");
    assert_post_problem(DRAFT_HOST, "/pause", NULL, 409, "not_started");
    draft_join(&draft, 2);
    draft_join(&draft, 0);
    assert_post_problem(0, "/faction_draft/commit",
                        json_pack("{s:i, s:[s]}", "round", 1, "cards", "sol"), 409, "not_started");
    draft_join(&draft, 1);
    assert_status("setup");
    assert_post_problem(DRAFT_HOST, "/start", NULL, 409, "already_started");
    draft_free(&draft);
}

static void a_host_may_start_the_game(void **state)
{
    (void)state;
    make(92, json_pack("{s:{s:b}}", "options", "auto_start", 0));
    assert_false(host_may("start"));
    draft_join_all(&draft);
    assert_status("lobby");
    assert_true(host_may("start"));
    json_decref(post(DRAFT_HOST, "/start", NULL));
    assert_status("setup");
    draft_free(&draft);
}

static void an_invite_is_good_for_one(void **state)
{
    (void)state;
    make(93, NULL);
    draft_join(&draft, 0);
    assert_post_problem(DRAFT_PUBLIC, "/join",
                        json_pack("{s:s, s:s}", "name", "Second", "invite", draft.invites[0]), 409,
                        "game_full");
    assert_post_problem(
        DRAFT_PUBLIC, "/join",
        json_pack("{s:s, s:s}", "name", "Third", "invite", "aaaaaaaaaaaaaaaaaaaaaaaaaa"), 403,
        "bad_invite");
    json_t *view = draft_view(&draft, DRAFT_PUBLIC);
    assert_true(json_is_true(value_at(view, "players/0/joined")));
    assert_string_equal(text_at(view, "players/0/name"), "Bot 1");
    assert_true(json_is_false(value_at(view, "players/1/joined")));
    json_decref(view);
    draft_free(&draft);
}

static void a_pause_holds_everything(void **state)
{
    (void)state;
    make(94, NULL);
    draft_join_all(&draft);
    json_decref(post(DRAFT_HOST, "/pause", NULL));
    assert_status("paused");
    assert_false(host_may("pause"));
    assert_true(host_may("resume"));
    json_t *view = draft_view(&draft, 0);
    const char *card = json_string_value(json_array_get(value_at(view, "you/hand"), 0));
    assert_post_problem(0, "/faction_draft/commit",
                        json_pack("{s:i, s:[s]}", "round", 1, "cards", card), 409, "game_paused");
    assert_post_problem(DRAFT_HOST, "/pause", NULL, 409, "game_paused");
    json_decref(post(DRAFT_HOST, "/resume", NULL));
    assert_post_problem(DRAFT_HOST, "/resume", NULL, 409, "wrong_step");
    json_decref(
        post(0, "/faction_draft/commit", json_pack("{s:i, s:[s]}", "round", 1, "cards", card)));
    json_decref(view);
    draft_free(&draft);
}

static void an_abandoned_game_is_over(void **state)
{
    (void)state;
    make(95, NULL);
    draft_join(&draft, 0);
    json_decref(post(DRAFT_HOST, "/abandon", NULL));
    assert_status("abandoned");
    assert_post_problem(DRAFT_HOST, "/abandon", NULL, 409, "game_over");
    assert_post_problem(DRAFT_HOST, "/start", NULL, 409, "game_over");
    assert_post_problem(DRAFT_HOST, "/players/p1/reinvite", NULL, 409, "game_over");
    assert_post_problem(DRAFT_PUBLIC, "/join",
                        json_pack("{s:s, s:s}", "name", "Late", "invite", draft.invites[1]), 409,
                        "game_over");
    json_t *view = draft_view(&draft, DRAFT_HOST);
    assert_number(json_array_size(value_at(view, "you/actions")), 0);
    json_decref(view);
    draft_free(&draft);
}

/* Somebody new takes a place in the splice: cards and sealed picks are still there. */
static void a_newcomer_finds_all_that_lay_there(void **state)
{
    (void)state;
    make(96, NULL);
    draft_join_all(&draft);
    draft_play_to(&draft, "splice");
    draft.bots[1].way = PLAY_BY_SERVER;
    draft_act(&draft, 1);
    json_t *before = draft_view(&draft, 1);
    json_t *invited = post(DRAFT_HOST, "/players/p2/reinvite", NULL);
    assert_string_equal(text_at(invited, "player"), "p2");
    free(draft.invites[1]);
    draft.invites[1] = strdup(text_at(invited, "invite"));
    draft_join(&draft, 1);
    json_t *after = draft_view(&draft, 1);
    static const char *const kept[] = {"you/hand", "you/facedown", "you/sealed", "you/history"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        if (!json_equal(value_at(before, kept[i]), value_at(after, kept[i])))
            fail_msg("the newcomer does not find %s", kept[i]);
    }
    draft_play_to(&draft, NULL);
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    json_decref(before);
    json_decref(after);
    json_decref(invited);
    draft_free(&draft);
}

/* Whoever leaves with a withheld pick takes its nonce along: the newcomer commits anew. */
static void a_withheld_pick_goes_with_its_player(void **state)
{
    (void)state;
    make(97, NULL);
    draft_join_all(&draft);
    draft.bots[1].way = PLAY_WITHHELD;
    draft_act(&draft, 1);
    json_t *invited = post(DRAFT_HOST, "/players/p2/reinvite", NULL);
    free(draft.invites[1]);
    draft.invites[1] = strdup(text_at(invited, "invite"));
    draft_join(&draft, 1);
    json_t *view = draft_view(&draft, 1);
    assert_true(json_is_null(value_at(view, "you/sealed")));
    assert_true(json_is_true(json_object_get(required_action(view), "required")));
    json_decref(view);
    draft_play_to(&draft, NULL);
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    json_decref(invited);
    draft_free(&draft);
}

static void a_pick_may_be_changed_until_all_have_picked(void **state)
{
    (void)state;
    make(98, NULL);
    draft_join_all(&draft);
    json_t *view = draft_view(&draft, 0);
    const json_t *hand = value_at(view, "you/hand");
    const char *last = NULL;
    for (size_t i = 0; i < 3; i++) {
        last = json_string_value(json_array_get(hand, i));
        json_decref(
            post(0, "/faction_draft/commit", json_pack("{s:i, s:[s]}", "round", 1, "cards", last)));
    }
    draft_act(&draft, 1);
    draft_act(&draft, 2);
    for (size_t i = 1; i < 3; i++) {
        json_t *other = draft_view(&draft, (int)i);
        if (required_action(other) &&
            strcmp(text_at(required_action(other), "action"), "reveal") == 0)
            draft_act(&draft, i);
        json_decref(other);
    }
    json_t *after = draft_view(&draft, 0);
    assert_number(json_array_size(value_at(after, "you/facedown")), 1);
    assert_string_equal(json_string_value(value_at(after, "you/facedown/0")), last);
    assert_number(json_array_size(value_at(after, "you/hand")), 2);
    json_decref(after);
    json_decref(view);
    draft_free(&draft);
}

/* Three priority cards are known; then a turn is taken, taken back and taken otherwise. */
static void a_turn_can_be_taken_back(void **state)
{
    (void)state;
    make(99, NULL);
    draft_join_all(&draft);
    draft_play_to(&draft, "kings");
    json_t *before = draft_view(&draft, DRAFT_PUBLIC);
    size_t player = waiting_player(before, 0);
    draft_act(&draft, player);
    json_t *view = draft_view(&draft, (int)player);
    json_int_t version = number_at(view, "you/undo/version");
    size_t other = waiting_player(view, 0);
    assert_post_problem((int)other, "/undo", json_pack("{s:I}", "version", version), 409,
                        "undo_refused");
    assert_post_problem((int)player, "/undo", json_pack("{s:I}", "version", version - 1), 409,
                        "stale_version");
    json_decref(post((int)player, "/undo", json_pack("{s:I}", "version", version)));
    json_t *after = draft_view(&draft, DRAFT_PUBLIC);
    assert_number(waiting_player(after, 0), player);
    assert_true(json_equal(json_object_get(before, "players"), json_object_get(after, "players")));
    assert_true(host_may("pause"));
    assert_false(host_may("undo"));

    draft_act(&draft, player);
    assert_true(host_may("undo"));
    json_t *now = draft_view(&draft, DRAFT_HOST);
    json_decref(
        post(DRAFT_HOST, "/undo", json_pack("{s:I}", "version", number_at(now, "version"))));
    draft_play_to(&draft, NULL);
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    json_decref(now);
    json_decref(after);
    json_decref(view);
    json_decref(before);
    draft_free(&draft);
}

static void the_blockers_are_named(void **state)
{
    (void)state;
    make(101, NULL);
    draft_join_all(&draft);
    draft.bots[1].way = PLAY_BY_SERVER;
    draft_act(&draft, 1);
    struct answer answer =
        client_call(&stand.client, "GET", draft_path(&draft, "/blockers"), NULL, NULL);
    json_t *list = answer_take(&answer, 200);
    const json_t *items = json_object_get(list, "items");
    assert_number(json_array_size(items), 2);
    assert_string_equal(text_at(items, "0/player"), "p1");
    assert_string_equal(text_at(items, "1/player"), "p3");
    assert_string_equal(text_at(items, "1/action"), "commit");
    assert_string_equal(text_at(items, "1/name"), "Bot 3");
    json_decref(list);
    draft_free(&draft);
}

static void a_create_can_be_tried_out(void **state)
{
    (void)state;
    struct answer answer = client_call(&stand.client, "POST", "/v1/games/check", NULL,
                                       json_pack("{s:s, s:i}", "name", "Try", "players", 4));
    json_decref(answer_take(&answer, 200));
    answer = client_call(&stand.client, "POST", "/v1/games/check", NULL,
                         json_pack("{s:s, s:i}", "name", "Try", "players", 9));
    json_t *checked = answer_take(&answer, 200);
    char *text = json_dumps(checked, JSON_COMPACT);
    if (!strstr(text, "bad_player_count"))
        fail_msg("nine players are fine: %s", text);
    free(text);
    json_decref(checked);
}

/* Whether the list that TOKEN gets with QUERY has the draft's game. */
static bool is_listed(const char *token, const char *query)
{
    char path[256];
    snprintf(path, sizeof path, "/v1/games?limit=200&%s", query);
    struct answer answer = client_call(&stand.client, "GET", path, token, NULL);
    json_t *list = answer_take(&answer, 200);
    const json_t *items = json_object_get(list, "items");
    bool found = false;
    for (size_t i = 0; i < json_array_size(items); i++)
        found |= strcmp(text_at(json_array_get(items, i), "id"), draft.game) == 0;
    json_decref(list);
    return found;
}

static void lists_hold_what_one_may_see(void **state)
{
    (void)state;
    char *stranger = stand_token(&stand, "creator", "stranger");
    make(102, json_pack("{s:s, s:s}", "visibility", "private", "name", "Secret table"));
    assert_false(is_listed(NULL, "q=secret"));
    assert_false(is_listed(stranger, "q=secret"));
    assert_true(is_listed(stand.creator_token, "q=secret"));
    assert_true(is_listed(stand.operator_token, "q=SECRET"));
    draft_free(&draft);
    free(stranger);
}

static void lists_can_be_narrowed(void **state)
{
    (void)state;
    make(104, json_pack("{s:[{s:s, s:s}, {s:s, s:s}, {s:s, s:s}]}", "players", "name", "Ada",
                        "external_id", "discord:100", "name", "Bob", "external_id", "discord:200",
                        "name", "Eve", "external_id", "discord:300"));
    assert_true(is_listed(NULL, "status=lobby"));
    assert_false(is_listed(NULL, "status=setup"));
    draft_join_all(&draft);
    assert_true(is_listed(NULL, "status=setup&step=faction_draft"));
    assert_true(is_listed(NULL, "waiting_on=discord:200"));
    draft.bots[1].way = PLAY_BY_SERVER;
    draft_act(&draft, 1);
    assert_false(is_listed(NULL, "waiting_on=discord:200"));
    assert_true(is_listed(NULL, "waiting_on=discord:300"));
    assert_false(is_listed(NULL, "step=kings"));
    draft_free(&draft);
}

static void a_private_game_is_not_there_for_strangers(void **state)
{
    (void)state;
    static const char *const rests[] = {"", "/blockers", "/events", "/head", "/transcript"};
    make(105, json_pack("{s:s}", "visibility", "private"));
    draft_join_all(&draft);
    char *stranger = stand_token(&stand, "creator", "somebody else");
    struct draft other;
    draft_create(&other, &stand.client, 3, 106, NULL, NULL);
    draft_join(&other, 0);
    const char *strangers[] = {NULL, stranger, other.host_token, other.tokens[0]};
    const char *insiders[] = {draft.tokens[0], draft.host_token, stand.creator_token,
                              stand.operator_token};
    for (size_t i = 0; i < sizeof rests / sizeof *rests; i++) {
        for (size_t k = 0; k < 4; k++) {
            struct answer answer =
                client_call(&stand.client, "GET", draft_path(&draft, rests[i]), strangers[k], NULL);
            assert_problem(&answer, 404, "not_found");
            answer =
                client_call(&stand.client, "GET", draft_path(&draft, rests[i]), insiders[k], NULL);
            assert_number(answer.status, 200);
            answer_free(&answer);
        }
    }
    struct answer answer =
        client_call(&stand.client, "POST", draft_path(&draft, "/pause"), other.host_token, NULL);
    assert_problem(&answer, 404, "not_found");
    draft_free(&other);
    draft_free(&draft);
    free(stranger);
}

static void creators_and_operators_have_a_hosts_powers(void **state)
{
    (void)state;
    char *stranger = stand_token(&stand, "creator", "third");
    make(107, NULL);
    draft_join_all(&draft);
    struct answer answer =
        client_call(&stand.client, "POST", draft_path(&draft, "/pause"), stranger, NULL);
    assert_problem(&answer, 403, "forbidden");
    answer =
        client_call(&stand.client, "POST", draft_path(&draft, "/pause"), stand.creator_token, NULL);
    json_t *view = answer_take(&answer, 200);
    assert_string_equal(text_at(view, "you/role"), "creator");
    json_decref(view);
    answer = client_call(&stand.client, "POST", draft_path(&draft, "/resume"), stand.operator_token,
                         NULL);
    view = answer_take(&answer, 200);
    assert_string_equal(text_at(view, "you/role"), "operator");
    json_decref(view);
    draft_free(&draft);
    free(stranger);
}

static void tokens_can_be_renewed_and_revoked(void **state)
{
    (void)state;
    char *creator = stand_token(&stand, "creator", "short-lived");
    struct answer answer = client_call(&stand.client, "POST", "/v1/token/refresh", creator, NULL);
    json_t *renewed = answer_take(&answer, 200);
    const char *token = text_at(renewed, "token");
    answer = client_call(&stand.client, "GET", "/v1/games", token, NULL);
    json_decref(answer_take(&answer, 200));
    answer = client_call(&stand.client, "POST", "/v1/token/refresh", NULL, NULL);
    assert_problem(&answer, 401, "unauthenticated");

    /* The jti of the first token: the second part of it, decoded. */
    unsigned char claims[1024];
    size_t length = 0;
    const char *part = strchr(creator, '.') + 1;
    assert_number(sodium_base642bin(claims, sizeof claims, part, strcspn(part, "."), NULL, &length,
                                    NULL, sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                  0);
    json_t *read = json_loadb((const char *)claims, length, 0, NULL);
    json_t *body = json_pack("{s:s}", "jti", text_at(read, "jti"));
    answer = client_call(&stand.client, "POST", "/v1/tokens/revoke", creator, json_incref(body));
    assert_problem(&answer, 403, "forbidden");
    answer = client_call(&stand.client, "POST", "/v1/tokens/revoke", stand.operator_token, body);
    assert_number(answer.status, 204);
    answer_free(&answer);
    answer = client_call(&stand.client, "GET", "/v1/games", creator, NULL);
    assert_problem(&answer, 401, "unauthenticated");
    answer = client_call(&stand.client, "GET", "/v1/games", token, NULL);
    assert_in_range(answer.status, 200, 401);
    answer_free(&answer);
    json_decref(read);
    json_decref(renewed);
    free(creator);
}

/* A server that is not open makes games only for creators and operators. */
static void a_closed_server_creates_for_creators(void **state)
{
    (void)state;
    static const char *const closed[] = {NULL};
    struct test_folder folder = test_folder_new();
    struct program server = program_start(SPLICED_PROGRAM, folder.path, closed);
    const struct stand other = {.path = SPLICED_PROGRAM, .folder = folder};
    char *token = stand_token(&other, "creator", "bots");
    struct client client = client_new(server.url);
    struct answer answer = client_call(&client, "POST", "/v1/games", NULL,
                                       json_pack("{s:s, s:i}", "name", "No", "players", 3));
    assert_problem(&answer, 401, "unauthenticated");
    answer = client_call(&client, "POST", "/v1/games", token,
                         json_pack("{s:s, s:i}", "name", "Yes", "players", 3));
    json_decref(answer_take(&answer, 201));
    client_free(&client);
    free(token);
    program_stop(&server);
    test_folder_remove(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_starts_by_itself_when_all_are_there),
        cmocka_unit_test(a_host_may_start_the_game),
        cmocka_unit_test(an_invite_is_good_for_one),
        cmocka_unit_test(a_pause_holds_everything),
        cmocka_unit_test(an_abandoned_game_is_over),
        cmocka_unit_test(a_newcomer_finds_all_that_lay_there),
        cmocka_unit_test(a_withheld_pick_goes_with_its_player),
        cmocka_unit_test(a_pick_may_be_changed_until_all_have_picked),
        cmocka_unit_test(a_turn_can_be_taken_back),
        cmocka_unit_test(the_blockers_are_named),
        cmocka_unit_test(a_create_can_be_tried_out),
        cmocka_unit_test(lists_hold_what_one_may_see),
        cmocka_unit_test(lists_can_be_narrowed),
        cmocka_unit_test(a_private_game_is_not_there_for_strangers),
        cmocka_unit_test(creators_and_operators_have_a_hosts_powers),
        cmocka_unit_test(tokens_can_be_renewed_and_revoked),
        cmocka_unit_test(a_closed_server_creates_for_creators),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
