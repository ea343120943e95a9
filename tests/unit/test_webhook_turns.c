/*
 * What the sender says of turns. What a user would see go wrong: a turn announced after it is over,
 * somebody reminded who has acted, somebody waited on while the game is paused.
 */
#include <string.h>

#include "service/json/notices.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/sending.h"
#include "tests/support/unattended.h"

static void who_comes_back_is_told_what_was_missed_but_no_turn_that_is_over(void **state)
{
    struct sending *sending = *state;
    static struct hook_deliveries all;
    char id[ULID_LENGTH + 1];
    receiver_set(sending->receiver, "/back", (struct reply){.status = 502});
    sending_add(sending, "/back", NOTICE_WAITED_ON ",step.*", id);
    for (unsigned round = 0; round < 2; round++)
        for (uint8_t player = 0; player < 3; player++)
            sending_act(sending, player);
    webhooks_wake(sending->webhooks);
    receiver_wait(sending->receiver, "/back", 1);
    sending_wait_attempts(sending, id, 1);

    receiver_set(sending->receiver, "/back", (struct reply){.status = 200});
    sending_set_time(sending, FIXTURE_TIME + 2 * HOURS);
    sending_wait_pending(sending, id, 0);
    hook_deliveries(sending->running, id, &all);
    size_t delivered = 0;
    for (size_t i = 0; i < all.count; i++) {
        if (strcmp(all.list[i].type, NOTICE_WAITED_ON) != 0)
            assert_number(all.list[i].state, DELIVERY_DELIVERED);
        delivered += strcmp(all.list[i].type, NOTICE_WAITED_ON) == 0 &&
                     all.list[i].state == DELIVERY_DELIVERED;
    }
    /* The three whom the game waits for now. */
    assert_number(delivered, 3);
    assert_number(hook_count(sending->running, id, NOTICE_WAITED_ON, DELIVERY_SUPERSEDED), 3);
}

static void a_turn_that_ends_while_its_notice_waits_is_not_announced(void **state)
{
    struct sending *sending = *state;
    char id[ULID_LENGTH + 1];
    receiver_set(sending->receiver, "/slow", (struct reply){.status = 0});
    sending_add(sending, "/slow", NOTICE_WAITED_ON ",game.resumed", id);
    sending_command(sending, COMMAND_PAUSE);
    sending_command(sending, COMMAND_RESUME);
    webhooks_wake(sending->webhooks);
    receiver_wait(sending->receiver, "/slow", 1);
    sending_act(sending, 0);
    sending_act(sending, 2);
    receiver_set(sending->receiver, "/slow", (struct reply){.status = 200});
    sending_wait_pending(sending, id, 0);
    assert_number(receiver_count(sending->receiver, "/slow"), 2);
    assert_received(sending, "/slow", 0, "game.resumed");
    assert_received(sending, "/slow", 1, NOTICE_WAITED_ON);
    assert_non_null(strstr(receiver_get(sending->receiver, "/slow", 1)->body, "\"p2\""));
    assert_number(hook_count(sending->running, id, NOTICE_WAITED_ON, DELIVERY_SUPERSEDED), 2);
}

/* In a channel of people; programs are told of every event. */
static void whoever_has_acted_is_not_reminded_in_a_channel(void **state)
{
    struct sending *sending = *state;
    static const char types[] = "player.reminder,game.resumed";
    const struct deadline_settings settings = unattended_settings(10 * HOURS, TIMEOUT_WAIT);
    char channel[ULID_LENGTH + 1];
    char program[ULID_LENGTH + 1];
    unattended_game(sending->running, 3, &settings, sending->game);
    struct hook hook = {.owner = PLAYER_NONE,
                        .about = PLAYER_NONE,
                        .format = WEBHOOK_DISCORD,
                        .types = types,
                        .url = receiver_url(sending->receiver, "/channel")};
    hook_add(sending->running, sending->game, &hook, channel);
    sending_add(sending, "/program", types, program);
    receiver_set(sending->receiver, "/channel", (struct reply){.status = 0});
    sending_command(sending, COMMAND_PAUSE);
    sending_command(sending, COMMAND_RESUME);
    webhooks_wake(sending->webhooks);
    receiver_wait(sending->receiver, "/channel", 1);
    unattended_pass(sending->running, 5 * HOURS);
    assert_number(unattended_count(sending->running, sending->game, "player.reminder", PLAYER_NONE),
                  3);
    sending_act(sending, 1);
    webhooks_wake(sending->webhooks);
    receiver_set(sending->receiver, "/channel", (struct reply){.status = 200});
    sending_wait_pending(sending, channel, 0);
    sending_wait_pending(sending, program, 0);
    assert_number(receiver_count(sending->receiver, "/channel"), 3);
    assert_number(hook_count(sending->running, channel, "player.reminder", DELIVERY_SUPERSEDED), 1);
    assert_number(receiver_count(sending->receiver, "/program"), 4);
}

/* The receiver holds what comes before the notices, so that the pause is there in time. */
static void while_a_game_is_paused_nobody_is_waited_on(void **state)
{
    struct sending *sending = *state;
    char id[ULID_LENGTH + 1];
    receiver_set(sending->receiver, "/paused", (struct reply){.status = 0});
    sending_add(sending, "/paused", NOTICE_WAITED_ON ",game.resumed", id);
    sending_command(sending, COMMAND_PAUSE);
    sending_command(sending, COMMAND_RESUME);
    webhooks_wake(sending->webhooks);
    receiver_wait(sending->receiver, "/paused", 1);
    sending_command(sending, COMMAND_PAUSE);
    receiver_set(sending->receiver, "/paused", (struct reply){.status = 200});
    sending_wait_pending(sending, id, 0);
    assert_number(receiver_count(sending->receiver, "/paused"), 1);
    assert_received(sending, "/paused", 0, "game.resumed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SENDING_TEST(who_comes_back_is_told_what_was_missed_but_no_turn_that_is_over),
        SENDING_TEST(a_turn_that_ends_while_its_notice_waits_is_not_announced),
        SENDING_TEST(whoever_has_acted_is_not_reminded_in_a_channel),
        SENDING_TEST(while_a_game_is_paused_nobody_is_waited_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
