/*
 * Bodies that clients get wrong, by mistake or not. What a user would see go wrong: a request that
 * is misunderstood instead of refused, a refusal that does not say why or with the wrong code, one
 * that changes something or tells about others' cards, a server that answers 5xx or goes away.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/refusals.h"
#include "tests/support/stand.h"

#define BYTES(text) (text), sizeof(text) - 1

static struct stand stand;
static struct draft draft; /* three players, the first round of the faction draft is open */

static int begin(void **state)
{
    (void)state;
    stand_begin(&stand, SPLICED_PROGRAM, RECORDED_FILE, NULL);
    draft_create(&draft, &stand.client, 3, 71, stand.creator_token, NULL);
    draft_join_all(&draft);
    return 0;
}

static int end(void **state)
{
    (void)state;
    draft_free(&draft);
    stand_end(&stand);
    return 0;
}

static void assert_commit_refused(const char *body, size_t length, long status, const char *code)
{
    assert_post_turned_down(&draft, 0, "/faction_draft/commit", body, length, status, code);
}

static void what_is_no_json_object_is_malformed(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
    } bodies[] = {
        {BYTES("{\"cards\":}")},
        {BYTES("")},
        {BYTES(" ")},
        {BYTES("[]")},
        {BYTES("null")},
        {BYTES("\"x\"")},
        {BYTES("7")},
        {BYTES("{")},
        {BYTES("{\"round\":1,\"cards\":[\"sol\"]")},
        {BYTES("{\"round\":1,\"cards\":[\"sol\"]}}")},
        {BYTES("{\"round\":1,\"cards\":[\"sol\"]} {}")},
        {BYTES("{\"round\":1,\"round\":1,\"cards\":[\"sol\"]}")},
        {BYTES("{\"round\":1,\"cards\":[\"sol\\u0000\"]}")},
        {BYTES("{\"round\":1,\"ca\\u0000rds\":[\"sol\"]}")},
        {BYTES("{\"round\":1,\"cards\":[\"so\0l\"]}")},
        {BYTES("{\"round\":1}\0")},
        {BYTES("\xef\xbb\xbf{\"round\":1,\"cards\":[\"sol\"]}")},
        {BYTES("{\"round\":1,\"cards\":[\"\xff\xfe\"]}")},
        {BYTES("{\"round\":1,\"cards\":[\"\xc0\xaf\"]}")},
        {BYTES("{\"round\":1,\"cards\":[\"\xed\xa0\x80\"]}")},
        {BYTES("{\"round\":1,\"cards\":[\"\\ud800\"]}")},
        {BYTES("{\"round\":NaN,\"cards\":[\"sol\"]}")},
        {BYTES("{\"round\":01,\"cards\":[\"sol\"]}")},
        {BYTES("{\"round\":1e999,\"cards\":[\"sol\"]}")},
        {BYTES("{\"round\":99999999999999999999,\"cards\":[\"sol\"]}")},
        {BYTES("{'round':1}")},
        {BYTES("{\"round\":1,}")},
        {BYTES("<xml/>")},
        {BYTES("round=1&cards=sol")},
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        assert_commit_refused(bodies[i].bytes, bodies[i].length, 400, "malformed_json");
}

static void deep_nesting_is_malformed(void **state)
{
    (void)state;
    enum { DEPTH = 5000 };
    static const char *const openers[] = {"[", "{\"a\":"};
    for (size_t i = 0; i < 2; i++) {
        struct buffer body = buffer_new(16 * DEPTH);
        buffer_text(&body, "{\"cards\":");
        for (size_t depth = 0; depth < DEPTH; depth++)
            buffer_text(&body, openers[i]);
        assert_commit_refused(body.bytes, body.length, 400, "malformed_json");
        buffer_free(&body);
    }
}

static void fields_that_are_not_right_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        const char *pointer;
    } cases[] = {
        {"{\"round\":1,\"cards\":[\"sol\"],\"seat\":2}", "/seat"},
        {"{\"round\":1,\"card\":\"sol\"}", "/card"},
        {"{\"round\":1,\"cards\":\"sol\"}", "/cards"},
        {"{\"round\":1,\"cards\":[7]}", "/cards/0"},
        {"{\"round\":1,\"cards\":[null]}", "/cards/0"},
        {"{\"round\":\"1\",\"cards\":[\"sol\"]}", "/round"},
        {"{\"round\":1.0,\"cards\":[\"sol\"]}", "/round"},
        {"{\"round\":true,\"cards\":[\"sol\"]}", "/round"},
        {"{\"round\":0,\"cards\":[\"sol\"]}", "/round"},
        {"{\"round\":-1,\"cards\":[\"sol\"]}", "/round"},
        {"{\"round\":4294967297,\"cards\":[\"sol\"]}", "/round"},
        {"{\"cards\":[\"sol\"]}", "/round"},
        {"{\"round\":1,\"commitment\":\"abc\"}", "/commitment"},
        {"{\"round\":1,\"cards\":[\"sol\"],\"nonce\":\"00\",\"commitment\":\"00\"}", "/nonce"},
        {"{\"round\":1,\"cards\":[\"sol\"],\"nonce\":"
         "\"000102030405060708090A0B0C0D0E0F101112131415161718191a1b1c1d1e1f\",\"commitment\":"
         "\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"}",
         "/nonce"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_int_t version = draft_version(&draft);
        const struct play_request request = {.method = "POST",
                                             .path = draft_path(&draft, "/faction_draft/commit"),
                                             .token = draft.tokens[0],
                                             .body = cases[i].body,
                                             .body_length = strlen(cases[i].body)};
        struct answer answer = client_send(&stand.client, &request);
        bool named = false;
        const json_t *errors = json_object_get(answer.json, "errors");
        for (size_t k = 0; k < json_array_size(errors); k++)
            named |= strcmp(text_at(json_array_get(errors, k), "pointer"), cases[i].pointer) == 0;
        if (!named)
            fail_msg("%s: %s is not named in %.*s", cases[i].body, cases[i].pointer,
                     (int)answer.raw.body.length, answer.raw.body.bytes);
        assert_problem(&answer, 422, "invalid_field");
        assert_number(draft_version(&draft), version);
    }
}

static void incomplete_ways_to_commit_are_refused(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        "{\"round\":1}",
        "{\"round\":1,\"nonce\":"
        "\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"}",
        "{\"round\":1,\"cards\":[\"sol\"],\"commitment\":"
        "\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"}",
        "{\"round\":1,\"cards\":[\"sol\"],\"nonce\":"
        "\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"}",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        assert_commit_refused(bodies[i], strlen(bodies[i]), 422, "invalid_field");
}

/* The card at INDEX of PLAYER's hand, in a static string. */
static const char *card_of(int player, size_t index)
{
    static char card[80];
    json_t *view = draft_view(&draft, player);
    snprintf(card, sizeof card, "%s",
             json_string_value(json_array_get(value_at(view, "you/hand"), index)));
    json_decref(view);
    return card;
}

static void picks_that_may_not_be_are_refused(void **state)
{
    (void)state;
    char body[512];
    char own[2][80];
    snprintf(own[0], sizeof own[0], "%s", card_of(0, 0));
    snprintf(own[1], sizeof own[1], "%s", card_of(0, 1));
    const char *foreign = card_of(1, 0);
    const struct {
        const char *format, *first, *second;
        long status;
        const char *code;
    } cases[] = {
        {"{\"round\":1,\"cards\":[\"%s\"%s]}", foreign, "", 422, "card_not_available"},
        {"{\"round\":1,\"cards\":[\"%s\"%s]}", "no_such_card", "", 422, "card_not_available"},
        {"{\"round\":1,\"cards\":[\"%s\"%s]}", "awaken", "", 422, "card_not_available"},
        {"{\"round\":1,\"cards\":[\"%s\",\"%s\"]}", own[0], own[1], 422, "wrong_count"},
        {"{\"round\":1,\"cards\":[\"%s\",\"%s\"]}", own[0], own[0], 422, "wrong_count"},
        {"{\"round\":2,\"cards\":[\"%s\"%s]}", own[0], "", 409, "stale_round"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(body, sizeof body, cases[i].format, cases[i].first, cases[i].second);
        assert_commit_refused(body, strlen(body), cases[i].status, cases[i].code);
    }
    assert_commit_refused(BYTES("{\"round\":1,\"cards\":[]}"), 422, "wrong_count");
    snprintf(body, sizeof body,
             "{\"round\":1,\"cards\":[\"%s\"],\"nonce\":\"%064d\",\"commitment\":\"%064d\"}",
             own[0], 1, 2);
    assert_commit_refused(body, strlen(body), 422, "commitment_mismatch");
}

static void post_refused(int who, const char *rest, const char *body, long status, const char *code)
{
    assert_post_turned_down(&draft, who, rest, body, strlen(body), status, code);
}

static void other_steps_are_refused(void **state)
{
    (void)state;
    post_refused(0, "/seating/commit", "{\"cards\":[\"sol\"]}", 409, "wrong_step");
    post_refused(0, "/home_systems", "{\"faction\":\"sol\"}", 409, "wrong_step");
    post_refused(0, "/kings", "{\"king\":\"ruby_monarch\"}", 409, "wrong_step");
    post_refused(0, "/plastic", "{\"colour\":\"red\"}", 409, "wrong_step");
    post_refused(0, "/home_positions", "{\"position\":22}", 409, "wrong_step");
    post_refused(0, "/splice/commit", "{\"round\":1,\"cards\":[\"awaken\"]}", 409, "wrong_step");
    post_refused(0, "/starting_units", "{\"space\":{},\"planets\":{}}", 409, "wrong_step");
    post_refused(0, "/faction_draft/reveal",
                 "{\"round\":1,\"cards\":[\"sol\"],\"nonce\":"
                 "\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"}",
                 409, "nothing_to_reveal");
    post_refused(0, "/kings", "{\"king\":7}", 422, "invalid_field");
    post_refused(0, "/home_positions", "{\"position\":\"22\"}", 422, "invalid_field");
    post_refused(0, "/starting_units", "{\"space\":{\"carrier\":-1},\"planets\":{}}", 422,
                 "invalid_field");
    post_refused(0, "/undo", "{\"version\":1}", 409, "stale_version");
}

static void names_have_limits(void **state)
{
    (void)state;
    char *name = malloc(1024);
    static const struct {
        const char *character;
        size_t count;
        bool fine;
    } cases[] = {
        {"n", 64, true},
        {"n", 65, false},
        {"n", 200, false},
        {"\xf0\x9f\x9a\x80", 64, true},
        {"\xf0\x9f\x9a\x80", 65, false},
        {"@everyone", 1, true},
        {"<b>&amp;</b>", 1, true},
        {"\t", 1, false},
        {" ", 3, false},
        {"line\nbreak", 1, false},
        {"\xe2\x80\xae"
         "abc",
         1, false},
        {"", 1, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        name[0] = '\0';
        for (size_t k = 0; k < cases[i].count; k++)
            strncat(name, cases[i].character, 16);
        struct answer answer = client_call(&stand.client, "POST", "/v1/games", NULL,
                                           json_pack("{s:s, s:i}", "name", name, "players", 3));
        if (!cases[i].fine) {
            assert_problem(&answer, 422, "invalid_field");
            continue;
        }
        json_t *created = answer_take(&answer, 201);
        assert_string_equal(text_at(created, "game/name"), name);
        json_decref(created);
    }
    free(name);
}

static void creates_that_cannot_be_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        long status;
        const char *code;
    } cases[] = {
        {"{\"name\":\"A\",\"players\":2}", 422, "bad_player_count"},
        {"{\"name\":\"A\",\"players\":9}", 422, "bad_player_count"},
        {"{\"name\":\"A\",\"players\":7,\"options\":{\"expansions\":[]}}", 422, "bad_player_count"},
        {"{\"name\":\"A\",\"players\":\"3\"}", 422, "invalid_field"},
        {"{\"name\":\"A\"}", 422, "invalid_field"},
        {"{\"name\":\"A\",\"players\":3,\"version\":4}", 422, "invalid_field"},
        {"{\"name\":\"A\",\"players\":3,\"options\":{\"luck\":true}}", 422, "invalid_field"},
        {"{\"name\":\"A\",\"players\":3,\"options\":{\"disclosure\":\"maybe\"}}", 422,
         "invalid_field"},
        {"{\"name\":\"A\",\"players\":3,\"metadata\":{\"a\":1}}", 422, "invalid_field"},
        {"{\"name\":\"A\",\"players\":3,\"visibility\":\"secret\"}", 422, "invalid_field"},
        {"{\"name\":\"A\",\"players\":3,\"map\":{\"mode\":\"premade\",\"string\":\"35 8X 0\"}}",
         422, "invalid_map"},
        {"{\"name\":\"A\",\"players\":3,\"map\":{\"mode\":\"premade\",\"string\":\"30 30 0 0 0\"}}",
         422, "invalid_map"},
        {"{\"name\":\"A\",\"players\":3,\"map\":{\"mode\":\"premade\",\"string\":\"35 0 0\"}}", 422,
         "bad_player_count"},
        {"{\"name\":\"A\",\"players\":8,\"options\":{\"factions\":{\"only\":[\"sol\",\"hacan\"]}}}",
         422, "card_pool"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct play_request request = {.method = "POST",
                                             .path = "/v1/games",
                                             .body = cases[i].body,
                                             .body_length = strlen(cases[i].body)};
        assert_turned_down(&draft, &request, cases[i].status, cases[i].code);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_json_object_is_malformed),
        cmocka_unit_test(deep_nesting_is_malformed),
        cmocka_unit_test(fields_that_are_not_right_are_named),
        cmocka_unit_test(incomplete_ways_to_commit_are_refused),
        cmocka_unit_test(picks_that_may_not_be_are_refused),
        cmocka_unit_test(other_steps_are_refused),
        cmocka_unit_test(names_have_limits),
        cmocka_unit_test(creates_that_cannot_be_are_refused),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
