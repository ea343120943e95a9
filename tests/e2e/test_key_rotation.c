/*
 * The signing keys of a running server, replaced by another process. What a user would see go
 * wrong: players who are thrown out in the middle of a game, invites that are worth nothing any
 * more, heads that nobody can check, a thief who stays.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/stand.h"
#include "tests/support/stream_reader.h"

enum { OUTPUT_BYTES = 8192, TRIES = 1500 };

static struct stand stand;

static int begin(void **state)
{
    (void)state;
    static const char *const arguments[] = {"--open", "--heartbeat", "1", NULL};
    stand_begin(&stand, SPLICED_PROGRAM, RECORDED_FILE, arguments);
    return 0;
}

static int end(void **state)
{
    (void)state;
    stand_end(&stand);
    return 0;
}

/* The keys that the server publishes; the first is that of tokens, the second that of heads. */
static json_t *published(void)
{
    struct answer answer = client_call(&stand.client, "GET", "/.well-known/jwks.json", NULL, NULL);
    json_t *set = answer_take(&answer, 200);
    json_t *keys = json_incref(json_object_get(set, "keys"));
    json_decref(set);
    return keys;
}

static const char *id_of(const json_t *keys, size_t index)
{
    return text_at(json_array_get(keys, index), "kid");
}

static void pause_a_little(void)
{
    const struct timespec pause = {.tv_nsec = 20 * 1000 * 1000};
    nanosleep(&pause, NULL);
}

/* The next keys after BEFORE, which is given away. */
static json_t *published_after(json_t *before)
{
    for (int tries = 0; tries < TRIES; tries++) {
        json_t *now = published();
        bool is_new = !json_equal(now, before);
        if (is_new) {
            json_decref(before);
            return now;
        }
        json_decref(now);
        pause_a_little();
    }
    fail_msg("the server goes on with its old keys");
    return NULL;
}

/* Rotates with the arguments that follow, NULL for none; returns what the server publishes then. */
static json_t *rotate(const char *first, const char *second)
{
    char output[OUTPUT_BYTES];
    json_t *before = published();
    const char *const arguments[] = {"key", "rotate", "--data", stand.folder.path,
                                     first, second,   NULL};
    if (program_run(stand.path, arguments, output, sizeof output) != 0)
        fail_msg("the key is not replaced: %s", output);
    return published_after(before);
}

static long status_with(const char *token)
{
    struct answer answer = client_call(&stand.client, "GET", "/v1/games", token, NULL);
    long status = answer.status;
    answer_free(&answer);
    return status;
}

static void a_game_goes_on_when_the_key_is_replaced(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 3, 5, stand.creator_token, NULL);
    draft_join(&draft, 0);
    json_t *before = published();
    json_t *after = rotate(NULL, NULL);
    assert_string_not_equal(id_of(after, 0), id_of(before, 0));
    assert_string_equal(id_of(after, 1), id_of(before, 1));
    assert_string_equal(id_of(after, 2), id_of(before, 0));
    assert_number(json_array_size(after), 3);

    draft_join(&draft, 1); /* by invites from before, for tokens of the new key */
    draft_join(&draft, 2);
    draft_play_to(&draft, "seating");
    assert_number(status_with(stand.creator_token), 200);
    char *made_since = stand_token(&stand, "creator", "since");
    assert_number(status_with(made_since), 200);

    /* The same after a restart. */
    program_stop(&stand.program);
    client_free(&stand.client);
    stand.program = program_start(stand.path, stand.folder.path, stand.arguments);
    stand.client = client_new(stand.program.url);
    json_t *again = published();
    if (!json_equal(again, after))
        fail_msg("after a restart other keys are published");
    draft_play_to(&draft, NULL);
    assert_number(status_with(made_since), 200);
    free(made_since);
    json_decref(again);
    json_decref(after);
    json_decref(before);
    draft_free(&draft);
}

/* A repeated request is answered by the same rights, though they are signed anew. */
static void a_repeated_create_is_answered_with_a_token_of_the_new_key(void **state)
{
    (void)state;
    static const char body[] = "{\"name\":\"Twice\",\"players\":3}";
    static const char *const headers[] = {"Idempotency-Key: twice", NULL};
    const struct play_request request = {.method = "POST",
                                         .path = "/v1/games",
                                         .token = stand.creator_token,
                                         .headers = headers,
                                         .body = body,
                                         .body_length = sizeof body - 1};
    struct answer answer = client_send(&stand.client, &request);
    json_t *first = answer_take(&answer, 201);
    json_decref(rotate(NULL, NULL));
    answer = client_send(&stand.client, &request);
    json_t *second = answer_take(&answer, 201);
    assert_string_equal(text_at(second, "game/id"), text_at(first, "game/id"));
    assert_true(json_equal(value_at(second, "invites"), value_at(first, "invites")));
    const char *tokens[] = {text_at(first, "host_token"), text_at(second, "host_token")};
    assert_string_not_equal(tokens[0], tokens[1]);
    const char *claims[] = {strchr(tokens[0], '.'), strchr(tokens[1], '.')};
    size_t length = strcspn(claims[0] + 1, ".") + 1;
    assert_memory_equal(claims[0], claims[1], length); /* the jti too: both are revoked at once */
    for (int i = 0; i < 2; i++)
        assert_number(status_with(tokens[i]), 200);
    json_decref(first);
    json_decref(second);
}

static void heads_of_a_retired_key_can_be_checked(void **state)
{
    (void)state;
    struct draft draft;
    draft_create(&draft, &stand.client, 3, 6, NULL, NULL);
    draft_join_all(&draft);
    draft_play_to(&draft, NULL);
    struct answer answer =
        client_call(&stand.client, "GET", draft_path(&draft, "/transcript"), NULL, NULL);
    assert_number(answer.status, 200);
    char *file = strdup(test_folder_path(&stand.folder, "before.ndjson"));
    FILE *stream = fopen(file, "wbe");
    assert_non_null(stream);
    assert_number(fwrite(answer.raw.body.bytes, 1, answer.raw.body.length, stream),
                  answer.raw.body.length);
    assert_number(fclose(stream), 0);
    answer_free(&answer);
    json_t *before = published();
    json_t *after = rotate("--key", "head");
    assert_string_equal(id_of(after, 0), id_of(before, 0));
    assert_string_not_equal(id_of(after, 1), id_of(before, 1));

    const json_t *old = NULL;
    for (size_t i = 2; i < json_array_size(after); i++)
        if (strcmp(id_of(after, i), id_of(before, 1)) == 0)
            old = json_array_get(after, i);
    assert_non_null(old);
    char output[OUTPUT_BYTES];
    const char *const arguments[] = {"verify", "--public-key", text_at(old, "x"), file, NULL};
    int status = program_run(stand.path, arguments, output, sizeof output);
    if (status != 0 || !strstr(output, "every deal, pick and turn played again"))
        fail_msg("verify ends with %d: %s", status, output);

    answer = client_call(&stand.client, "GET", draft_path(&draft, "/head"), NULL, NULL);
    json_t *head = answer_take(&answer, 200);
    assert_string_equal(text_at(head, "kid"), id_of(after, 1));
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    json_decref(head);
    json_decref(before);
    json_decref(after);
    free(file);
    draft_free(&draft);
}

static void stolen_keys_can_be_done_away_with_at_once(void **state)
{
    (void)state;
    assert_number(status_with(stand.creator_token), 200);
    struct stream_reader *stream =
        stream_open(stream_port(stand.program.url), "/v1/events",
                    stream_headers(ACCEPT_EVENTS, stand.creator_token), 0);
    assert_number(stream->status, 200);
    json_t *after = rotate("--at-once", NULL);
    assert_true(stream_ends_well(stream)); /* what was opened before ends too */
    stream_close(stream);
    assert_number(status_with(stand.creator_token), 401);
    assert_number(status_with(stand.operator_token), 401);
    free(stand.operator_token);
    stand.operator_token = stand_token(&stand, "operator", "oscar");
    assert_number(status_with(stand.operator_token), 200);
    json_decref(after);
}

static void the_list_tells_which_key_is_which(void **state)
{
    (void)state;
    char output[OUTPUT_BYTES];
    char line[128];
    const char *const arguments[] = {"key", "list", "--data", stand.folder.path, NULL};
    json_t *keys = rotate(NULL, NULL);
    assert_number(program_run(stand.path, arguments, output, sizeof output), 0);
    snprintf(line, sizeof line, "token  %s  signs\n", id_of(keys, 0));
    assert_non_null(strstr(output, line));
    snprintf(line, sizeof line, "head   %s  signs\n", id_of(keys, 1));
    assert_non_null(strstr(output, line));
    snprintf(line, sizeof line, "token  %s  retired, believed until 2", id_of(keys, 2));
    if (!strstr(output, line))
        fail_msg("no \"%s\" in %s", line, output);
    json_decref(keys);
}

static void what_makes_no_sense_is_told(void **state)
{
    (void)state;
    static const char *const wrong[][5] = {
        {"key"}, {"key", "forget"}, {"key", "rotate", "--key", "invite"}, {"key", "list", "--all"}};
    char output[OUTPUT_BYTES];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_number(program_run(stand.path, wrong[i], output, sizeof output), 2);
        if (!strstr(output, "key list"))
            assert_non_null(strstr(output, "key rotate"));
    }
    struct test_folder empty = test_folder_new();
    const char *const arguments[] = {"key", "rotate", "--data", empty.path, NULL};
    assert_number(program_run(stand.path, arguments, output, sizeof output), 1);
    assert_non_null(strstr(output, "there are no keys in it"));
    test_folder_remove(&empty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_goes_on_when_the_key_is_replaced),
        cmocka_unit_test(a_repeated_create_is_answered_with_a_token_of_the_new_key),
        cmocka_unit_test(heads_of_a_retired_key_can_be_checked),
        cmocka_unit_test(stolen_keys_can_be_done_away_with_at_once),
        cmocka_unit_test(the_list_tells_which_key_is_which),
        cmocka_unit_test(what_makes_no_sense_is_told),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
