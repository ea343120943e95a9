/*
 * Requests whose frame is not right: too long, of another type, to another place. What a user would
 * see go wrong: an upload that spoils the request behind it, a typo in a query that goes unheard,
 * an address that leads somewhere else.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/refusals.h"
#include "tests/support/stand.h"

enum { BODY_MAX = 65536 };

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
        json_int_t version = draft_version(&draft);
        struct answer answer = client_send(&stand.client, &request);
        if (answer.status == 422) /* at the limit, the form may be refused before the card */
            assert_non_null(json_object_get(answer.json, "code"));
        else
            assert_string_equal(text_at(answer.json, "code"), cases[i / 2].code);
        assert_number(answer.status, cases[i / 2].status);
        answer_free(&answer);
        assert_number(draft_version(&draft), version);
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
        assert_turned_down(&draft, &request, 415, "unsupported_media_type");
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
        assert_turned_down(&draft, &request, 404, "not_found");
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
        assert_turned_down(&draft, &request, 422, "invalid_field");
    }
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_have_a_limit),
        cmocka_unit_test(a_refused_upload_does_not_spoil_the_next_request),
        cmocka_unit_test(only_json_is_taken),
        cmocka_unit_test(what_is_not_there_is_not_found),
        cmocka_unit_test(queries_are_read_strictly),
        cmocka_unit_test(a_chunked_body_is_as_good_as_another),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
