#include "service/engine/games.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/support/cmocka_all.h"

/* The game of NUMBER at VERSION; nothing else of it matters here. */
static struct snapshot *game_at(unsigned number, uint32_t version)
{
    struct record *record;
    struct snapshot *snapshot = snapshot_new(&record);
    if (!snapshot)
        abort();
    char id[ULID_LENGTH + 1];
    snprintf(id, sizeof id, "01samplegame%014u", number);
    record_begin(record, id);
    record->game.version = version;
    return snapshot;
}

static void publish(struct games *games, unsigned number, uint32_t version)
{
    struct snapshot *snapshot = game_at(number, version);
    games_publish(games, snapshot);
    snapshot_release(snapshot);
}

static void offer(struct games *games, unsigned number, uint32_t version, uint64_t mark)
{
    struct snapshot *snapshot = game_at(number, version);
    games_offer(games, snapshot, mark);
    snapshot_release(snapshot);
}

/* The version that is found, 0 for none. */
static uint32_t find(struct games *games, unsigned number, uint64_t *ret_mark)
{
    char id[ULID_LENGTH + 1];
    snprintf(id, sizeof id, "01samplegame%014u", number);
    struct snapshot *snapshot = games_find(games, id, ret_mark);
    uint32_t version = snapshot ? snapshot_record(snapshot)->game.version : 0;
    snapshot_release(snapshot);
    return version;
}

static int set_up(void **state)
{
    *state = games_new(3);
    return *state ? 0 : -1;
}

static int tear_down(void **state)
{
    games_free(*state);
    return 0;
}

static void what_was_published_last_is_found(void **state)
{
    uint64_t mark;
    assert_number(find(*state, 1, &mark), 0);
    publish(*state, 1, 4);
    publish(*state, 2, 7);
    publish(*state, 1, 5);
    assert_number(find(*state, 1, &mark), 5);
    assert_number(find(*state, 2, &mark), 7);
    assert_number(games_count(*state), 2);
}

static void the_game_that_was_not_asked_for_longest_gives_way(void **state)
{
    uint64_t mark;
    for (unsigned number = 1; number <= 3; number++)
        publish(*state, number, 1);
    assert_number(find(*state, 1, &mark), 1);
    publish(*state, 4, 1);
    assert_number(find(*state, 2, &mark), 0);
    assert_number(find(*state, 1, &mark), 1);
    assert_number(find(*state, 3, &mark), 1);
    assert_number(find(*state, 4, &mark), 1);
    assert_number(games_count(*state), 3);
}

static void a_game_that_is_asked_for_stays_whatever_comes(void **state)
{
    uint64_t mark;
    publish(*state, 1, 1);
    for (unsigned number = 2; number <= 100; number++) {
        publish(*state, number, 1);
        assert_number(find(*state, 1, &mark), 1);
    }
    assert_number(games_count(*state), 3);
}

/* Also when all have been asked for, or all are gone and their places are used again. */
static void the_newest_always_finds_room(void **state)
{
    uint64_t mark;
    for (unsigned number = 1; number <= 100; number++) {
        publish(*state, number, number);
        for (unsigned asked = 1; asked <= number; asked++)
            (void)find(*state, asked, &mark);
        assert_number(find(*state, number, &mark), number);
    }
    for (unsigned number = 1; number <= 100; number++) {
        char id[ULID_LENGTH + 1];
        snprintf(id, sizeof id, "01samplegame%014u", number);
        games_drop(*state, id);
    }
    assert_number(games_count(*state), 0);
    for (unsigned number = 1; number <= 3; number++)
        publish(*state, number, 1);
    publish(*state, 4, 1);
    assert_number(find(*state, 1, &mark), 0);
    assert_number(find(*state, 4, &mark), 1);
    assert_number(games_count(*state), 3);
}

static void many_games_come_and_go(void **state)
{
    uint64_t mark;
    for (unsigned number = 1; number <= 1000; number++)
        publish(*state, number, number);
    for (unsigned number = 1; number <= 997; number++)
        assert_number(find(*state, number, &mark), 0);
    for (unsigned number = 998; number <= 1000; number++)
        assert_number(find(*state, number, &mark), number);
}

static void a_game_read_from_the_store_is_kept(void **state)
{
    uint64_t mark;
    assert_number(find(*state, 1, &mark), 0);
    offer(*state, 1, 3, mark);
    assert_number(find(*state, 1, &mark), 3);
}

static void what_was_read_before_a_publication_is_not_kept(void **state)
{
    uint64_t mark;
    uint64_t other;
    assert_number(find(*state, 1, &mark), 0);
    publish(*state, 1, 4);
    offer(*state, 1, 3, mark);
    assert_number(find(*state, 1, &other), 4);

    /* Not even when the publication has been forgotten meanwhile. */
    for (unsigned number = 2; number <= 4; number++)
        publish(*state, number, 1);
    offer(*state, 1, 3, mark);
    assert_number(find(*state, 1, &other), 0);
}

static void an_older_version_never_replaces_a_newer_one(void **state)
{
    uint64_t mark;
    assert_number(find(*state, 1, &mark), 0);
    offer(*state, 1, 5, mark);
    offer(*state, 1, 4, mark);
    assert_number(find(*state, 1, &mark), 5);
}

static void a_dropped_game_is_read_anew(void **state)
{
    uint64_t mark;
    uint64_t other;
    assert_number(find(*state, 1, &mark), 0);
    publish(*state, 1, 4);
    games_drop(*state, "01samplegame00000000000001");
    games_drop(*state, "01samplegame00000000000002");
    assert_number(find(*state, 1, &other), 0);
    offer(*state, 1, 3, mark);
    assert_number(find(*state, 1, &other), 0);
}

/* A store of two games in a cache of one: all but the newest versions are misses. */
enum { VERSIONS = 3000, READERS = 4 };

struct race {
    struct games *games;
    atomic_uint stored[2];
    atomic_uint published[2];
    atomic_uint stale; /* how often somebody saw less than had been published */
};

static void *read_on(void *context)
{
    struct race *race = context;
    for (unsigned turn = 0; atomic_load(&race->published[1]) < VERSIONS; turn++) {
        unsigned number = turn % 2;
        uint64_t mark;
        unsigned published = atomic_load(&race->published[number]);
        unsigned found = find(race->games, number, &mark);
        if (found == 0) {
            found = atomic_load(&race->stored[number]);
            if (found > 0)
                offer(race->games, number, found, mark);
        }
        if (found < published)
            atomic_fetch_add(&race->stale, 1);
    }
    return NULL;
}

static void readers_never_hide_what_was_published(void **state)
{
    (void)state;
    struct race race = {.games = games_new(1)};
    assert_non_null(race.games);
    pthread_t readers[READERS];
    for (size_t i = 0; i < READERS; i++)
        assert_number(pthread_create(&readers[i], NULL, read_on, &race), 0);
    for (unsigned version = 1; version <= VERSIONS; version++) {
        for (unsigned number = 0; number < 2; number++) {
            atomic_store(&race.stored[number], version);
            publish(race.games, number, version);
            atomic_store(&race.published[number], version);
        }
    }
    for (size_t i = 0; i < READERS; i++)
        assert_number(pthread_join(readers[i], NULL), 0);
    games_free(race.games);
    assert_number(atomic_load(&race.stale), 0);
}

int main(void)
{
#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(what_was_published_last_is_found),
        TEST(the_game_that_was_not_asked_for_longest_gives_way),
        TEST(a_game_that_is_asked_for_stays_whatever_comes),
        TEST(the_newest_always_finds_room),
        TEST(many_games_come_and_go),
        TEST(a_game_read_from_the_store_is_kept),
        TEST(what_was_read_before_a_publication_is_not_kept),
        TEST(an_older_version_never_replaces_a_newer_one),
        TEST(a_dropped_game_is_read_anew),
        cmocka_unit_test(readers_never_hide_what_was_published),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
