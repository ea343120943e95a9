/*
 * An engine on a folder of its own, with a clock and randomness that tests hold in their hands,
 * and the commands that most tests begin with.
 */
#ifndef TESTS_SUPPORT_RUNNING_ENGINE_H
#define TESTS_SUPPORT_RUNNING_ENGINE_H

#include <semaphore.h>

#include "service/engine/engine.h"
#include "tests/support/fixtures.h"

struct running {
    struct test_folder folder;
    struct fixed_clock clock;
    struct fixed_random random;
    struct keys keys;
    struct store *store;
    struct engine *engine;
    size_t cached_games; /* may be changed before a restart */
    size_t queue_length;
    int64_t restart_grace;             /* none at first */
    atomic_int broken;                 /* how often the engine said so */
    char message[STORE_MESSAGE_BYTES]; /* why it did not start */
};

struct running *running_new(void);
struct running *running_new_stopped(void); /* as running_new, but not yet started */
void running_free(struct running *running);

/* For cmocka: an engine of its own for each test, which is the state. */
int running_set_up(void **state);
int running_tear_down(void **state);

#define RUNNING_TEST(test) cmocka_unit_test_setup_teardown(test, running_set_up, running_tear_down)

/* Stops the engine, closes the store and starts both anew. */
void running_restart(struct running *running);

/* The two halves. Starting may fail, with nothing running then; stopping what does not run does
 * nothing. */
bool running_start(struct running *running);
void running_stop(struct running *running);

/* Submits JOB and waits for its end. The snapshot is for running_forget or the caller to release.
 * Fails the test when the job is not taken. */
void running_do(struct running *running, struct job *job);
void running_forget(struct job *job);

/* Several jobs that the engine takes as one batch, and waits for all of them. */
void running_do_together(struct running *running, struct job *jobs, size_t count);

/* The engine waits inside its thread until it is let go, so that what is submitted meanwhile
 * becomes one batch. */
struct gate {
    struct job job;
    sem_t reached;
    sem_t open;
};
void gate_close(struct running *running, struct gate *gate);
void gate_open(struct gate *gate);

/* Jobs to be submitted. Without a token unless said otherwise. */
struct job job_create(uint8_t players);
struct job job_join(struct running *running, const char *game, uint8_t player);
struct job job_host(const char *game, enum command_type type); /* with a host's token */
/* What PLAYER, by its token, might choose in the game as RECORD has it; picks server-sealed. */
struct job job_choice(const struct record *record, uint8_t player, size_t index);

/* Gives JOB the Idempotency-Key of that number, and a body that tells BODY. */
void job_key(struct job *job, uint8_t key, uint8_t body);

/* Creates a game in a lobby, or one of three players who all have joined, and writes its id. */
void running_create(struct running *running, uint8_t players, char ret_game[ULID_LENGTH + 1]);
void running_start_game(struct running *running, char ret_game[ULID_LENGTH + 1]);

/* Each must be done: PLAYER joins; the host says that, about PLAYER or PLAYER_NONE; PLAYER does the
 * first thing possible. */
void running_join(struct running *running, const char *game, uint8_t player);
void running_host(struct running *running, const char *game, enum command_type type,
                  uint8_t player);
void running_act(struct running *running, const char *game, uint8_t player);

/* The newest snapshot; fails the test when there is none. */
struct snapshot *running_snapshot(struct running *running, const char *game);
uint32_t running_version(struct running *running, const char *game);

/* Lets the players make random choices until the game waits for nobody. */
void running_play(struct running *running, const char *game);

#endif
