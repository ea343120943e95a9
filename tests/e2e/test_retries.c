/*
 * Requests that are sent again with their Idempotency-Key. What a user would see go wrong: two
 * games instead of one, a join whose token is lost with the answer, a retried pick that lands in
 * the next round.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/one_stand.h"

/* Two answers to the same request with the same key, byte by byte. */
static void assert_replayed(struct answer *first, struct answer *second)
{
    assert_number(second->status, first->status);
    assert_null(answer_header(first, "idempotent-replayed"));
    assert_string_equal(answer_must_have(second, "idempotent-replayed"), "true");
    assert_number(second->raw.body.length, first->raw.body.length);
    assert_memory_equal(second->raw.body.bytes, first->raw.body.bytes, first->raw.body.length);
    answer_free(first);
    answer_free(second);
}

static void a_retry_does_nothing_twice(void **state)
{
    (void)state;
    static const char body[] = "{\"name\":\"Retried\",\"players\":3}";
    static const char key[] = "Idempotency-Key: create-1";
    struct answer first =
        client_say(&stand.client, "POST", "/v1/games", stand.creator_token, key, body);
    struct answer second =
        client_say(&stand.client, "POST", "/v1/games", stand.creator_token, key, body);
    assert_number(first.status, 201);
    answer_must_have(&first, "location");
    assert_replayed(&first, &second);

    struct answer other = client_say(&stand.client, "POST", "/v1/games", stand.creator_token, key,
                                     "{\"name\":\"Other\",\"players\":3}");
    assert_problem(&other, 422, "idempotency_key_reused");
    other = client_say(&stand.client, "POST", "/v1/games", stand.operator_token, key, body);
    assert_number(other.status, 201); /* somebody else's key is another key */
    assert_null(answer_header(&other, "idempotent-replayed"));
    answer_free(&other);
    other = client_say(&stand.client, "POST", "/v1/games", stand.creator_token,
                       "Idempotency-Key: with blank", body);
    assert_problem(&other, 422, "invalid_field");
    static const char long_key[] = "Idempotency-Key: "
                                   "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                                   "aaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    other = client_say(&stand.client, "POST", "/v1/games", stand.creator_token, long_key, body);
    assert_problem(&other, 422, "invalid_field");
}

static void a_retried_join_gives_the_same_token(void **state)
{
    (void)state;
    struct draft other;
    char body[160];
    draft_create(&other, &stand.client, 3, 85, NULL, NULL);
    snprintf(body, sizeof body, "{\"name\":\"Ada\",\"invite\":\"%s\"}", other.invites[0]);
    char path[DRAFT_PATH_BYTES];
    snprintf(path, sizeof path, "%s", draft_path(&other, "/join"));
    struct answer first =
        client_say(&stand.client, "POST", path, NULL, "Idempotency-Key: join-1", body);
    assert_number(first.status, 201);
    draft_join(&other, 1); /* something else happens in between */
    struct answer second =
        client_say(&stand.client, "POST", path, NULL, "Idempotency-Key: join-1", body);
    assert_replayed(&first, &second);
    struct answer without = client_say(&stand.client, "POST", path, NULL, NULL, body);
    assert_problem(&without, 409, "game_full");
    draft_free(&other);
}

/* The token of a lost answer can be had again, and a key means one request here as everywhere. */
static void retries_about_tokens_are_known(void **state)
{
    (void)state;
    static const char refresh[] = "/v1/token/refresh", revoke[] = "/v1/tokens/revoke";
    static const char key[] = "Idempotency-Key: token-1";
    struct answer first =
        client_say(&stand.client, "POST", refresh, stand.creator_token, key, NULL);
    struct answer second =
        client_say(&stand.client, "POST", refresh, stand.creator_token, key, NULL);
    assert_number(first.status, 200);
    assert_replayed(&first, &second);
    struct answer other =
        client_say(&stand.client, "POST", refresh, stand.creator_token, key, "{}");
    assert_problem(&other, 422, "idempotency_key_reused");
    other = client_say(&stand.client, "POST", refresh, stand.creator_token,
                       "Idempotency-Key: with blank", NULL);
    assert_problem(&other, 422, "invalid_field");

    static const char body[] = "{\"jti\":\"mz4kq2v7x5j3r6t2w4y7b5n3cd\"}";
    first = client_say(&stand.client, "POST", revoke, stand.operator_token, key, body);
    second = client_say(&stand.client, "POST", revoke, stand.operator_token, key, body);
    assert_number(first.status, 204);
    assert_replayed(&first, &second);
    other = client_say(&stand.client, "POST", revoke, stand.operator_token, key,
                       "{\"jti\":\"az4kq2v7x5j3r6t2w4y7b5n3cd\"}");
    assert_problem(&other, 422, "idempotency_key_reused");
}

/* Clients that count their keys from 1 do not meet each other's. */
static void two_players_may_use_the_same_key(void **state)
{
    (void)state;
    struct draft other;
    char path[DRAFT_PATH_BYTES];
    draft_create(&other, &stand.client, 3, 87, NULL, NULL);
    snprintf(path, sizeof path, "%s", draft_path(&other, "/join"));
    for (size_t i = 0; i < 3; i++) {
        char body[160];
        snprintf(body, sizeof body, "{\"name\":\"Ada\",\"invite\":\"%s\"}", other.invites[i]);
        struct answer answer =
            client_say(&stand.client, "POST", path, NULL, "Idempotency-Key: 1", body);
        json_decref(answer_take(&answer, 201));
    }
    draft_free(&other);
}

/* A retried pick is answered as before, even if its round has closed. */
static void a_retried_pick_is_not_a_pick_in_the_next_round(void **state)
{
    (void)state;
    struct draft other;
    struct prepared prepared;
    static const char *const headers[] = {"Idempotency-Key: pick-1", NULL};
    draft_create(&other, &stand.client, 3, 86, NULL, NULL);
    draft_join_all(&other);
    for (size_t i = 0; i < 3; i++)
        other.bots[i].way = PLAY_BY_SERVER;
    draft_prepare(&other, 0, &prepared);
    prepared.request.headers = headers;
    struct answer first = client_send(&stand.client, &prepared.request);
    assert_number(first.status, 200);
    draft_act(&other, 1);
    draft_act(&other, 2);
    struct answer second = client_send(&stand.client, &prepared.request);
    assert_replayed(&first, &second);
    prepared.request.headers = NULL;
    struct answer stale = client_send(&stand.client, &prepared.request);
    assert_problem(&stale, 409, "stale_round");
    json_t *view = draft_view(&other, DRAFT_PUBLIC);
    assert_number(number_at(view, "step/round"), 2);
    assert_number(number_at(view, "players/0/facedown"), 1);
    json_decref(view);
    prepared_free(&prepared);
    draft_free(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_retry_does_nothing_twice),
        cmocka_unit_test(a_retried_join_gives_the_same_token),
        cmocka_unit_test(retries_about_tokens_are_known),
        cmocka_unit_test(two_players_may_use_the_same_key),
        cmocka_unit_test(a_retried_pick_is_not_a_pick_in_the_next_round),
    };
    return cmocka_run_group_tests(tests, stand_set_up, stand_tear_down);
}
