#include <stdio.h>
#include <string.h>

#include "service/base/log.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/running_engine.h"

static struct job job_note(const char *game, uint8_t player, const char *name, const char *body)
{
    struct job job = {.kind = JOB_NOTE};
    snprintf(job.game, sizeof job.game, "%s", game);
    job.caller = (struct claims){.role = ROLE_PLAYER, .player = player, .generation = 1};
    job.note.kind = body ? NOTE_PUT : NOTE_DELETE;
    snprintf(job.note.name, sizeof job.note.name, "%s", name);
    job.note.body = body;
    job.note.length = body ? strlen(body) : 0;
    return job;
}

static enum job_outcome change(struct running *running, struct job job)
{
    running_do(running, &job);
    assert_null(job.snapshot);
    return job.outcome;
}

/* Whether the note is BODY, or for NULL is not there. */
static bool note_is(struct running *running, const char *game, uint8_t player, const char *name,
                    const char *body)
{
    struct store_reader *reader = engine_reader(running->engine);
    struct buffer found = buffer_new(NOTE_BODY_BYTES);
    enum store_status status = store_note_read(reader, game, player, name, &found);
    bool is = body ? status == STORE_OK && found.length == strlen(body) &&
                         memcmp(found.bytes, body, found.length) == 0
                   : status == STORE_NOT_FOUND;
    buffer_free(&found);
    engine_reader_return(running->engine, reader);
    return is;
}

static void a_note_is_written_read_and_taken_away(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    uint32_t version = running_version(running, game);
    assert_number(change(running, job_note(game, 1, "quiet_hours", "{}")), JOB_DONE);
    assert_number(change(running, job_note(game, 1, "quiet_hours", "{\"a\":1}")), JOB_DONE);
    assert_true(note_is(running, game, 1, "quiet_hours", "{\"a\":1}"));
    assert_true(note_is(running, game, 2, "quiet_hours", NULL));
    assert_number(change(running, job_note(game, 1, "quiet_hours", NULL)), JOB_DONE);
    assert_true(note_is(running, game, 1, "quiet_hours", NULL));
    assert_number(change(running, job_note(game, 1, "quiet_hours", NULL)), JOB_NOT_FOUND);
    assert_number(running_version(running, game), version);
}

static void whoever_has_been_replaced_can_note_nothing(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct job old = job_note(game, 1, "quiet_hours", "{}");
    old.caller.generation = 2;
    assert_number(change(running, old), JOB_TOKEN_DEAD);
    assert_true(note_is(running, game, 1, "quiet_hours", NULL));
}

static void nobody_notes_anything_of_a_game_that_does_not_exist(void **state)
{
    struct job job = job_note("01aaaaaaaaaaaaaaaaaaaaaaaa", 1, "quiet_hours", "{}");
    assert_number(change(*state, job), JOB_NOT_FOUND);
}

static void notes_go_with_the_person_who_made_them(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    assert_number(change(running, job_note(game, 1, "quiet_hours", "{}")), JOB_DONE);
    assert_number(change(running, job_note(game, 2, "quiet_hours", "{}")), JOB_DONE);
    struct job reinvite = job_host(game, COMMAND_REINVITE);
    reinvite.command.player = 1;
    running_do(running, &reinvite);
    assert_number(reinvite.outcome, JOB_DONE);
    running_forget(&reinvite);
    assert_true(note_is(running, game, 1, "quiet_hours", NULL));
    assert_true(note_is(running, game, 2, "quiet_hours", "{}"));
}

int main(void)
{
    log_set_level(LOG_LEVEL_ERROR);
    const struct CMUnitTest tests[] = {
        RUNNING_TEST(a_note_is_written_read_and_taken_away),
        RUNNING_TEST(whoever_has_been_replaced_can_note_nothing),
        RUNNING_TEST(nobody_notes_anything_of_a_game_that_does_not_exist),
        RUNNING_TEST(notes_go_with_the_person_who_made_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
