/*
 * What webhooks of a game are told. What a user would see go wrong: something that happened and is
 * never told, something told to who may not hear it, a turn announced that is over, somebody who
 * has left and still hears.
 */
#include <stdio.h>
#include <string.h>

#include "service/json/notices.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/hooks.h"

static const struct hook everything = {.owner = PLAYER_NONE, .about = PLAYER_NONE};

static int set_up(void **state)
{
    *state = running_new();
    return 0;
}

static int tear_down(void **state)
{
    running_free(*state);
    return 0;
}

static void join(struct running *running, const char *game, uint8_t player)
{
    struct job job = job_join(running, game, player);
    running_do(running, &job);
    assert_number(job.outcome, JOB_DONE);
    running_forget(&job);
}

static void host(struct running *running, const char *game, enum command_type type, uint8_t player)
{
    struct job job = job_host(game, type);
    job.command.player = player;
    running_do(running, &job);
    assert_number(job.outcome, JOB_DONE);
    running_forget(&job);
}

/* PLAYER does the first thing possible. */
static void act(struct running *running, const char *game, uint8_t player)
{
    struct snapshot *snapshot = running_snapshot(running, game);
    struct job job = job_choice(snapshot_record(snapshot), player, 0);
    running_do(running, &job);
    assert_number(job.outcome, JOB_DONE);
    running_forget(&job);
    snapshot_release(snapshot);
}

static void every_event_is_told_once_and_in_order(void **state)
{
    struct running *running = *state;
    static struct hook_deliveries all;
    char game[ULID_LENGTH + 1];
    char id[ULID_LENGTH + 1];
    running_create(running, 3, game);
    hook_add(running, game, &everything, id);
    for (uint8_t player = 0; player < 3; player++)
        join(running, game, player);
    running_play(running, game);

    hook_deliveries(running, id, &all);
    uint32_t told = 1; /* the game was created before */
    for (size_t i = 0; i < all.count; i++) {
        if (delivery_kind_of(&all.list[i]) != DELIVERY_EVENT)
            continue;
        assert_number(all.list[i].seq, told + 1);
        assert_number(all.list[i].part, 0);
        told++;
    }
    assert_number(told, running_version(running, game));
}

static void everyone_waited_on_is_told_when_it_begins(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    char id[ULID_LENGTH + 1];
    running_create(running, 3, game);
    struct hook hook = everything;
    hook.types = NOTICE_WAITED_ON;
    hook_add(running, game, &hook, id);
    for (uint8_t player = 0; player < 3; player++)
        join(running, game, player);
    assert_number(hook_count(running, id, NOTICE_WAITED_ON, DELIVERY_PENDING), 3);
    act(running, game, 0);
    act(running, game, 1);
    assert_number(hook_count(running, id, NOTICE_WAITED_ON, DELIVERY_STATES), 3);
    act(running, game, 2);
    /* The next round: all three again, and what was said of the first one is no longer so. */
    assert_number(hook_count(running, id, NOTICE_WAITED_ON, DELIVERY_PENDING), 3);
    assert_number(hook_count(running, id, NOTICE_WAITED_ON, DELIVERY_SUPERSEDED), 3);
}

/* Where hands are passed on at once, the next one may be there before the round is over. */
static void whoever_gets_the_next_hand_is_told(void **state)
{
    struct running *running = *state;
    static struct hook_deliveries all;
    char game[ULID_LENGTH + 1];
    char id[ULID_LENGTH + 1];
    struct job job = job_create(3);
    job.command.create.options.passing_pipelined = true;
    running_do(running, &job);
    assert_number(job.outcome, JOB_DONE);
    snprintf(game, sizeof game, "%s", job.game);
    running_forget(&job);
    struct hook hook = everything;
    hook.types = NOTICE_WAITED_ON;
    hook_add(running, game, &hook, id);
    for (uint8_t player = 0; player < 3; player++)
        join(running, game, player);
    assert_number(hook_count(running, id, NOTICE_WAITED_ON, DELIVERY_PENDING), 3);
    act(running, game, 0);
    assert_number(hook_count(running, id, NOTICE_WAITED_ON, DELIVERY_STATES), 3);
    act(running, game, 1);
    /* One of the two got the hand of the other; the third has not picked yet. */
    assert_number(hook_count(running, id, NOTICE_WAITED_ON, DELIVERY_STATES), 4);
    act(running, game, 2);
    hook_deliveries(running, id, &all);
    assert_number(hook_count(running, id, NOTICE_WAITED_ON, DELIVERY_PENDING), 3);
    for (size_t i = 0; i < 3; i++)
        assert_number(all.list[i].state, DELIVERY_SUPERSEDED);
}

static void people_are_told_of_all_who_are_waited_on_in_one_message(void **state)
{
    struct running *running = *state;
    static struct hook_deliveries all;
    char game[ULID_LENGTH + 1];
    char id[ULID_LENGTH + 1];
    running_create(running, 3, game);
    struct hook hook = everything;
    hook.format = WEBHOOK_DISCORD;
    hook.types = NOTICE_WAITED_ON;
    hook_add(running, game, &hook, id);
    for (uint8_t player = 0; player < 3; player++)
        join(running, game, player);
    hook_deliveries(running, id, &all);
    assert_number(all.count, 1);
    assert_number(all.list[0].players, 7);
}

static void whoever_was_told_already_is_told_again_only_when_the_game_goes_on(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    char id[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct hook hook = everything;
    hook.types = NOTICE_WAITED_ON;
    hook_add(running, game, &hook, id);
    act(running, game, 0);
    host(running, game, COMMAND_PAUSE, PLAYER_NONE);
    assert_number(hook_count(running, id, NOTICE_WAITED_ON, DELIVERY_STATES), 0);
    host(running, game, COMMAND_RESUME, PLAYER_NONE);
    assert_number(hook_count(running, id, NOTICE_WAITED_ON, DELIVERY_PENDING), 2);
}

static void only_what_was_chosen_is_told(void **state)
{
    struct running *running = *state;
    static struct hook_deliveries all;
    char game[ULID_LENGTH + 1];
    char id[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct hook hook = everything;
    hook.types = "pick.committed,game.*";
    hook.about = 1;
    hook_add(running, game, &hook, id);
    act(running, game, 0);
    act(running, game, 1);
    host(running, game, COMMAND_PAUSE, PLAYER_NONE);
    hook_deliveries(running, id, &all);
    assert_number(all.count, 1);
    assert_string_equal(all.list[0].type, "pick.committed");
    assert_number(all.list[0].players, 2);
}

static void a_player_hears_of_its_own_turn_alone(void **state)
{
    struct running *running = *state;
    static struct hook_deliveries all;
    char game[ULID_LENGTH + 1];
    char own[ULID_LENGTH + 1];
    char of_another[ULID_LENGTH + 1];
    running_create(running, 3, game);
    for (uint8_t player = 0; player < 2; player++)
        join(running, game, player);
    struct hook hook = {.owner = 1, .about = PLAYER_NONE, .types = NOTICE_WAITED_ON};
    hook_add(running, game, &hook, own);
    hook.about = 0;
    hook_add(running, game, &hook, of_another);
    join(running, game, 2);
    hook_deliveries(running, own, &all);
    assert_number(all.count, 1);
    assert_number(all.list[0].players, 2);
    hook_deliveries(running, of_another, &all);
    assert_number(all.count, 0);
}

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
    hook_add(running, game, &everything, of_game);
    hook_add(running, game, &(struct hook){.owner = 1, .about = PLAYER_NONE}, of_player);
    hook_add(running, game, &(struct hook){.owner = 2, .about = PLAYER_NONE}, of_other);
    struct job late = hook_job(running, game, 1, WEBHOOK_ADD, NULL);
    host(running, game, COMMAND_REINVITE, 1);
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
        hook_add(running, game, &everything, id);
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
    hook_add(running, game, &everything, id);
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
    hook_add(running, game, &everything, id);
    act(running, game, 0);
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
    hook_add(running, game, &everything, id);
    act(running, game, 0);
    act(running, game, 1);
    hook_report(running, game, id, DELIVERY_FAILED, "gone");
    assert_true(hook_read(running, game, PLAYER_NONE, id, &webhook));
    assert_number(webhook.disabled_at, FIXTURE_TIME);
    assert_string_equal(webhook.reason, "gone");
    assert_number(webhook.pending, 0);
    assert_number(hook_count(running, id, "pick.committed", DELIVERY_FAILED), 2);
    act(running, game, 2);
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
    hook_add(running, game, &everything, id);
    act(running, game, 0);
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
        host(running, game, COMMAND_PAUSE, PLAYER_NONE);
        host(running, game, COMMAND_RESUME, PLAYER_NONE);
    }
    uint32_t version = running_version(running, game);
    struct hook hook = everything;
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
    hook_add(running, game, &everything, id);
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
    hook_add(running, game, &everything, id);
    act(running, game, 0);
    act(running, game, 1);
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

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_event_is_told_once_and_in_order),
        TEST(everyone_waited_on_is_told_when_it_begins),
        TEST(whoever_gets_the_next_hand_is_told),
        TEST(people_are_told_of_all_who_are_waited_on_in_one_message),
        TEST(whoever_was_told_already_is_told_again_only_when_the_game_goes_on),
        TEST(only_what_was_chosen_is_told),
        TEST(a_player_hears_of_its_own_turn_alone),
        TEST(a_webhook_is_found_by_its_owner_alone),
        TEST(who_is_reinvited_hears_nothing_more),
        TEST(webhooks_of_one_owner_are_limited),
        TEST(nobody_changes_the_webhook_of_another),
        TEST(a_repeated_create_makes_one_webhook),
        TEST(a_repeated_ping_is_answered_as_the_first),
        TEST(a_ping_that_waits_is_not_doubled_and_goes_first),
        TEST(what_is_disabled_fails_and_is_told_nothing_until_asked),
        TEST(one_delivery_can_be_asked_for_again),
        TEST(a_long_log_is_delivered_again_in_parts),
        TEST(a_report_of_what_is_gone_changes_nothing),
        TEST(finished_deliveries_are_forgotten_after_a_week),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
