/*
 * The sender, with an engine, a clock that is moved by hand, and somebody who is told. What a user
 * would see go wrong: a delivery lost or out of order, a receiver that is down or slow and holds up
 * others, turns announced after they are over, an address inside that is called after all.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "service/json/notices.h"
#include "service/webhooks/webhooks.h"
#include "tests/support/client.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/hooks.h"
#include "tests/support/receiver.h"
#include "tests/support/unattended.h"

#define SECONDS INT64_C(1000)
#define MINUTES (60 * SECONDS)
#define HOURS   (60 * MINUTES)

struct fixture {
    struct running *running;
    struct receiver *receiver;
    struct webhooks *webhooks;
    char game[ULID_LENGTH + 1];
};

static void start_sender(struct fixture *fixture, bool allow_private)
{
    const struct webhooks_settings settings = {
        .keys = &fixture->running->keys,
        .clock = clock_fixed(&fixture->running->clock),
        .random = random_fixed(&fixture->running->random),
        .allow_private = allow_private,
    };
    fixture->webhooks = webhooks_new(&settings);
    assert_non_null(fixture->webhooks);
    assert_true(webhooks_start(fixture->webhooks, fixture->running->engine));
}

static void stop_sender(struct fixture *fixture)
{
    webhooks_stop(fixture->webhooks);
    webhooks_free(fixture->webhooks);
}

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    fixture->running = running_new();
    fixture->receiver = receiver_new();
    running_start_game(fixture->running, fixture->game);
    start_sender(fixture, true);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    receiver_free(fixture->receiver);
    stop_sender(fixture);
    running_free(fixture->running);
    free(fixture);
    return 0;
}

static void add(struct fixture *fixture, const char *path, const char *types,
                char ret_id[ULID_LENGTH + 1])
{
    const struct hook hook = {.owner = PLAYER_NONE,
                              .about = PLAYER_NONE,
                              .types = types,
                              .url = receiver_url(fixture->receiver, path)};
    hook_add(fixture->running, fixture->game, &hook, ret_id);
}

static void command(struct fixture *fixture, enum command_type type)
{
    struct job job = job_host(fixture->game, type);
    running_do(fixture->running, &job);
    assert_number(job.outcome, JOB_DONE);
    running_forget(&job);
}

/* PLAYER does the first thing possible. */
static void act(struct fixture *fixture, uint8_t player)
{
    struct snapshot *snapshot = running_snapshot(fixture->running, fixture->game);
    struct job job = job_choice(snapshot_record(snapshot), player, 0);
    running_do(fixture->running, &job);
    assert_number(job.outcome, JOB_DONE);
    running_forget(&job);
    snapshot_release(snapshot);
}

static void change(struct fixture *fixture, enum webhook_change_kind kind, const char *id)
{
    struct job job = hook_job(fixture->running, fixture->game, PLAYER_NONE, kind, id);
    hook_do(fixture->running, &job, JOB_DONE);
}

static struct webhook look(struct fixture *fixture, const char *id)
{
    struct webhook webhook;
    assert_true(hook_read(fixture->running, fixture->game, PLAYER_NONE, id, &webhook));
    return webhook;
}

/* Until what came of the last attempt is written down. */
static void wait_for_pending(struct fixture *fixture, const char *id, uint32_t pending)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    for (unsigned tries = 0; look(fixture, id).pending != pending; tries++) {
        if (tries > 30000)
            fail_msg("%u deliveries are pending, not %u", look(fixture, id).pending, pending);
        nanosleep(&pause, NULL);
    }
}

/* The first delivery that is pending. */
static struct delivery first_pending(struct fixture *fixture, const char *id)
{
    static struct hook_deliveries all;
    hook_deliveries(fixture->running, id, &all);
    size_t first = 0;
    while (first < all.count && all.list[first].state != DELIVERY_PENDING)
        first++;
    assert_true(first < all.count);
    return all.list[first];
}

static void wait_for_attempts(struct fixture *fixture, const char *id, uint32_t attempts)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    for (unsigned tries = 0; first_pending(fixture, id).attempts != attempts; tries++) {
        if (tries > 30000)
            fail_msg("there were %u attempts, not %u", first_pending(fixture, id).attempts,
                     attempts);
        nanosleep(&pause, NULL);
    }
}

static void set_time(struct fixture *fixture, int64_t now)
{
    atomic_store(&fixture->running->clock.milliseconds, now);
    webhooks_wake(fixture->webhooks);
}

static void assert_received(struct fixture *fixture, const char *path, size_t index,
                            const char *type)
{
    const struct received *received = receiver_get(fixture->receiver, path, index);
    json_t *body = json_loads(received->body, 0, NULL);
    assert_non_null(body);
    assert_string_equal(text_at(body, "type"), type);
    assert_string_equal(text_at(body, "data/game"), fixture->game);
    json_decref(body);
}

static void what_happens_is_posted_in_order(void **state)
{
    struct fixture *fixture = *state;
    char id[ULID_LENGTH + 1];
    add(fixture, "/all", "game.*,pick.*", id);
    command(fixture, COMMAND_PAUSE);
    command(fixture, COMMAND_RESUME);
    act(fixture, 1);
    webhooks_wake(fixture->webhooks);
    receiver_wait(fixture->receiver, "/all", 3);
    wait_for_pending(fixture, id, 0);
    assert_received(fixture, "/all", 0, "game.paused");
    assert_received(fixture, "/all", 1, "game.resumed");
    assert_received(fixture, "/all", 2, "pick.committed");
    assert_number(look(fixture, id).status, 200);
    assert_number(look(fixture, id).tried_at, FIXTURE_TIME);
    assert_number(webhooks_counts(fixture->webhooks).delivered, 3);
}

static void a_delivery_has_its_id_and_bytes_at_every_attempt(void **state)
{
    struct fixture *fixture = *state;
    char id[ULID_LENGTH + 1];
    receiver_set(fixture->receiver, "/down", (struct reply){.status = 500});
    add(fixture, "/down", NOTICE_WAITED_ON ",game.*", id);
    command(fixture, COMMAND_PAUSE);
    webhooks_wake(fixture->webhooks);
    receiver_wait(fixture->receiver, "/down", 1);
    wait_for_attempts(fixture, id, 1);
    receiver_set(fixture->receiver, "/down", (struct reply){.status = 200});
    set_time(fixture, first_pending(fixture, id).next_at);
    receiver_wait(fixture->receiver, "/down", 2);
    const struct received *first = receiver_get(fixture->receiver, "/down", 0);
    const struct received *second = receiver_get(fixture->receiver, "/down", 1);
    assert_string_equal(first->id, second->id);
    assert_memory_equal(first->id, id, ULID_LENGTH);
    assert_null(strchr(first->id, '.'));
    assert_string_equal(first->body, second->body);
    /* Each with the time when it was sent, and signed anew. */
    assert_number(strtoll(first->timestamp, NULL, 10), FIXTURE_TIME / 1000);
    assert_true(strtoll(second->timestamp, NULL, 10) >= FIXTURE_TIME / 1000 + 5);
    assert_string_not_equal(first->signature, second->signature);
}

static void who_is_down_is_tried_for_three_days_and_then_given_up(void **state)
{
    struct fixture *fixture = *state;
    char id[ULID_LENGTH + 1];
    receiver_set(fixture->receiver, "/down", (struct reply){.status = 503});
    add(fixture, "/down", "game.*", id);
    command(fixture, COMMAND_PAUSE);
    command(fixture, COMMAND_RESUME);
    webhooks_wake(fixture->webhooks);
    for (uint32_t attempts = 1; attempts < 10; attempts++) {
        receiver_wait(fixture->receiver, "/down", attempts);
        wait_for_attempts(fixture, id, attempts);
        int64_t next = first_pending(fixture, id).next_at;
        set_time(fixture, next - 1);
        assert_number(receiver_count(fixture->receiver, "/down"), attempts);
        set_time(fixture, next);
    }
    receiver_wait(fixture->receiver, "/down", 10);
    wait_for_pending(fixture, id, 0);
    struct webhook webhook = look(fixture, id);
    assert_string_equal(webhook.reason, "exhausted");
    assert_true(webhook.disabled_at >= FIXTURE_TIME + 72 * HOURS);
    assert_number(hook_count(fixture->running, id, "game.paused", DELIVERY_FAILED), 1);
    assert_number(hook_count(fixture->running, id, "game.resumed", DELIVERY_FAILED), 1);
    assert_number(webhooks_counts(fixture->webhooks).disabled, 1);
}

static void who_is_gone_is_not_called_again(void **state)
{
    struct fixture *fixture = *state;
    char id[ULID_LENGTH + 1];
    receiver_set(fixture->receiver, "/gone", (struct reply){.status = 410});
    add(fixture, "/gone", "game.*", id);
    command(fixture, COMMAND_PAUSE);
    command(fixture, COMMAND_RESUME);
    webhooks_wake(fixture->webhooks);
    receiver_wait(fixture->receiver, "/gone", 1);
    wait_for_pending(fixture, id, 0);
    assert_string_equal(look(fixture, id).reason, "gone");
    set_time(fixture, FIXTURE_TIME + 100 * HOURS);
    /* Another one that is told proves that the sender has looked. */
    char other[ULID_LENGTH + 1];
    add(fixture, "/other", "game.*", other);
    command(fixture, COMMAND_PAUSE);
    webhooks_wake(fixture->webhooks);
    receiver_wait(fixture->receiver, "/other", 1);
    assert_number(receiver_count(fixture->receiver, "/gone"), 1);
}

static void who_hangs_or_fails_holds_up_nobody_else(void **state)
{
    struct fixture *fixture = *state;
    char ids[3][ULID_LENGTH + 1];
    receiver_set(fixture->receiver, "/hangs", (struct reply){.status = 0});
    receiver_set(fixture->receiver, "/fails", (struct reply){.status = 500});
    add(fixture, "/hangs", "game.*", ids[0]);
    add(fixture, "/fails", "game.*", ids[1]);
    add(fixture, "/works", "game.*", ids[2]);
    for (unsigned i = 1; i <= 3; i++) {
        command(fixture, COMMAND_PAUSE);
        command(fixture, COMMAND_RESUME);
        webhooks_wake(fixture->webhooks);
        receiver_wait(fixture->receiver, "/works", (size_t)2 * i);
    }
    wait_for_pending(fixture, ids[2], 0);
    assert_number(receiver_count(fixture->receiver, "/hangs"), 1);
    assert_number(receiver_count(fixture->receiver, "/fails"), 1);
    assert_number(look(fixture, ids[0]).pending, 6);
    assert_number(look(fixture, ids[1]).pending, 6);
}

static void who_comes_back_is_told_what_was_missed_but_no_turn_that_is_over(void **state)
{
    struct fixture *fixture = *state;
    static struct hook_deliveries all;
    char id[ULID_LENGTH + 1];
    receiver_set(fixture->receiver, "/back", (struct reply){.status = 502});
    add(fixture, "/back", NOTICE_WAITED_ON ",step.*", id);
    for (unsigned round = 0; round < 2; round++)
        for (uint8_t player = 0; player < 3; player++)
            act(fixture, player);
    webhooks_wake(fixture->webhooks);
    receiver_wait(fixture->receiver, "/back", 1);
    wait_for_attempts(fixture, id, 1);

    receiver_set(fixture->receiver, "/back", (struct reply){.status = 200});
    set_time(fixture, FIXTURE_TIME + 2 * HOURS);
    wait_for_pending(fixture, id, 0);
    hook_deliveries(fixture->running, id, &all);
    size_t delivered = 0;
    for (size_t i = 0; i < all.count; i++) {
        if (strcmp(all.list[i].type, NOTICE_WAITED_ON) != 0)
            assert_number(all.list[i].state, DELIVERY_DELIVERED);
        delivered += strcmp(all.list[i].type, NOTICE_WAITED_ON) == 0 &&
                     all.list[i].state == DELIVERY_DELIVERED;
    }
    /* The three whom the game waits for now. */
    assert_number(delivered, 3);
    assert_number(hook_count(fixture->running, id, NOTICE_WAITED_ON, DELIVERY_SUPERSEDED), 3);
}

static void a_turn_that_ends_while_its_notice_waits_is_not_announced(void **state)
{
    struct fixture *fixture = *state;
    char id[ULID_LENGTH + 1];
    receiver_set(fixture->receiver, "/slow", (struct reply){.status = 0});
    add(fixture, "/slow", NOTICE_WAITED_ON ",game.resumed", id);
    command(fixture, COMMAND_PAUSE);
    command(fixture, COMMAND_RESUME);
    webhooks_wake(fixture->webhooks);
    receiver_wait(fixture->receiver, "/slow", 1);
    act(fixture, 0);
    act(fixture, 2);
    receiver_set(fixture->receiver, "/slow", (struct reply){.status = 200});
    wait_for_pending(fixture, id, 0);
    assert_number(receiver_count(fixture->receiver, "/slow"), 2);
    assert_received(fixture, "/slow", 0, "game.resumed");
    assert_received(fixture, "/slow", 1, NOTICE_WAITED_ON);
    assert_non_null(strstr(receiver_get(fixture->receiver, "/slow", 1)->body, "\"p2\""));
    assert_number(hook_count(fixture->running, id, NOTICE_WAITED_ON, DELIVERY_SUPERSEDED), 2);
}

/* In a channel of people; programs are told of every event. */
static void whoever_has_acted_is_not_reminded_in_a_channel(void **state)
{
    struct fixture *fixture = *state;
    static const char types[] = "player.reminder,game.resumed";
    const struct deadline_settings settings = unattended_settings(10 * HOURS, TIMEOUT_WAIT);
    char channel[ULID_LENGTH + 1];
    char program[ULID_LENGTH + 1];
    unattended_game(fixture->running, 3, &settings, fixture->game);
    struct hook hook = {.owner = PLAYER_NONE,
                        .about = PLAYER_NONE,
                        .format = WEBHOOK_DISCORD,
                        .types = types,
                        .url = receiver_url(fixture->receiver, "/channel")};
    hook_add(fixture->running, fixture->game, &hook, channel);
    add(fixture, "/program", types, program);
    receiver_set(fixture->receiver, "/channel", (struct reply){.status = 0});
    command(fixture, COMMAND_PAUSE);
    command(fixture, COMMAND_RESUME);
    webhooks_wake(fixture->webhooks);
    receiver_wait(fixture->receiver, "/channel", 1);
    unattended_pass(fixture->running, 5 * HOURS);
    assert_number(unattended_count(fixture->running, fixture->game, "player.reminder", PLAYER_NONE),
                  3);
    act(fixture, 1);
    webhooks_wake(fixture->webhooks);
    receiver_set(fixture->receiver, "/channel", (struct reply){.status = 200});
    wait_for_pending(fixture, channel, 0);
    wait_for_pending(fixture, program, 0);
    assert_number(receiver_count(fixture->receiver, "/channel"), 3);
    assert_number(hook_count(fixture->running, channel, "player.reminder", DELIVERY_SUPERSEDED), 1);
    assert_number(receiver_count(fixture->receiver, "/program"), 4);
}

/* The receiver holds what comes before the notices, so that the pause is there in time. */
static void while_a_game_is_paused_nobody_is_waited_on(void **state)
{
    struct fixture *fixture = *state;
    char id[ULID_LENGTH + 1];
    receiver_set(fixture->receiver, "/paused", (struct reply){.status = 0});
    add(fixture, "/paused", NOTICE_WAITED_ON ",game.resumed", id);
    command(fixture, COMMAND_PAUSE);
    command(fixture, COMMAND_RESUME);
    webhooks_wake(fixture->webhooks);
    receiver_wait(fixture->receiver, "/paused", 1);
    command(fixture, COMMAND_PAUSE);
    receiver_set(fixture->receiver, "/paused", (struct reply){.status = 200});
    wait_for_pending(fixture, id, 0);
    assert_number(receiver_count(fixture->receiver, "/paused"), 1);
    assert_received(fixture, "/paused", 0, "game.resumed");
}

static void who_asks_for_time_is_called_when_it_is_over(void **state)
{
    struct fixture *fixture = *state;
    char id[ULID_LENGTH + 1];
    receiver_set(fixture->receiver, "/busy", (struct reply){.status = 429, .retry_after = "7200"});
    add(fixture, "/busy", "game.*", id);
    command(fixture, COMMAND_PAUSE);
    webhooks_wake(fixture->webhooks);
    receiver_wait(fixture->receiver, "/busy", 1);
    wait_for_attempts(fixture, id, 1);
    assert_true(first_pending(fixture, id).next_at >= FIXTURE_TIME + 2 * HOURS);
    assert_number(first_pending(fixture, id).status, 429);
}

static void discord_is_heard_when_it_says_how_long(void **state)
{
    struct fixture *fixture = *state;
    char id[ULID_LENGTH + 1];
    receiver_set(fixture->receiver, "/discord",
                 (struct reply){.status = 429,
                                .body = "{\"message\": \"slow down\", \"retry_after\": 40.5}"});
    const struct hook hook = {.owner = PLAYER_NONE,
                              .about = PLAYER_NONE,
                              .format = WEBHOOK_DISCORD,
                              .types = NOTICE_WAITED_ON,
                              .url = receiver_url(fixture->receiver, "/discord")};
    hook_add(fixture->running, fixture->game, &hook, id);
    command(fixture, COMMAND_PAUSE);
    command(fixture, COMMAND_RESUME);
    webhooks_wake(fixture->webhooks);
    receiver_wait(fixture->receiver, "/discord", 1);
    wait_for_attempts(fixture, id, 1);
    int64_t next = first_pending(fixture, id).next_at;
    assert_true(next > FIXTURE_TIME + 40 * SECONDS && next < FIXTURE_TIME + 50 * SECONDS);
    /* No signature, which Discord would not look at. */
    assert_string_equal(receiver_get(fixture->receiver, "/discord", 0)->signature, "");
    assert_non_null(strstr(receiver_get(fixture->receiver, "/discord", 0)->body, "your turn"));
}

static void redirects_lead_nowhere(void **state)
{
    struct fixture *fixture = *state;
    char id[ULID_LENGTH + 1];
    receiver_set(fixture->receiver, "/moved", (struct reply){.status = 307, .location = "/new"});
    add(fixture, "/moved", "game.*", id);
    command(fixture, COMMAND_PAUSE);
    webhooks_wake(fixture->webhooks);
    receiver_wait(fixture->receiver, "/moved", 1);
    wait_for_attempts(fixture, id, 1);
    assert_number(receiver_count(fixture->receiver, "/new"), 0);
    assert_number(first_pending(fixture, id).status, 307);
}

static void an_answer_without_end_is_cut_off(void **state)
{
    struct fixture *fixture = *state;
    char id[ULID_LENGTH + 1];
    size_t length = (size_t)4 << 20;
    char *body = malloc(length + 1);
    assert_non_null(body);
    memset(body, 'x', length);
    body[length] = '\0';
    receiver_set(fixture->receiver, "/talks", (struct reply){.status = 200, .body = body});
    add(fixture, "/talks", "game.*", id);
    command(fixture, COMMAND_PAUSE);
    webhooks_wake(fixture->webhooks);
    wait_for_pending(fixture, id, 0);
    assert_number(look(fixture, id).status, 200);
    receiver_set(fixture->receiver, "/talks", (struct reply){.status = 200});
    free(body);
}

static void nobody_listens(void **state)
{
    struct fixture *fixture = *state;
    char id[ULID_LENGTH + 1];
    const struct hook hook = {
        .owner = PLAYER_NONE, .about = PLAYER_NONE, .url = "http://127.0.0.1:1/"};
    hook_add(fixture->running, fixture->game, &hook, id);
    command(fixture, COMMAND_PAUSE);
    webhooks_wake(fixture->webhooks);
    wait_for_attempts(fixture, id, 1);
    assert_string_equal(look(fixture, id).fault, "not_connected");
    assert_number(look(fixture, id).status, 0);
}

static void a_ping_comes_before_what_waits(void **state)
{
    struct fixture *fixture = *state;
    char id[ULID_LENGTH + 1];
    receiver_set(fixture->receiver, "/down", (struct reply){.status = 500});
    add(fixture, "/down", "game.*", id);
    command(fixture, COMMAND_PAUSE);
    webhooks_wake(fixture->webhooks);
    receiver_wait(fixture->receiver, "/down", 1);
    wait_for_attempts(fixture, id, 1);
    receiver_set(fixture->receiver, "/down", (struct reply){.status = 204});
    change(fixture, WEBHOOK_PING, id);
    webhooks_wake(fixture->webhooks);
    receiver_wait(fixture->receiver, "/down", 2);
    assert_received(fixture, "/down", 1, NOTICE_PING);
    wait_for_pending(fixture, id, 1);
}

static void a_deleted_webhook_is_not_called(void **state)
{
    struct fixture *fixture = *state;
    char id[ULID_LENGTH + 1];
    char other[ULID_LENGTH + 1];
    receiver_set(fixture->receiver, "/deleted", (struct reply){.status = 0});
    add(fixture, "/deleted", "game.*", id);
    add(fixture, "/other", "game.*", other);
    command(fixture, COMMAND_PAUSE);
    webhooks_wake(fixture->webhooks);
    receiver_wait(fixture->receiver, "/deleted", 1);
    command(fixture, COMMAND_RESUME);
    change(fixture, WEBHOOK_REMOVE, id);
    receiver_set(fixture->receiver, "/deleted", (struct reply){.status = 200});
    webhooks_wake(fixture->webhooks);
    receiver_wait(fixture->receiver, "/other", 2);
    wait_for_pending(fixture, other, 0);
    assert_number(receiver_count(fixture->receiver, "/deleted"), 1);
}

/* What was under way when the process ended is sent again by the next one. */
static void what_was_not_written_down_is_sent_again(void **state)
{
    struct fixture *fixture = *state;
    char id[ULID_LENGTH + 1];
    receiver_set(fixture->receiver, "/again", (struct reply){.status = 0});
    add(fixture, "/again", "game.*", id);
    command(fixture, COMMAND_PAUSE);
    webhooks_wake(fixture->webhooks);
    receiver_wait(fixture->receiver, "/again", 1);
    stop_sender(fixture);
    receiver_set(fixture->receiver, "/again", (struct reply){.status = 200});
    start_sender(fixture, true);
    receiver_wait(fixture->receiver, "/again", 2);
    wait_for_pending(fixture, id, 0);
    assert_string_equal(receiver_get(fixture->receiver, "/again", 0)->id,
                        receiver_get(fixture->receiver, "/again", 1)->id);
}

/* The address was fine when it was given; what it leads to is looked at again. */
static void addresses_inside_are_not_called_unless_allowed(void **state)
{
    struct fixture *fixture = *state;
    char id[ULID_LENGTH + 1];
    add(fixture, "/inside", "game.*", id);
    stop_sender(fixture);
    start_sender(fixture, false);
    command(fixture, COMMAND_PAUSE);
    webhooks_wake(fixture->webhooks);
    wait_for_attempts(fixture, id, 1);
    assert_string_equal(look(fixture, id).fault, "blocked_target");
    assert_number(receiver_count(fixture->receiver, "/inside"), 0);
}

struct asking {
    struct job job;
    atomic_bool done;
};

static void note_done(struct job *job)
{
    struct asking *asking = job->owner;
    atomic_store(&asking->done, true);
}

static enum job_outcome outcome_of(struct fixture *fixture, const char *url)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    static struct asking asking;
    asking = (struct asking){.done = false};
    asking.job = hook_job(fixture->running, fixture->game, PLAYER_NONE, WEBHOOK_ADD, NULL);
    snprintf(asking.job.webhook.webhook.url, WEBHOOK_URL_BYTES, "%s", url);
    asking.job.done = note_done;
    asking.job.owner = &asking;
    assert_true(webhooks_submit(fixture->webhooks, &asking.job));
    while (!atomic_load(&asking.done))
        nanosleep(&pause, NULL);
    return asking.job.outcome;
}

static void targets_inside_are_refused_when_they_are_given(void **state)
{
    struct fixture *fixture = *state;
    static const char *const urls[] = {"https://127.0.0.1:1/",
                                       "https://169.254.169.254/latest/",
                                       "https://[::ffff:10.0.0.1]/",
                                       "https://[::1]/",
                                       "https://localhost/",
                                       "https://2130706433/",
                                       "https://0x7f.1/",
                                       "https://0/",
                                       "https://10.1/",
                                       "https://nothing.invalid/"};
    stop_sender(fixture);
    start_sender(fixture, false);
    for (size_t i = 0; i < sizeof urls / sizeof urls[0]; i++)
        if (outcome_of(fixture, urls[i]) != JOB_BLOCKED)
            fail_msg("%s is not refused", urls[i]);
    assert_number(outcome_of(fixture, "https://8.8.8.8/hook"), JOB_DONE);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_happens_is_posted_in_order),
        TEST(a_delivery_has_its_id_and_bytes_at_every_attempt),
        TEST(who_is_down_is_tried_for_three_days_and_then_given_up),
        TEST(who_is_gone_is_not_called_again),
        TEST(who_hangs_or_fails_holds_up_nobody_else),
        TEST(who_comes_back_is_told_what_was_missed_but_no_turn_that_is_over),
        TEST(a_turn_that_ends_while_its_notice_waits_is_not_announced),
        TEST(whoever_has_acted_is_not_reminded_in_a_channel),
        TEST(while_a_game_is_paused_nobody_is_waited_on),
        TEST(who_asks_for_time_is_called_when_it_is_over),
        TEST(discord_is_heard_when_it_says_how_long),
        TEST(redirects_lead_nowhere),
        TEST(an_answer_without_end_is_cut_off),
        TEST(nobody_listens),
        TEST(a_ping_comes_before_what_waits),
        TEST(a_deleted_webhook_is_not_called),
        TEST(what_was_not_written_down_is_sent_again),
        TEST(addresses_inside_are_not_called_unless_allowed),
        TEST(targets_inside_are_refused_when_they_are_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
