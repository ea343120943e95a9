/*
 * Asking for the log of a game. What a bot would see go wrong: an answer of another kind than it
 * wanted, something resumed that cannot be, a game that is over or not for it and is streamed all
 * the same, a poll that does not end.
 */
#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/game_stream.h"

#define STAND_ARGUMENTS stream_arguments
#include "tests/support/one_stand.h"

enum { PLAYERS = 4 };

/* The header is what the browser sends by itself when it comes back to the same address. */
static void the_header_wins_over_the_query(void **state)
{
    (void)state;
    struct draft draft;
    char headers[256];
    draft_create(&draft, &stand.client, PLAYERS, 14, NULL, NULL);
    draft_join_all(&draft);
    snprintf(headers, sizeof headers, "Last-Event-ID: 4\r\n%s",
             stream_headers(ACCEPT_EVENTS, NULL));
    struct stream_reader *reader = stream_of_game(&stand, &draft, "?after=1", headers);
    struct stream_message message;
    assert_true(stream_message(reader, &message));
    assert_string_equal(message.id, "5");
    stream_message_free(&message);
    stream_close(reader);
    draft_free(&draft);
}

static void assert_refused(const struct draft *draft, const char *query, const char *accept,
                           const char *header)
{
    struct answer answer = stream_ask(&stand.client, draft, query, accept, header);
    assert_problem(&answer, 422, "invalid_field");
}

static void what_cannot_be_resumed_is_refused(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, PLAYERS, 15, NULL, NULL);
    assert_refused(&draft, "?after=2", ACCEPT_EVENTS, NULL); /* there is one event */
    assert_refused(&draft, "?after=-1", ACCEPT_LINES, NULL);
    assert_refused(&draft, "", ACCEPT_EVENTS, "Last-Event-ID: 2");
    assert_refused(&draft, "", ACCEPT_EVENTS, "Last-Event-ID: one");
    assert_refused(&draft, "?view=2", ACCEPT_EVENTS, NULL);
    assert_refused(&draft, "?limit=5", ACCEPT_EVENTS, NULL);
    assert_refused(&draft, "?view=1", "application/json", NULL);
    assert_refused(&draft, "?wait=0", "application/json", NULL);
    assert_refused(&draft, "?wait=61", "application/json", NULL);
    struct answer answer = stream_ask(&stand.client, &draft, "", "text/html", NULL);
    assert_problem(&answer, 406, "not_acceptable");
    draft_free(&draft);
}

static void the_client_says_which_way_it_wants(void **state)
{
    (void)state;
    static const struct {
        const char *accept;
        const char *type;
    } ways[] = {
        {"*/*", "application/json"},
        {"application/json, text/event-stream", "application/json"},
        {"application/json;q=0.5, text/event-stream", "text/event-stream"},
        {"text/event-stream, */*;q=0.1", "text/event-stream"},
        {"text/*", "text/event-stream"},
        {"application/x-ndjson, application/json;q=0.9", "application/x-ndjson"},
    };
    struct draft draft;
    draft_create(&draft, &stand.client, PLAYERS, 16, NULL, NULL);
    draft_abandon(&draft); /* so that streams come to an end */
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        struct answer answer = stream_ask(&stand.client, &draft, "", ways[i].accept, NULL);
        assert_number(answer.status, 200);
        assert_string_equal(answer_header(&answer, "content-type"), ways[i].type);
        assert_true(answer_contains(&answer, "vary: Accept\n"));
        assert_true(answer_contains(&answer, "game.abandoned"));
        answer_free(&answer);
    }
    draft_free(&draft);
}

static void a_game_that_is_over_sends_its_clients_home(void **state)
{
    (void)state;
    struct draft draft;
    char header[64];
    draft_create(&draft, &stand.client, PLAYERS, 17, NULL, NULL);
    draft_abandon(&draft);
    snprintf(header, sizeof header, "Last-Event-ID: %lld", draft_version(&draft));
    struct answer answer = stream_ask(&stand.client, &draft, "", ACCEPT_EVENTS, header);
    assert_number(answer.status, 204);
    answer_free(&answer);
    answer = stream_ask(&stand.client, &draft, "?after=2&wait=55", "application/json", NULL);
    json_t *page = answer_take(&answer, 200);
    assert_number(json_array_size(json_object_get(page, "items")), 0);
    json_decref(page);
    draft_free(&draft);
}

static void a_head_says_what_a_stream_would_be(void **state)
{
    (void)state;
    static const char *const headers[] = {"Accept: " ACCEPT_EVENTS, NULL};
    struct draft draft;
    draft_create(&draft, &stand.client, PLAYERS, 18, NULL, NULL);
    const struct play_request request = {
        .method = "HEAD", .path = stream_target(&draft, ""), .headers = headers};
    struct answer answer = client_send(&stand.client, &request);
    assert_number(answer.status, 200);
    assert_string_equal(answer_header(&answer, "content-type"), ACCEPT_EVENTS);
    answer_free(&answer);
    draft_free(&draft);
}

static void a_poll_in_vain_ends_with_nothing(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, PLAYERS, 20, NULL, NULL);
    struct answer answer =
        stream_ask(&stand.client, &draft, "?after=1&wait=1", "application/json", NULL);
    json_t *page = answer_take(&answer, 200);
    assert_number(json_array_size(json_object_get(page, "items")), 0);
    assert_true(json_is_null(json_object_get(page, "next")));
    assert_number(number_at(page, "head/seq"), 1);
    json_decref(page);
    draft_free(&draft);
}

static void a_private_game_has_no_stream_for_strangers(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 3, 25, NULL, json_pack("{s:s}", "visibility", "private"));
    draft_join_all(&draft);
    struct answer answer = stream_ask(&stand.client, &draft, "", ACCEPT_EVENTS, NULL);
    assert_problem(&answer, 404, "not_found");
    answer = stream_ask(&stand.client, &draft, "?wait=55&after=900", "application/json", NULL);
    assert_problem(&answer, 404, "not_found");
    struct stream_reader *own =
        stream_of_game(&stand, &draft, "", stream_headers(ACCEPT_EVENTS, draft.tokens[0]));
    struct stream_message message = stream_next(own);
    assert_string_equal(message.id, "1");
    stream_message_free(&message);
    stream_close(own);
    draft_free(&draft);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_header_wins_over_the_query),
        cmocka_unit_test(what_cannot_be_resumed_is_refused),
        cmocka_unit_test(the_client_says_which_way_it_wants),
        cmocka_unit_test(a_game_that_is_over_sends_its_clients_home),
        cmocka_unit_test(a_head_says_what_a_stream_would_be),
        cmocka_unit_test(a_poll_in_vain_ends_with_nothing),
        cmocka_unit_test(a_private_game_has_no_stream_for_strangers),
    };
    return cmocka_run_group_tests(tests, stand_set_up, stand_tear_down);
}
