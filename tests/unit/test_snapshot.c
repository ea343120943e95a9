#include "service/engine/snapshot.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/log_play.h"
#include "tests/support/random_attendance.h"
#include "tests/support/random_table.h"

enum { THREADS = 8, GAMES = 25, ACTIONS = 120, BYTES_MAX = 1 << 20 };

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

static struct snapshot *snapshot_of(const struct record *record)
{
    struct record *copy;
    struct snapshot *snapshot = snapshot_new(&copy);
    assert_non_null(snapshot);
    *copy = *record;
    return snapshot;
}

static void assert_is_written_so(struct snapshot *snapshot, enum audience audience)
{
    struct buffer want = buffer_new(BYTES_MAX);
    size_t length = 0;
    view_write(snapshot_record(snapshot), audience, &want);
    assert_false(buffer_failed(&want));
    const char *bytes = snapshot_view(snapshot, audience, &length);
    if (!bytes || length != want.length || memcmp(bytes, want.bytes, length) != 0)
        fail_msg("%s sees %.*s instead of %.*s", audience_id(audience), (int)length, bytes,
                 (int)want.length, want.bytes);
    buffer_free(&want);
}

/* The views of all, in any order: what the first one was made with the others get too. */
static void assert_all_are_written_so(const struct record *record, struct luck *luck)
{
    enum audience order[AUDIENCES];
    size_t count = AUDIENCE_PLAYER + record->game.setup.players;
    for (size_t i = 0; i < count; i++) {
        size_t place = luck_below(luck, (uint32_t)(i + 1));
        order[i] = order[place];
        order[place] = (enum audience)i;
    }
    struct snapshot *snapshot = snapshot_of(record);
    for (size_t i = 0; i < count; i++)
        assert_is_written_so(snapshot, order[i]);
    snapshot_release(snapshot);
}

/* A member that differs by audience must not stand in the part that views share: somebody else
 * would see what is hidden, or be offered what another may do. */
static void views_that_share_are_those_that_are_written_alone(void **state)
{
    (void)state;
    static struct log_play play;
    for (uint32_t seed = 1; seed <= GAMES; seed++) {
        struct luck luck = {seed};
        struct setup setup = random_setup(&luck);
        struct deadline_settings deadlines = random_deadlines(&luck);
        log_play_begin_timed(&play, seed, &setup, &deadlines, NULL, NULL);
        assert_all_are_written_so(&play.record, &luck);
        log_play_start(&play);
        while (play.record.game.table.stage == STAGE_SETUP) {
            struct attendance attendance = random_attendance(&play.record, &luck, play.now);
            (void)log_play_attend(&play, &attendance);
            log_play_once(&play);
            assert_all_are_written_so(&play.record, &luck);
        }
        for (size_t i = 0; i < ACTIONS; i++) {
            struct command command = random_table_command(&play.record.game, &luck);
            if (log_play_run(&play, &command) == ACCEPTED)
                assert_all_are_written_so(&play.record, &luck);
        }
    }
}

/* What two views share is the beginning of the one that is made for everybody. */
static void nothing_but_the_own_part_differs_by_audience(void **state)
{
    (void)state;
    static struct log_play play;
    for (uint32_t seed = 1; seed <= GAMES; seed++) {
        struct luck luck = {seed};
        struct setup setup = random_setup(&luck);
        log_play_begin(&play, seed, &setup, NULL, NULL);
        log_play_start(&play);
        while (play.record.game.table.stage == STAGE_SETUP) {
            struct buffer one = buffer_new(BYTES_MAX), other = buffer_new(BYTES_MAX);
            size_t common = view_write(&play.record, AUDIENCE_PUBLIC, &one);
            enum audience player = AUDIENCE_PLAYER + luck_below(&luck, setup.players);
            assert_number(view_write(&play.record, player, &other), common);
            assert_memory_equal(other.bytes, one.bytes, common);
            assert_memory_equal(one.bytes + common, ",\"you\":null}", one.length - common);
            buffer_free(&one);
            buffer_free(&other);
            log_play_once(&play);
        }
    }
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
        cmocka_unit_test(views_that_share_are_those_that_are_written_alone),
        cmocka_unit_test(nothing_but_the_own_part_differs_by_audience),
        cmocka_unit_test(a_snapshot_stays_as_long_as_somebody_holds_it),
        cmocka_unit_test(threads_that_ask_at_once_get_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
