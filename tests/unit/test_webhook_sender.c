/*
 * The sender, with an engine, a clock that is moved by hand, and somebody who is told. What a user
 * would see go wrong: a delivery lost, changed or out of order, a receiver that is down or slow and
 * holds up others, one that is called after it is gone.
 */
#include <stdlib.h>
#include <string.h>

#include "service/json/notices.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/sending.h"

static void what_happens_is_posted_in_order(void **state)
{
    struct sending *sending = *state;
    char id[ULID_LENGTH + 1];
    sending_add(sending, "/all", "game.*,pick.*", id);
    sending_command(sending, COMMAND_PAUSE);
    sending_command(sending, COMMAND_RESUME);
    sending_act(sending, 1);
    webhooks_wake(sending->webhooks);
    receiver_wait(sending->receiver, "/all", 3);
    sending_wait_pending(sending, id, 0);
    assert_received(sending, "/all", 0, "game.paused");
    assert_received(sending, "/all", 1, "game.resumed");
    assert_received(sending, "/all", 2, "pick.committed");
    assert_number(sending_look(sending, id).status, 200);
    assert_number(sending_look(sending, id).tried_at, FIXTURE_TIME);
    assert_number(webhooks_counts(sending->webhooks).delivered, 3);
}

static void a_delivery_has_its_id_and_bytes_at_every_attempt(void **state)
{
    struct sending *sending = *state;
    char id[ULID_LENGTH + 1];
    receiver_set(sending->receiver, "/down", (struct reply){.status = 500});
    sending_add(sending, "/down", NOTICE_WAITED_ON ",game.*", id);
    sending_command(sending, COMMAND_PAUSE);
    webhooks_wake(sending->webhooks);
    receiver_wait(sending->receiver, "/down", 1);
    sending_wait_attempts(sending, id, 1);
    receiver_set(sending->receiver, "/down", (struct reply){.status = 200});
    sending_set_time(sending, sending_first_pending(sending, id).next_at);
    receiver_wait(sending->receiver, "/down", 2);
    const struct received *first = receiver_get(sending->receiver, "/down", 0);
    const struct received *second = receiver_get(sending->receiver, "/down", 1);
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
    struct sending *sending = *state;
    char id[ULID_LENGTH + 1];
    receiver_set(sending->receiver, "/down", (struct reply){.status = 503});
    sending_add(sending, "/down", "game.*", id);
    sending_command(sending, COMMAND_PAUSE);
    sending_command(sending, COMMAND_RESUME);
    webhooks_wake(sending->webhooks);
    for (uint32_t attempts = 1; attempts < 10; attempts++) {
        receiver_wait(sending->receiver, "/down", attempts);
        sending_wait_attempts(sending, id, attempts);
        int64_t next = sending_first_pending(sending, id).next_at;
        sending_set_time(sending, next - 1);
        assert_number(receiver_count(sending->receiver, "/down"), attempts);
        sending_set_time(sending, next);
    }
    receiver_wait(sending->receiver, "/down", 10);
    sending_wait_pending(sending, id, 0);
    struct webhook webhook = sending_look(sending, id);
    assert_string_equal(webhook.reason, "exhausted");
    assert_true(webhook.disabled_at >= FIXTURE_TIME + 72 * HOURS);
    assert_number(hook_count(sending->running, id, "game.paused", DELIVERY_FAILED), 1);
    assert_number(hook_count(sending->running, id, "game.resumed", DELIVERY_FAILED), 1);
    assert_number(webhooks_counts(sending->webhooks).disabled, 1);
}

static void who_is_gone_is_not_called_again(void **state)
{
    struct sending *sending = *state;
    char id[ULID_LENGTH + 1];
    receiver_set(sending->receiver, "/gone", (struct reply){.status = 410});
    sending_add(sending, "/gone", "game.*", id);
    sending_command(sending, COMMAND_PAUSE);
    sending_command(sending, COMMAND_RESUME);
    webhooks_wake(sending->webhooks);
    receiver_wait(sending->receiver, "/gone", 1);
    sending_wait_pending(sending, id, 0);
    assert_string_equal(sending_look(sending, id).reason, "gone");
    sending_set_time(sending, FIXTURE_TIME + 100 * HOURS);
    /* Another one that is told proves that the sender has looked. */
    char other[ULID_LENGTH + 1];
    sending_add(sending, "/other", "game.*", other);
    sending_command(sending, COMMAND_PAUSE);
    webhooks_wake(sending->webhooks);
    receiver_wait(sending->receiver, "/other", 1);
    assert_number(receiver_count(sending->receiver, "/gone"), 1);
}

static void who_hangs_or_fails_holds_up_nobody_else(void **state)
{
    struct sending *sending = *state;
    char ids[3][ULID_LENGTH + 1];
    receiver_set(sending->receiver, "/hangs", (struct reply){.status = 0});
    receiver_set(sending->receiver, "/fails", (struct reply){.status = 500});
    sending_add(sending, "/hangs", "game.*", ids[0]);
    sending_add(sending, "/fails", "game.*", ids[1]);
    sending_add(sending, "/works", "game.*", ids[2]);
    for (unsigned i = 1; i <= 3; i++) {
        sending_command(sending, COMMAND_PAUSE);
        sending_command(sending, COMMAND_RESUME);
        webhooks_wake(sending->webhooks);
        receiver_wait(sending->receiver, "/works", (size_t)2 * i);
    }
    sending_wait_pending(sending, ids[2], 0);
    assert_number(receiver_count(sending->receiver, "/hangs"), 1);
    assert_number(receiver_count(sending->receiver, "/fails"), 1);
    assert_number(sending_look(sending, ids[0]).pending, 6);
    assert_number(sending_look(sending, ids[1]).pending, 6);
}

static void a_ping_comes_before_what_waits(void **state)
{
    struct sending *sending = *state;
    char id[ULID_LENGTH + 1];
    receiver_set(sending->receiver, "/down", (struct reply){.status = 500});
    sending_add(sending, "/down", "game.*", id);
    sending_command(sending, COMMAND_PAUSE);
    webhooks_wake(sending->webhooks);
    receiver_wait(sending->receiver, "/down", 1);
    sending_wait_attempts(sending, id, 1);
    receiver_set(sending->receiver, "/down", (struct reply){.status = 204});
    sending_change(sending, WEBHOOK_PING, id);
    webhooks_wake(sending->webhooks);
    receiver_wait(sending->receiver, "/down", 2);
    assert_received(sending, "/down", 1, NOTICE_PING);
    sending_wait_pending(sending, id, 1);
}

static void a_deleted_webhook_is_not_called(void **state)
{
    struct sending *sending = *state;
    char id[ULID_LENGTH + 1];
    char other[ULID_LENGTH + 1];
    receiver_set(sending->receiver, "/deleted", (struct reply){.status = 0});
    sending_add(sending, "/deleted", "game.*", id);
    sending_add(sending, "/other", "game.*", other);
    sending_command(sending, COMMAND_PAUSE);
    webhooks_wake(sending->webhooks);
    receiver_wait(sending->receiver, "/deleted", 1);
    sending_command(sending, COMMAND_RESUME);
    sending_change(sending, WEBHOOK_REMOVE, id);
    receiver_set(sending->receiver, "/deleted", (struct reply){.status = 200});
    webhooks_wake(sending->webhooks);
    receiver_wait(sending->receiver, "/other", 2);
    sending_wait_pending(sending, other, 0);
    assert_number(receiver_count(sending->receiver, "/deleted"), 1);
}

/* What was under way when the process ended is sent again by the next one. */
static void what_was_not_written_down_is_sent_again(void **state)
{
    struct sending *sending = *state;
    char id[ULID_LENGTH + 1];
    receiver_set(sending->receiver, "/again", (struct reply){.status = 0});
    sending_add(sending, "/again", "game.*", id);
    sending_command(sending, COMMAND_PAUSE);
    webhooks_wake(sending->webhooks);
    receiver_wait(sending->receiver, "/again", 1);
    sending_stop(sending);
    receiver_set(sending->receiver, "/again", (struct reply){.status = 200});
    sending_start(sending, true);
    receiver_wait(sending->receiver, "/again", 2);
    sending_wait_pending(sending, id, 0);
    assert_string_equal(receiver_get(sending->receiver, "/again", 0)->id,
                        receiver_get(sending->receiver, "/again", 1)->id);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SENDING_TEST(what_happens_is_posted_in_order),
        SENDING_TEST(a_delivery_has_its_id_and_bytes_at_every_attempt),
        SENDING_TEST(who_is_down_is_tried_for_three_days_and_then_given_up),
        SENDING_TEST(who_is_gone_is_not_called_again),
        SENDING_TEST(who_hangs_or_fails_holds_up_nobody_else),
        SENDING_TEST(a_ping_comes_before_what_waits),
        SENDING_TEST(a_deleted_webhook_is_not_called),
        SENDING_TEST(what_was_not_written_down_is_sent_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
