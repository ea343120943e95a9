#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/log.h"
#include "service/engine/engine.h"
#include "service/engine/lines.h"
#include "tests/support/capture.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/faulty_disk.h"
#include "tests/support/running_engine.h"

enum { THREADS = 8, GAMES_A_THREAD = 6 };

static int set_up(void **state)
{
    *state = running_new();
    return 0;
}

static int tear_down(void **state)
{
    faulty_disk_heal();
    running_free(*state);
    return 0;
}

static void commands_of_a_batch_see_each_other_and_share_a_commit(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    uint64_t commits = engine_counts(running->engine).commits;
    uint32_t version = running_version(running, game);
    struct job jobs[4] = {job_host(game, COMMAND_PAUSE), job_host(game, COMMAND_PAUSE),
                          job_host(game, COMMAND_RESUME), job_host(game, COMMAND_RESUME)};
    running_do_together(running, jobs, 4);
    assert_number(jobs[0].outcome, JOB_DONE);
    assert_number(jobs[1].refusal, REFUSED_GAME_PAUSED);
    assert_number(jobs[2].outcome, JOB_DONE);
    assert_number(jobs[3].refusal, REFUSED_WRONG_STEP);
    assert_number(snapshot_record(jobs[0].snapshot)->game.version, version + 1);
    assert_number(snapshot_record(jobs[1].snapshot)->game.version, version + 1);
    assert_number(snapshot_record(jobs[3].snapshot)->game.version, version + 2);
    assert_number(engine_counts(running->engine).commits, commits + 1);
    for (size_t i = 0; i < 4; i++)
        running_forget(&jobs[i]);
}

static void a_batch_is_as_large_as_it_may_be_and_no_larger(void **state)
{
    enum { JOBS = 700 };
    struct running *running = *state;
    struct job *jobs = calloc(JOBS, sizeof *jobs);
    assert_non_null(jobs);
    for (size_t i = 0; i < JOBS; i++)
        jobs[i] = job_create(3);
    running_do_together(running, jobs, JOBS);
    for (size_t i = 0; i < JOBS; i++) {
        assert_number(jobs[i].outcome, JOB_DONE);
        running_forget(&jobs[i]);
    }
    free(jobs);
    assert_number(engine_counts(running->engine).commits, 3);
    assert_number(engine_counts(running->engine).queued, 0);
}

/* What one thread does: threads only report, the main thread asserts. */
struct player_thread {
    struct running *running;
    pthread_t thread;
    size_t done;
    char games[GAMES_A_THREAD][ULID_LENGTH + 1];
};

static bool do_one(struct running *running, struct job *job)
{
    running_do(running, job);
    bool done = job->outcome == JOB_DONE;
    running_forget(job);
    return done;
}

static bool make_game(struct running *running, char game[ULID_LENGTH + 1])
{
    struct job create = job_create(3);
    bool done = do_one(running, &create);
    snprintf(game, ULID_LENGTH + 1, "%s", create.game);
    for (uint8_t player = 0; done && player < 3; player++) {
        struct job join = job_join(running, game, player);
        done = do_one(running, &join);
    }
    return done;
}

/* Everybody's first pick, of one game, while others play theirs. */
static bool pick_once(struct running *running, const char *game)
{
    bool done = true;
    for (uint8_t player = 0; done && player < 3; player++) {
        struct snapshot *snapshot = running_snapshot(running, game);
        struct job job = job_choice(snapshot_record(snapshot), player, player);
        snapshot_release(snapshot);
        done = do_one(running, &job);
    }
    return done;
}

static void *play(void *context)
{
    struct player_thread *thread = context;
    for (size_t i = 0; i < GAMES_A_THREAD; i++)
        if (make_game(thread->running, thread->games[i]) &&
            pick_once(thread->running, thread->games[i]))
            thread->done++;
    return NULL;
}

static void games_played_at_once_do_not_disturb_each_other(void **state)
{
    struct running *running = *state;
    running->cached_games = 3; /* so that games are folded from the store all the time */
    running_restart(running);
    struct player_thread threads[THREADS] = {{.running = NULL}};
    for (size_t i = 0; i < THREADS; i++) {
        threads[i].running = running;
        assert_number(pthread_create(&threads[i].thread, NULL, play, &threads[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++)
        assert_number(pthread_join(threads[i].thread, NULL), 0);
    for (size_t i = 0; i < THREADS; i++) {
        assert_number(threads[i].done, GAMES_A_THREAD);
        struct snapshot *snapshot = running_snapshot(running, threads[i].games[0]);
        assert_number(snapshot_record(snapshot)->game.table.round, 2);
        snapshot_release(snapshot);
    }
    assert_number(engine_counts(running->engine).commands, THREADS * GAMES_A_THREAD * 7);
}

/* All threads fight for one game: pause and resume by turns. */
static void *fight(void *context)
{
    struct player_thread *thread = context;
    for (size_t i = 0; i < 50; i++) {
        struct job job = job_host(thread->games[0], i % 2 ? COMMAND_RESUME : COMMAND_PAUSE);
        if (do_one(thread->running, &job))
            thread->done++;
    }
    return NULL;
}

static void every_accepted_command_on_one_game_is_in_its_log(void **state)
{
    struct running *running = *state;
    struct player_thread threads[THREADS] = {{.running = running}};
    running_start_game(running, threads[0].games[0]);
    uint32_t version = running_version(running, threads[0].games[0]);
    for (size_t i = 1; i < THREADS; i++)
        threads[i] = threads[0];
    for (size_t i = 0; i < THREADS; i++)
        assert_number(pthread_create(&threads[i].thread, NULL, fight, &threads[i]), 0);
    size_t done = 0;
    for (size_t i = 0; i < THREADS; i++) {
        assert_number(pthread_join(threads[i].thread, NULL), 0);
        done += threads[i].done;
    }
    running_restart(running);
    assert_number(running_version(running, threads[0].games[0]), version + done);
}

/* Runs the jobs as a batch while the disk fails at RESULT. */
static void do_together_failing(struct running *running, struct job *jobs, size_t count,
                                enum disk_call call, int result)
{
    struct capture capture = capture_begin();
    faulty_disk_break(call, 0, result);
    running_do_together(running, jobs, count);
    faulty_disk_heal();
    free(capture_end(&capture));
}

static void nothing_of_a_batch_has_happened_when_the_disk_is_full(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct snapshot *before = running_snapshot(running, game);
    struct job jobs[5] = {job_host(game, COMMAND_RESUME),
                          job_host(game, COMMAND_PAUSE),
                          job_host(game, COMMAND_PAUSE),
                          job_create(3),
                          {.kind = JOB_REVOKE}};
    snprintf(jobs[4].token_id, sizeof jobs[4].token_id, "token");
    jobs[4].token_until = FIXTURE_TIME;
    do_together_failing(running, jobs, 5, DISK_WRITE, SQLITE_FULL);
    /* The first one was refused for what is on disk, the third one for what is not. */
    assert_number(jobs[0].outcome, JOB_REFUSED);
    assert_ptr_equal(jobs[0].snapshot, before);
    for (size_t i = 1; i < 5; i++) {
        assert_number(jobs[i].outcome, JOB_UNAVAILABLE);
        assert_null(jobs[i].snapshot);
    }
    struct snapshot *after = running_snapshot(running, game);
    assert_ptr_equal(after, before);
    assert_false(engine_revoked(running->engine, "token"));
    assert_number(atomic_load(&running->broken), 0);
    snapshot_release(before);
    snapshot_release(after);
    running_forget(&jobs[0]);

    struct job pause = job_host(game, COMMAND_PAUSE);
    assert_true(do_one(running, &pause));
}

static void a_repeated_request_of_a_failed_batch_is_not_answered_as_done(void **state)
{
    struct running *running = *state;
    struct job jobs[3] = {job_create(3), job_create(3), job_create(3)};
    for (size_t i = 0; i < 3; i++)
        job_key(&jobs[i], 1, i == 2 ? 2 : 1);
    do_together_failing(running, jobs, 3, DISK_WRITE, SQLITE_FULL);
    for (size_t i = 0; i < 3; i++) {
        assert_number(jobs[i].outcome, JOB_UNAVAILABLE);
        assert_false(jobs[i].replayed);
        assert_null(jobs[i].snapshot);
    }
    assert_true(do_one(running, &jobs[2]));
}

static void a_failed_sync_ends_all_writing(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    struct job jobs[2] = {job_host(game, COMMAND_PAUSE), job_create(3)};
    do_together_failing(running, jobs, 2, DISK_SYNC, SQLITE_IOERR_FSYNC);
    assert_number(jobs[0].outcome, JOB_UNAVAILABLE);
    assert_number(jobs[1].outcome, JOB_UNAVAILABLE);
    assert_number(atomic_load(&running->broken), 1);

    struct job later[2] = {job_host(game, COMMAND_PAUSE), {.kind = JOB_PROBE}};
    running_do_together(running, later, 2);
    assert_number(later[0].outcome, JOB_UNAVAILABLE);
    assert_number(later[1].outcome, JOB_UNAVAILABLE);
    assert_number(atomic_load(&running->broken), 1);
    running_restart(running);
    struct job pause = job_host(game, COMMAND_PAUSE);
    assert_true(do_one(running, &pause));
}

static void the_probe_says_that_the_disk_is_full(void **state)
{
    struct running *running = *state;
    struct job jobs[1] = {{.kind = JOB_PROBE}};
    do_together_failing(running, jobs, 1, DISK_WRITE, SQLITE_FULL);
    assert_number(jobs[0].outcome, JOB_UNAVAILABLE);
    running_do(running, &jobs[0]);
    assert_number(jobs[0].outcome, JOB_DONE);
}

/* Appends a line to the log behind the engine's back, while its thread stands still. */
static void append_secretly(struct running *running, const char *game, const char *type)
{
    struct gate gate;
    gate_close(running, &gate);
    struct snapshot *snapshot = running_snapshot(running, game);
    struct game_row row;
    lines_row(snapshot_record(snapshot), &row);
    row.version++;
    const struct stored_event event = {.seq = row.version,
                                       .at = FIXTURE_TIME,
                                       .type = type,
                                       .player = PLAYER_NONE,
                                       .data = "{}",
                                       .data_length = 2};
    enum store_status status = store_begin(running->store);
    if (status == STORE_OK)
        status = store_append(running->store, &row, row.version - 1, &event, 1);
    if (status == STORE_OK)
        status = store_commit(running->store);
    snapshot_release(snapshot);
    gate_open(&gate);
    assert_number(status, STORE_OK);
}

static void another_writer_is_noticed_and_its_work_is_kept(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    running_start_game(running, game);
    append_secretly(running, game, "game.abandoned");
    struct job pause = job_host(game, COMMAND_PAUSE);
    running_do(running, &pause);
    assert_number(pause.outcome, JOB_UNAVAILABLE);
    running_do(running, &pause);
    assert_number(pause.outcome, JOB_REFUSED);
    assert_number(pause.refusal, REFUSED_GAME_OVER);
    running_forget(&pause);
}

static void a_log_that_cannot_be_understood_harms_no_other_game(void **state)
{
    struct running *running = *state;
    char game[ULID_LENGTH + 1];
    char other[ULID_LENGTH + 1];
    running_create(running, 3, game);
    running_start_game(running, other);
    append_secretly(running, game, "game.exploded");
    running_restart(running);

    struct snapshot *snapshot;
    struct job jobs[2] = {job_host(game, COMMAND_ABANDON), job_host(other, COMMAND_PAUSE)};
    struct capture capture = capture_begin();
    enum lookup lookup = engine_snapshot(running->engine, game, &snapshot);
    running_do_together(running, jobs, 2);
    char *told = capture_end(&capture);
    bool names_game = strstr(told, game) != NULL;
    free(told);
    assert_number(lookup, LOOKUP_UNAVAILABLE);
    assert_number(jobs[0].outcome, JOB_UNAVAILABLE);
    assert_number(jobs[1].outcome, JOB_DONE);
    assert_true(names_game);
    assert_number(atomic_load(&running->broken), 0);
    running_forget(&jobs[1]);
}

int main(void)
{
    log_set_level(LOG_LEVEL_ERROR);
    faulty_disk_install();
#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(commands_of_a_batch_see_each_other_and_share_a_commit),
        TEST(a_batch_is_as_large_as_it_may_be_and_no_larger),
        TEST(games_played_at_once_do_not_disturb_each_other),
        TEST(every_accepted_command_on_one_game_is_in_its_log),
        TEST(nothing_of_a_batch_has_happened_when_the_disk_is_full),
        TEST(a_repeated_request_of_a_failed_batch_is_not_answered_as_done),
        TEST(a_failed_sync_ends_all_writing),
        TEST(the_probe_says_that_the_disk_is_full),
        TEST(another_writer_is_noticed_and_its_work_is_kept),
        TEST(a_log_that_cannot_be_understood_harms_no_other_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
