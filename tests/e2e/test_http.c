/*
 * The service as a citizen of HTTP: conditional requests, preferences, HEAD, CORS, request ids,
 * statuses. What a user would see go wrong: a client that is told "not modified" for ever, a script
 * that may not read its own answer, a page that is missing.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/http/problems.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/stand.h"

static const char *const arguments[] = {"--open", "--origins", "https://bots.example", NULL};

static struct stand stand;
static struct draft draft;

static int begin(void **state)
{
    (void)state;
    stand_begin(&stand, SPLICED_PROGRAM, RECORDED_FILE, arguments);
    draft_create(&draft, &stand.client, 3, 81, stand.creator_token, NULL);
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

static void every_page_of_the_service_answers(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        const char *type;
    } pages[] = {
        {"/healthz", "application/json"},
        {"/readyz", "application/json"},
        {"/metrics", "text/plain"},
        {"/.well-known/jwks.json", "application/jwk-set+json"},
        {"/v1/openapi.yaml", "application/yaml"},
        {"/problems", "application/json"},
        {"/problems/wrong_step", "application/json"},
        {"/v1/catalogue", "application/json"},
        {"/v1/catalogue/factions", "application/json"},
        {"/v1/catalogue/abilities", "application/json"},
        {"/v1/games", "application/json"},
    };
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        struct answer answer = client_say(&stand.client, "GET", pages[i].path, NULL, NULL, NULL);
        assert_number(answer.status, 200);
        if (strncmp(answer_must_have(&answer, "content-type"), pages[i].type,
                    strlen(pages[i].type)) != 0)
            fail_msg("%s is %s", pages[i].path, answer_must_have(&answer, "content-type"));
        answer_must_have(&answer, "x-request-id");
        size_t length = answer.raw.body.length;
        answer_free(&answer);

        answer = client_say(&stand.client, "HEAD", pages[i].path, NULL, NULL, NULL);
        assert_number(answer.status, 200);
        assert_number(answer.raw.body.length, 0);
        if (strcmp(pages[i].path, "/metrics") != 0)
            assert_number(strtoul(answer_must_have(&answer, "content-length"), NULL, 10), length);
        answer_free(&answer);
    }
}

/* What containers and scripts ask. */
static void the_program_tells_whether_a_server_is_ready(void **state)
{
    (void)state;
    char output[1024];
    const char *const running[] = {"ready", "--url", stand.program.url, NULL};
    assert_number(program_run(SPLICED_PROGRAM, running, output, sizeof output), 0);
    assert_string_equal(output, "ready\n");
    const char *const nowhere[] = {"ready", "--url", "http://127.0.0.1:1", NULL};
    assert_number(program_run(SPLICED_PROGRAM, nowhere, output, sizeof output), 1);
    assert_non_null(strstr(output, "http://127.0.0.1:1"));
}

static void every_problem_explains_itself(void **state)
{
    (void)state;
    for (size_t i = 0; i < problem_count; i++) {
        char path[96];
        snprintf(path, sizeof path, "/problems/%s", problems[i].code);
        struct answer answer = client_say(&stand.client, "GET", path, NULL, NULL, NULL);
        json_t *page = answer_take(&answer, 200);
        assert_string_equal(text_at(page, "code"), problems[i].code);
        json_decref(page);
    }
}

static void what_has_not_changed_is_not_sent_again(void **state)
{
    (void)state;
    static const char *const paths[] = {"/v1/catalogue/kings", "/v1/openapi.yaml",
                                        "/.well-known/jwks.json", NULL};
    for (size_t i = 0; i < 4; i++) {
        const char *path = paths[i] ? paths[i] : draft_path(&draft, "");
        char header[160];
        struct answer answer = client_say(&stand.client, "GET", path, NULL, NULL, NULL);
        snprintf(header, sizeof header, "If-None-Match: %s", answer_must_have(&answer, "etag"));
        answer_free(&answer);
        answer = client_say(&stand.client, "GET", path, NULL, header, NULL);
        assert_number(answer.status, 304);
        assert_number(answer.raw.body.length, 0);
        answer_must_have(&answer, "etag");
        answer_free(&answer);
        answer = client_say(&stand.client, "GET", path, NULL,
                            "If-None-Match: \"other\", W/\"more\"", NULL);
        assert_number(answer.status, 200);
        answer_free(&answer);
        answer = client_say(&stand.client, "GET", path, NULL, "If-None-Match: *", NULL);
        assert_number(answer.status, 304);
        answer_free(&answer);
    }
}

/* A hidden pick changes what others see: that it lies there. */
static void the_etag_moves_with_a_hidden_pick(void **state)
{
    (void)state;
    struct draft other;
    draft_create(&other, &stand.client, 3, 82, NULL, NULL);
    draft_join_all(&other);
    char path[DRAFT_PATH_BYTES];
    char header[160];
    snprintf(path, sizeof path, "%s", draft_path(&other, ""));
    struct answer answer = client_say(&stand.client, "GET", path, other.tokens[1], NULL, NULL);
    snprintf(header, sizeof header, "If-None-Match: %s", answer_must_have(&answer, "etag"));
    if (!strstr(answer_must_have(&answer, "vary"), "Authorization") ||
        !strstr(answer_must_have(&answer, "cache-control"), "private"))
        fail_msg("a view may be kept for somebody else");
    answer_free(&answer);
    answer = client_say(&stand.client, "GET", path, other.tokens[1], header, NULL);
    assert_number(answer.status, 304);
    answer_free(&answer);
    draft_act(&other, 0);
    answer = client_say(&stand.client, "GET", path, other.tokens[1], header, NULL);
    assert_number(answer.status, 200);
    assert_true(json_is_true(value_at(answer.json, "players/0/committed")));
    answer_free(&answer);
    /* Nobody else's copy is taken for one's own. */
    answer = client_say(&stand.client, "GET", path, other.tokens[1], NULL, NULL);
    snprintf(header, sizeof header, "If-None-Match: %s", answer_must_have(&answer, "etag"));
    answer_free(&answer);
    answer = client_say(&stand.client, "GET", path, other.tokens[2], header, NULL);
    assert_number(answer.status, 200);
    answer_free(&answer);
    draft_free(&other);
}

static void a_command_need_not_answer_with_the_view(void **state)
{
    (void)state;
    struct draft other;
    draft_create(&other, &stand.client, 3, 83, NULL, NULL);
    draft_join_all(&other);
    char path[DRAFT_PATH_BYTES];
    snprintf(path, sizeof path, "%s", draft_path(&other, "/pause"));
    struct answer answer =
        client_say(&stand.client, "POST", path, other.host_token, "Prefer: return=minimal", NULL);
    assert_number(answer.status, 204);
    assert_number(answer.raw.body.length, 0);
    assert_string_equal(answer_must_have(&answer, "preference-applied"), "return=minimal");
    char etag[128];
    snprintf(etag, sizeof etag, "%s", answer_must_have(&answer, "etag"));
    answer_free(&answer);
    answer = client_say(&stand.client, "GET", draft_path(&other, ""), other.host_token, NULL, NULL);
    assert_string_equal(answer_must_have(&answer, "etag"), etag);
    assert_string_equal(text_at(answer.json, "status"), "paused");
    answer_free(&answer);
    draft_free(&other);
}

static void a_command_answers_with_the_etag_of_the_view(void **state)
{
    (void)state;
    struct draft other;
    draft_create(&other, &stand.client, 3, 84, NULL, NULL);
    draft_join_all(&other);
    struct prepared prepared;
    draft_prepare(&other, 1, &prepared);
    struct answer answer = client_send(&stand.client, &prepared.request);
    assert_number(answer.status, 200);
    char etag[128], wanted[128];
    snprintf(etag, sizeof etag, "%s", answer_must_have(&answer, "etag"));
    snprintf(wanted, sizeof wanted, "\"%lld-p2\"", number_at(answer.json, "version"));
    assert_string_equal(etag, wanted);
    answer_free(&answer);
    answer = client_say(&stand.client, "GET", draft_path(&other, ""), other.tokens[1], NULL, NULL);
    assert_string_equal(answer_must_have(&answer, "etag"), etag);
    answer_free(&answer);
    prepared_free(&prepared);
    draft_free(&other);
}

static void browsers_of_the_named_origin_may_call(void **state)
{
    (void)state;
    struct answer answer =
        client_say(&stand.client, "GET", "/v1/games", NULL, "Origin: https://bots.example", NULL);
    assert_string_equal(answer_must_have(&answer, "access-control-allow-origin"),
                        "https://bots.example");
    if (!strstr(answer_must_have(&answer, "access-control-expose-headers"), "ETag"))
        fail_msg("scripts cannot see the ETag");
    if (!strstr(answer_must_have(&answer, "vary"), "Origin"))
        fail_msg("an answer to one origin may be kept for another");
    answer_free(&answer);
    answer =
        client_say(&stand.client, "GET", "/v1/games", NULL, "Origin: https://evil.example", NULL);
    assert_number(answer.status, 200);
    assert_null(answer_header(&answer, "access-control-allow-origin"));
    answer_free(&answer);
}

static void options_tell_what_is_allowed(void **state)
{
    (void)state;
    static const char *const headers[] = {"Origin: https://bots.example",
                                          "Access-Control-Request-Method: POST",
                                          "Access-Control-Request-Headers: authorization", NULL};
    char path[DRAFT_PATH_BYTES];
    snprintf(path, sizeof path, "%s", draft_path(&draft, "/faction_draft/commit"));
    const struct play_request request = {.method = "OPTIONS", .path = path, .headers = headers};
    struct answer answer = client_send(&stand.client, &request);
    assert_number(answer.status, 204);
    assert_non_null(strstr(answer_must_have(&answer, "allow"), "POST"));
    assert_non_null(strstr(answer_must_have(&answer, "access-control-allow-methods"), "POST"));
    assert_non_null(
        strcasestr(answer_must_have(&answer, "access-control-allow-headers"), "authorization"));
    assert_string_equal(answer_must_have(&answer, "access-control-allow-origin"),
                        "https://bots.example");
    answer_free(&answer);
}

static void wrong_methods_are_told_the_right_ones(void **state)
{
    (void)state;
    static const struct {
        const char *method, *path, *allowed;
    } cases[] = {
        {"DELETE", "/v1/games", "GET"},   {"PUT", "/v1/games", "POST"},
        {"PATCH", "/healthz", "GET"},     {"POST", "/v1/catalogue", "GET"},
        {"GET", "/v1/games/check", NULL}, {"TRACE", "/v1/games", "GET"},
        {"BREW", "/healthz", "GET"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct answer answer =
            client_say(&stand.client, cases[i].method, cases[i].path, NULL, NULL, NULL);
        if (cases[i].allowed) {
            assert_non_null(strstr(answer_must_have(&answer, "allow"), cases[i].allowed));
            assert_problem(&answer, 405, "method_not_allowed");
        } else { /* "check" is no game */
            assert_in_range(answer.status, 404, 405);
            answer_free(&answer);
        }
    }
}

static void what_cannot_be_represented_is_refused(void **state)
{
    (void)state;
    struct answer answer =
        client_say(&stand.client, "GET", "/v1/games", NULL, "Accept: text/html", NULL);
    assert_problem(&answer, 406, "not_acceptable");
    static const char *const fine[] = {"Accept: */*", "Accept: application/*",
                                       "Accept: text/html, application/json;q=0.5",
                                       "Accept: application/json"};
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
        answer = client_say(&stand.client, "GET", "/v1/games", NULL, fine[i], NULL);
        assert_number(answer.status, 200);
        answer_free(&answer);
    }
}

static void request_ids_go_around(void **state)
{
    (void)state;
    struct answer answer =
        client_say(&stand.client, "GET", "/healthz", NULL, "X-Request-Id: bot-42.a", NULL);
    assert_string_equal(answer_must_have(&answer, "x-request-id"), "bot-42.a");
    answer_free(&answer);
    char first[80];
    answer = client_say(&stand.client, "GET", "/healthz", NULL, NULL, NULL);
    snprintf(first, sizeof first, "%s", answer_must_have(&answer, "x-request-id"));
    answer_free(&answer);
    answer = client_say(&stand.client, "GET", "/healthz", NULL, NULL, NULL);
    assert_string_not_equal(answer_must_have(&answer, "x-request-id"), first);
    answer_free(&answer);
    char long_id[128] = "X-Request-Id: ";
    memset(long_id + strlen(long_id), 'a', 80);
    const char *const insane[] = {"X-Request-Id: a b", "X-Request-Id: \"<script>\"", long_id};
    for (size_t i = 0; i < sizeof insane / sizeof *insane; i++) {
        answer = client_say(&stand.client, "GET", "/healthz", NULL, insane[i], NULL);
        assert_null(strstr(insane[i], answer_must_have(&answer, "x-request-id")));
        answer_free(&answer);
    }
}

static void the_metrics_count(void **state)
{
    (void)state;
    struct answer answer = client_say(&stand.client, "GET", "/metrics", NULL, NULL, NULL);
    static const char *const names[] = {"spliced_commands_total", "spliced_events_total",
                                        "spliced_commits_total"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char line[64];
        snprintf(line, sizeof line, "\n%s ", names[i]);
        const char *found =
            memmem(answer.raw.body.bytes, answer.raw.body.length, line, strlen(line));
        if (!found || !isdigit((unsigned char)found[strlen(line)]) || found[strlen(line)] == '0')
            fail_msg("%s counts nothing", names[i]);
    }
    answer_free(&answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_page_of_the_service_answers),
        cmocka_unit_test(the_program_tells_whether_a_server_is_ready),
        cmocka_unit_test(every_problem_explains_itself),
        cmocka_unit_test(what_has_not_changed_is_not_sent_again),
        cmocka_unit_test(the_etag_moves_with_a_hidden_pick),
        cmocka_unit_test(a_command_need_not_answer_with_the_view),
        cmocka_unit_test(a_command_answers_with_the_etag_of_the_view),
        cmocka_unit_test(browsers_of_the_named_origin_may_call),
        cmocka_unit_test(options_tell_what_is_allowed),
        cmocka_unit_test(wrong_methods_are_told_the_right_ones),
        cmocka_unit_test(what_cannot_be_represented_is_refused),
        cmocka_unit_test(request_ids_go_around),
        cmocka_unit_test(the_metrics_count),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
