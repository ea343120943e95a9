/*
 * What becomes of webhooks in the engine. What a user would see go wrong: a webhook changed by
 * somebody else, kept by who has left, made twice by a repeated request; something that cannot be
 * had again, or comes again although nobody asked.
 */
#include <stdio.h>
#include <string.h>

#include "service/json/notices.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/hooks.h"

static void a_webhook_is_found_by_its_owner_alone(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    char id[ULID_LENGTH + 1];
    struct webhook webhook;
    running_start_game(running, game);
    hook_add(running, game, &(struct hook){.owner = 0, .about = PLAYER_NONE}, id);
    assert_true(hook_read(running, game, 0, id, &webhook));
    /* Nobody else finds it. */
    assert_false(hook_read(running, game, 1, id, &webhook));
    assert_false(hook_read(running, game, PLAYER_NONE, id, &webhook));
}

static void who_is_reinvited_hears_nothing_more(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    char of_game[ULID_LENGTH + 1];
    char of_player[ULID_LENGTH + 1];
    char of_other[ULID_LENGTH + 1];
    struct webhook webhook;
    running_start_game(running, game);
    hook_add(running, game, &hook_everything, of_game);
    hook_add(running, game, &(struct hook){.owner = 1, .about = PLAYER_NONE}, of_player);
    hook_add(running, game, &(struct hook){.owner = 2, .about = PLAYER_NONE}, of_other);
    struct job late = hook_job(running, game, 1, WEBHOOK_ADD, NULL);
    running_host(running, game, COMMAND_REINVITE, 1);
    assert_false(hook_read(running, game, 1, of_player, &webhook));
    assert_number(hook_count(running, of_player, "player.reinvited", DELIVERY_STATES), 0);
    assert_true(hook_read(running, game, PLAYER_NONE, of_game, &webhook));
    assert_true(hook_read(running, game, 2, of_other, &webhook));
    assert_number(hook_count(running, of_game, "player.reinvited", DELIVERY_PENDING), 1);
    /* Nor with the old token. */
    hook_do(running, &late, JOB_TOKEN_DEAD);
}

static void webhooks_of_one_owner_are_limited(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    char id[ULID_LENGTH + 1];
    running_start_game(running, game);
    for (unsigned i = 0; i < WEBHOOKS_OF_PLAYER_MAX; i++)
        hook_add(running, game, &(struct hook){.owner = 2, .about = PLAYER_NONE}, id);
    struct job job = hook_job(running, game, 2, WEBHOOK_ADD, NULL);
    hook_do(running, &job, JOB_TOO_MANY);
    job = hook_job(running, game, 2, WEBHOOK_REMOVE, id);
    hook_do(running, &job, JOB_DONE);
    hook_add(running, game, &(struct hook){.owner = 2, .about = PLAYER_NONE}, id);
    for (unsigned i = 0; i < WEBHOOKS_OF_GAME_MAX; i++)
        hook_add(running, game, &hook_everything, id);
    job = hook_job(running, game, PLAYER_NONE, WEBHOOK_ADD, NULL);
    hook_do(running, &job, JOB_TOO_MANY);
}

static void nobody_changes_the_webhook_of_another(void **state)
{
    struct running *running = *state;
    static const enum webhook_change_kind kinds[] = {WEBHOOK_REMOVE, WEBHOOK_PING,
                                                     WEBHOOK_REDELIVER, WEBHOOK_REDELIVER_SINCE};
    char game[ULID_LENGTH + 1];
    char other_game[ULID_LENGTH + 1];
    char id[ULID_LENGTH + 1];
    struct webhook webhook;
    running_start_game(running, game);
    running_start_game(running, other_game);
    hook_add(running, game, &(struct hook){.owner = 1, .about = PLAYER_NONE}, id);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct job jobs[] = {hook_job(running, game, 0, kinds[i], id),
                             hook_job(running, game, PLAYER_NONE, kinds[i], id),
                             hook_job(running, other_game, 1, kinds[i], id)};
        for (size_t j = 0; j < sizeof jobs / sizeof jobs[0]; j++)
            hook_do(running, &jobs[j], JOB_NOT_FOUND);
    }
    assert_true(hook_read(running, game, 1, id, &webhook));
    assert_number(webhook.pending, 0);
}

static void a_repeated_create_makes_one_webhook(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    struct webhook webhook;
    running_start_game(running, game);
    struct job first = hook_job(running, game, PLAYER_NONE, WEBHOOK_ADD, NULL);
    job_key(&first, 1, 1);
    struct job again = first;
    struct job other = first;
    other.key_body[0] = 9;
    hook_do(running, &first, JOB_DONE);
    atomic_fetch_add(&running->clock.milliseconds, 60000);
    hook_do(running, &again, JOB_DONE);
    assert_true(again.replayed);
    assert_string_equal(again.webhook.webhook.id, first.webhook.webhook.id);
    assert_number(again.webhook.webhook.created_at, first.webhook.webhook.created_at);
    hook_do(running, &other, JOB_KEY_REUSED);
    assert_true(hook_read(running, game, PLAYER_NONE, first.webhook.webhook.id, &webhook));
    assert_number(webhook.created_at, first.webhook.webhook.created_at);
}

static void a_repeated_ping_is_answered_as_the_first(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    char id[ULID_LENGTH + 1];
    running_start_game(running, game);
    hook_add(running, game, &hook_everything, id);
    struct job first = hook_job(running, game, PLAYER_NONE, WEBHOOK_PING, id);
    job_key(&first, 1, 1);
    struct job again = first;
    hook_do(running, &first, JOB_DONE);
    hook_report(running, game, id, DELIVERY_DELIVERED, "");
    struct job another = hook_job(running, game, PLAYER_NONE, WEBHOOK_PING, id);
    hook_do(running, &another, JOB_DONE);
    hook_do(running, &again, JOB_DONE);
    assert_number(first.webhook.part, 1);
    assert_number(another.webhook.part, 2);
    assert_number(again.webhook.part, 1);
    assert_number(hook_count(running, id, NOTICE_PING, DELIVERY_STATES), 2);
}

static void a_ping_that_waits_is_not_doubled_and_goes_first(void **state)
{
    struct running *running = *state;
    static struct hook_deliveries all;
    char game[ULID_LENGTH + 1];
    char id[ULID_LENGTH + 1];
    running_start_game(running, game);
    hook_add(running, game, &hook_everything, id);
    running_act(running, game, 0);
    for (unsigned i = 0; i < 3; i++) {
        struct job job = hook_job(running, game, PLAYER_NONE, WEBHOOK_PING, id);
        hook_do(running, &job, JOB_DONE);
        assert_number(job.webhook.part, 1);
    }
    hook_deliveries(running, id, &all);
    assert_number(all.count, 2);
    assert_string_equal(all.list[0].type, NOTICE_PING);
}

static void what_is_disabled_fails_and_is_told_nothing_until_asked(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    char id[ULID_LENGTH + 1];
    struct webhook webhook;
    running_start_game(running, game);
    hook_add(running, game, &hook_everything, id);
    running_act(running, game, 0);
    running_act(running, game, 1);
    hook_report(running, game, id, DELIVERY_FAILED, "gone");
    assert_true(hook_read(running, game, PLAYER_NONE, id, &webhook));
    assert_number(webhook.disabled_at, FIXTURE_TIME);
    assert_string_equal(webhook.reason, "gone");
    assert_number(webhook.pending, 0);
    assert_number(hook_count(running, id, "pick.committed", DELIVERY_FAILED), 2);
    running_act(running, game, 2);
    assert_number(hook_count(running, id, "pick.committed", DELIVERY_STATES), 2);

    uint32_t version = running_version(running, game);
    struct job job = hook_job(running, game, PLAYER_NONE, WEBHOOK_REDELIVER_SINCE, id);
    job.webhook.seq = 7;
    hook_do(running, &job, JOB_DONE);
    assert_number(job.webhook.count, version - 7);
    assert_false(job.webhook.more);
    assert_true(hook_read(running, game, PLAYER_NONE, id, &webhook));
    assert_number(webhook.disabled_at, 0);
    assert_number(webhook.pending, version - 7);
}

static void one_delivery_can_be_asked_for_again(void **state)
{
    struct running *running = *state;
    static struct hook_deliveries all;
    char game[ULID_LENGTH + 1];
    char id[ULID_LENGTH + 1];
    running_start_game(running, game);
    hook_add(running, game, &hook_everything, id);
    running_act(running, game, 0);
    hook_report(running, game, id, DELIVERY_DELIVERED, "");
    hook_deliveries(running, id, &all);
    struct job job = hook_job(running, game, PLAYER_NONE, WEBHOOK_REDELIVER, id);
    job.webhook.seq = all.list[0].seq;
    hook_do(running, &job, JOB_DONE);
    hook_deliveries(running, id, &all);
    assert_number(all.count, 1);
    assert_number(all.list[0].state, DELIVERY_PENDING);
    assert_number(all.list[0].attempts, 0);
    assert_number(all.list[0].finished_at, 0);
    job = hook_job(running, game, PLAYER_NONE, WEBHOOK_REDELIVER, id);
    job.webhook.seq = 1;
    hook_do(running, &job, JOB_NOT_FOUND);
}

static void a_long_log_is_delivered_again_in_parts(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    char id[ULID_LENGTH + 1];
    running_start_game(running, game);
    for (unsigned i = 0; i < 260; i++) {
        running_host(running, game, COMMAND_PAUSE, PLAYER_NONE);
        running_host(running, game, COMMAND_RESUME, PLAYER_NONE);
    }
    uint32_t version = running_version(running, game);
    struct hook hook = hook_everything;
    hook.types = "game.*";
    hook_add(running, game, &hook, id);
    struct job job = hook_job(running, game, PLAYER_NONE, WEBHOOK_REDELIVER_SINCE, id);
    hook_do(running, &job, JOB_DONE);
    assert_true(job.webhook.more);
    assert_number(job.webhook.seq, 500);
    uint32_t count = job.webhook.count;
    job = hook_job(running, game, PLAYER_NONE, WEBHOOK_REDELIVER_SINCE, id);
    job.webhook.seq = 500;
    hook_do(running, &job, JOB_DONE);
    assert_false(job.webhook.more);
    assert_number(job.webhook.seq, version);
    assert_number(count + job.webhook.count, 2 + 520); /* created, started, the pauses */
}

static void a_report_of_what_is_gone_changes_nothing(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    char id[ULID_LENGTH + 1];
    struct webhook webhook;
    running_start_game(running, game);
    hook_add(running, game, &hook_everything, id);
    struct job job = job_host(game, COMMAND_START);
    job.kind = JOB_REPORT;
    job.report = (struct delivery_report){.delivery = {.seq = 99, .type = "x"}, .tried = true};
    snprintf(job.report.webhook, sizeof job.report.webhook, "%s", id);
    hook_do(running, &job, JOB_DONE);
    job.report.webhook[3]++;
    hook_do(running, &job, JOB_DONE);
    assert_true(hook_read(running, game, PLAYER_NONE, id, &webhook));
    assert_number(webhook.pending, 0);
}

static void finished_deliveries_are_forgotten_after_a_week(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    char id[ULID_LENGTH + 1];
    bool more;
    running_start_game(running, game);
    hook_add(running, game, &hook_everything, id);
    running_act(running, game, 0);
    running_act(running, game, 1);
    hook_report(running, game, id, DELIVERY_DELIVERED, "");
    const int64_t week = INT64_C(7) * 24 * 60 * 60 * 1000;
    struct gate gate;
    /* The engine stands still, so that its store can be used here. */
    gate_close(running, &gate);
    assert_number(store_forget(running->store, FIXTURE_TIME - week / 7, &more), STORE_OK);
    assert_number(hook_count(running, id, "pick.committed", DELIVERY_STATES), 2);
    assert_number(store_forget(running->store, FIXTURE_TIME + week, &more), STORE_OK);
    assert_number(hook_count(running, id, "pick.committed", DELIVERY_STATES), 1);
    assert_number(hook_count(running, id, "pick.committed", DELIVERY_PENDING), 1);
    gate_open(&gate);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RUNNING_TEST(a_webhook_is_found_by_its_owner_alone),
        RUNNING_TEST(who_is_reinvited_hears_nothing_more),
        RUNNING_TEST(webhooks_of_one_owner_are_limited),
        RUNNING_TEST(nobody_changes_the_webhook_of_another),
        RUNNING_TEST(a_repeated_create_makes_one_webhook),
        RUNNING_TEST(a_repeated_ping_is_answered_as_the_first),
        RUNNING_TEST(a_ping_that_waits_is_not_doubled_and_goes_first),
        RUNNING_TEST(what_is_disabled_fails_and_is_told_nothing_until_asked),
        RUNNING_TEST(one_delivery_can_be_asked_for_again),
        RUNNING_TEST(a_long_log_is_delivered_again_in_parts),
        RUNNING_TEST(a_report_of_what_is_gone_changes_nothing),
        RUNNING_TEST(finished_deliveries_are_forgotten_after_a_week),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
