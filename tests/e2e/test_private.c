/*
 * Private games. What a host would see go wrong: a stranger who finds out that the game exists.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/stand.h"

#define ABSENT "/v1/games/01arz3ndektsv4rrffq69g5fav/join"

enum { TOO_LARGE = 70000 };

static struct stand stand;
static struct draft hidden;
static char *too_large;

static int begin(void **state)
{
    (void)state;
    stand_begin(&stand, SPLICED_PROGRAM, RECORDED_FILE, NULL);
    draft_create(&hidden, &stand.client, 3, 120, NULL, json_pack("{s:s}", "visibility", "private"));
    too_large = malloc(TOO_LARGE);
    assert_non_null(too_large);
    memset(too_large, ' ', TOO_LARGE);
    return 0;
}

static int end(void **state)
{
    (void)state;
    free(too_large);
    draft_free(&hidden);
    stand_end(&stand);
    return 0;
}

/* The names and values of headers, but for those that count or name the request. */
static void keep_comparable(const struct answer *answer, char *ret_text, size_t size)
{
    static const char *const passed_over[] = {"date:", "x-request-id:", "ratelimit:"};
    size_t used = 0;
    const char *end = answer->raw.headers.bytes + answer->raw.headers.length;
    for (const char *line = answer->raw.headers.bytes; line < end;) {
        size_t length = (size_t)((const char *)memchr(line, '\n', (size_t)(end - line)) - line) + 1;
        bool keep = true;
        for (size_t i = 0; i < sizeof passed_over / sizeof passed_over[0]; i++)
            keep &= strncmp(line, passed_over[i], strlen(passed_over[i])) != 0;
        if (keep) {
            assert_true(used + length < size);
            memcpy(ret_text + used, line, length);
            used += length;
        }
        line += length;
    }
    ret_text[used] = '\0';
}

static void assert_like_an_absent_game(const char *query, const struct play_request *shape)
{
    char path[DRAFT_PATH_BYTES + 16];
    char headers[2][2048];
    struct play_request request = *shape;
    snprintf(path, sizeof path, "%s%s", draft_path(&hidden, "/join"), query);
    request.path = path;
    struct answer there = client_send(&stand.client, &request);
    snprintf(path, sizeof path, "%s%s", ABSENT, query);
    struct answer absent = client_send(&stand.client, &request);
    keep_comparable(&there, headers[0], sizeof headers[0]);
    keep_comparable(&absent, headers[1], sizeof headers[1]);
    assert_string_equal(headers[0], headers[1]);
    assert_number(there.raw.body.length, absent.raw.body.length);
    assert_memory_equal(there.raw.body.bytes, absent.raw.body.bytes, there.raw.body.length);
    answer_free(&absent);
    assert_problem(&there, 404, "not_found");
}

static void no_fault_tells_a_private_game_from_none(void **state)
{
    (void)state;
    static const char good[] = "{\"invite\":\"mz4kq2v7x5j3r6t2w4y7b5n3cd\",\"name\":\"Eve\"}";
    static const char *const bodies[] = {good,
                                         "{",
                                         "[]",
                                         "{}",
                                         "{\"invite\":7,\"name\":\"Eve\"}",
                                         "{\"invite\":\"\",\"name\":\"\",\"entropy\":\"zz\"}",
                                         "{\"invite\":\"\",\"name\":\"Eve\",\"more\":1}"};
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++)
        assert_like_an_absent_game("", &(struct play_request){.method = "POST",
                                                              .body = bodies[i],
                                                              .body_length = strlen(bodies[i])});
    static const char *const headers[][2] = {{"Accept: text/html", NULL},
                                             {"Content-Encoding: gzip", NULL},
                                             {"Idempotency-Key: \"broken", NULL},
                                             {"Expect: 100-continue", NULL},
                                             {"Prefer: return=minimal", NULL}};
    struct play_request request = {.method = "POST", .body = good, .body_length = sizeof good - 1};
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        request.headers = headers[i];
        assert_like_an_absent_game("", &request);
    }
    request.headers = NULL;
    assert_like_an_absent_game("?x=1", &request);
    request.token = stand.creator_token;
    assert_like_an_absent_game("", &request);
    request.token = NULL;
    request.content_type = "text/plain";
    assert_like_an_absent_game("", &request);
    request = (struct play_request){.method = "POST"};
    assert_like_an_absent_game("", &request);
    request = (struct play_request){.method = "POST", .body = too_large, .body_length = TOO_LARGE};
    assert_like_an_absent_game("", &request);
    request.chunked = true;
    assert_like_an_absent_game("", &request);
}

/* Whoever has an invite is told what to put right. */
static void the_invited_are_told_their_faults(void **state)
{
    (void)state;
    struct answer answer = draft_post(
        &hidden, DRAFT_PUBLIC, "/join",
        json_pack("{s:s, s:s, s:i}", "invite", hidden.invites[0], "name", "Ada", "more", 1));
    assert_problem(&answer, 422, "invalid_field");
    draft_join(&hidden, 0);
    answer = draft_post(&hidden, DRAFT_PUBLIC, "/join",
                        json_pack("{s:s, s:s}", "invite", hidden.invites[0], "name", "Ada"));
    assert_problem(&answer, 409, "game_full");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_fault_tells_a_private_game_from_none),
        cmocka_unit_test(the_invited_are_told_their_faults),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
