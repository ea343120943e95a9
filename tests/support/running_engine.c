#include "tests/support/running_engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"

static void note_broken(void *context)
{
    struct running *running = context;
    atomic_fetch_add(&running->broken, 1);
}

static struct engine *start_engine(struct running *running)
{
    const struct engine_settings settings = {
        .store = running->store,
        .keys = &running->keys,
        .clock = clock_fixed(&running->clock),
        .steady = clock_steady(),
        .restart_grace = running->restart_grace,
        .random = random_fixed(&running->random),
        .cached_games = running->cached_games,
        .queue_length = running->queue_length,
        .broken = note_broken,
        .broken_context = running,
    };
    return engine_start(&settings);
}

bool running_start(struct running *running)
{
    snprintf(running->message, sizeof running->message, "the engine does not start");
    if (!store_open(&running->store, running->folder.path, running->message))
        return false;
    running->engine = start_engine(running);
    if (!running->engine)
        store_close(running->store);
    return running->engine != NULL;
}

void running_stop(struct running *running)
{
    if (!running->engine)
        return;
    engine_stop(running->engine);
    running->engine = NULL;
    store_close(running->store);
}

struct running *running_new_stopped(void)
{
    struct running *running = calloc(1, sizeof *running);
    assert_non_null(running);
    running->folder = test_folder_new();
    running->clock.milliseconds = FIXTURE_TIME;
    running->random.seed = 1;
    running->cached_games = 100;
    running->queue_length = 1000;
    const struct random_source random = random_fixed(&running->random);
    assert_true(keys_open(&running->keys, running->folder.path, &random));
    return running;
}

static void must_start(struct running *running)
{
    if (!running_start(running))
        fail_msg("%s", running->message);
}

struct running *running_new(void)
{
    struct running *running = running_new_stopped();
    must_start(running);
    return running;
}

void running_free(struct running *running)
{
    running_stop(running);
    keys_close(&running->keys);
    test_folder_remove(&running->folder);
    free(running);
}

int running_set_up(void **state)
{
    *state = running_new();
    return 0;
}

int running_tear_down(void **state)
{
    running_free(*state);
    return 0;
}

void running_restart(struct running *running)
{
    running_stop(running);
    must_start(running);
}

static void signal_done(struct job *job)
{
    sem_post(job->owner);
}

static void wait_for(sem_t *semaphore)
{
    while (sem_wait(semaphore) != 0)
        ;
}

void running_do(struct running *running, struct job *job)
{
    sem_t done;
    sem_init(&done, 0, 0);
    job->done = signal_done;
    job->owner = &done;
    bool taken = engine_submit(running->engine, job);
    if (taken)
        wait_for(&done);
    sem_destroy(&done);
    assert_true(taken);
    engine_replay(running->engine, job);
}

void running_forget(struct job *job)
{
    snapshot_release(job->snapshot);
    job->snapshot = NULL;
}

static void stand_in_gate(struct job *job)
{
    struct gate *gate = job->owner;
    sem_post(&gate->reached);
    wait_for(&gate->open);
    sem_post(&gate->reached);
}

void gate_close(struct running *running, struct gate *gate)
{
    *gate = (struct gate){.job = {.kind = JOB_PROBE, .done = stand_in_gate, .owner = gate}};
    sem_init(&gate->reached, 0, 0);
    sem_init(&gate->open, 0, 0);
    assert_true(engine_submit(running->engine, &gate->job));
    wait_for(&gate->reached);
}

void gate_open(struct gate *gate)
{
    sem_post(&gate->open);
    wait_for(&gate->reached);
    sem_destroy(&gate->reached);
    sem_destroy(&gate->open);
}

void running_do_together(struct running *running, struct job *jobs, size_t count)
{
    struct gate gate;
    sem_t done;
    sem_init(&done, 0, 0);
    gate_close(running, &gate);
    for (size_t i = 0; i < count; i++) {
        jobs[i].done = signal_done;
        jobs[i].owner = &done;
        assert_true(engine_submit(running->engine, &jobs[i]));
    }
    gate_open(&gate);
    for (size_t i = 0; i < count; i++)
        wait_for(&done);
    sem_destroy(&done);
    for (size_t i = 0; i < count; i++)
        engine_replay(running->engine, &jobs[i]);
}

struct job job_create(uint8_t players)
{
    struct job job = {.kind = JOB_CREATE, .command = {.type = COMMAND_CREATE}};
    job.command.player = PLAYER_NONE;
    job.command.create = (struct setup){.players = players, .options = options_default()};
    snprintf(job.created.name, sizeof job.created.name, "Friday table");
    snprintf(job.created.metadata, sizeof job.created.metadata, "{}");
    snprintf(job.created.creator, sizeof job.created.creator, "bot");
    return job;
}

struct job job_join(struct running *running, const char *game, uint8_t player)
{
    struct job job = {.kind = JOB_COMMAND, .command = {.type = COMMAND_JOIN}};
    struct snapshot *snapshot = running_snapshot(running, game);
    const struct record *record = snapshot_record(snapshot);
    snprintf(job.game, sizeof job.game, "%s", game);
    snprintf(job.joined.name, sizeof job.joined.name, "Player %d", player + 1);
    snprintf(job.joined.external_id, sizeof job.joined.external_id, "user#%d", player + 1);
    invite_make(&running->keys, game, player, record->people[player].generation, job.invite);
    snapshot_release(snapshot);
    return job;
}

static struct job job_of(const char *game, enum role role, uint8_t player, uint32_t generation)
{
    struct job job = {.kind = JOB_COMMAND};
    snprintf(job.game, sizeof job.game, "%s", game);
    job.caller = (struct claims){.role = role, .player = player, .generation = generation};
    snprintf(job.caller.game, sizeof job.caller.game, "%s", game);
    return job;
}

struct job job_host(const char *game, enum command_type type)
{
    struct job job = job_of(game, ROLE_HOST, PLAYER_NONE, 1);
    job.command = (struct command){.type = type, .player = PLAYER_NONE};
    return job;
}

struct job job_choice(const struct record *record, uint8_t player, size_t index)
{
    struct job job = job_of(record->id, ROLE_PLAYER, player, record->people[player].generation);
    job.command = nth_choice(&record->game, player, index);
    return job;
}

void job_key(struct job *job, uint8_t key, uint8_t body)
{
    job->has_key = true;
    memset(job->key_scope, key, sizeof job->key_scope);
    memset(job->key_body, body, sizeof job->key_body);
}

void running_create(struct running *running, uint8_t players, char ret_game[ULID_LENGTH + 1])
{
    struct job job = job_create(players);
    running_do(running, &job);
    assert_number(job.outcome, JOB_DONE);
    snprintf(ret_game, ULID_LENGTH + 1, "%s", snapshot_record(job.snapshot)->id);
    running_forget(&job);
}

/* Carries JOB out, which must be done. */
static void must_do(struct running *running, struct job *job)
{
    running_do(running, job);
    assert_number(job->outcome, JOB_DONE);
    running_forget(job);
}

void running_join(struct running *running, const char *game, uint8_t player)
{
    struct job job = job_join(running, game, player);
    must_do(running, &job);
}

void running_host(struct running *running, const char *game, enum command_type type, uint8_t player)
{
    struct job job = job_host(game, type);
    job.command.player = player;
    must_do(running, &job);
}

void running_act(struct running *running, const char *game, uint8_t player)
{
    struct snapshot *snapshot = running_snapshot(running, game);
    struct job job = job_choice(snapshot_record(snapshot), player, 0);
    must_do(running, &job);
    snapshot_release(snapshot);
}

void running_start_game(struct running *running, char ret_game[ULID_LENGTH + 1])
{
    running_create(running, 3, ret_game);
    for (uint8_t player = 0; player < 3; player++)
        running_join(running, ret_game, player);
}

struct snapshot *running_snapshot(struct running *running, const char *game)
{
    struct snapshot *snapshot = NULL;
    assert_number(engine_snapshot(running->engine, game, &snapshot), LOOKUP_FOUND);
    return snapshot;
}

uint32_t running_version(struct running *running, const char *game)
{
    struct snapshot *snapshot = running_snapshot(running, game);
    uint32_t version = snapshot_record(snapshot)->game.version;
    snapshot_release(snapshot);
    return version;
}

/* Somebody whom the game waits for, PLAYER_NONE if there is nobody. */
static uint8_t waited_on(const struct game *game)
{
    for (uint8_t player = 0; player < game->setup.players; player++)
        if (waited_for(game, player) != ACTION_NONE)
            return player;
    return PLAYER_NONE;
}

void running_play(struct running *running, const char *game)
{
    const struct random_source random = random_fixed(&running->random);
    struct snapshot *snapshot = running_snapshot(running, game);
    for (;;) {
        const struct record *record = snapshot_record(snapshot);
        uint8_t player = waited_on(&record->game);
        if (player == PLAYER_NONE)
            break;
        uint32_t luck;
        random_fill(&random, &luck, sizeof luck);
        struct job job = job_choice(record, player, luck % choice_count(&record->game, player));
        running_do(running, &job);
        assert_number(job.outcome, JOB_DONE);
        snapshot_release(snapshot);
        snapshot = job.snapshot;
    }
    snapshot_release(snapshot);
}
