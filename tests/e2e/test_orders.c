/*
 * Standing orders and quiet hours as they are kept. What a user would see go wrong: something that
 * is not kept as it was left or not taken back, nonsense that is accepted, somebody else who finds
 * out what there is, an order that outlives its player.
 */
#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"

static const char *const arguments[] = {"--open", "--origins", "https://bots.example", NULL};
#define STAND_ARGUMENTS arguments
#include "tests/support/one_stand.h"

enum { PLAYERS = 3 };

static struct draft draft; /* each test makes its own */

static void make(uint64_t seed, json_t *more)
{
    draft_create(&draft, &stand.client, PLAYERS, seed, stand.creator_token, more);
    draft_join_all(&draft);
}

static struct answer call_as(const char *method, const char *token, const char *rest, json_t *body)
{
    return client_call(draft.client, method, draft_path(&draft, rest), token, body);
}

static void assert_found(int who, const char *rest, bool found)
{
    struct answer answer = draft_call(&draft, "GET", who, rest, NULL);
    if (found)
        json_decref(answer_take(&answer, 200));
    else
        assert_problem(&answer, 404, "not_found");
}

static void orders_are_kept_listed_and_taken_back(void **state)
{
    (void)state;
    make(601, NULL);
    json_t *kept = draft_leave_orders(
        &draft, 0, "kings", json_pack("{s:[s,s]}", "wishes", "ruby_monarch", "avarice_rex"));
    assert_string_equal(text_at(kept, "wishes/0"), "ruby_monarch");
    struct answer answer = draft_call(&draft, "GET", 0, "/orders/kings", NULL);
    json_t *again = answer_take(&answer, 200);
    assert_true(json_equal(kept, again));
    json_decref(again);
    json_decref(kept);
    json_decref(
        draft_leave_orders(&draft, 0, "splice", json_pack("{s:[s]}", "genomes", "hyper_genome")));
    json_decref(
        draft_leave_orders(&draft, 0, "home_positions", json_pack("{s:[i]}", "wishes", 22)));
    answer = draft_call(&draft, "GET", 0, "/orders", NULL);
    json_t *list = answer_take(&answer, 200);
    assert_number(json_array_size(json_object_get(list, "items")), 3);
    assert_string_equal(text_at(list, "items/1/step"), "kings");
    assert_string_equal(text_at(list, "items/2/orders/kinds/0"), "abilities");
    json_decref(list);
    json_decref(
        draft_leave_orders(&draft, 0, "kings", json_pack("{s:[s]}", "wishes", "radiant_aur")));
    answer = draft_call(&draft, "GET", 0, "/orders/kings", NULL);
    assert_false(answer_contains(&answer, "ruby_monarch"));
    answer_free(&answer);
    answer = draft_call(&draft, "DELETE", 0, "/orders/kings", NULL);
    assert_number(answer.status, 204);
    answer_free(&answer);
    assert_found(0, "/orders/kings", false);
    answer = draft_call(&draft, "DELETE", 0, "/orders/kings", NULL);
    assert_problem(&answer, 404, "not_found");
    draft_free(&draft);
}

static void what_is_wrong_with_orders_is_told(void **state)
{
    (void)state;
    make(602, NULL);
    static const struct {
        const char *step, *body, *pointer;
    } cases[] = {
        {"kings", "{\"wishes\": [\"ruby_monarch\", \"ruby_monarch\"]}", "/wishes/1"},
        {"kings", "{\"wishes\": [\"harrow\"]}", "/wishes/0"},
        {"kings", "{\"wishes\": []}", "/wishes"},
        {"kings", "{\"wish\": [\"ruby_monarch\"]}", "/wish"},
        {"splice", "{\"kinds\": [\"abilities\"]}", "/kinds"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char rest[64];
        snprintf(rest, sizeof rest, "/orders/%s", cases[i].step);
        struct answer answer = client_say(&stand.client, "PUT", draft_path(&draft, rest),
                                          draft.tokens[0], NULL, cases[i].body);
        assert_true(answer_contains(&answer, cases[i].pointer));
        assert_problem(&answer, 422, "invalid_field");
    }
    static const char *const no_steps[] = {"/orders/galaxy", "/orders/starting_units",
                                           "/orders/breakfast"};
    for (size_t i = 0; i < sizeof no_steps / sizeof no_steps[0]; i++) {
        struct answer answer =
            draft_call(&draft, "PUT", 0, no_steps[i], json_pack("{s:[]}", "wishes"));
        assert_problem(&answer, 404, "not_found");
    }
    struct answer answer = draft_call(&draft, "POST", 0, "/orders/kings", json_object());
    assert_non_null(strstr(answer_must_have(&answer, "allow"), "PUT"));
    assert_problem(&answer, 405, "method_not_allowed");
    draft_free(&draft);
}

static void browsers_may_put(void **state)
{
    (void)state;
    make(612, NULL);
    static const char *const headers[] = {"Origin: https://bots.example",
                                          "Access-Control-Request-Method: PUT", NULL};
    const struct play_request request = {
        .method = "OPTIONS", .path = draft_path(&draft, "/orders/kings"), .headers = headers};
    struct answer answer = client_send(&stand.client, &request);
    assert_number(answer.status, 204);
    assert_string_equal(answer_must_have(&answer, "access-control-allow-methods"),
                        "GET, HEAD, PUT, DELETE, OPTIONS");
    answer_free(&answer);
    draft_free(&draft);
}

/* Nobody but the player, and nobody learns whether there is anything. */
static void what_is_left_behind_is_for_its_player_alone(void **state)
{
    (void)state;
    make(603, NULL);
    json_decref(
        draft_leave_orders(&draft, 0, "kings", json_pack("{s:[s]}", "wishes", "ruby_monarch")));
    assert_found(1, "/orders/kings", false);
    const char *const tokens[] = {draft.host_token, stand.operator_token, stand.creator_token};
    for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++) {
        struct answer answer = call_as("GET", tokens[i], "/orders/kings", NULL);
        assert_problem(&answer, 403, "forbidden");
        answer = call_as("GET", tokens[i], "/orders", NULL);
        assert_problem(&answer, 403, "forbidden");
        answer = call_as("GET", tokens[i], "/players/p1/quiet_hours", NULL);
        assert_problem(&answer, 403, "forbidden");
    }
    struct answer answer = draft_call(&draft, "GET", DRAFT_PUBLIC, "/orders", NULL);
    assert_problem(&answer, 401, "unauthenticated");
    answer = draft_call(&draft, "GET", 1, "/players/p1/quiet_hours", NULL);
    assert_problem(&answer, 403, "forbidden");
    answer = draft_call(&draft, "GET", 1, "/players/p8/quiet_hours", NULL);
    assert_problem(&answer, 404, "not_found");
    draft_free(&draft);
}

static void a_private_game_hides_them_from_strangers(void **state)
{
    (void)state;
    make(611, json_pack("{s:s}", "visibility", "private"));
    static const char *const rests[] = {"/orders", "/orders/kings", "/players/p1/quiet_hours"};
    for (size_t i = 0; i < sizeof rests / sizeof rests[0]; i++) {
        struct answer answer = draft_call(&draft, "GET", DRAFT_PUBLIC, rests[i], NULL);
        assert_problem(&answer, 404, "not_found");
        answer = draft_call(&draft, "PUT", DRAFT_PUBLIC, rests[i], json_object());
        assert_in_range(answer.status, 404, 405);
        answer_free(&answer);
    }
    draft_free(&draft);
}

static void quiet_hours_are_kept_and_taken_back(void **state)
{
    (void)state;
    make(604, NULL);
    assert_found(1, "/players/p2/quiet_hours", false);
    json_t *hours =
        json_pack("{s:s, s:s, s:s}", "zone", "Europe/Berlin", "from", "22:00", "until", "08:00");
    struct answer answer =
        draft_call(&draft, "PUT", 1, "/players/p2/quiet_hours", json_incref(hours));
    json_t *kept = answer_take(&answer, 200);
    assert_true(json_equal(kept, hours));
    json_decref(kept);
    json_decref(hours);
    assert_found(1, "/players/p2/quiet_hours", true);
    answer = draft_call(
        &draft, "PUT", 1, "/players/p2/quiet_hours",
        json_pack("{s:s, s:s, s:s}", "zone", "Europe/Atlantis", "from", "22:00", "until", "08:00"));
    assert_true(answer_contains(&answer, "/zone"));
    assert_problem(&answer, 422, "invalid_field");
    answer = draft_call(&draft, "PUT", 1, "/players/p1/quiet_hours", json_object());
    assert_problem(&answer, 403, "forbidden");
    answer = draft_call(&draft, "DELETE", 1, "/players/p2/quiet_hours", NULL);
    assert_number(answer.status, 204);
    answer_free(&answer);
    assert_found(1, "/players/p2/quiet_hours", false);
    draft_free(&draft);
}

/* Whoever takes the place over finds nothing of what the one before left behind. */
static void a_new_player_finds_nothing(void **state)
{
    (void)state;
    make(605, NULL);
    json_decref(
        draft_leave_orders(&draft, 0, "kings", json_pack("{s:[s]}", "wishes", "ruby_monarch")));
    draft_reinvite(&draft, 0);
    struct answer answer = draft_call(&draft, "GET", 0, "/orders/kings", NULL);
    assert_problem(&answer, 401, "unauthenticated");
    draft_join(&draft, 0);
    assert_found(0, "/orders/kings", false);
    draft_free(&draft);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_are_kept_listed_and_taken_back),
        cmocka_unit_test(what_is_wrong_with_orders_is_told),
        cmocka_unit_test(browsers_may_put),
        cmocka_unit_test(what_is_left_behind_is_for_its_player_alone),
        cmocka_unit_test(a_private_game_hides_them_from_strangers),
        cmocka_unit_test(quiet_hours_are_kept_and_taken_back),
        cmocka_unit_test(a_new_player_finds_nothing),
    };
    return cmocka_run_group_tests(tests, stand_set_up, stand_tear_down);
}
