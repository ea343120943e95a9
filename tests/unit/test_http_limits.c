/* What callers see of rate limits: a server with small quotas that do not fill up while it runs,
 * behind a proxy that is trusted, so that each test calls from addresses of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/log.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/running_engine.h"
#include "tests/support/stub_service.h"

static enum call_state answer(struct call *call)
{
    return call_static(call, "text/plain", "hello", 5, "v1");
}

static const struct route table[] = {
    {METHOD_GET, "/probe", WHO_PROBE, BODY_NONE, answer, NULL},
    {METHOD_GET, "/file", WHO_ANYONE, BODY_NONE, answer, NULL},
    {METHOD_POST, "/private", WHO_TOKEN, BODY_OBJECT, answer, NULL},
};

static const struct quota quotas[POLICIES] = {
    [POLICY_TOKEN] = {.requests = 3, .seconds = 3600},
    [POLICY_ADDRESS] = {.requests = 4, .seconds = 3600},
    [POLICY_FAILED_AUTH] = {.requests = 2, .seconds = 3600},
    [POLICY_CREATE] = {.requests = 1, .seconds = 3600},
};

static struct running *running;
static struct stub_service stub;

static int begin(void **state)
{
    static struct proxies proxies = {.count = 1};
    const struct server_deadlines deadlines = {.first_head = 60000};
    (void)state;
    log_set_level(LOG_LEVEL_ERROR);
    running = running_new();
    address_read("127.0.0.1", strlen("127.0.0.1"), &proxies.list[0]);
    stub = (struct stub_service){.service = {.engine = running->engine, .keys = &running->keys},
                                 .quotas = quotas,
                                 .proxies = &proxies};
    stub_service_start(&stub, table, sizeof table / sizeof *table, &deadlines);
    return 0;
}

static int end(void **state)
{
    (void)state;
    stub_service_stop(&stub);
    running_free(running);
    return 0;
}

/* A token of the creator of that name, in static storage until the next call. */
static const char *token_of(const char *name)
{
    static char token[TOKEN_MAX];
    struct claims claims = {.role = ROLE_CREATOR,
                            .player = PLAYER_NONE,
                            .issued_at = FIXTURE_TIME / 1000,
                            .expires_at = FIXTURE_TIME / 1000 + 3600,
                            .id = "abcdefghijabcdefghijabcdef"};
    snprintf(claims.subject, sizeof claims.subject, "%s", name);
    assert_true(token_sign(&running->keys, &claims, token));
    return token;
}

/* Sends LINE, as from ADDRESS, with TOKEN unless it is NULL, and MORE headers and body. */
static const struct raw_reply *ask(const char *line, const char *address, const char *token,
                                   const char *more)
{
    char text[2 * TOKEN_MAX];
    snprintf(text, sizeof text, "%s HTTP/1.1\r\n" HOST "X-Forwarded-For: %s\r\n%s%s%s%s", line,
             address, token ? "Authorization: Bearer " : "", token ? token : "",
             token ? "\r\n" : "", more);
    struct raw *raw = raw_open(server_port(stub.server));
    const struct raw_reply *reply = raw_ask(raw, text);
    raw_close(raw);
    return reply;
}

static const struct raw_reply *get_file(const char *address)
{
    return ask("GET /file", address, NULL, "\r\n");
}

static const struct raw_reply *post(const char *address, const char *token)
{
    return ask("POST /private", address, token, JSON "Content-Length: 2\r\n\r\n{}");
}

static void assert_limited(const struct raw_reply *reply, const char *policy, unsigned requests)
{
    char wanted[128];
    assert_reply_problem(reply, 429, "rate_limited");
    unsigned long wait = strtoul(raw_header(reply, "Retry-After"), NULL, 10);
    assert_in_range(wait, 1, 3600 / requests);
    snprintf(wanted, sizeof wanted, "\"retry_after\":%lu}", wait);
    assert_non_null(strstr(reply->body, wanted));
    assert_non_null(strstr(reply->body, policy));
    snprintf(wanted, sizeof wanted, "\"%s\";r=0;t=%lu", policy, wait);
    assert_string_equal(raw_header(reply, "RateLimit"), wanted);
    snprintf(wanted, sizeof wanted, "\"%s\";q=%u;w=3600", policy, requests);
    assert_string_equal(raw_header(reply, "RateLimit-Policy"), wanted);
}

static void a_caller_is_told_what_is_left(void **state)
{
    (void)state;
    const struct raw_reply *reply = get_file("10.0.1.1");
    assert_string_equal(raw_header(reply, "RateLimit-Policy"), "\"address\";q=4;w=3600");
    assert_string_equal(raw_header(reply, "RateLimit"), "\"address\";r=3;t=3600");
    reply = post("10.0.1.1", token_of("told"));
    assert_string_equal(raw_header(reply, "RateLimit-Policy"), "\"token\";q=3;w=3600");
    assert_string_equal(raw_header(reply, "RateLimit"), "\"token\";r=2;t=3600");
}

static void a_token_is_limited_and_another_is_not_touched(void **state)
{
    (void)state;
    char token[TOKEN_MAX];
    snprintf(token, sizeof token, "%s", token_of("hasty"));
    for (int i = 0; i < 3; i++)
        assert_number(post("10.0.2.1", token)->status, 200);
    assert_limited(post("10.0.2.1", token), "token", 3);
    assert_limited(post("10.0.2.2", token), "token", 3);
    assert_number(post("10.0.2.1", token_of("patient"))->status, 200);
    assert_number(get_file("10.0.2.1")->status, 200);
}

static void a_limited_body_is_not_looked_at(void **state)
{
    (void)state;
    char token[TOKEN_MAX];
    snprintf(token, sizeof token, "%s", token_of("careless"));
    for (int i = 0; i < 3; i++)
        post("10.0.3.1", token);
    assert_limited(ask("POST /private", "10.0.3.1", token, JSON "Content-Length: 3\r\n\r\n{\"a"),
                   "token", 3);
    assert_limited(ask("POST /private?a=1", "10.0.3.1", token, "Content-Length: 1\r\n\r\nx"),
                   "token", 3);
}

static void an_address_is_limited_and_another_is_not_touched(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++)
        assert_number(get_file("10.0.4.1")->status, 200);
    assert_limited(get_file("10.0.4.1"), "address", 4);
    assert_limited(get_file("10.9.9.9, 10.0.4.1"), "address", 4);
    assert_number(get_file("10.0.4.2")->status, 200);
    assert_number(post("10.0.4.1", token_of("elsewhere"))->status, 200);
}

/* A proxy behind another one may add a line of its own: the last hop counts. */
static void an_address_may_come_in_several_lines(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        char address[64];
        snprintf(address, sizeof address, "10.0.17.%d\r\nX-Forwarded-For: 10.0.18.1", i);
        assert_number(get_file(address)->status, 200);
    }
    assert_limited(get_file("10.0.18.1"), "address", 4);
    assert_number(get_file("10.0.17.1")->status, 200);
}

static void neighbours_in_ipv6_are_one_caller(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++)
        assert_number(get_file("2001:db8:1:1::1")->status, 200);
    assert_limited(get_file("2001:db8:1:1:ffff::2"), "address", 4);
    assert_number(get_file("2001:db8:1:2::1")->status, 200);
}

static void guessing_tokens_is_limited_and_nothing_else(void **state)
{
    (void)state;
    assert_reply_problem(post("10.0.5.1", "guess1"), 401, "unauthenticated");
    const struct raw_reply *reply = post("10.0.5.1", "guess2");
    assert_reply_problem(reply, 401, "unauthenticated");
    assert_string_equal(raw_header(reply, "RateLimit-Policy"), "\"failed_auth\";q=2;w=3600");
    assert_limited(post("10.0.5.1", "guess3"), "failed_auth", 2);
    assert_limited(ask("GET /nowhere", "10.0.5.1", "guess4", "\r\n"), "failed_auth", 2);
    assert_number(post("10.0.5.2", "guess5")->status, 401);
    assert_number(post("10.0.5.1", token_of("honest"))->status, 200);
    reply = get_file("10.0.5.1");
    assert_string_equal(raw_header(reply, "RateLimit"), "\"address\";r=3;t=3600");
}

static void what_has_not_changed_costs_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < 10; i++) {
        const struct raw_reply *reply =
            ask("GET /file", "10.0.6.1", NULL, "If-None-Match: \"v1\"\r\n\r\n");
        assert_number(reply->status, 304);
        assert_string_equal(raw_header(reply, "RateLimit"), "\"address\";r=4;t=3600");
    }
    for (int i = 0; i < 4; i++)
        assert_number(get_file("10.0.6.1")->status, 200);
    assert_limited(ask("GET /file", "10.0.6.1", NULL, "If-None-Match: \"v1\"\r\n\r\n"), "address",
                   4);
}

static void probes_and_options_are_not_counted(void **state)
{
    (void)state;
    for (int i = 0; i < 10; i++) {
        const struct raw_reply *reply = ask("GET /probe", "10.0.7.1", NULL, "\r\n");
        assert_number(reply->status, 200);
        assert_null(raw_header(reply, "RateLimit"));
        reply = ask("OPTIONS /file", "10.0.7.1", NULL, "\r\n");
        assert_number(reply->status, 204);
        assert_null(raw_header(reply, "RateLimit-Policy"));
    }
    assert_string_equal(raw_header(get_file("10.0.7.1"), "RateLimit"), "\"address\";r=3;t=3600");
}

static void calls_that_find_nothing_are_counted(void **state)
{
    (void)state;
    assert_number(ask("GET /nowhere", "10.0.8.1", NULL, "\r\n")->status, 404);
    assert_number(ask("DELETE /file", "10.0.8.1", NULL, "\r\n")->status, 405);
    assert_number(post("10.0.8.1", NULL)->status, 401);
    assert_number(get_file("10.0.8.1")->status, 200);
    assert_limited(ask("GET /nowhere", "10.0.8.1", NULL, "\r\n"), "address", 4);
    assert_limited(ask("DELETE /file", "10.0.8.1", NULL, "\r\n"), "address", 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_caller_is_told_what_is_left),
        cmocka_unit_test(a_token_is_limited_and_another_is_not_touched),
        cmocka_unit_test(a_limited_body_is_not_looked_at),
        cmocka_unit_test(an_address_is_limited_and_another_is_not_touched),
        cmocka_unit_test(an_address_may_come_in_several_lines),
        cmocka_unit_test(neighbours_in_ipv6_are_one_caller),
        cmocka_unit_test(guessing_tokens_is_limited_and_nothing_else),
        cmocka_unit_test(what_has_not_changed_costs_nothing),
        cmocka_unit_test(probes_and_options_are_not_counted),
        cmocka_unit_test(calls_that_find_nothing_are_counted),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
