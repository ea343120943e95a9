#include "service/engine/snapshot.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"

enum { THREADS = 8 };

/* A game of three that nobody has joined. */
static struct snapshot *lobby(void)
{
    struct record *record;
    struct snapshot *snapshot = snapshot_new(&record);
    assert_non_null(snapshot);
    record_begin(record, "01samplegame00000000000001");
    struct log_event *line = calloc(1, sizeof *line);
    assert_non_null(line);
    line->event.type = EVENT_GAME_CREATED;
    line->event.player = PLAYER_NONE;
    line->event.public_part.setup = (struct setup){.players = 3, .options = options_default()};
    snprintf(line->created.name, sizeof line->created.name, "Friday table");
    snprintf(line->created.metadata, sizeof line->created.metadata, "{}");
    record_apply(record, line, (uint8_t[HASH_BYTES]){1});
    free(line);
    return snapshot;
}

static void a_view_is_made_once_and_stays(void **state)
{
    (void)state;
    struct snapshot *snapshot = lobby();
    size_t length = 0;
    size_t again_length = 1;
    const char *bytes = snapshot_view(snapshot, AUDIENCE_PUBLIC, &length);
    assert_non_null(bytes);
    assert_ptr_equal(snapshot_view(snapshot, AUDIENCE_PUBLIC, &again_length), bytes);
    assert_number(again_length, length);
    snapshot_release(snapshot);
}

static void each_audience_has_its_own_view(void **state)
{
    (void)state;
    struct snapshot *snapshot = lobby();
    for (enum audience audience = AUDIENCE_PUBLIC; audience < AUDIENCE_PLAYER + 3; audience++) {
        struct buffer want = buffer_new(1 << 20);
        view_write(snapshot_record(snapshot), audience, &want);
        size_t length = 0;
        const char *bytes = snapshot_view(snapshot, audience, &length);
        assert_number(length, want.length);
        assert_memory_equal(bytes, want.bytes, length);
        buffer_free(&want);
    }
    snapshot_release(snapshot);
}

static void a_snapshot_stays_as_long_as_somebody_holds_it(void **state)
{
    (void)state;
    struct snapshot *snapshot = lobby();
    snapshot_hold(snapshot);
    snapshot_release(snapshot);
    assert_string_equal(snapshot_record(snapshot)->created.name, "Friday table");
    size_t length;
    assert_non_null(snapshot_view(snapshot, AUDIENCE_HOST, &length));
    snapshot_release(snapshot);
    snapshot_release(NULL);
}

struct look {
    struct snapshot *snapshot;
    const char *views[AUDIENCE_PLAYER + 3];
};

static void *look_at_views(void *context)
{
    struct look *look = context;
    for (enum audience audience = AUDIENCE_PUBLIC; audience < AUDIENCE_PLAYER + 3; audience++) {
        size_t length;
        look->views[audience] = snapshot_view(look->snapshot, audience, &length);
    }
    return NULL;
}

static void threads_that_ask_at_once_get_the_same_bytes(void **state)
{
    (void)state;
    struct snapshot *snapshot = lobby();
    struct look looks[THREADS];
    pthread_t threads[THREADS];
    for (size_t i = 0; i < THREADS; i++) {
        looks[i].snapshot = snapshot;
        assert_number(pthread_create(&threads[i], NULL, look_at_views, &looks[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++)
        assert_number(pthread_join(threads[i], NULL), 0);
    for (size_t i = 0; i < THREADS; i++) {
        for (enum audience audience = AUDIENCE_PUBLIC; audience < AUDIENCE_PLAYER + 3; audience++) {
            assert_non_null(looks[i].views[audience]);
            assert_ptr_equal(looks[i].views[audience], looks[0].views[audience]);
        }
    }
    snapshot_release(snapshot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_is_made_once_and_stays),
        cmocka_unit_test(each_audience_has_its_own_view),
        cmocka_unit_test(a_snapshot_stays_as_long_as_somebody_holds_it),
        cmocka_unit_test(threads_that_ask_at_once_get_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
