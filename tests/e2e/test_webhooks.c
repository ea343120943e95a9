/*
 * Webhooks over HTTP, with somebody who is told. What a user would see go wrong: something that
 * happened and is never told, also when the server is killed in between; told twice under two ids,
 * or in another order; somebody else's webhook seen or changed; a secret in an answer; a draft that
 * waits for a receiver.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/drafting.h"
#include "tests/support/receiver.h"
#include "tests/support/stand.h"

enum { HOOKS_MAX = 64, PLAYERS = 3, KILLS = 4, PATHS_BYTES = 192 };

static struct stand stand;
static struct receiver *receiver;
static struct draft draft; /* each test makes its own */

/* All that were made, for the check of what was received by another library. */
static struct {
    char id[ULID_LENGTH + 1];
    char *secret; /* NULL for Discord */
    char path[64];
} hooks[HOOKS_MAX];
static size_t hook_count;

static int begin(void **state)
{
    (void)state;
    static const char *const arguments[] = {"--open", "--webhook-allow-private", NULL};
    stand_begin(&stand, SPLICED_PROGRAM, RECORDED_FILE, arguments);
    receiver = receiver_new();
    return 0;
}

static json_t *received_json(size_t hook, const struct received *received)
{
    return json_pack("{s:s?, s:{s:s, s:s, s:s}, s:s}", "secret", hooks[hook].secret, "headers",
                     "webhook-id", received->id, "webhook-timestamp", received->timestamp,
                     "webhook-signature", received->signature, "body", received->body);
}

/* Everything that was received, one object a line, with the secrets that it was signed with. */
static void write_received(void)
{
    FILE *file = fopen(RECEIVED_FILE, "we");
    if (!file)
        fail_msg("cannot write %s", RECEIVED_FILE);
    for (size_t i = 0; i < hook_count; i++) {
        size_t count = receiver_count(receiver, hooks[i].path);
        for (size_t j = 0; j < count; j++) {
            const struct received *received = receiver_get(receiver, hooks[i].path, j);
            if (hooks[i].secret && strncmp(received->id, hooks[i].id, ULID_LENGTH) != 0)
                continue;
            json_t *line = received_json(i, received);
            json_dumpf(line, file, JSON_COMPACT);
            fputc('\n', file);
            json_decref(line);
        }
    }
    fclose(file);
}

static int end(void **state)
{
    (void)state;
    write_received();
    receiver_free(receiver);
    stand_end(&stand);
    for (size_t i = 0; i < hook_count; i++)
        free(hooks[i].secret);
    return 0;
}

static void make(size_t players, uint64_t seed, json_t *more)
{
    draft_create(&draft, &stand.client, players, seed, NULL, more);
}

/* "/webhooks", "/webhooks/{id}" and what follows. */
static const char *hook_path(const char *id, const char *rest)
{
    static char path[PATHS_BYTES];
    snprintf(path, sizeof path, "/webhooks%s%s%s", id ? "/" : "", id ? id : "", rest);
    return path;
}

static struct answer hook_get(int who, const char *id, const char *rest)
{
    return client_call(draft.client, "GET", draft_path(&draft, hook_path(id, rest)),
                       draft_token(&draft, who), NULL);
}

static struct answer hook_delete(int who, const char *id)
{
    return client_call(draft.client, "DELETE", draft_path(&draft, hook_path(id, "")),
                       draft_token(&draft, who), NULL);
}

/* Makes a webhook for PATH of the receiver and returns its index among the hooks. MORE (given
 * away, may be NULL) has further members. */
static size_t hook_make(int who, const char *path, json_t *more)
{
    json_t *body = json_pack("{s:s}", "url", receiver_url(receiver, path));
    if (more)
        json_object_update(body, more);
    json_decref(more);
    struct answer answer = draft_post(&draft, who, "/webhooks", body);
    json_t *webhook = answer_take(&answer, 201);
    assert_true(hook_count < HOOKS_MAX);
    snprintf(hooks[hook_count].id, sizeof hooks[0].id, "%s", text_at(webhook, "id"));
    snprintf(hooks[hook_count].path, sizeof hooks[0].path, "%s", path);
    const json_t *secret = value_at(webhook, "secret");
    hooks[hook_count].secret = json_is_string(secret) ? strdup(json_string_value(secret)) : NULL;
    json_decref(webhook);
    return hook_count++;
}

static void assert_found(int who, const char *id, bool found)
{
    struct answer answer = hook_get(who, id, "");
    if (found)
        json_decref(answer_take(&answer, 200));
    else
        assert_problem(&answer, 404, "not_found");
}

/* Until nothing is pending for the webhook; its state then, for the caller to free. */
static json_t *hook_settle(int who, const char *id)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    for (unsigned tries = 0;; tries++) {
        struct answer answer = hook_get(who, id, "");
        json_t *webhook = answer_take(&answer, 200);
        if (number_at(webhook, "pending") == 0)
            return webhook;
        json_decref(webhook);
        if (tries > 6000)
            fail_msg("deliveries stay pending");
        nanosleep(&pause, NULL);
    }
}

static void a_webhook_is_made_looked_at_and_deleted(void **state)
{
    (void)state;
    make(PLAYERS, 1, NULL);
    struct answer answer =
        draft_post(&draft, DRAFT_HOST, "/webhooks",
                   json_pack("{s:s, s:[s, s], s:s}", "url", "https://example.com/hook?key=hidden",
                             "types", "step.opened", "splice.*", "player", "p2"));
    assert_number(answer.status, 201);
    char location[200];
    snprintf(location, sizeof location, "%s", answer_header(&answer, "location"));
    json_t *made = answer_take(&answer, 201);
    assert_string_equal(location, draft_path(&draft, hook_path(text_at(made, "id"), "")));
    assert_string_equal(text_at(made, "url"), "https://example.com/hook?***");
    assert_string_equal(text_at(made, "format"), "standard");
    assert_string_equal(text_at(made, "types/1"), "splice.*");
    assert_string_equal(text_at(made, "player"), "p2");
    assert_string_equal(text_at(made, "owner"), "game");
    assert_true(json_is_null(value_at(made, "disabled_at")));

    answer = hook_get(DRAFT_HOST, NULL, "");
    json_t *list = answer_take(&answer, 200);
    assert_number(json_array_size(value_at(list, "items")), 1);
    assert_string_equal(text_at(list, "items/0/id"), text_at(made, "id"));
    answer = hook_delete(DRAFT_HOST, text_at(made, "id"));
    assert_number(answer.status, 204);
    answer_free(&answer);
    answer = hook_delete(DRAFT_HOST, text_at(made, "id"));
    assert_problem(&answer, 404, "not_found");
    assert_found(DRAFT_HOST, text_at(made, "id"), false);
    json_decref(list);
    json_decref(made);
    draft_free(&draft);
}

static void everyone_has_webhooks_of_their_own(void **state)
{
    (void)state;
    make(PLAYERS, 2, NULL);
    draft_join_all(&draft);
    size_t of_game = hook_make(DRAFT_HOST, "/game", NULL);
    size_t of_player = hook_make(1, "/player", NULL);
    assert_found(DRAFT_HOST, hooks[of_game].id, true);
    assert_found(1, hooks[of_player].id, true);
    assert_found(DRAFT_HOST, hooks[of_player].id, false);
    assert_found(0, hooks[of_player].id, false);
    assert_found(1, hooks[of_game].id, false);
    struct answer answer = hook_get(DRAFT_PUBLIC, hooks[of_game].id, "");
    assert_problem(&answer, 401, "unauthenticated");
    answer = hook_delete(0, hooks[of_player].id);
    assert_problem(&answer, 404, "not_found");
    answer = draft_post(&draft, 0, hook_path(hooks[of_player].id, "/ping"), NULL);
    assert_problem(&answer, 404, "not_found");
    answer = hook_get(0, hooks[of_player].id, "/deliveries");
    assert_problem(&answer, 404, "not_found");
    answer = hook_get(1, "no-such-id", "");
    assert_problem(&answer, 404, "not_found");

    /* The operator manages those of the game, whoever made them. */
    answer = client_call(&stand.client, "GET", draft_path(&draft, "/webhooks"),
                         stand.operator_token, NULL);
    json_t *list = answer_take(&answer, 200);
    assert_number(json_array_size(value_at(list, "items")), 1);
    json_decref(list);
    draft_free(&draft);
}

static void a_secret_is_shown_once_and_nowhere_else(void **state)
{
    (void)state;
    make(PLAYERS, 3, NULL);
    size_t hook = hook_make(DRAFT_HOST, "/secret?token=hidden", NULL);
    const char *secret = hooks[hook].secret;
    assert_non_null(secret);
    draft_join_all(&draft);
    receiver_wait(receiver, "/secret", 4);
    json_decref(hook_settle(DRAFT_HOST, hooks[hook].id));
    struct answer answers[] = {
        hook_get(DRAFT_HOST, NULL, ""),
        hook_get(DRAFT_HOST, hooks[hook].id, ""),
        hook_get(DRAFT_HOST, hooks[hook].id, "/deliveries"),
        client_call(draft.client, "GET", draft_path(&draft, ""), draft.host_token, NULL),
        client_call(draft.client, "GET", draft_path(&draft, "/transcript"), NULL, NULL),
        client_call(draft.client, "GET", "/metrics", NULL, NULL),
    };
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        assert_number(answers[i].status, 200);
        if (answer_contains(&answers[i], secret + 6) || answer_contains(&answers[i], "hidden"))
            fail_msg("answer %zu holds a secret", i);
        answer_free(&answers[i]);
    }
    for (size_t i = 0; i < receiver_count(receiver, "/secret"); i++)
        assert_null(strstr(receiver_get(receiver, "/secret", i)->body, secret + 6));
    draft_free(&draft);
}

static struct answer post_with_key(const char *path, const char *key, const char *body)
{
    char header[64];
    snprintf(header, sizeof header, "Idempotency-Key: %s", key);
    const char *const headers[] = {header, NULL};
    const struct play_request request = {.method = "POST",
                                         .path = draft_path(&draft, path),
                                         .token = draft.host_token,
                                         .body = body,
                                         .body_length = strlen(body),
                                         .headers = headers};
    return client_send(&stand.client, &request);
}

/* The same bytes, the secret among them, although it is stored nowhere. */
static void a_repeated_post_is_answered_as_the_first_time(void **state)
{
    (void)state;
    make(PLAYERS, 4, NULL);
    size_t hook = hook_make(DRAFT_HOST, "/repeated", json_pack("{s:[s]}", "types", "step.*"));
    char again[PATHS_BYTES];
    char ping[PATHS_BYTES];
    snprintf(again, sizeof again, "%s", hook_path(hooks[hook].id, "/redeliver"));
    snprintf(ping, sizeof ping, "%s", hook_path(hooks[hook].id, "/ping"));
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
    struct answer answer = hook_get(DRAFT_HOST, NULL, "");
    json_t *list = answer_take(&answer, 200);
    assert_number(json_array_size(value_at(list, "items")), 2);
    json_decref(list);
    draft_free(&draft);
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
    make(PLAYERS, 5, NULL);
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        struct answer answer =
            draft_post(&draft, DRAFT_HOST, "/webhooks", json_loads(bodies[i], 0, NULL));
        if (answer.status != 422)
            fail_msg("%s: %ld", bodies[i], answer.status);
        assert_problem(&answer, 422, "invalid_field");
    }
    size_t hook = hook_make(DRAFT_HOST, "/refuses", NULL);
    static const char *const again[] = {"{}", "{\"since\": -1}", "{\"since\": \"1\"}",
                                        "{\"since\": 1, \"delivery\": \"x\"}"};
    for (size_t i = 0; i < sizeof again / sizeof again[0]; i++) {
        struct answer answer =
            draft_post(&draft, DRAFT_HOST, hook_path(hooks[hook].id, "/redeliver"),
                       json_loads(again[i], 0, NULL));
        assert_problem(&answer, 422, "invalid_field");
    }
    struct answer answer = draft_post(&draft, DRAFT_HOST, hook_path(hooks[hook].id, "/redeliver"),
                                      json_pack("{s:s}", "delivery", "made-up"));
    assert_problem(&answer, 404, "not_found");
    answer = hook_get(DRAFT_HOST, hooks[hook].id, "/deliveries?cursor=1-2");
    assert_problem(&answer, 422, "invalid_field");
    draft_free(&draft);
}

static void there_is_an_end_to_webhooks(void **state)
{
    (void)state;
    make(PLAYERS, 6, NULL);
    draft_join_all(&draft);
    for (unsigned i = 0; i < 4; i++)
        hook_make(2, "/many", json_pack("{s:[s]}", "types", "game.*"));
    struct answer answer = draft_post(&draft, 2, "/webhooks",
                                      json_pack("{s:s}", "url", receiver_url(receiver, "/many")));
    assert_problem(&answer, 409, "too_many_webhooks");
    draft_free(&draft);
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
    draft_create(&draft, &client, PLAYERS, 7, NULL, NULL);
    for (size_t i = 0; i < sizeof urls / sizeof urls[0]; i++) {
        struct answer answer =
            draft_post(&draft, DRAFT_HOST, "/webhooks", json_pack("{s:s}", "url", urls[i]));
        if (answer.status != 422)
            fail_msg("%s: %ld", urls[i], answer.status);
        assert_problem(&answer, 422, "blocked_target");
    }
    draft_free(&draft);
    client_free(&client);
    program_stop(&program);
    test_folder_remove(&folder);
}

/* The public log, for the caller to free. */
static json_t *public_log(void)
{
    json_t *all = json_array();
    char path[64] = "/events?limit=200";
    for (bool more = true; more;) {
        struct answer answer =
            client_call(draft.client, "GET", draft_path(&draft, path), NULL, NULL);
        json_t *page = answer_take(&answer, 200);
        json_array_extend(all, json_object_get(page, "items"));
        const json_t *next = value_at(page, "next");
        more = json_is_string(next);
        if (more)
            snprintf(path, sizeof path, "/events?limit=200&after=%s", json_string_value(next));
        json_decref(page);
    }
    return all;
}

/* What PATH was told first under each id, in order. */
static json_t *told_once(const char *path)
{
    json_t *all = json_array();
    json_t *ids = json_object();
    size_t count = receiver_count(receiver, path);
    for (size_t i = 0; i < count; i++) {
        const struct received *received = receiver_get(receiver, path, i);
        json_t *before = json_object_get(ids, received->id);
        if (before && strcmp(json_string_value(before), received->body) != 0)
            fail_msg("%s was sent with two bodies", received->id);
        if (before)
            continue;
        json_object_set_new(ids, received->id, json_string(received->body));
        json_array_append_new(all, json_loads(received->body, 0, NULL));
    }
    json_decref(ids);
    return all;
}

/* Whether PATH was told every event of the log from AFTER on once, in order, as the log has it;
 * of those waited on WHO alone, if that is not NULL. */
static void assert_told_all(const char *path, json_int_t after, const char *who)
{
    json_t *log = public_log();
    json_t *told = told_once(path);
    json_int_t seq = after;
    json_int_t last = after;
    for (size_t i = 0; i < json_array_size(told); i++) {
        const json_t *notice = json_array_get(told, i);
        assert_true(number_at(notice, "data/seq") >= last);
        last = number_at(notice, "data/seq");
        if (strcmp(text_at(notice, "type"), "player.waited_on") == 0) {
            if (who)
                assert_string_equal(text_at(notice, "data/player"), who);
            continue;
        }
        assert_number(number_at(notice, "data/seq"), ++seq);
        const json_t *event = json_array_get(log, (size_t)seq - 1);
        if (!json_equal(value_at(notice, "data/event"), event))
            fail_msg("event %d was told otherwise", (int)seq);
    }
    assert_number(seq, json_array_size(log));
    json_decref(log);
    json_decref(told);
}

static void a_whole_draft_is_told_though_the_server_is_killed(void **state)
{
    (void)state;
    make(PLAYERS, 8, NULL);
    draft_join_all(&draft);
    json_int_t version = draft_version(&draft);
    size_t of_game = hook_make(DRAFT_HOST, "/whole", NULL);
    size_t of_player = hook_make(1, "/whole-p2", NULL);
    for (unsigned kill = 0; kill < KILLS; kill++) {
        size_t before = receiver_count(receiver, "/whole");
        receiver_set(receiver, "/whole", (struct reply){.status = 0});
        for (unsigned i = 0; i < 8; i++)
            draft_move(&draft);
        /* It has been committed, it is on its way, and nobody has said that it arrived. */
        receiver_wait(receiver, "/whole", before + 1);
        stand_kill_and_restart(&stand);
        receiver_set(receiver, "/whole", (struct reply){.status = 200});
        receiver_wait(receiver, "/whole", before + 2);
        assert_string_equal(receiver_get(receiver, "/whole", before)->id,
                            receiver_get(receiver, "/whole", before + 1)->id);
        json_decref(hook_settle(DRAFT_HOST, hooks[of_game].id));
    }
    draft_play_to(&draft, NULL);
    json_decref(hook_settle(DRAFT_HOST, hooks[of_game].id));
    json_decref(hook_settle(1, hooks[of_player].id));
    assert_told_all("/whole", version, NULL);
    assert_told_all("/whole-p2", version, "p2");
    draft_free(&draft);
}

static void the_draft_waits_for_no_receiver(void **state)
{
    (void)state;
    make(PLAYERS, 9, NULL);
    draft_join_all(&draft);
    json_int_t version = draft_version(&draft);
    receiver_set(receiver, "/hangs", (struct reply){.status = 0});
    receiver_set(receiver, "/fails", (struct reply){.status = 500});
    receiver_set(receiver, "/gone", (struct reply){.status = 410});
    hook_make(0, "/hangs", NULL);
    size_t fails = hook_make(1, "/fails", NULL);
    size_t gone = hook_make(2, "/gone", NULL);
    size_t deleted = hook_make(DRAFT_HOST, "/deleted", NULL);
    size_t works = hook_make(DRAFT_HOST, "/works", NULL);
    for (unsigned i = 0; i < 5; i++)
        draft_move(&draft);
    struct answer answer = hook_delete(DRAFT_HOST, hooks[deleted].id);
    assert_number(answer.status, 204);
    answer_free(&answer);
    draft_play_to(&draft, NULL);
    json_decref(hook_settle(DRAFT_HOST, hooks[works].id));
    assert_told_all("/works", version, NULL);
    assert_number(receiver_count(receiver, "/hangs"), 1);
    assert_number(receiver_count(receiver, "/gone"), 1);

    json_t *webhook = hook_settle(2, hooks[gone].id);
    assert_string_equal(text_at(webhook, "reason"), "gone");
    assert_true(json_is_string(value_at(webhook, "disabled_at")));
    json_decref(webhook);
    answer = hook_get(1, hooks[fails].id, "");
    webhook = answer_take(&answer, 200);
    assert_number(number_at(webhook, "last_attempt/status"), 500);
    assert_true(number_at(webhook, "pending") > 20);
    json_decref(webhook);
    stand_verify(&stand, draft.game, "every deal, pick and turn played again");
    receiver_set(receiver, "/hangs", (struct reply){.status = 200});
    draft_free(&draft);
}

static void deliveries_are_listed_and_can_be_had_again(void **state)
{
    (void)state;
    make(PLAYERS, 10, NULL);
    size_t hook = hook_make(DRAFT_HOST, "/again", json_pack("{s:[s]}", "types", "player.joined"));
    const char *id = hooks[hook].id;
    draft_join_all(&draft);
    receiver_wait(receiver, "/again", 3);
    json_decref(hook_settle(DRAFT_HOST, id));

    struct answer answer = hook_get(DRAFT_HOST, id, "/deliveries?limit=2");
    json_t *page = answer_take(&answer, 200);
    assert_number(json_array_size(value_at(page, "items")), 2);
    assert_number(number_at(page, "items/0/seq"), 4);
    assert_string_equal(text_at(page, "items/0/state"), "delivered");
    char rest[128];
    snprintf(rest, sizeof rest, "/deliveries?limit=2&cursor=%s", text_at(page, "next"));
    answer = hook_get(DRAFT_HOST, id, rest);
    json_t *second = answer_take(&answer, 200);
    assert_number(json_array_size(value_at(second, "items")), 1);
    assert_number(number_at(second, "items/0/seq"), 2);
    assert_true(json_is_null(value_at(second, "next")));

    answer = draft_post(&draft, DRAFT_HOST, hook_path(id, "/redeliver"),
                        json_pack("{s:s}", "delivery", text_at(page, "items/1/id")));
    json_t *queued = answer_take(&answer, 202);
    assert_number(number_at(queued, "queued"), 1);
    receiver_wait(receiver, "/again", 4);
    assert_string_equal(receiver_get(receiver, "/again", 3)->id, text_at(page, "items/1/id"));
    assert_string_equal(receiver_get(receiver, "/again", 3)->id,
                        receiver_get(receiver, "/again", 1)->id);
    assert_string_equal(receiver_get(receiver, "/again", 3)->body,
                        receiver_get(receiver, "/again", 1)->body);
    json_decref(hook_settle(DRAFT_HOST, id));
    json_decref(queued);

    answer =
        draft_post(&draft, DRAFT_HOST, hook_path(id, "/redeliver"), json_pack("{s:i}", "since", 2));
    queued = answer_take(&answer, 202);
    assert_number(number_at(queued, "queued"), 2);
    assert_true(json_is_null(value_at(queued, "next")));
    receiver_wait(receiver, "/again", 6);
    json_decref(hook_settle(DRAFT_HOST, id));
    assert_number(receiver_count(receiver, "/again"), 6);
    json_decref(queued);
    json_decref(page);
    json_decref(second);
    draft_free(&draft);
}

static void a_ping_shows_that_it_works_and_enables_again(void **state)
{
    (void)state;
    make(PLAYERS, 11, NULL);
    receiver_set(receiver, "/ping", (struct reply){.status = 410});
    size_t hook = hook_make(DRAFT_HOST, "/ping", json_pack("{s:[s]}", "types", "player.joined"));
    draft_join(&draft, 0);
    receiver_wait(receiver, "/ping", 1);
    json_t *webhook = hook_settle(DRAFT_HOST, hooks[hook].id);
    assert_string_equal(text_at(webhook, "reason"), "gone");
    json_decref(webhook);

    receiver_set(receiver, "/ping", (struct reply){.status = 204});
    struct answer answer = draft_post(&draft, DRAFT_HOST, hook_path(hooks[hook].id, "/ping"), NULL);
    json_t *ping = answer_take(&answer, 202);
    receiver_wait(receiver, "/ping", 2);
    assert_string_equal(receiver_get(receiver, "/ping", 1)->id, text_at(ping, "delivery"));
    assert_non_null(strstr(receiver_get(receiver, "/ping", 1)->body, "\"type\":\"ping\""));
    json_decref(ping);
    webhook = hook_settle(DRAFT_HOST, hooks[hook].id);
    assert_true(json_is_null(value_at(webhook, "disabled_at")));
    assert_number(number_at(webhook, "last_attempt/status"), 204);
    json_decref(webhook);
    draft_join(&draft, 1);
    receiver_wait(receiver, "/ping", 3);
    draft_free(&draft);
}

static void who_is_reinvited_hears_nothing_more(void **state)
{
    (void)state;
    make(PLAYERS, 12, NULL);
    draft_join_all(&draft);
    size_t of_player = hook_make(1, "/left", NULL);
    size_t of_game = hook_make(DRAFT_HOST, "/stays", json_pack("{s:[s]}", "types", "player.*"));
    struct answer answer = draft_post(&draft, DRAFT_HOST, "/players/p2/reinvite", NULL);
    json_t *reinvited = answer_take(&answer, 200);
    receiver_wait(receiver, "/stays", 1);
    assert_non_null(strstr(receiver_get(receiver, "/stays", 0)->body, "player.reinvited"));
    answer = hook_get(1, hooks[of_player].id, "");
    assert_problem(&answer, 401, "unauthenticated");
    assert_number(receiver_count(receiver, "/left"), 0);
    /* Nor does the newcomer find what the one before has left. */
    free(draft.invites[1]);
    draft.invites[1] = strdup(text_at(reinvited, "invite"));
    draft_join(&draft, 1);
    answer = hook_get(1, NULL, "");
    json_t *list = answer_take(&answer, 200);
    assert_number(json_array_size(value_at(list, "items")), 0);
    json_decref(hook_settle(DRAFT_HOST, hooks[of_game].id));
    assert_number(receiver_count(receiver, "/left"), 0);
    json_decref(list);
    json_decref(reinvited);
    draft_free(&draft);
}

static void a_channel_is_told_whose_turn_it_is(void **state)
{
    (void)state;
    static const char *const names[] = {"@everyone", "<@&1> **Bo**", "Cy"};
    static const char *const ids[] = {"80351110224678912", "bo", "cy"};
    make(PLAYERS, 13, json_pack("{s:s}", "name", "# [Friday](https://x)"));
    hook_make(DRAFT_HOST, "/channel", json_pack("{s:s}", "format", "discord"));
    for (size_t i = 0; i < PLAYERS; i++) {
        struct answer answer = draft_post(&draft, DRAFT_PUBLIC, "/join",
                                          json_pack("{s:s, s:s, s:s}", "invite", draft.invites[i],
                                                    "name", names[i], "external_id", ids[i]));
        json_decref(answer_take(&answer, 201));
    }
    receiver_wait(receiver, "/channel", 2);
    json_t *begins = json_loads(receiver_get(receiver, "/channel", 0)->body, 0, NULL);
    json_t *turn = json_loads(receiver_get(receiver, "/channel", 1)->body, 0, NULL);
    assert_string_equal(text_at(begins, "content"),
                        "**\\# \\[Friday\\]\\(https\\:\\/\\/x\\)** · the draft begins");
    assert_string_equal(text_at(turn, "content"),
                        "**\\# \\[Friday\\]\\(https\\:\\/\\/x\\)** · Faction draft, round 1: your "
                        "turn, <@80351110224678912>, \\<\\@\u200b&1\\> \\*\\*Bo\\*\\*, Cy");
    json_t *mentions = json_pack("{s:[], s:[s]}", "parse", "users", "80351110224678912");
    assert_true(json_equal(value_at(turn, "allowed_mentions"), mentions));
    json_decref(mentions);
    json_decref(begins);
    json_decref(turn);
    draft_free(&draft);
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
        cmocka_unit_test(a_whole_draft_is_told_though_the_server_is_killed),
        cmocka_unit_test(the_draft_waits_for_no_receiver),
        cmocka_unit_test(deliveries_are_listed_and_can_be_had_again),
        cmocka_unit_test(a_ping_shows_that_it_works_and_enables_again),
        cmocka_unit_test(who_is_reinvited_hears_nothing_more),
        cmocka_unit_test(a_channel_is_told_whose_turn_it_is),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
