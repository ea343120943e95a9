/*
 * Copies of games and records leave out what says nothing, and whatever stood in memory before is
 * there instead. If something reads it after all, a player gets a view of things that are not so,
 * or of another game. So random games are played in copies of copies, in memory full of rubbish,
 * side by side with the game itself.
 */
#include <stdlib.h>
#include <string.h>

#include "service/json/event_json.h"
#include "service/json/view_json.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/log_play.h"
#include "tests/support/random_attendance.h"
#include "tests/support/random_table.h"

enum { GAMES = 40, ACTIONS = 60, TEXT_BYTES_MAX = 1 << 18, STACK_BYTES = 1 << 17 };

static struct log_play play;
static struct record *copies[2]; /* of the game of PLAY: the last one, and the one before */
static unsigned lines;

/* What the next function finds in its variables. */
static __attribute__((noinline)) void soil_stack(int rubbish)
{
    char bytes[STACK_BYTES];
    memset(bytes, rubbish, sizeof bytes);
    __asm__ volatile("" : : "r"(bytes) : "memory");
}

static void same_text(const struct buffer *one, const struct buffer *other, const char *what)
{
    assert_false(buffer_failed(one) || buffer_failed(other));
    if (one->length != other->length || memcmp(one->bytes, other->bytes, one->length) != 0)
        fail_msg("line %u: a copy of the game has another %s:\n%.*s\n%.*s", lines, what,
                 (int)one->length, one->bytes, (int)other->length, other->bytes);
}

static void same_views(const struct record *record, const struct record *copy)
{
    struct buffer one = buffer_new(TEXT_BYTES_MAX), other = buffer_new(TEXT_BYTES_MAX);
    unsigned audiences = AUDIENCE_PLAYER + (unsigned)record->game.setup.players;
    for (unsigned audience = 0; audience < audiences; audience++) {
        buffer_clear(&one);
        buffer_clear(&other);
        view_write(record, (enum audience)audience, &one);
        view_write(copy, (enum audience)audience, &other);
        same_text(&one, &other, "view");
    }
    buffer_free(&one);
    buffer_free(&other);
}

static void same_line(const struct record *copy, const struct record *before,
                      const struct log_event *line)
{
    struct buffer one = buffer_new(TEXT_BYTES_MAX), other = buffer_new(TEXT_BYTES_MAX);
    event_write_data(before, line, &one);
    event_write_data(copy, line, &other);
    same_text(&one, &other, "event");
    buffer_free(&one);
    buffer_free(&other);
}

static void same_times(const struct record *record, const struct record *copy)
{
    for (uint8_t player = 0; player < record->game.setup.players; player++) {
        const struct person *one = &record->people[player];
        const struct person *other = &copy->people[player];
        assert_number(other->generation, one->generation);
        assert_number(other->waiting_since, one->waiting_since);
        assert_number(other->waiting_from, one->waiting_from);
        assert_number(other->deadline.due, one->deadline.due);
        assert_number(other->deadline.left, one->deadline.left);
        assert_number(other->autopilot, one->autopilot);
    }
}

static void same_bytes(const struct record *record, const struct record *copy, size_t from,
                       size_t to)
{
    assert_memory_equal((const char *)copy + from, (const char *)record + from, to - from);
}

/* Whoever walks over all seats and people, those of smaller tables too, must not meet rubbish. */
static void lacks_no_more_than_it_says(const struct record *record, const struct record *copy)
{
    const struct game *game = &record->game;
    const size_t before = offsetof(struct record, game.undo.before);
    const size_t counts = offsetof(struct record, game.past_count);
    const size_t picks = offsetof(struct record, game.past);
    const size_t metadata = offsetof(struct record, created.metadata);
    same_bytes(record, copy, 0, before);
    if (game->undo.state == UNDO_POSSIBLE)
        same_bytes(record, copy, before, before + sizeof game->undo.before);
    same_bytes(record, copy, counts, counts + sizeof game->past_count);
    for (size_t player = 0; player < PLAYERS_MAX; player++) {
        const size_t from = picks + player * sizeof game->past[player];
        same_bytes(record, copy, from, from + game->past_count[player] * sizeof **game->past);
    }
    same_bytes(record, copy, offsetof(struct record, created), metadata);
    assert_string_equal(copy->created.metadata, record->created.metadata);
    same_bytes(record, copy, metadata + sizeof record->created.metadata, sizeof *record);
}

/* The last copy has come as far as BEFORE; a copy of it goes on to LINE. */
static void watch(void *context, const struct record *before, const struct log_event *line)
{
    (void)context;
    static const uint8_t no_hash[HASH_BYTES];
    struct record *copy = copies[0];
    copies[0] = copies[1];
    copies[1] = copy;
    if (lines++ == 0)
        record_begin(copies[1], before->id);
    memset(copies[0], lines % 2 == 0 ? 0xa5 : 0x5a, sizeof *copies[0]);
    record_copy(copies[0], copies[1]);
    lacks_no_more_than_it_says(copies[1], copies[0]);
    /* Hashes are not made here. */
    memcpy(copies[0]->head, before->head, HASH_BYTES);
    if (lines > 1 && lines % 8 == 0) {
        same_views(before, copies[0]);
        same_times(before, copies[0]);
        const char *fault = check(&copies[0]->game);
        assert_true(fault == NULL || check(&before->game) != NULL);
    }
    same_line(copies[0], before, line);
    record_apply(copies[0], line, no_hash);
}

static void play_a_turn(int rubbish)
{
    const struct game *game = &play.record.game;
    soil_stack(rubbish);
    if (luck_one_in(&play.luck, 4)) {
        struct attendance command = random_attendance(&play.record, &play.luck, play.now);
        (void)log_play_attend(&play, &command);
    } else if (game->paused) {
        struct command resume = {.type = COMMAND_RESUME, .player = PLAYER_NONE};
        assert_number(log_play_run(&play, &resume), ACCEPTED);
    } else if (game->table.stage == STAGE_SETUP) {
        log_play_once(&play);
    } else {
        struct command command = random_table_command(game, &play.luck);
        (void)log_play_run(&play, &command);
        command = (struct command){.type = COMMAND_UNDO, .player = PLAYER_NONE};
        command.undo_version = game->version;
        if (luck_one_in(&play.luck, 4) && game->undo.state == UNDO_POSSIBLE)
            assert_number(log_play_run(&play, &command), ACCEPTED);
    }
}

static void play_game(uint32_t seed, int rubbish)
{
    struct luck luck = {.state = seed};
    struct setup setup = random_setup(&luck);
    struct deadline_settings deadlines = random_deadlines(&luck);
    lines = 0;
    soil_stack(rubbish);
    log_play_begin_timed(&play, seed, &setup, &deadlines, watch, NULL);
    soil_stack(rubbish);
    log_play_start(&play);
    while (play.record.game.table.stage == STAGE_SETUP)
        play_a_turn(rubbish);
    for (unsigned action = 0; action < ACTIONS; action++)
        play_a_turn(rubbish);
    memcpy(copies[0]->head, play.record.head, HASH_BYTES);
    same_views(&play.record, copies[0]);
}

static void a_copy_goes_on_as_the_game_does(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= GAMES; seed++) {
        play_game(seed, 0);
        uint8_t head[HASH_BYTES];
        memcpy(head, play.record.head, sizeof head);
        play_game(seed, 0xa5);
        if (memcmp(head, play.record.head, sizeof head) != 0)
            fail_msg("game %u depends on what was in memory before", seed);
    }
}

int main(void)
{
    for (size_t i = 0; i < 2; i++)
        copies[i] = malloc(sizeof *copies[i]);
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_copy_goes_on_as_the_game_does)};
    int failed = copies[0] && copies[1] ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
    for (size_t i = 0; i < 2; i++)
        free(copies[i]);
    return failed;
}
