/*
 * A batch: the jobs that are written with one commit, and the games that they have touched as
 * they will be if the commit succeeds. Later jobs of a batch see what earlier ones have done;
 * nobody else does.
 */
#ifndef SERVICE_ENGINE_BATCH_H
#define SERVICE_ENGINE_BATCH_H

#include "service/engine/engine.h"

enum {
    BATCH_JOBS_MAX = 256,
    BATCH_DUE_MAX = 16, /* games to which something happens by itself: each may have to be folded */
    BATCH_GAMES_MAX = BATCH_JOBS_MAX + BATCH_DUE_MAX,
    BATCH_BUCKETS = 1024
};

struct batch_job {
    struct job *job;
    bool rests; /* on something that only the commit makes true */
};

/* A game in the batch. */
struct batch_game {
    struct snapshot *snapshot; /* held: the newest, committed or not */
    bool changed;              /* it is not committed */
    uint32_t committed;        /* version that is; 0: the game is new */
};

struct batch {
    size_t count;
    struct batch_job jobs[BATCH_JOBS_MAX];
    size_t game_count;
    struct batch_game games[BATCH_GAMES_MAX];
    uint16_t buckets[BATCH_BUCKETS]; /* 1 + index into games, 0: free */
    size_t events;                   /* appended */
    unsigned timeouts;               /* deadlines that have gone by */
    unsigned reminders;              /* of deadlines */
    bool writing;                    /* a transaction is open */
    bool delivers;                   /* something was put into the outbox */
    enum store_status failure;       /* of the transaction, which has been rolled back */
};

/* Sets the outcome; RESTS as in the struct. */
void batch_outcome(struct batch_job *entry, enum job_outcome outcome, bool rests);

void batch_begin(struct batch *batch);
void batch_end(struct batch *batch); /* lets go of the games */

/* NULL when no job has touched the game. */
struct batch_game *batch_find(struct batch *batch, const char *id);

/* Adds a game that is not there, as it is committed; SNAPSHOT is the batch's then. There
 * is room for one with each job and each game that is due. */
struct batch_game *batch_add(struct batch *batch, struct snapshot *snapshot);

#endif
