/*
 * Rate limits of the running program: a caller who goes too fast is told how long to wait, and
 * nobody else notices.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/stand.h"

/* Tokens that are none fill up by 5 a second, so that a test which calls faster meets the limit. */
enum { CALLS_MAX = 20000 };

static const char *const limited[] = {"--open", "--rate-limit", "on", NULL};

static struct stand stand;

static int begin(void **state)
{
    (void)state;
    stand_begin(&stand, SPLICED_PROGRAM, RECORDED_FILE, limited);
    return 0;
}

static int end(void **state)
{
    (void)state;
    stand_end(&stand);
    return 0;
}

static struct answer list_games(const char *token)
{
    return client_call(&stand.client, "GET", "/v1/games", token, NULL);
}

/* Calls with a token that is none until that is too often. Pretending to be a proxy does not
 * help. */
static struct answer hammer(void)
{
    char forwarded[64];
    const char *const headers[] = {forwarded, NULL};
    const struct play_request guess = {.method = "GET",
                                       .path = "/v1/games",
                                       .token = "eyJhbGciOiJFZERTQSJ9.e30.guess",
                                       .headers = headers};
    for (int i = 0; i < CALLS_MAX; i++) {
        snprintf(forwarded, sizeof forwarded, "X-Forwarded-For: 10.0.%d.%d", i / 256, i % 256);
        struct answer answer = client_send(&stand.client, &guess);
        if (answer.status == 429)
            return answer;
        assert_problem(&answer, 401, "unauthenticated");
    }
    fail_msg("%d wrong tokens were not too many", CALLS_MAX);
}

static void a_caller_who_goes_too_fast_is_told_when_to_come_back(void **state)
{
    (void)state;
    struct answer answer = hammer();
    long wait = strtol(answer_must_have(&answer, "retry-after"), NULL, 10);
    char limit[64];
    assert_in_range(wait, 1, 60);
    assert_number(number_at(answer.json, "retry_after"), wait);
    assert_non_null(strstr(text_at(answer.json, "detail"), "failed_auth"));
    assert_string_equal(answer_must_have(&answer, "ratelimit-policy"),
                        "\"failed_auth\";q=300;w=60");
    snprintf(limit, sizeof limit, "\"failed_auth\";r=0;t=%ld", wait);
    assert_string_equal(answer_must_have(&answer, "ratelimit"), limit);
    assert_problem(&answer, 429, "rate_limited");
}

static void others_at_the_same_address_do_not_notice(void **state)
{
    (void)state;
    struct answer answer = hammer();
    assert_problem(&answer, 429, "rate_limited");
    answer = list_games(stand.creator_token);
    assert_number(answer.status, 200);
    assert_string_equal(answer_must_have(&answer, "ratelimit-policy"), "\"token\";q=12000;w=60");
    assert_string_equal(answer_must_have(&answer, "ratelimit"), "\"token\";r=11999;t=60");
    answer_free(&answer);
    answer = list_games(NULL);
    assert_number(answer.status, 200);
    assert_string_equal(answer_must_have(&answer, "ratelimit-policy"), "\"address\";q=60000;w=60");
    answer_free(&answer);
}

static void the_metrics_tell_who_was_refused(void **state)
{
    (void)state;
    struct answer answer = hammer();
    assert_problem(&answer, 429, "rate_limited");
    answer = client_call(&stand.client, "GET", "/metrics", NULL, NULL);
    assert_number(answer.status, 200);
    assert_true(answer_contains(
        &answer, "\nspliced_http_requests_total{method=\"GET\",route=\"/v1/games\",status="));
    assert_true(answer_contains(&answer, "\nspliced_http_connections "));
    assert_false(
        answer_contains(&answer, "\nspliced_http_rate_limited_total{policy=\"failed_auth\"} 0\n"));
    assert_true(
        answer_contains(&answer, "\nspliced_http_rate_limited_total{policy=\"token\"} 0\n"));
    answer_free(&answer);
}

/* With the defaults: a game played as fast as the bots can is no abuse. */
static void a_whole_draft_meets_no_limit(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 8, 91, stand.creator_token, NULL);
    draft_join_all(&draft);
    draft_play_to(&draft, NULL);
    draft_free(&draft);
}

/* Each game stays for ever, so that nobody may fill the disk with them. */
static void games_made_without_a_token_have_a_limit_of_their_own(void **state)
{
    (void)state;
    struct answer answer = {.status = 201};
    for (int i = 0; i < CALLS_MAX && answer.status == 201; i++) {
        answer_free(&answer);
        answer = client_call(&stand.client, "POST", "/v1/games", NULL,
                             json_pack("{s:s, s:i}", "name", "One of many", "players", 3));
    }
    assert_string_equal(answer_must_have(&answer, "ratelimit-policy"), "\"create\";q=120;w=60");
    assert_problem(&answer, 429, "rate_limited");
    answer = list_games(NULL);
    assert_number(answer.status, 200);
    answer_free(&answer);
    answer = client_call(&stand.client, "POST", "/v1/games", stand.creator_token,
                         json_pack("{s:s, s:i}", "name", "A bot's", "players", 3));
    json_decref(answer_take(&answer, 201));
}

static void without_limits_nothing_is_said_of_them(void **state)
{
    (void)state;
    static const char *const unlimited[] = {"--open", "--rate-limit", "off", NULL};
    struct test_folder folder = test_folder_new();
    struct program program = program_start(SPLICED_PROGRAM, folder.path, unlimited);
    struct client client = client_new(program.url);
    struct answer answer = {.status = 0};
    for (int i = 0; i < 400; i++) {
        answer_free(&answer);
        answer = client_call(&client, "GET", "/v1/games", "guess", NULL);
        assert_number(answer.status, 401);
    }
    assert_null(answer_header(&answer, "ratelimit"));
    assert_null(answer_header(&answer, "ratelimit-policy"));
    answer_free(&answer);
    client_free(&client);
    program_stop(&program);
    test_folder_remove(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_caller_who_goes_too_fast_is_told_when_to_come_back),
        cmocka_unit_test(others_at_the_same_address_do_not_notice),
        cmocka_unit_test(the_metrics_tell_who_was_refused),
        cmocka_unit_test(a_whole_draft_meets_no_limit),
        cmocka_unit_test(games_made_without_a_token_have_a_limit_of_their_own),
        cmocka_unit_test(without_limits_nothing_is_said_of_them),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
