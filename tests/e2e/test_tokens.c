/*
 * Who may do what, and with which token. What a user would see go wrong: somebody else's token, an
 * old one or a forged one that works, a good one that does not, a private game that strangers see.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "service/auth/token.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/refusals.h"
#include "tests/support/stand.h"

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

static void post_refused(int who, const char *rest, const char *body, long status, const char *code)
{
    assert_post_turned_down(&draft, who, rest, body, strlen(body), status, code);
}

static void roles_are_kept_apart(void **state)
{
    (void)state;
    post_refused(DRAFT_HOST, "/faction_draft/commit", "{\"round\":1,\"cards\":[\"sol\"]}", 403,
                 "forbidden");
    post_refused(DRAFT_PUBLIC, "/faction_draft/commit", "{\"round\":1,\"cards\":[\"sol\"]}", 401,
                 "unauthenticated");
    post_refused(0, "/pause", "{}", 403, "forbidden");
    post_refused(0, "/abandon", "{}", 403, "forbidden");
    post_refused(0, "/players/p2/reinvite", "{}", 403, "forbidden");
    post_refused(DRAFT_PUBLIC, "/pause", "{}", 401, "unauthenticated");
    post_refused(DRAFT_HOST, "/players/p9/reinvite", "{}", 404, "not_found");
    post_refused(DRAFT_HOST, "/players/p4/reinvite", "{}", 404, "not_found");
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
    assert_turned_down(&draft, &basic, 401, "unauthenticated");
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
    assert_turned_down(&draft, &request, 403, "forbidden");
    request.token = other.host_token;
    assert_turned_down(&draft, &request, 403, "forbidden");
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

static void a_private_game_is_not_there_for_strangers(void **state)
{
    (void)state;
    static const char *const rests[] = {"", "/blockers", "/events", "/head", "/transcript"};
    struct draft own;
    draft_create(&own, &stand.client, 3, 105, stand.creator_token,
                 json_pack("{s:s}", "visibility", "private"));
    draft_join_all(&own);
    char *stranger = stand_token(&stand, "creator", "somebody else");
    struct draft other;
    draft_create(&other, &stand.client, 3, 106, NULL, NULL);
    draft_join(&other, 0);
    const char *strangers[] = {NULL, stranger, other.host_token, other.tokens[0]};
    const char *insiders[] = {own.tokens[0], own.host_token, stand.creator_token,
                              stand.operator_token};
    for (size_t i = 0; i < sizeof rests / sizeof *rests; i++) {
        for (size_t k = 0; k < 4; k++) {
            struct answer answer =
                client_call(&stand.client, "GET", draft_path(&own, rests[i]), strangers[k], NULL);
            assert_problem(&answer, 404, "not_found");
            answer =
                client_call(&stand.client, "GET", draft_path(&own, rests[i]), insiders[k], NULL);
            assert_number(answer.status, 200);
            answer_free(&answer);
        }
    }
    struct answer answer =
        client_call(&stand.client, "POST", draft_path(&own, "/pause"), other.host_token, NULL);
    assert_problem(&answer, 404, "not_found");
    draft_free(&other);
    draft_free(&own);
    free(stranger);
}

static void creators_and_operators_have_a_hosts_powers(void **state)
{
    (void)state;
    char *stranger = stand_token(&stand, "creator", "third");
    struct draft own;
    draft_create(&own, &stand.client, 3, 107, stand.creator_token, NULL);
    draft_join_all(&own);
    struct answer answer =
        client_call(&stand.client, "POST", draft_path(&own, "/pause"), stranger, NULL);
    assert_problem(&answer, 403, "forbidden");
    answer =
        client_call(&stand.client, "POST", draft_path(&own, "/pause"), stand.creator_token, NULL);
    json_t *view = answer_take(&answer, 200);
    assert_string_equal(text_at(view, "you/role"), "creator");
    json_decref(view);
    answer =
        client_call(&stand.client, "POST", draft_path(&own, "/resume"), stand.operator_token, NULL);
    view = answer_take(&answer, 200);
    assert_string_equal(text_at(view, "you/role"), "operator");
    json_decref(view);
    draft_free(&own);
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
    answer = client_call(&stand.client, "POST", "/v1/token/refresh", token, NULL);
    json_t *renewed_again = answer_take(&answer, 200);
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
    answer = client_call(
        &stand.client, "POST", "/v1/tokens/revoke", stand.operator_token,
        json_pack("{s:s, s:s}", "jti", text_at(read, "jti"), "until", "2020-01-01T00:00:00.000Z"));
    assert_problem(&answer, 422, "invalid_field");
    answer = client_call(&stand.client, "POST", "/v1/tokens/revoke", stand.operator_token, body);
    assert_number(answer.status, 204);
    answer_free(&answer);
    answer = client_call(&stand.client, "GET", "/v1/games", creator, NULL);
    assert_problem(&answer, 401, "unauthenticated");
    /* What came of it goes with it. */
    answer = client_call(&stand.client, "GET", "/v1/games", token, NULL);
    assert_problem(&answer, 401, "unauthenticated");
    answer = client_call(&stand.client, "POST", "/v1/token/refresh",
                         text_at(renewed_again, "token"), NULL);
    assert_problem(&answer, 401, "unauthenticated");
    json_decref(renewed_again);
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

/* A folder that was mistyped does not become one with keys of its own, whose tokens nobody takes.
 */
static void a_token_needs_a_servers_folder(void **state)
{
    (void)state;
    struct test_folder folder = test_folder_new();
    char *mistyped = strdup(test_folder_path(&folder, "dtaa"));
    const char *const folders[] = {mistyped, folder.path};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char output[1024];
        const char *const arguments[] = {"token", "--data", folders[i], "--role", "operator", NULL};
        assert_number(program_run(SPLICED_PROGRAM, arguments, output, sizeof output), 1);
        if (!strstr(output, folders[i]) || !strstr(output, "there are no keys in it"))
            fail_msg("no help: %s", output);
    }
    assert_number(access(mistyped, F_OK), -1);
    assert_number(access(test_folder_path(&folder, "keys"), F_OK), -1);
    free(mistyped);
    test_folder_remove(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roles_are_kept_apart),
        cmocka_unit_test(forged_tokens_are_refused),
        cmocka_unit_test(garbage_is_no_token),
        cmocka_unit_test(tokens_of_other_keys_and_other_times_are_refused),
        cmocka_unit_test(tokens_of_another_game_are_refused),
        cmocka_unit_test(a_token_dies_with_a_new_invite),
        cmocka_unit_test(a_private_game_is_not_there_for_strangers),
        cmocka_unit_test(creators_and_operators_have_a_hosts_powers),
        cmocka_unit_test(tokens_can_be_renewed_and_revoked),
        cmocka_unit_test(a_closed_server_creates_for_creators),
        cmocka_unit_test(a_token_needs_a_servers_folder),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
