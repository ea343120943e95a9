#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/log.h"
#include "service/engine/engine.h"
#include "service/fairness/commitment.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/running_engine.h"

static const int64_t DAY = INT64_C(24) * 60 * 60 * 1000;

static void assert_same_public_view(struct snapshot *left, struct snapshot *right)
{
    size_t left_length;
    size_t right_length;
    const char *left_bytes = snapshot_view(left, AUDIENCE_PUBLIC, &left_length);
    const char *right_bytes = snapshot_view(right, AUDIENCE_PUBLIC, &right_length);
    assert_number(left_length, right_length);
    assert_memory_equal(left_bytes, right_bytes, left_length);
}

static void a_repeated_request_is_answered_as_the_first_time(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_create(running, 3, game);
    struct job first = job_join(running, game, 1);
    job_key(&first, 1, 1);
    struct job again = first;
    running_do(running, &first);
    assert_number(first.outcome, JOB_DONE);
    assert_false(first.replayed);

    struct job later = job_join(running, game, 2);
    running_do(running, &later);
    running_forget(&later);
    uint32_t version = running_version(running, game);
    atomic_fetch_add(&running->clock.milliseconds, DAY);
    running_do(running, &again);
    assert_number(again.outcome, JOB_DONE);
    assert_true(again.replayed);
    assert_number(again.player, 1);
    assert_same_public_view(again.snapshot, first.snapshot);
    assert_number(running_version(running, game), version);
    running_forget(&first);
    running_forget(&again);
}

static void a_repeated_create_makes_one_game(void **state)
{
    struct running *running = *state;
    struct job first = job_create(3);
    job_key(&first, 1, 1);
    struct job again = first;
    running_do(running, &first);
    running_restart(running);
    running_do(running, &again);
    assert_true(again.replayed);
    assert_string_equal(again.game, first.game);
    assert_same_public_view(again.snapshot, first.snapshot);
    running_forget(&first);
    running_forget(&again);
}

static void a_request_repeated_at_the_same_moment_is_done_once(void **state)
{
    struct running *running = *state;
    struct job jobs[3] = {job_create(3), job_create(3), job_create(3)};
    for (size_t i = 0; i < 3; i++)
        job_key(&jobs[i], 1, i == 2 ? 2 : 1);
    running_do_together(running, jobs, 3);
    assert_number(jobs[0].outcome, JOB_DONE);
    assert_false(jobs[0].replayed);
    assert_number(jobs[1].outcome, JOB_DONE);
    assert_true(jobs[1].replayed);
    assert_string_equal(jobs[1].game, jobs[0].game);
    assert_number(snapshot_record(jobs[1].snapshot)->game.version, 1);
    assert_number(jobs[2].outcome, JOB_KEY_REUSED);
    assert_number(engine_counts(running->engine).events, 1);
    for (size_t i = 0; i < 3; i++)
        running_forget(&jobs[i]);
}

static void a_command_repeated_in_a_batch_shows_the_game_of_the_first(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    uint32_t version = running_version(running, game);
    struct job jobs[3] = {job_host(game, COMMAND_PAUSE), job_host(game, COMMAND_RESUME),
                          job_host(game, COMMAND_PAUSE)};
    job_key(&jobs[0], 1, 1);
    job_key(&jobs[2], 1, 1);
    running_do_together(running, jobs, 3);
    assert_true(jobs[2].replayed);
    assert_number(snapshot_record(jobs[2].snapshot)->game.version, version + 1);
    assert_true(snapshot_record(jobs[2].snapshot)->game.paused);
    assert_number(running_version(running, game), version + 2);
    for (size_t i = 0; i < 3; i++)
        running_forget(&jobs[i]);
}

static void a_key_with_another_body_is_told_and_does_nothing(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_create(running, 3, game);
    struct job first = job_join(running, game, 0);
    job_key(&first, 1, 1);
    running_do(running, &first);
    running_forget(&first);
    uint32_t version = running_version(running, game);
    struct job other = job_join(running, game, 1);
    job_key(&other, 1, 2);
    running_do(running, &other);
    assert_number(other.outcome, JOB_KEY_REUSED);
    assert_null(other.snapshot);
    assert_number(running_version(running, game), version);
}

static void a_key_is_free_again_after_a_day(void **state)
{
    struct running *running = *state;
    struct job first = job_create(3);
    job_key(&first, 1, 1);
    struct job later = first;
    running_do(running, &first);
    atomic_fetch_add(&running->clock.milliseconds, DAY + 1);
    running_do(running, &later);
    assert_number(later.outcome, JOB_DONE);
    assert_false(later.replayed);
    assert_string_not_equal(later.game, first.game);
    running_forget(&first);
    running_forget(&later);
}

static void a_refusal_is_decided_anew(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct job first = job_host(game, COMMAND_RESUME);
    job_key(&first, 1, 1);
    struct job again = first;
    running_do(running, &first);
    assert_number(first.outcome, JOB_REFUSED);
    running_forget(&first);
    struct job pause = job_host(game, COMMAND_PAUSE);
    running_do(running, &pause);
    running_forget(&pause);
    running_do(running, &again);
    assert_number(again.outcome, JOB_DONE);
    assert_false(again.replayed);
    running_forget(&again);
}

static void the_same_pick_again_changes_nothing_but_is_remembered(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct snapshot *snapshot = running_snapshot(running, game);
    struct job first = job_choice(snapshot_record(snapshot), 0, 0);
    struct job same = first;
    struct job other = job_choice(snapshot_record(snapshot), 0, 1);
    snapshot_release(snapshot);
    running_do(running, &first);
    uint32_t version = running_version(running, game);

    job_key(&same, 1, 1);
    struct job again = same;
    running_do(running, &same);
    assert_number(same.outcome, JOB_DONE);
    assert_number(running_version(running, game), version);
    running_do(running, &other);
    running_do(running, &again);
    assert_true(again.replayed);
    assert_number(snapshot_record(again.snapshot)->game.version, version);
    running_forget(&first);
    running_forget(&same);
    running_forget(&other);
    running_forget(&again);
}

/* All three commit and withhold; what player 0 has sealed is a card of somebody else's hand. */
static struct pick commit_illegal_pick(struct running *running, const char *game)
{
    struct snapshot *snapshot = running_snapshot(running, game);
    const struct record *record = snapshot_record(snapshot);
    struct pick foreign = {.count = 1};
    foreign.cards[0] = record->game.table.players[1].hand[0];
    for (uint8_t player = 0; player < 3; player++) {
        struct job job = job_choice(record, player, 0);
        job.command.commit.sealed_by = SEALED_WITHHELD;
        commitment_of(game, STEP_FACTION_DRAFT, 1, player, &foreign, job.command.commit.commitment);
        running_do(running, &job);
        assert_number(job.outcome, JOB_DONE);
        running_forget(&job);
    }
    snapshot_release(snapshot);
    return foreign;
}

static struct job job_reveal(struct running *running, const char *game, const struct pick *pick)
{
    struct snapshot *snapshot = running_snapshot(running, game);
    struct job job = {.kind = JOB_COMMAND, .command = {.type = COMMAND_REVEAL}};
    snprintf(job.game, sizeof job.game, "%s", game);
    job.caller = (struct claims){.role = ROLE_PLAYER,
                                 .player = 0,
                                 .generation = snapshot_record(snapshot)->people[0].generation};
    job.command.player = 0;
    job.command.reveal.step = STEP_FACTION_DRAFT;
    job.command.reveal.cards.count = pick->count;
    job.command.reveal.cards.cards[0] = pick->cards[0];
    memcpy(job.command.reveal.nonce, pick->nonce, SEAL_BYTES);
    snapshot_release(snapshot);
    return job;
}

static void a_void_pick_is_refused_once_and_remembered(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct pick foreign = commit_illegal_pick(running, game);
    uint32_t version = running_version(running, game);
    struct job reveal = job_reveal(running, game, &foreign);
    job_key(&reveal, 1, 1);
    struct job again = reveal;
    running_do(running, &reveal);
    assert_number(reveal.outcome, JOB_REFUSED);
    assert_number(reveal.refusal, REFUSED_ILLEGAL_PICK);
    assert_number(snapshot_record(reveal.snapshot)->game.version, version + 1);
    running_do(running, &again);
    assert_number(again.outcome, JOB_REFUSED);
    assert_number(again.refusal, REFUSED_ILLEGAL_PICK);
    assert_true(again.replayed);
    assert_number(running_version(running, game), version + 1);
    running_forget(&reveal);
    running_forget(&again);
}

static void a_dead_token_is_told_even_with_a_key_that_was_used(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct snapshot *snapshot = running_snapshot(running, game);
    struct job first = job_choice(snapshot_record(snapshot), 0, 0);
    snapshot_release(snapshot);
    job_key(&first, 1, 1);
    struct job again = first;
    running_do(running, &first);
    running_forget(&first);
    struct job reinvite = job_host(game, COMMAND_REINVITE);
    reinvite.command.player = 0;
    running_do(running, &reinvite);
    running_forget(&reinvite);
    running_do(running, &again);
    assert_number(again.outcome, JOB_TOKEN_DEAD);
    assert_false(again.replayed);
}

/* Whoever lost the answer gets the same token again, not one that was granted later. */
static void a_repeated_refresh_is_of_the_first_time(void **state)
{
    struct running *running = *state;
    struct job first = {.kind = JOB_REFRESH};
    job_key(&first, 9, 1);
    running_do(running, &first);
    assert_number(first.outcome, JOB_DONE);
    assert_false(first.replayed);
    atomic_fetch_add(&running->clock.milliseconds, 5000);
    running_restart(running);
    struct job again = {.kind = JOB_REFRESH};
    job_key(&again, 9, 1);
    running_do(running, &again);
    assert_number(again.outcome, JOB_DONE);
    assert_true(again.replayed);
    assert_number(again.at, first.at);
    struct job other = {.kind = JOB_REFRESH};
    job_key(&other, 9, 2);
    running_do(running, &other);
    assert_number(other.outcome, JOB_KEY_REUSED);
}

/* One that comes twice is one. */
static void a_repeated_revocation_is_one(void **state)
{
    struct running *running = *state;
    for (int i = 0; i < 2; i++) {
        struct job job = {
            .kind = JOB_REVOKE, .token_id = "token", .token_until = FIXTURE_TIME / 1000 + 3600};
        job_key(&job, 10, 1);
        running_do(running, &job);
        assert_number(job.outcome, JOB_DONE);
        assert_number(job.replayed, i);
        assert_true(engine_revoked(running->engine, "token"));
    }
}

int main(void)
{
    log_set_level(LOG_LEVEL_ERROR);
    const struct CMUnitTest tests[] = {
        RUNNING_TEST(a_repeated_request_is_answered_as_the_first_time),
        RUNNING_TEST(a_repeated_create_makes_one_game),
        RUNNING_TEST(a_repeated_refresh_is_of_the_first_time),
        RUNNING_TEST(a_repeated_revocation_is_one),
        RUNNING_TEST(a_request_repeated_at_the_same_moment_is_done_once),
        RUNNING_TEST(a_command_repeated_in_a_batch_shows_the_game_of_the_first),
        RUNNING_TEST(a_key_with_another_body_is_told_and_does_nothing),
        RUNNING_TEST(a_key_is_free_again_after_a_day),
        RUNNING_TEST(a_refusal_is_decided_anew),
        RUNNING_TEST(the_same_pick_again_changes_nothing_but_is_remembered),
        RUNNING_TEST(a_void_pick_is_refused_once_and_remembered),
        RUNNING_TEST(a_dead_token_is_told_even_with_a_key_that_was_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
