/*
 * What webhooks are told over HTTP. What a user would see go wrong: something that happened and is
 * never told, also when the server is killed in between; told twice under two ids, or in another
 * order; a draft that waits for a receiver; somebody who has left and is still told.
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

enum { KILLS = 4 };

/* The public log, for the caller to free. */
static json_t *public_log(void)
{
    json_t *all = json_array();
    char path[64] = "/events?limit=200";
    for (bool more = true; more;) {
        struct answer answer =
            client_call(hooks.draft.client, "GET", draft_path(&hooks.draft, path), NULL, NULL);
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
    size_t count = receiver_count(hooks.receiver, path);
    for (size_t i = 0; i < count; i++) {
        const struct received *received = receiver_get(hooks.receiver, path, i);
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
    hooks_draft(&hooks, 8, NULL);
    draft_join_all(&hooks.draft);
    json_int_t version = draft_version(&hooks.draft);
    size_t of_game = hooks_make(&hooks, DRAFT_HOST, "/whole", NULL);
    size_t of_player = hooks_make(&hooks, 1, "/whole-p2", NULL);
    for (unsigned kill = 0; kill < KILLS; kill++) {
        size_t before = receiver_count(hooks.receiver, "/whole");
        receiver_set(hooks.receiver, "/whole", (struct reply){.status = 0});
        for (unsigned i = 0; i < 8; i++)
            draft_move(&hooks.draft);
        /* It has been committed, it is on its way, and nobody has said that it arrived. */
        receiver_wait(hooks.receiver, "/whole", before + 1);
        stand_kill_and_restart(&hooks.stand);
        receiver_set(hooks.receiver, "/whole", (struct reply){.status = 200});
        receiver_wait(hooks.receiver, "/whole", before + 2);
        assert_string_equal(receiver_get(hooks.receiver, "/whole", before)->id,
                            receiver_get(hooks.receiver, "/whole", before + 1)->id);
        json_decref(hooks_settle(&hooks, DRAFT_HOST, hooks.made[of_game].id));
    }
    draft_play_to(&hooks.draft, NULL);
    json_decref(hooks_settle(&hooks, DRAFT_HOST, hooks.made[of_game].id));
    json_decref(hooks_settle(&hooks, 1, hooks.made[of_player].id));
    assert_told_all("/whole", version, NULL);
    assert_told_all("/whole-p2", version, "p2");
    draft_free(&hooks.draft);
}

static void the_draft_waits_for_no_receiver(void **state)
{
    (void)state;
    hooks_draft(&hooks, 9, NULL);
    draft_join_all(&hooks.draft);
    json_int_t version = draft_version(&hooks.draft);
    receiver_set(hooks.receiver, "/hangs", (struct reply){.status = 0});
    receiver_set(hooks.receiver, "/fails", (struct reply){.status = 500});
    receiver_set(hooks.receiver, "/gone", (struct reply){.status = 410});
    hooks_make(&hooks, 0, "/hangs", NULL);
    size_t fails = hooks_make(&hooks, 1, "/fails", NULL);
    size_t gone = hooks_make(&hooks, 2, "/gone", NULL);
    size_t deleted = hooks_make(&hooks, DRAFT_HOST, "/deleted", NULL);
    size_t works = hooks_make(&hooks, DRAFT_HOST, "/works", NULL);
    for (unsigned i = 0; i < 5; i++)
        draft_move(&hooks.draft);
    struct answer answer = hooks_delete(&hooks, DRAFT_HOST, hooks.made[deleted].id);
    assert_number(answer.status, 204);
    answer_free(&answer);
    draft_play_to(&hooks.draft, NULL);
    json_decref(hooks_settle(&hooks, DRAFT_HOST, hooks.made[works].id));
    assert_told_all("/works", version, NULL);
    assert_number(receiver_count(hooks.receiver, "/hangs"), 1);
    assert_number(receiver_count(hooks.receiver, "/gone"), 1);

    json_t *webhook = hooks_settle(&hooks, 2, hooks.made[gone].id);
    assert_string_equal(text_at(webhook, "reason"), "gone");
    assert_true(json_is_string(value_at(webhook, "disabled_at")));
    json_decref(webhook);
    answer = hooks_get(&hooks, 1, hooks.made[fails].id, "");
    webhook = answer_take(&answer, 200);
    assert_number(number_at(webhook, "last_attempt/status"), 500);
    assert_true(number_at(webhook, "pending") > 20);
    json_decref(webhook);
    stand_verify(&hooks.stand, hooks.draft.game, "every deal, pick and turn played again");
    receiver_set(hooks.receiver, "/hangs", (struct reply){.status = 200});
    draft_free(&hooks.draft);
}

static void deliveries_are_listed_and_can_be_had_again(void **state)
{
    (void)state;
    hooks_draft(&hooks, 10, NULL);
    size_t hook =
        hooks_make(&hooks, DRAFT_HOST, "/again", json_pack("{s:[s]}", "types", "player.joined"));
    const char *id = hooks.made[hook].id;
    draft_join_all(&hooks.draft);
    receiver_wait(hooks.receiver, "/again", 3);
    json_decref(hooks_settle(&hooks, DRAFT_HOST, id));

    struct answer answer = hooks_get(&hooks, DRAFT_HOST, id, "/deliveries?limit=2");
    json_t *page = answer_take(&answer, 200);
    assert_number(json_array_size(value_at(page, "items")), 2);
    assert_number(number_at(page, "items/0/seq"), 4);
    assert_string_equal(text_at(page, "items/0/state"), "delivered");
    char rest[128];
    snprintf(rest, sizeof rest, "/deliveries?limit=2&cursor=%s", text_at(page, "next"));
    answer = hooks_get(&hooks, DRAFT_HOST, id, rest);
    json_t *second = answer_take(&answer, 200);
    assert_number(json_array_size(value_at(second, "items")), 1);
    assert_number(number_at(second, "items/0/seq"), 2);
    assert_true(json_is_null(value_at(second, "next")));

    answer = draft_post(&hooks.draft, DRAFT_HOST, hooks_path(id, "/redeliver"),
                        json_pack("{s:s}", "delivery", text_at(page, "items/1/id")));
    json_t *queued = answer_take(&answer, 202);
    assert_number(number_at(queued, "queued"), 1);
    receiver_wait(hooks.receiver, "/again", 4);
    assert_string_equal(receiver_get(hooks.receiver, "/again", 3)->id, text_at(page, "items/1/id"));
    assert_string_equal(receiver_get(hooks.receiver, "/again", 3)->id,
                        receiver_get(hooks.receiver, "/again", 1)->id);
    assert_string_equal(receiver_get(hooks.receiver, "/again", 3)->body,
                        receiver_get(hooks.receiver, "/again", 1)->body);
    json_decref(hooks_settle(&hooks, DRAFT_HOST, id));
    json_decref(queued);

    answer = draft_post(&hooks.draft, DRAFT_HOST, hooks_path(id, "/redeliver"),
                        json_pack("{s:i}", "since", 2));
    queued = answer_take(&answer, 202);
    assert_number(number_at(queued, "queued"), 2);
    assert_true(json_is_null(value_at(queued, "next")));
    receiver_wait(hooks.receiver, "/again", 6);
    json_decref(hooks_settle(&hooks, DRAFT_HOST, id));
    assert_number(receiver_count(hooks.receiver, "/again"), 6);
    json_decref(queued);
    json_decref(page);
    json_decref(second);
    draft_free(&hooks.draft);
}

static void a_ping_shows_that_it_works_and_enables_again(void **state)
{
    (void)state;
    hooks_draft(&hooks, 11, NULL);
    receiver_set(hooks.receiver, "/ping", (struct reply){.status = 410});
    size_t hook =
        hooks_make(&hooks, DRAFT_HOST, "/ping", json_pack("{s:[s]}", "types", "player.joined"));
    draft_join(&hooks.draft, 0);
    receiver_wait(hooks.receiver, "/ping", 1);
    json_t *webhook = hooks_settle(&hooks, DRAFT_HOST, hooks.made[hook].id);
    assert_string_equal(text_at(webhook, "reason"), "gone");
    json_decref(webhook);

    receiver_set(hooks.receiver, "/ping", (struct reply){.status = 204});
    struct answer answer =
        draft_post(&hooks.draft, DRAFT_HOST, hooks_path(hooks.made[hook].id, "/ping"), NULL);
    json_t *ping = answer_take(&answer, 202);
    receiver_wait(hooks.receiver, "/ping", 2);
    assert_string_equal(receiver_get(hooks.receiver, "/ping", 1)->id, text_at(ping, "delivery"));
    assert_non_null(strstr(receiver_get(hooks.receiver, "/ping", 1)->body, "\"type\":\"ping\""));
    json_decref(ping);
    webhook = hooks_settle(&hooks, DRAFT_HOST, hooks.made[hook].id);
    assert_true(json_is_null(value_at(webhook, "disabled_at")));
    assert_number(number_at(webhook, "last_attempt/status"), 204);
    json_decref(webhook);
    draft_join(&hooks.draft, 1);
    receiver_wait(hooks.receiver, "/ping", 3);
    draft_free(&hooks.draft);
}

static void who_is_reinvited_hears_nothing_more(void **state)
{
    (void)state;
    hooks_draft(&hooks, 12, NULL);
    draft_join_all(&hooks.draft);
    size_t of_player = hooks_make(&hooks, 1, "/left", NULL);
    size_t of_game =
        hooks_make(&hooks, DRAFT_HOST, "/stays", json_pack("{s:[s]}", "types", "player.*"));
    draft_reinvite(&hooks.draft, 1);
    receiver_wait(hooks.receiver, "/stays", 1);
    assert_non_null(strstr(receiver_get(hooks.receiver, "/stays", 0)->body, "player.reinvited"));
    struct answer answer = hooks_get(&hooks, 1, hooks.made[of_player].id, "");
    assert_problem(&answer, 401, "unauthenticated");
    assert_number(receiver_count(hooks.receiver, "/left"), 0);
    /* Nor does the newcomer find what the one before has left. */
    draft_join(&hooks.draft, 1);
    answer = hooks_get(&hooks, 1, NULL, "");
    json_t *list = answer_take(&answer, 200);
    assert_number(json_array_size(value_at(list, "items")), 0);
    json_decref(hooks_settle(&hooks, DRAFT_HOST, hooks.made[of_game].id));
    assert_number(receiver_count(hooks.receiver, "/left"), 0);
    json_decref(list);
    draft_free(&hooks.draft);
}

static void a_channel_is_told_whose_turn_it_is(void **state)
{
    (void)state;
    static const char *const names[] = {"@everyone", "<@&1> **Bo**", "Cy"};
    static const char *const ids[] = {"80351110224678912", "bo", "cy"};
    hooks_draft(&hooks, 13, json_pack("{s:s}", "name", "# [Friday](https://x)"));
    hooks_make(&hooks, DRAFT_HOST, "/channel", json_pack("{s:s}", "format", "discord"));
    for (size_t i = 0; i < HOOK_PLAYERS; i++) {
        struct answer answer =
            draft_post(&hooks.draft, DRAFT_PUBLIC, "/join",
                       json_pack("{s:s, s:s, s:s}", "invite", hooks.draft.invites[i], "name",
                                 names[i], "external_id", ids[i]));
        json_decref(answer_take(&answer, 201));
    }
    receiver_wait(hooks.receiver, "/channel", 2);
    json_t *begins = json_loads(receiver_get(hooks.receiver, "/channel", 0)->body, 0, NULL);
    json_t *turn = json_loads(receiver_get(hooks.receiver, "/channel", 1)->body, 0, NULL);
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
    draft_free(&hooks.draft);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_draft_is_told_though_the_server_is_killed),
        cmocka_unit_test(the_draft_waits_for_no_receiver),
        cmocka_unit_test(deliveries_are_listed_and_can_be_had_again),
        cmocka_unit_test(a_ping_shows_that_it_works_and_enables_again),
        cmocka_unit_test(who_is_reinvited_hears_nothing_more),
        cmocka_unit_test(a_channel_is_told_whose_turn_it_is),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
