/*
 * Tails: frames of a game's events. What a reader of a stream would see go wrong: an event that is
 * missing, twice or in the wrong place, and a notice that is not true any more.
 */
#include "service/engine/tails.h"

#include <stdio.h>
#include <string.h>

#include "service/base/log.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/running_engine.h"

static struct tail *tail_of(struct running *running, const char *game)
{
    struct tail *tail = engine_tail(running->engine, game);
    assert_non_null(tail);
    assert_true(tail_refresh(tail));
    return tail;
}

static bool begins_with(const struct frame *frame, const char *text)
{
    return frame->length > strlen(text) && memcmp(frame->bytes, text, strlen(text)) == 0;
}

static bool contains(const struct frame *frame, const char *text)
{
    return memmem(frame->bytes, frame->length, text, strlen(text)) != NULL;
}

/* Reads on from AFTER, at most MAXIMUM frames at a time; each must be the next. Returns the seq of
 * the last one. */
static uint32_t read_on(struct tail *tail, uint32_t after, size_t maximum)
{
    struct frame *frames[64];
    size_t count;
    for (;;) {
        assert_true(tail_frames(tail, after, maximum, frames, &count));
        if (count == 0)
            return after;
        assert_true(count <= maximum);
        for (size_t i = 0; i < count; i++) {
            char id[32];
            snprintf(id, sizeof id, "id: %u\n", ++after);
            assert_number(frames[i]->seq, after);
            assert_true(begins_with(frames[i], id));
            frame_release(frames[i]);
        }
    }
}

static void every_event_comes_once_and_in_order(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct tail *tail = tail_of(running, game);
    uint32_t read = read_on(tail, 0, 3);
    assert_number(read, running_version(running, game));
    running_play(running, game);
    assert_number(read_on(tail, read, 3), read); /* nobody has looked */
    assert_true(tail_refresh(tail));
    assert_number(read_on(tail, read, 3), running_version(running, game));
    assert_number(read_on(tail, 0, 64), running_version(running, game));
    tail_close(tail);
}

static void assert_same_frame(const struct frame *one, const struct frame *other)
{
    assert_number(one->length, other->length);
    assert_number(one->line, other->line);
    assert_memory_equal(one->bytes, other->bytes, one->length);
}

/* One command at a time, so that the frames are kept; then they are read again from the store. */
static void shared_frames_are_those_of_the_store(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_create(running, 3, game);
    struct tail *tail = tail_of(running, game);
    for (uint8_t player = 0; player < 3; player++) {
        struct job job = job_join(running, game, player);
        running_do(running, &job);
        running_forget(&job);
        assert_true(tail_refresh(tail));
    }
    struct frame *shared[16], *again[16], *stored[16];
    size_t count, more;
    assert_true(tail_frames(tail, 1, 16, shared, &count));
    assert_true(tail_frames(tail, 1, 16, again, &more));
    assert_number(count, running_version(running, game) - 1);
    assert_number(more, count);
    tail_rest(tail);
    assert_true(tail_frames(tail, 1, 16, stored, &more));
    assert_number(more, count);
    for (size_t i = 0; i < count; i++) {
        assert_ptr_equal(shared[i], again[i]);
        assert_ptr_not_equal(shared[i], stored[i]);
        assert_same_frame(shared[i], stored[i]);
        frame_release(shared[i]);
        frame_release(again[i]);
        frame_release(stored[i]);
    }
    tail_close(tail);
}

static void a_frame_is_a_message_and_its_line_is_the_event(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_create(running, 3, game);
    struct tail *tail = tail_of(running, game);
    struct frame *frame;
    size_t count;
    assert_true(tail_frames(tail, 0, 1, &frame, &count));
    assert_true(begins_with(frame, "id: 1\nevent: game.created\ndata: {\"at\":"));
    assert_memory_equal(frame->bytes + frame->line, "{\"at\":", 6);
    assert_memory_equal(frame->bytes + frame->length - 3, "}\n\n", 3);
    assert_null(memchr(frame->bytes + frame->line, '\n', frame->length - frame->line - 2));
    frame_release(frame);
    tail_close(tail);
}

static void a_notice_follows_its_event_as_long_as_it_is_true(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct tail *tail = tail_of(running, game);
    uint32_t opened = running_version(running, game);
    uint8_t told = 0;
    for (unsigned player = 0; player < 3; player++) {
        struct frame *notice = tail_notice(tail, opened, &told);
        char who[16];
        snprintf(who, sizeof who, "\"player\":\"p%u\"", player + 1);
        assert_non_null(notice);
        assert_true(begins_with(notice, "event: player.waited_on\ndata: {\"at\":"));
        assert_true(contains(notice, who));
        assert_true(contains(
            notice,
            "{\"action\":\"commit\",\"deadline\":null,\"round\":1,\"step\":\"faction_draft\"}"));
        frame_release(notice);
    }
    assert_null(tail_notice(tail, opened, &told));
    assert_number(told, 7);

    struct snapshot *snapshot = running_snapshot(running, game);
    struct job job = job_choice(snapshot_record(snapshot), 0, 0);
    running_do(running, &job);
    running_forget(&job);
    snapshot_release(snapshot);
    assert_true(tail_refresh(tail));
    told = 0;
    struct frame *notice = tail_notice(tail, opened, &told);
    assert_true(contains(notice, "\"player\":\"p2\""));
    frame_release(notice);
    tail_close(tail);
}

static void an_abandoned_game_is_over(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct tail *tail = tail_of(running, game);
    assert_false(tail_end(tail).over);
    struct job job = job_host(game, COMMAND_ABANDON);
    running_do(running, &job);
    running_forget(&job);
    assert_true(tail_refresh(tail));
    assert_true(tail_end(tail).over);
    uint8_t told = 0;
    for (uint32_t seq = 1; seq <= running_version(running, game); seq++)
        assert_null(tail_notice(tail, seq, &told));
    tail_close(tail);
}

static void followers_of_a_game_share_its_tail(void **state)
{
    struct running *running = *state;
    char games[2][ULID_LENGTH + 1];
    running_create(running, 3, games[0]);
    running_create(running, 3, games[1]);
    struct tail *first = tail_of(running, games[0]);
    struct tail *second = tail_of(running, games[0]);
    struct tail *other = tail_of(running, games[1]);
    assert_ptr_equal(first, second);
    assert_ptr_not_equal(first, other);
    tail_close(first);
    assert_number(tail_end(second).version, 1);
    tail_close(second);
    tail_close(other);
}

static void a_game_that_is_not_there_cannot_be_told_of(void **state)
{
    struct running *running = *state;
    struct tail *tail = engine_tail(running->engine, "01kb8q5n3c7v9x2d4f6g8h0j1k");
    assert_non_null(tail);
    assert_false(tail_refresh(tail));
    assert_number(tail_end(tail).version, 0);
    tail_close(tail);
}

int main(void)
{
    log_set_level(LOG_LEVEL_ERROR);
    const struct CMUnitTest tests[] = {
        RUNNING_TEST(every_event_comes_once_and_in_order),
        RUNNING_TEST(shared_frames_are_those_of_the_store),
        RUNNING_TEST(a_frame_is_a_message_and_its_line_is_the_event),
        RUNNING_TEST(a_notice_follows_its_event_as_long_as_it_is_true),
        RUNNING_TEST(an_abandoned_game_is_over),
        RUNNING_TEST(followers_of_a_game_share_its_tail),
        RUNNING_TEST(a_game_that_is_not_there_cannot_be_told_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
