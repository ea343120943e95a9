/*
 * Subscribers: who is woken, and when. What a reader of events would see go wrong: news of a game
 * that never comes, news of a game that it has not asked for, a silence without an end.
 */
#include "service/engine/subscribers.h"

#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"

#define GAME_A "01kb8q5n3c7v9x2d4f6g8h0j1a"
#define GAME_B "01kb8q5n3c7v9x2d4f6g8h0j1b"

struct listener {
    struct subscriber subscriber;
    sem_t woken;
    _Atomic unsigned wakes;
    _Atomic unsigned events;
};

struct world {
    struct fixed_clock clock;
    struct subscribers *subscribers;
};

static void note(struct subscriber *subscriber, unsigned events)
{
    struct listener *listener = (struct listener *)subscriber;
    atomic_store(&subscriber->wake_at, INT64_MAX);
    atomic_fetch_add(&listener->wakes, 1);
    atomic_fetch_add(&listener->events, events);
    sem_post(&listener->woken);
}

static int set_up(void **state)
{
    struct world *world = calloc(1, sizeof *world);
    assert_non_null(world);
    world->clock.milliseconds = FIXTURE_TIME;
    const struct clock clock = clock_fixed(&world->clock);
    world->subscribers = subscribers_new(&clock, 0);
    assert_non_null(world->subscribers);
    *state = world;
    return 0;
}

static int tear_down(void **state)
{
    struct world *world = *state;
    subscribers_free(world->subscribers);
    free(world);
    return 0;
}

static void listen_to(struct world *world, struct listener *listener, const char *game,
                      const char *creator)
{
    *listener = (struct listener){.subscriber = {.wake = note, .creator = creator}};
    snprintf(listener->subscriber.game, sizeof listener->subscriber.game, "%s", game);
    listener->subscriber.wake_at = INT64_MAX;
    sem_init(&listener->woken, 0, 0);
    subscribe(world->subscribers, &listener->subscriber);
}

static void stop_listening(struct world *world, struct listener *listener)
{
    unsubscribe(world->subscribers, &listener->subscriber);
    sem_destroy(&listener->woken);
}

static void wait_for(struct listener *listener)
{
    while (sem_wait(&listener->woken) != 0)
        continue;
}

static void commit(struct world *world, const char *game, const char *creator, unsigned events)
{
    struct record *record;
    struct snapshot *snapshot = snapshot_new(&record);
    assert_non_null(snapshot);
    record_begin(record, game);
    snprintf(record->created.creator, sizeof record->created.creator, "%s", creator);
    subscribers_tell(world->subscribers, snapshot, events);
    snapshot_release(snapshot);
}

static void a_change_wakes_those_of_its_game_alone(void **state)
{
    struct world *world = *state;
    struct listener first, second, other;
    listen_to(world, &first, GAME_A, NULL);
    listen_to(world, &second, GAME_A, NULL);
    listen_to(world, &other, GAME_B, NULL);
    commit(world, GAME_A, "bot", 3);
    wait_for(&first);
    wait_for(&second);
    assert_number(first.events, 3);
    assert_number(second.events, 3);
    assert_number(other.wakes, 0);
    stop_listening(world, &first);
    stop_listening(world, &second);
    stop_listening(world, &other);
}

static void a_creator_hears_of_its_own_games_and_an_operator_of_all(void **state)
{
    struct world *world = *state;
    struct listener bot, page, everybody;
    listen_to(world, &bot, "", "bot");
    listen_to(world, &page, "", "page");
    listen_to(world, &everybody, "", NULL);
    commit(world, GAME_A, "bot", 1);
    commit(world, GAME_B, "page", 2);
    wait_for(&everybody);
    wait_for(&everybody);
    wait_for(&page);
    wait_for(&bot);
    assert_number(everybody.events, 3);
    assert_number(bot.events, 1);
    assert_number(page.events, 2);
    stop_listening(world, &bot);
    stop_listening(world, &page);
    stop_listening(world, &everybody);
}

static void who_has_left_is_not_woken(void **state)
{
    struct world *world = *state;
    struct listener gone, here;
    listen_to(world, &gone, GAME_A, NULL);
    listen_to(world, &here, GAME_A, NULL);
    stop_listening(world, &gone);
    commit(world, GAME_A, "bot", 1);
    wait_for(&here);
    assert_number(gone.wakes, 0);
    stop_listening(world, &here);
}

static void who_asked_for_a_time_is_woken_then(void **state)
{
    struct world *world = *state;
    struct listener early, late;
    listen_to(world, &early, GAME_A, NULL);
    listen_to(world, &late, "", NULL);
    atomic_store(&early.subscriber.wake_at, FIXTURE_TIME + 15000);
    atomic_store(&late.subscriber.wake_at, FIXTURE_TIME + 30000);
    subscribers_look(world->subscribers);
    assert_number(early.wakes, 0);
    world->clock.milliseconds += 15000;
    subscribers_look(world->subscribers);
    assert_number(early.wakes, 1);
    assert_number(early.events, 0);
    assert_number(late.wakes, 0);
    world->clock.milliseconds += 15000;
    subscribers_look(world->subscribers);
    assert_number(early.wakes, 1);
    assert_number(late.wakes, 1);
    stop_listening(world, &early);
    stop_listening(world, &late);
}

static void all_can_be_woken_at_once(void **state)
{
    struct world *world = *state;
    struct listener game, all;
    listen_to(world, &game, GAME_A, NULL);
    listen_to(world, &all, "", "bot");
    subscribers_wake_all(world->subscribers);
    assert_number(game.wakes, 1);
    assert_number(all.wakes, 1);
    stop_listening(world, &game);
    stop_listening(world, &all);
}

/* Longer than the herald can note: whoever listens is woken all the same. */
static void a_flood_of_changes_wakes_everybody(void **state)
{
    enum { FLOOD = 5000 };
    struct world *world = *state;
    struct listener one, other;
    listen_to(world, &one, GAME_A, NULL);
    listen_to(world, &other, GAME_B, NULL);
    for (unsigned i = 0; i < FLOOD; i++)
        commit(world, GAME_A, "bot", 1);
    commit(world, GAME_B, "bot", 1);
    wait_for(&one);
    wait_for(&other);
    stop_listening(world, &one);
    stop_listening(world, &other);
}

/* By a thread of its own, without anybody who looks. */
static void the_time_is_watched(void **state)
{
    (void)state;
    const struct clock steady = clock_steady();
    struct world world = {.subscribers = subscribers_new(&steady, 1)};
    struct listener listener;
    assert_non_null(world.subscribers);
    listen_to(&world, &listener, GAME_A, NULL);
    atomic_store(&listener.subscriber.wake_at, clock_now(&steady) + 5);
    wait_for(&listener);
    assert_number(listener.events, 0);
    stop_listening(&world, &listener);
    subscribers_free(world.subscribers);
}

int main(void)
{
#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_change_wakes_those_of_its_game_alone),
        TEST(a_creator_hears_of_its_own_games_and_an_operator_of_all),
        TEST(who_has_left_is_not_woken),
        TEST(who_asked_for_a_time_is_woken_then),
        TEST(all_can_be_woken_at_once),
        TEST(a_flood_of_changes_wakes_everybody),
        cmocka_unit_test(the_time_is_watched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
