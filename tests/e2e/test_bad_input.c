/*
 * What clients get wrong, by mistake or not. What a user would see go wrong: a request that is
 * misunderstood instead of refused, a refusal that does not say why or with the wrong code, one
 * that changes something or tells about others' cards, a server that answers 5xx or goes away.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/auth/token.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/stand.h"

#define BYTES(text) (text), sizeof(text) - 1

enum { BODY_MAX = 65536, HELD_MAX = 32 };

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

/* The version of the game, and that everybody still sees the same. */
static json_int_t version_now(void)
{
    json_t *view = draft_view(&draft, DRAFT_PUBLIC);
    json_int_t version = number_at(view, "version");
    json_decref(view);
    return version;
}

static void assert_tells_no_cards_of_others(const struct answer *answer)
{
    for (int player = 1; player < 3; player++) {
        json_t *view = draft_view(&draft, player);
        const json_t *hand = value_at(view, "you/hand");
        for (size_t i = 0; i < json_array_size(hand); i++) {
            char quoted[80];
            snprintf(quoted, sizeof quoted, "\"%s\"", json_string_value(json_array_get(hand, i)));
            if (answer_contains(answer, quoted))
                fail_msg("the problem tells of p%d's %s", player + 1, quoted);
        }
        json_decref(view);
    }
}

/* REQUEST is refused so, and nothing has changed. */
static void assert_refused(const struct play_request *request, long status, const char *code)
{
    json_int_t version = version_now();
    struct answer answer = client_send(&stand.client, request);
    const char *got = json_string_value(json_object_get(answer.json, "code"));
    if (answer.status != status || !got || strcmp(got, code) != 0)
        fail_msg("%s %.80s with \"%.*s\" is answered with %ld %s, should be %ld %s",
                 request->method, request->path,
                 request->body_length < 200 ? (int)request->body_length : 200,
                 request->body ? request->body : "", answer.status, got ? got : "(no code)", status,
                 code);
    assert_tells_no_cards_of_others(&answer);
    assert_problem(&answer, status, code);
    assert_number(version_now(), version);
}

static void assert_commit_refused(const char *body, size_t length, long status, const char *code)
{
    const struct play_request request = {.method = "POST",
                                         .path = draft_path(&draft, "/faction_draft/commit"),
                                         .token = draft.tokens[0],
                                         .body = body,
                                         .body_length = length};
    struct play_request copy = request;
    char path[DRAFT_PATH_BYTES];
    snprintf(path, sizeof path, "%s", request.path);
    copy.path = path;
    assert_refused(&copy, status, code);
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
        struct buffer body = buffer_new(BODY_MAX);
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
        json_int_t version = version_now();
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
        assert_number(version_now(), version);
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

static void assert_post_refused(int who, const char *rest, const char *body, long status,
                                const char *code)
{
    char path[DRAFT_PATH_BYTES];
    snprintf(path, sizeof path, "%s", draft_path(&draft, rest));
    const struct play_request request = {.method = "POST",
                                         .path = path,
                                         .token = draft_token(&draft, who),
                                         .body = body,
                                         .body_length = strlen(body)};
    assert_refused(&request, status, code);
}

static void other_steps_are_refused(void **state)
{
    (void)state;
    assert_post_refused(0, "/seating/commit", "{\"cards\":[\"sol\"]}", 409, "wrong_step");
    assert_post_refused(0, "/home_systems", "{\"faction\":\"sol\"}", 409, "wrong_step");
    assert_post_refused(0, "/kings", "{\"king\":\"ruby_monarch\"}", 409, "wrong_step");
    assert_post_refused(0, "/plastic", "{\"colour\":\"red\"}", 409, "wrong_step");
    assert_post_refused(0, "/home_positions", "{\"position\":22}", 409, "wrong_step");
    assert_post_refused(0, "/splice/commit", "{\"round\":1,\"cards\":[\"awaken\"]}", 409,
                        "wrong_step");
    assert_post_refused(0, "/starting_units", "{\"space\":{},\"planets\":{}}", 409, "wrong_step");
    assert_post_refused(0, "/faction_draft/reveal",
                        "{\"round\":1,\"cards\":[\"sol\"],\"nonce\":"
                        "\"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"}",
                        409, "nothing_to_reveal");
    assert_post_refused(0, "/kings", "{\"king\":7}", 422, "invalid_field");
    assert_post_refused(0, "/home_positions", "{\"position\":\"22\"}", 422, "invalid_field");
    assert_post_refused(0, "/starting_units", "{\"space\":{\"carrier\":-1},\"planets\":{}}", 422,
                        "invalid_field");
    assert_post_refused(0, "/undo", "{\"version\":1}", 409, "stale_version");
}

static void roles_are_kept_apart(void **state)
{
    (void)state;
    assert_post_refused(DRAFT_HOST, "/faction_draft/commit", "{\"round\":1,\"cards\":[\"sol\"]}",
                        403, "forbidden");
    assert_post_refused(DRAFT_PUBLIC, "/faction_draft/commit", "{\"round\":1,\"cards\":[\"sol\"]}",
                        401, "unauthenticated");
    assert_post_refused(0, "/pause", "{}", 403, "forbidden");
    assert_post_refused(0, "/abandon", "{}", 403, "forbidden");
    assert_post_refused(0, "/players/p2/reinvite", "{}", 403, "forbidden");
    assert_post_refused(DRAFT_PUBLIC, "/pause", "{}", 401, "unauthenticated");
    assert_post_refused(DRAFT_HOST, "/players/p9/reinvite", "{}", 404, "not_found");
    assert_post_refused(DRAFT_HOST, "/players/p4/reinvite", "{}", 404, "not_found");
}

/* COUNT bytes of a JSON body: an object with one long text. */
static char *long_body(size_t count)
{
    static const char head[] = "{\"round\":1,\"cards\":[\"";
    static const char tail[] = "\"]}";
    char *body = malloc(count + 1);
    memset(body, 'x', count);
    memcpy(body, head, sizeof head - 1);
    memcpy(body + count - sizeof tail + 1, tail, sizeof tail - 1);
    body[count] = '\0';
    return body;
}

static void bodies_have_a_limit(void **state)
{
    (void)state;
    char path[DRAFT_PATH_BYTES];
    snprintf(path, sizeof path, "%s", draft_path(&draft, "/faction_draft/commit"));
    const struct {
        size_t length;
        long status;
        const char *code;
    } cases[] = {{BODY_MAX, 422, "card_not_available"},
                 {BODY_MAX + 1, 413, "payload_too_large"},
                 {4 * BODY_MAX, 413, "payload_too_large"}};
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        char *body = long_body(cases[i / 2].length);
        const struct play_request request = {.method = "POST",
                                             .path = path,
                                             .token = draft.tokens[0],
                                             .body = body,
                                             .body_length = cases[i / 2].length,
                                             .chunked = i % 2 == 1};
        json_int_t version = version_now();
        struct answer answer = client_send(&stand.client, &request);
        if (answer.status == 422) /* at the limit, the form may be refused before the card */
            assert_non_null(json_object_get(answer.json, "code"));
        else
            assert_string_equal(text_at(answer.json, "code"), cases[i / 2].code);
        assert_number(answer.status, cases[i / 2].status);
        answer_free(&answer);
        assert_number(version_now(), version);
        free(body);
    }
}

/* A refusal that comes before the body has been read: the next request is read from its start. */
static void a_refused_upload_does_not_spoil_the_next_request(void **state)
{
    (void)state;
    char path[DRAFT_PATH_BYTES];
    snprintf(path, sizeof path, "%s", draft_path(&draft, "/faction_draft/commit"));
    char *body = long_body(200 * 1024);
    const struct play_request upload = {.method = "POST",
                                        .path = path,
                                        .token = "not-a-token",
                                        .body = body,
                                        .body_length = 200 * 1024};
    for (unsigned i = 0; i < 5; i++) {
        struct answer answer = client_send(&stand.client, &upload);
        if (answer.status != 401 && answer.status != 413)
            fail_msg("an upload without a right is answered with %ld", answer.status);
        answer_free(&answer);
        json_decref(draft_view(&draft, 0));
    }
    free(body);
}

static void a_chunked_body_is_as_good_as_another(void **state)
{
    (void)state;
    char body[256];
    snprintf(body, sizeof body, "{\"round\":1,\"cards\":[\"%s\"]}", card_of(0, 0));
    const struct play_request request = {.method = "POST",
                                         .path = draft_path(&draft, "/faction_draft/commit"),
                                         .token = draft.tokens[0],
                                         .body = body,
                                         .body_length = strlen(body),
                                         .chunked = true};
    char path[DRAFT_PATH_BYTES];
    struct play_request copy = request;
    snprintf(path, sizeof path, "%s", draft_path(&draft, "/faction_draft/commit"));
    copy.path = path;
    struct answer answer = client_send(&stand.client, &copy);
    json_decref(answer_take(&answer, 200));
}

static void only_json_is_taken(void **state)
{
    (void)state;
    static const char *const types[] = {
        "text/plain",        "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
        "application/jsonp", "application/json; charset=utf-16",  "nonsense"};
    char path[DRAFT_PATH_BYTES];
    snprintf(path, sizeof path, "%s", draft_path(&draft, "/faction_draft/commit"));
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const struct play_request request = {.method = "POST",
                                             .path = path,
                                             .token = draft.tokens[0],
                                             .content_type = types[i],
                                             .body = "{\"round\":1,\"cards\":[\"sol\"]}",
                                             .body_length = 27};
        assert_refused(&request, 415, "unsupported_media_type");
    }
}

static void what_is_not_there_is_not_found(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "/v1/games/01kb8q5n3c7v9x2d4f6g8h0j1k",
        "/v1/games/x",
        "/v1/games/01KB8Q5N3C7V9X2D4F6G8H0J1K",
        "/v1/games/01kb8q5n3c7v9x2d4f6g8h0j1kk",
        "/v1/games/%2e%2e",
        "/v1/games/%00",
        "/v1/games/%zz",
        "/v1/games/a%2Fb",
        "/v1/nothing",
        "/",
        "//",
        "/v1/games/",
        "/v1/catalogue/nothing",
        "/problems/nothing",
    };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        const struct play_request request = {.method = "GET", .path = paths[i]};
        assert_refused(&request, 404, "not_found");
    }
}

static void queries_are_read_strictly(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "/v1/games?limit=0",         "/v1/games?limit=201",   "/v1/games?limit=x",
        "/v1/games?limit=1&limit=2", "/v1/games?nothing=1",   "/v1/games?cursor=abc",
        "/v1/games?sort=luck",       "/v1/games?status=nice", "/v1/games?step=nowhere",
        "/v1/games?limit=%31%zz",    "/v1/games?q=%ff",       "/v1/games?limit",
    };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        const struct play_request request = {.method = "GET", .path = paths[i]};
        assert_refused(&request, 422, "invalid_field");
    }
}

static void assert_token_refused(const char *token)
{
    char path[DRAFT_PATH_BYTES];
    snprintf(path, sizeof path, "%s", draft_path(&draft, ""));
    const struct play_request request = {.method = "GET", .path = path, .token = token};
    struct answer answer = client_send(&stand.client, &request);
    const char *challenge = answer_header(&answer, "www-authenticate");
    if (answer.status != 401 || !challenge || !strstr(challenge, "invalid_token"))
        fail_msg("the token %.60s… is answered with %ld, %s", token, answer.status,
                 challenge ? challenge : "no challenge");
    assert_problem(&answer, 401, "unauthenticated");
}

/* HEADER and CLAIMS as they are, with the SIGNATURE of a good token. */
static void assert_forged_token_refused(const char *header, const char *claims,
                                        const char *signature)
{
    char token[4096];
    char parts[2][1024];
    sodium_bin2base64(parts[0], sizeof parts[0], (const unsigned char *)header, strlen(header),
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_bin2base64(parts[1], sizeof parts[1], (const unsigned char *)claims, strlen(claims),
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    snprintf(token, sizeof token, "%s.%s.%s", parts[0], parts[1], signature);
    assert_token_refused(token);
}

static void forged_tokens_are_refused(void **state)
{
    (void)state;
    const char *good = draft.tokens[0];
    const char *signature = strrchr(good, '.') + 1;
    static const char claims[] =
        "{\"iss\":\"spliced\",\"aud\":\"spliced\",\"sub\":\"oscar\",\"role\":\"operator\","
        "\"iat\":1700000000,\"exp\":4000000000,\"jti\":\"aaaaaaaaaaaaaaaaaaaaaaaaaa\"}";
    assert_forged_token_refused("{\"alg\":\"none\",\"typ\":\"JWT\"}", claims, "");
    assert_forged_token_refused("{\"alg\":\"none\",\"typ\":\"JWT\"}", claims, signature);
    assert_forged_token_refused("{\"alg\":\"HS256\",\"typ\":\"JWT\"}", claims, signature);
    assert_forged_token_refused("{\"alg\":\"EdDSA\",\"typ\":\"JWT\"}", claims, signature);

    char changed[TOKEN_MAX];
    for (size_t at = 0; at < strlen(good); at += 7) {
        if (good[at] == '.')
            continue;
        snprintf(changed, sizeof changed, "%s", good);
        changed[at] = good[at] == 'A' ? 'B' : 'A';
        if (at + 1 < strlen(good)) /* the last digit may hold no bit of the signature */
            assert_token_refused(changed);
    }
    snprintf(changed, sizeof changed, "%.*s", (int)strlen(good) - 4, good);
    assert_token_refused(changed);
    snprintf(changed, sizeof changed, "%s=", good);
    assert_token_refused(changed);
    snprintf(changed, sizeof changed, "%s.x", good);
    assert_token_refused(changed);
}

static void garbage_is_no_token(void **state)
{
    (void)state;
    char *huge = malloc(9000);
    memset(huge, 'a', 8999);
    huge[8999] = '\0';
    const char *const tokens[] = {"x", "a.b.c", "..", "...", "null", "bearer", huge};
    for (size_t i = 0; i < sizeof tokens / sizeof *tokens; i++)
        assert_token_refused(tokens[i]);
    free(huge);
    static const char *const headers[] = {"Authorization: Basic b3NjYXI6eA==", NULL};
    const struct play_request basic = {.method = "GET", .path = "/v1/games", .headers = headers};
    assert_refused(&basic, 401, "unauthenticated");
}

/* Signs with KEYS what only the server may. */
static void sign(const struct keys *keys, int64_t issued_at, int64_t expires_at,
                 char ret_token[TOKEN_MAX])
{
    struct claims claims = {.role = ROLE_OPERATOR,
                            .subject = "oscar",
                            .player = PLAYER_NONE,
                            .issued_at = issued_at,
                            .expires_at = expires_at,
                            .id = "aaaaaaaaaaaaaaaaaaaaaaaaaa"};
    assert_true(token_sign(keys, &claims, ret_token));
}

static void tokens_of_other_keys_and_other_times_are_refused(void **state)
{
    (void)state;
    struct random_source random = random_system();
    struct test_folder folder = test_folder_new();
    struct keys others, own;
    char token[TOKEN_MAX];
    struct clock clock = clock_system();
    int64_t now = clock_now(&clock) / 1000;
    assert_true(keys_open(&others, folder.path, &random));
    sign(&others, now, now + 1000, token);
    assert_token_refused(token);
    assert_true(keys_open(&own, stand.folder.path, &random));
    sign(&own, now - 2000, now - 1000, token);
    assert_token_refused(token);

    /* That it is the time which was refused: the same with a time to come is taken. */
    sign(&own, now, now + 1000, token);
    struct answer answer = client_call(&stand.client, "GET", draft_path(&draft, ""), token, NULL);
    json_t *view = answer_take(&answer, 200);
    assert_string_equal(text_at(view, "you/role"), "operator");
    json_decref(view);
    keys_close(&own);
    keys_close(&others);
    test_folder_remove(&folder);
}

static void tokens_of_another_game_are_refused(void **state)
{
    (void)state;
    struct draft other;
    draft_create(&other, &stand.client, 3, 72, NULL, NULL);
    draft_join_all(&other);
    char path[DRAFT_PATH_BYTES];
    snprintf(path, sizeof path, "%s", draft_path(&draft, "/faction_draft/commit"));
    struct play_request request = {.method = "POST",
                                   .path = path,
                                   .token = other.tokens[0],
                                   .body = "{\"round\":1,\"cards\":[\"sol\"]}",
                                   .body_length = 27};
    assert_refused(&request, 403, "forbidden");
    request.token = other.host_token;
    assert_refused(&request, 403, "forbidden");
    draft_free(&other);
}

static void a_token_dies_with_a_new_invite(void **state)
{
    (void)state;
    struct draft other;
    draft_create(&other, &stand.client, 3, 73, NULL, NULL);
    draft_join_all(&other);
    char *old = strdup(other.tokens[1]);
    struct answer answer = draft_post(&other, DRAFT_HOST, "/players/p2/reinvite", NULL);
    json_t *invited = answer_take(&answer, 200);
    answer = client_call(&stand.client, "GET", draft_path(&other, ""), old, NULL);
    assert_problem(&answer, 401, "unauthenticated");
    answer = draft_post(&other, DRAFT_PUBLIC, "/join",
                        json_pack("{s:s, s:s}", "name", "Late", "invite", other.invites[1]));
    assert_problem(&answer, 403, "bad_invite");
    free(other.invites[1]);
    other.invites[1] = strdup(text_at(invited, "invite"));
    draft_join(&other, 1);
    json_decref(draft_view(&other, 1));
    json_decref(invited);
    free(old);
    draft_free(&other);
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
        assert_refused(&request, cases[i].status, cases[i].code);
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
        cmocka_unit_test(roles_are_kept_apart),
        cmocka_unit_test(bodies_have_a_limit),
        cmocka_unit_test(a_refused_upload_does_not_spoil_the_next_request),
        cmocka_unit_test(only_json_is_taken),
        cmocka_unit_test(what_is_not_there_is_not_found),
        cmocka_unit_test(queries_are_read_strictly),
        cmocka_unit_test(forged_tokens_are_refused),
        cmocka_unit_test(garbage_is_no_token),
        cmocka_unit_test(tokens_of_other_keys_and_other_times_are_refused),
        cmocka_unit_test(tokens_of_another_game_are_refused),
        cmocka_unit_test(a_token_dies_with_a_new_invite),
        cmocka_unit_test(names_have_limits),
        cmocka_unit_test(creates_that_cannot_be_are_refused),
        cmocka_unit_test(a_chunked_body_is_as_good_as_another),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
