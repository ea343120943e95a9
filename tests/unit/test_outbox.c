/*
 * What webhooks of a game are told. What a user would see go wrong: something that happened and is
 * never told, something told to who may not hear it, a turn announced that is over.
 */
#include <stdio.h>

#include "service/json/notices.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/hooks.h"

/* A webhook of the host that is told who is waited on; writes its id. */
static void add_waited_on(struct running *running, const char *game, enum webhook_format format,
                          char ret_id[ULID_LENGTH + 1])
{
    struct hook hook = hook_everything;
    hook.format = format;
    hook.types = NOTICE_WAITED_ON;
    hook_add(running, game, &hook, ret_id);
}

static void join_all(struct running *running, const char *game)
{
    for (uint8_t player = 0; player < 3; player++)
        running_join(running, game, player);
}

static void every_event_is_told_once_and_in_order(void **state)
{
    struct running *running = *state;
    static struct hook_deliveries all;
    char game[ULID_LENGTH + 1];
    char id[ULID_LENGTH + 1];
    running_create(running, 3, game);
    hook_add(running, game, &hook_everything, id);
    join_all(running, game);
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
    add_waited_on(running, game, WEBHOOK_STANDARD, id);
    join_all(running, game);
    assert_number(hook_count(running, id, NOTICE_WAITED_ON, DELIVERY_PENDING), 3);
    running_act(running, game, 0);
    running_act(running, game, 1);
    assert_number(hook_count(running, id, NOTICE_WAITED_ON, DELIVERY_STATES), 3);
    running_act(running, game, 2);
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
    add_waited_on(running, game, WEBHOOK_STANDARD, id);
    join_all(running, game);
    assert_number(hook_count(running, id, NOTICE_WAITED_ON, DELIVERY_PENDING), 3);
    running_act(running, game, 0);
    assert_number(hook_count(running, id, NOTICE_WAITED_ON, DELIVERY_STATES), 3);
    running_act(running, game, 1);
    /* One of the two got the hand of the other; the third has not picked yet. */
    assert_number(hook_count(running, id, NOTICE_WAITED_ON, DELIVERY_STATES), 4);
    running_act(running, game, 2);
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
    add_waited_on(running, game, WEBHOOK_DISCORD, id);
    join_all(running, game);
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
    add_waited_on(running, game, WEBHOOK_STANDARD, id);
    running_act(running, game, 0);
    running_host(running, game, COMMAND_PAUSE, PLAYER_NONE);
    assert_number(hook_count(running, id, NOTICE_WAITED_ON, DELIVERY_STATES), 0);
    running_host(running, game, COMMAND_RESUME, PLAYER_NONE);
    assert_number(hook_count(running, id, NOTICE_WAITED_ON, DELIVERY_PENDING), 2);
}

static void only_what_was_chosen_is_told(void **state)
{
    struct running *running = *state;
    static struct hook_deliveries all;
    char game[ULID_LENGTH + 1];
    char id[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct hook hook = hook_everything;
    hook.types = "pick.committed,game.*";
    hook.about = 1;
    hook_add(running, game, &hook, id);
    running_act(running, game, 0);
    running_act(running, game, 1);
    running_host(running, game, COMMAND_PAUSE, PLAYER_NONE);
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
        running_join(running, game, player);
    struct hook hook = {.owner = 1, .about = PLAYER_NONE, .types = NOTICE_WAITED_ON};
    hook_add(running, game, &hook, own);
    hook.about = 0;
    hook_add(running, game, &hook, of_another);
    running_join(running, game, 2);
    hook_deliveries(running, own, &all);
    assert_number(all.count, 1);
    assert_number(all.list[0].players, 2);
    hook_deliveries(running, of_another, &all);
    assert_number(all.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RUNNING_TEST(every_event_is_told_once_and_in_order),
        RUNNING_TEST(everyone_waited_on_is_told_when_it_begins),
        RUNNING_TEST(whoever_gets_the_next_hand_is_told),
        RUNNING_TEST(people_are_told_of_all_who_are_waited_on_in_one_message),
        RUNNING_TEST(whoever_was_told_already_is_told_again_only_when_the_game_goes_on),
        RUNNING_TEST(only_what_was_chosen_is_told),
        RUNNING_TEST(a_player_hears_of_its_own_turn_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
