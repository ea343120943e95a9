/*
 * The events of all games in one order. What whoever follows all games would see go wrong: an event
 * that is missing or twice, another's game, a place that means something else later.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/log.h"
#include "service/store/store.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"
#include "tests/support/sample_games.h"
#include "tests/support/store_fixture.h"

enum { GAMES = 5, ROUNDS = 1000, SEEN_MAX = 64 };

struct fixture {
    struct store_fixture opened;
    struct game_row rows[GAMES];
};

/* The game's next event. */
static void append(struct fixture *fixture, size_t game)
{
    struct game_row *row = &fixture->rows[game];
    struct stored_event event = {.seq = row->version + 1,
                                 .at = FIXTURE_TIME,
                                 .type = "turn.taken",
                                 .player = 1,
                                 .data = "{}",
                                 .data_length = 2,
                                 .private_part = "{\"hidden\":1}",
                                 .private_length = 12};
    memset(event.hash, (int)(event.seq % 251), sizeof event.hash);
    row->version++;
    assert_number(store_begin(fixture->opened.store), STORE_OK);
    assert_number(store_append(fixture->opened.store, row, event.seq - 1, &event, 1), STORE_OK);
    assert_number(store_commit(fixture->opened.store), STORE_OK);
}

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    fixture->opened.folder = test_folder_new();
    store_fixture_open(&fixture->opened);
    for (unsigned game = 0; game < GAMES; game++) {
        fixture->rows[game] = sample_row(game);
        fixture->rows[game].version = 0;
        snprintf(fixture->rows[game].creator, NAME_BYTES, game == 0 ? "ann" : "bob");
    }
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    store_fixture_close(&fixture->opened);
    test_folder_remove(&fixture->opened.folder);
    free(fixture);
    return 0;
}

struct seen {
    size_t count;
    struct feed_event events[SEEN_MAX];
    struct feed_end end;
};

static bool note(void *context, const struct feed_event *event)
{
    struct seen *seen = context;
    assert_true(seen->count < SEEN_MAX);
    assert_memory_equal(event->event.data, "{}", 2);
    assert_number(event->event.private_length, 0);
    seen->events[seen->count++] = *event;
    return true;
}

static struct seen read_feed(struct fixture *fixture, int64_t after, uint32_t limit,
                             const char *creator)
{
    struct seen seen = {.count = 0};
    const struct feed_filter filter = {.after = after, .limit = limit, .creator = creator};
    assert_number(store_read_feed(fixture->opened.reader, &filter, &seen.end, note, &seen),
                  STORE_OK);
    return seen;
}

static void an_empty_store_has_an_end(void **state)
{
    struct seen seen = read_feed(*state, 0, 10, NULL);
    assert_number(seen.count, 0);
    assert_number(seen.end.seen, 0);
    assert_number(seen.end.last, 0);
}

static void events_come_in_the_order_of_their_commits(void **state)
{
    static const size_t order[] = {0, 1, 0, 2, 2, 1, 0};
    struct fixture *fixture = *state;
    uint32_t seqs[GAMES] = {0};
    for (size_t i = 0; i < 7; i++)
        append(fixture, order[i]);
    struct seen seen = read_feed(fixture, 0, 10, NULL);
    assert_number(seen.count, 7);
    for (size_t i = 0; i < 7; i++) {
        uint8_t prev[HASH_BYTES];
        memset(prev, (int)seqs[order[i]], sizeof prev);
        assert_string_equal(seen.events[i].game, fixture->rows[order[i]].id);
        assert_number(seen.events[i].event.seq, ++seqs[order[i]]);
        assert_memory_equal(seen.events[i].prev, prev, HASH_BYTES);
    }
    assert_number(seen.end.seen, seen.end.last);
}

static void pages_join_without_gap_or_repeat(void **state)
{
    struct fixture *fixture = *state;
    for (size_t i = 0; i < 40; i++)
        append(fixture, i * 7 % GAMES);
    struct seen all = read_feed(fixture, 0, 64, NULL);
    size_t read = 0;
    for (int64_t after = 0; read < 40;) {
        struct seen page = read_feed(fixture, after, 3, NULL);
        for (size_t i = 0; i < page.count; i++)
            assert_number(page.events[i].place, all.events[read++].place);
        assert_number(page.end.seen, page.events[page.count - 1].place);
        after = page.end.seen;
    }
    assert_number(read_feed(fixture, all.events[39].place, 3, NULL).count, 0);
}

static void a_creator_sees_its_own_games_alone(void **state)
{
    struct fixture *fixture = *state;
    for (size_t i = 0; i < 20; i++)
        append(fixture, i % GAMES);
    struct seen seen = read_feed(fixture, 0, 64, "ann");
    assert_number(seen.count, 4);
    for (size_t i = 0; i < seen.count; i++)
        assert_string_equal(seen.events[i].game, fixture->rows[0].id);
    assert_number(seen.end.seen, seen.end.last);
    assert_number(read_feed(fixture, 0, 64, "nobody").count, 0);
}

/* However many events of others lie between, one call looks at some of them only, and says how
 * far it has come. */
static void a_long_way_is_gone_in_steps(void **state)
{
    struct fixture *fixture = *state;
    for (size_t i = 0; i < 5 * ROUNDS; i++)
        append(fixture, 1);
    append(fixture, 0);
    unsigned calls = 0;
    struct seen seen = read_feed(fixture, 0, 64, "ann");
    for (; seen.count == 0; calls++) {
        assert_true(seen.end.seen < seen.end.last);
        seen = read_feed(fixture, seen.end.seen, 64, "ann");
    }
    assert_true(calls >= 2);
    assert_number(seen.count, 1);
    assert_number(seen.end.seen, seen.end.last);
}

static void places_are_the_same_after_a_restart(void **state)
{
    struct fixture *fixture = *state;
    for (size_t i = 0; i < 10; i++)
        append(fixture, i % GAMES);
    struct seen before = read_feed(fixture, 0, 64, NULL);
    store_fixture_close(&fixture->opened);
    store_fixture_open(&fixture->opened);
    append(fixture, 3);
    struct seen after = read_feed(fixture, 0, 64, NULL);
    for (size_t i = 0; i < before.count; i++) {
        assert_number(after.events[i].place, before.events[i].place);
        assert_string_equal(after.events[i].game, before.events[i].game);
    }
    assert_number(after.count, before.count + 1);
    assert_true(after.events[10].place > before.events[9].place);
}

int main(void)
{
    log_set_level(LOG_LEVEL_ERROR);
#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(an_empty_store_has_an_end),        TEST(events_come_in_the_order_of_their_commits),
        TEST(pages_join_without_gap_or_repeat), TEST(a_creator_sees_its_own_games_alone),
        TEST(a_long_way_is_gone_in_steps),      TEST(places_are_the_same_after_a_restart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
