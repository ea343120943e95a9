/*
 * Webhooks over HTTP as they are made, looked at and deleted. What a user would see go wrong:
 * somebody else's webhook seen or changed, a secret in an answer, a webhook that cannot be or leads
 * inside and is taken all the same.
 */
#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/hook_stand.h"

static struct hook_stand hooks;

static int begin(void **state)
{
    (void)state;
    hooks_begin(&hooks, SPLICED_PROGRAM, RECORDED_FILE);
    return 0;
}

static int end(void **state)
{
    (void)state;
    hooks_end(&hooks, RECEIVED_FILE);
    return 0;
}

static void assert_found(int who, const char *id, bool found)
{
    struct answer answer = hooks_get(&hooks, who, id, "");
    if (found)
        json_decref(answer_take(&answer, 200));
    else
        assert_problem(&answer, 404, "not_found");
}

static void a_webhook_is_made_looked_at_and_deleted(void **state)
{
    (void)state;
    hooks_draft(&hooks, 1, NULL);
    struct answer answer =
        draft_post(&hooks.draft, DRAFT_HOST, "/webhooks",
                   json_pack("{s:s, s:[s, s], s:s}", "url", "https://example.com/hook?key=hidden",
                             "types", "step.opened", "splice.*", "player", "p2"));
    assert_number(answer.status, 201);
    char location[200];
    snprintf(location, sizeof location, "%s", answer_header(&answer, "location"));
    json_t *made = answer_take(&answer, 201);
    assert_string_equal(location, draft_path(&hooks.draft, hooks_path(text_at(made, "id"), "")));
    assert_string_equal(text_at(made, "url"), "https://example.com/hook?***");
    assert_string_equal(text_at(made, "format"), "standard");
    assert_string_equal(text_at(made, "types/1"), "splice.*");
    assert_string_equal(text_at(made, "player"), "p2");
    assert_string_equal(text_at(made, "owner"), "game");
    assert_true(json_is_null(value_at(made, "disabled_at")));

    answer = hooks_get(&hooks, DRAFT_HOST, NULL, "");
    json_t *list = answer_take(&answer, 200);
    assert_number(json_array_size(value_at(list, "items")), 1);
    assert_string_equal(text_at(list, "items/0/id"), text_at(made, "id"));
    answer = hooks_delete(&hooks, DRAFT_HOST, text_at(made, "id"));
    assert_number(answer.status, 204);
    answer_free(&answer);
    answer = hooks_delete(&hooks, DRAFT_HOST, text_at(made, "id"));
    assert_problem(&answer, 404, "not_found");
    assert_found(DRAFT_HOST, text_at(made, "id"), false);
    json_decref(list);
    json_decref(made);
    draft_free(&hooks.draft);
}

static void everyone_has_webhooks_of_their_own(void **state)
{
    (void)state;
    hooks_draft(&hooks, 2, NULL);
    draft_join_all(&hooks.draft);
    size_t of_game = hooks_make(&hooks, DRAFT_HOST, "/game", NULL);
    size_t of_player = hooks_make(&hooks, 1, "/player", NULL);
    assert_found(DRAFT_HOST, hooks.made[of_game].id, true);
    assert_found(1, hooks.made[of_player].id, true);
    assert_found(DRAFT_HOST, hooks.made[of_player].id, false);
    assert_found(0, hooks.made[of_player].id, false);
    assert_found(1, hooks.made[of_game].id, false);
    struct answer answer = hooks_get(&hooks, DRAFT_PUBLIC, hooks.made[of_game].id, "");
    assert_problem(&answer, 401, "unauthenticated");
    answer = hooks_delete(&hooks, 0, hooks.made[of_player].id);
    assert_problem(&answer, 404, "not_found");
    answer = draft_post(&hooks.draft, 0, hooks_path(hooks.made[of_player].id, "/ping"), NULL);
    assert_problem(&answer, 404, "not_found");
    answer = hooks_get(&hooks, 0, hooks.made[of_player].id, "/deliveries");
    assert_problem(&answer, 404, "not_found");
    answer = hooks_get(&hooks, 1, "no-such-id", "");
    assert_problem(&answer, 404, "not_found");

    /* The operator manages those of the game, whoever made them. */
    answer = client_call(&hooks.stand.client, "GET", draft_path(&hooks.draft, "/webhooks"),
                         hooks.stand.operator_token, NULL);
    json_t *list = answer_take(&answer, 200);
    assert_number(json_array_size(value_at(list, "items")), 1);
    json_decref(list);
    draft_free(&hooks.draft);
}

static void a_secret_is_shown_once_and_nowhere_else(void **state)
{
    (void)state;
    hooks_draft(&hooks, 3, NULL);
    size_t hook = hooks_make(&hooks, DRAFT_HOST, "/secret?token=hidden", NULL);
    const char *secret = hooks.made[hook].secret;
    assert_non_null(secret);
    draft_join_all(&hooks.draft);
    receiver_wait(hooks.receiver, "/secret", 4);
    json_decref(hooks_settle(&hooks, DRAFT_HOST, hooks.made[hook].id));
    struct answer answers[] = {
        hooks_get(&hooks, DRAFT_HOST, NULL, ""),
        hooks_get(&hooks, DRAFT_HOST, hooks.made[hook].id, ""),
        hooks_get(&hooks, DRAFT_HOST, hooks.made[hook].id, "/deliveries"),
        client_call(hooks.draft.client, "GET", draft_path(&hooks.draft, ""), hooks.draft.host_token,
                    NULL),
        client_call(hooks.draft.client, "GET", draft_path(&hooks.draft, "/transcript"), NULL, NULL),
        client_call(hooks.draft.client, "GET", "/metrics", NULL, NULL),
    };
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        assert_number(answers[i].status, 200);
        if (answer_contains(&answers[i], secret + 6) || answer_contains(&answers[i], "hidden"))
            fail_msg("answer %zu holds a secret", i);
        answer_free(&answers[i]);
    }
    for (size_t i = 0; i < receiver_count(hooks.receiver, "/secret"); i++)
        assert_null(strstr(receiver_get(hooks.receiver, "/secret", i)->body, secret + 6));
    draft_free(&hooks.draft);
}

static struct answer post_with_key(const char *path, const char *key, const char *body)
{
    char header[64];
    snprintf(header, sizeof header, "Idempotency-Key: %s", key);
    const char *const headers[] = {header, NULL};
    const struct play_request request = {.method = "POST",
                                         .path = draft_path(&hooks.draft, path),
                                         .token = hooks.draft.host_token,
                                         .body = body,
                                         .body_length = strlen(body),
                                         .headers = headers};
    return client_send(&hooks.stand.client, &request);
}

/* The same bytes, the secret among them, although it is stored nowhere. */
static void a_repeated_post_is_answered_as_the_first_time(void **state)
{
    (void)state;
    hooks_draft(&hooks, 4, NULL);
    size_t hook =
        hooks_make(&hooks, DRAFT_HOST, "/repeated", json_pack("{s:[s]}", "types", "step.*"));
    char again[HOOK_PATH_BYTES];
    char ping[HOOK_PATH_BYTES];
    snprintf(again, sizeof again, "%s", hooks_path(hooks.made[hook].id, "/redeliver"));
    snprintf(ping, sizeof ping, "%s", hooks_path(hooks.made[hook].id, "/ping"));
    const struct {
        const char *path, *key, *body;
    } posts[] = {
        {"/webhooks", "make-one", "{\"url\": \"https://example.com/hook\"}"},
        {ping, "ping-one", "{}"},
        {again, "again-one", "{\"since\": 0}"},
    };
    for (size_t i = 0; i < sizeof posts / sizeof posts[0]; i++) {
        struct answer first = post_with_key(posts[i].path, posts[i].key, posts[i].body);
        struct answer second = post_with_key(posts[i].path, posts[i].key, posts[i].body);
        assert_number(first.status / 100, 2);
        assert_number(second.status, first.status);
        assert_true(json_equal(first.json, second.json));
        assert_null(answer_header(&first, "idempotent-replayed"));
        assert_string_equal(answer_header(&second, "idempotent-replayed"), "true");
        answer_free(&first);
        answer_free(&second);
    }
    struct answer answer = hooks_get(&hooks, DRAFT_HOST, NULL, "");
    json_t *list = answer_take(&answer, 200);
    assert_number(json_array_size(value_at(list, "items")), 2);
    json_decref(list);
    draft_free(&hooks.draft);
}

static void what_is_no_webhook_is_refused(void **state)
{
    (void)state;
    static const char *const bodies[] = {
        "{}",
        "{\"url\": 7}",
        "{\"url\": \"\"}",
        "{\"url\": \"example.com\"}",
        "{\"url\": \"ftp://example.com\"}",
        "{\"url\": \"https://me:word@example.com/\"}",
        "{\"url\": \"https://example.com/\", \"types\": []}",
        "{\"url\": \"https://example.com/\", \"types\": \"step.*\"}",
        "{\"url\": \"https://example.com/\", \"types\": [\"step.opend\"]}",
        "{\"url\": \"https://example.com/\", \"types\": [\"*\"]}",
        "{\"url\": \"https://example.com/\", \"types\": [3]}",
        "{\"url\": \"https://example.com/\", \"player\": \"p4\"}",
        "{\"url\": \"https://example.com/\", \"player\": \"\"}",
        "{\"url\": \"https://example.com/\", \"format\": \"slack\"}",
        "{\"url\": \"https://example.com/\", \"secret\": \"whsec_mine\"}",
    };
    hooks_draft(&hooks, 5, NULL);
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        struct answer answer =
            draft_post(&hooks.draft, DRAFT_HOST, "/webhooks", json_loads(bodies[i], 0, NULL));
        if (answer.status != 422)
            fail_msg("%s: %ld", bodies[i], answer.status);
        assert_problem(&answer, 422, "invalid_field");
    }
    size_t hook = hooks_make(&hooks, DRAFT_HOST, "/refuses", NULL);
    static const char *const again[] = {"{}", "{\"since\": -1}", "{\"since\": \"1\"}",
                                        "{\"since\": 1, \"delivery\": \"x\"}"};
    for (size_t i = 0; i < sizeof again / sizeof again[0]; i++) {
        struct answer answer =
            draft_post(&hooks.draft, DRAFT_HOST, hooks_path(hooks.made[hook].id, "/redeliver"),
                       json_loads(again[i], 0, NULL));
        assert_problem(&answer, 422, "invalid_field");
    }
    struct answer answer =
        draft_post(&hooks.draft, DRAFT_HOST, hooks_path(hooks.made[hook].id, "/redeliver"),
                   json_pack("{s:s}", "delivery", "made-up"));
    assert_problem(&answer, 404, "not_found");
    answer = hooks_get(&hooks, DRAFT_HOST, hooks.made[hook].id, "/deliveries?cursor=1-2");
    assert_problem(&answer, 422, "invalid_field");
    draft_free(&hooks.draft);
}

static void there_is_an_end_to_webhooks(void **state)
{
    (void)state;
    hooks_draft(&hooks, 6, NULL);
    draft_join_all(&hooks.draft);
    for (unsigned i = 0; i < 4; i++)
        hooks_make(&hooks, 2, "/many", json_pack("{s:[s]}", "types", "game.*"));
    struct answer answer =
        draft_post(&hooks.draft, 2, "/webhooks",
                   json_pack("{s:s}", "url", receiver_url(hooks.receiver, "/many")));
    assert_problem(&answer, 409, "too_many_webhooks");
    draft_free(&hooks.draft);
}

static void addresses_inside_are_refused(void **state)
{
    (void)state;
    static const char *const urls[] = {
        "http://127.0.0.1:1/",      "http://example.com/",      "http://169.254.169.254/",
        "https://127.0.0.1:1/",     "https://169.254.169.254/", "https://[::ffff:10.0.0.1]/",
        "https://[fd00:ec2::254]/", "https://localhost/",       "https://2130706433/",
    };
    struct test_folder folder = test_folder_new();
    struct program program = program_start(SPLICED_PROGRAM, folder.path, NULL);
    struct client client = client_new(program.url);
    draft_create(&hooks.draft, &client, HOOK_PLAYERS, 7, NULL, NULL);
    for (size_t i = 0; i < sizeof urls / sizeof urls[0]; i++) {
        struct answer answer =
            draft_post(&hooks.draft, DRAFT_HOST, "/webhooks", json_pack("{s:s}", "url", urls[i]));
        if (answer.status != 422)
            fail_msg("%s: %ld", urls[i], answer.status);
        assert_problem(&answer, 422, "blocked_target");
    }
    draft_free(&hooks.draft);
    client_free(&client);
    program_stop(&program);
    test_folder_remove(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_webhook_is_made_looked_at_and_deleted),
        cmocka_unit_test(everyone_has_webhooks_of_their_own),
        cmocka_unit_test(a_secret_is_shown_once_and_nowhere_else),
        cmocka_unit_test(a_repeated_post_is_answered_as_the_first_time),
        cmocka_unit_test(what_is_no_webhook_is_refused),
        cmocka_unit_test(there_is_an_end_to_webhooks),
        cmocka_unit_test(addresses_inside_are_refused),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
