#include "tests/support/sending.h"

#include <stdlib.h>
#include <time.h>

#include "tests/support/client.h"
#include "tests/support/cmocka_all.h"

void sending_start(struct sending *sending, bool allow_private)
{
    const struct webhooks_settings settings = {
        .keys = &sending->running->keys,
        .clock = clock_fixed(&sending->running->clock),
        .random = random_fixed(&sending->running->random),
        .allow_private = allow_private,
    };
    sending->webhooks = webhooks_new(&settings);
    assert_non_null(sending->webhooks);
    assert_true(webhooks_start(sending->webhooks, sending->running->engine));
}

void sending_stop(struct sending *sending)
{
    webhooks_stop(sending->webhooks);
    webhooks_free(sending->webhooks);
}

int sending_set_up(void **state)
{
    struct sending *sending = calloc(1, sizeof *sending);
    assert_non_null(sending);
    sending->running = running_new();
    sending->receiver = receiver_new();
    running_start_game(sending->running, sending->game);
    sending_start(sending, true);
    *state = sending;
    return 0;
}

int sending_tear_down(void **state)
{
    struct sending *sending = *state;
    receiver_free(sending->receiver);
    sending_stop(sending);
    running_free(sending->running);
    free(sending);
    return 0;
}

void sending_add(struct sending *sending, const char *path, const char *types,
                 char ret_id[ULID_LENGTH + 1])
{
    const struct hook hook = {.owner = PLAYER_NONE,
                              .about = PLAYER_NONE,
                              .types = types,
                              .url = receiver_url(sending->receiver, path)};
    hook_add(sending->running, sending->game, &hook, ret_id);
}

void sending_command(struct sending *sending, enum command_type type)
{
    running_host(sending->running, sending->game, type, PLAYER_NONE);
}

void sending_act(struct sending *sending, uint8_t player)
{
    running_act(sending->running, sending->game, player);
}

void sending_change(struct sending *sending, enum webhook_change_kind kind, const char *id)
{
    struct job job = hook_job(sending->running, sending->game, PLAYER_NONE, kind, id);
    hook_do(sending->running, &job, JOB_DONE);
}

struct webhook sending_look(struct sending *sending, const char *id)
{
    struct webhook webhook;
    assert_true(hook_read(sending->running, sending->game, PLAYER_NONE, id, &webhook));
    return webhook;
}

void sending_wait_pending(struct sending *sending, const char *id, uint32_t pending)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    for (unsigned tries = 0; sending_look(sending, id).pending != pending; tries++) {
        if (tries > 30000)
            fail_msg("%u deliveries are pending, not %u", sending_look(sending, id).pending,
                     pending);
        nanosleep(&pause, NULL);
    }
}

struct delivery sending_first_pending(struct sending *sending, const char *id)
{
    static struct hook_deliveries all;
    hook_deliveries(sending->running, id, &all);
    size_t first = 0;
    while (first < all.count && all.list[first].state != DELIVERY_PENDING)
        first++;
    assert_true(first < all.count);
    return all.list[first];
}

void sending_wait_attempts(struct sending *sending, const char *id, uint32_t attempts)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    for (unsigned tries = 0; sending_first_pending(sending, id).attempts != attempts; tries++) {
        if (tries > 30000)
            fail_msg("there were %u attempts, not %u", sending_first_pending(sending, id).attempts,
                     attempts);
        nanosleep(&pause, NULL);
    }
}

void sending_set_time(struct sending *sending, int64_t now)
{
    atomic_store(&sending->running->clock.milliseconds, now);
    webhooks_wake(sending->webhooks);
}

void assert_received(struct sending *sending, const char *path, size_t index, const char *type)
{
    const struct received *received = receiver_get(sending->receiver, path, index);
    json_t *body = json_loads(received->body, 0, NULL);
    assert_non_null(body);
    assert_string_equal(text_at(body, "type"), type);
    assert_string_equal(text_at(body, "data/game"), sending->game);
    json_decref(body);
}
