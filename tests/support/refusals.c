#include "tests/support/refusals.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_all.h"

static void assert_tells_no_cards(const struct draft *draft, const struct answer *answer)
{
    for (size_t player = 1; player < draft->players; player++) {
        json_t *view = draft_view(draft, (int)player);
        const json_t *hand = value_at(view, "you/hand");
        for (size_t i = 0; i < json_array_size(hand); i++) {
            char quoted[80];
            snprintf(quoted, sizeof quoted, "\"%s\"", json_string_value(json_array_get(hand, i)));
            if (answer_contains(answer, quoted))
                fail_msg("the problem tells of p%zu's %s", player + 1, quoted);
        }
        json_decref(view);
    }
}

void assert_turned_down(const struct draft *draft, const struct play_request *request, long status,
                        const char *code)
{
    json_int_t version = draft_version(draft);
    struct answer answer = client_send(draft->client, request);
    const char *got = json_string_value(json_object_get(answer.json, "code"));
    if (answer.status != status || !got || strcmp(got, code) != 0)
        fail_msg("%s %.80s with \"%.*s\" is answered with %ld %s, should be %ld %s",
                 request->method, request->path,
                 request->body_length < 200 ? (int)request->body_length : 200,
                 request->body ? request->body : "", answer.status, got ? got : "(no code)", status,
                 code);
    assert_tells_no_cards(draft, &answer);
    assert_problem(&answer, status, code);
    assert_number(draft_version(draft), version);
}

void assert_post_turned_down(const struct draft *draft, int who, const char *rest, const char *body,
                             size_t length, long status, const char *code)
{
    char path[DRAFT_PATH_BYTES];
    snprintf(path, sizeof path, "%s", draft_path(draft, rest));
    const struct play_request request = {.method = "POST",
                                         .path = path,
                                         .token = draft_token(draft, who),
                                         .body = body,
                                         .body_length = length};
    assert_turned_down(draft, &request, status, code);
}
