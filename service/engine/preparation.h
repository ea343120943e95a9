/*
 * What a command needs beside the rules before it is decided: whatever the server draws for it
 * (a new game's seed, a player's entropy, the nonce of a pick) and the dealer who deals from
 * the game's seeds. The events of the command get their details from here.
 */
#ifndef SERVICE_ENGINE_PREPARATION_H
#define SERVICE_ENGINE_PREPARATION_H

#include "service/engine/engine.h"
#include "service/fairness/seed_memory.h"

/* Holds secrets: wiped by preparation_end. */
struct preparation {
    struct command command;
    struct joined_details joined;   /* COMMAND_JOIN */
    uint8_t root[SEED_BYTES];       /* COMMAND_CREATE */
    uint8_t commitment[SEED_BYTES]; /* COMMAND_CREATE: to seed[0] */
    struct fair_dealer dealer;
    struct seed_memory *seeds; /* borrowed */
};

/* BEFORE is the game as it is (only its id is set yet when it is created). PLAYER is who joins,
 * for COMMAND_JOIN. SEEDS is borrowed until preparation_end. */
void preparation_begin(struct preparation *preparation, const struct record *before,
                       const struct job *job, uint8_t player, struct seed_memory *seeds,
                       const struct random_source *random);
void preparation_end(struct preparation *preparation);

/* Fills what LINE, whose event and time are set, holds beyond the rules' part. BEFORE is the game
 * as it was before LINE. */
void preparation_detail(const struct preparation *preparation, const struct job *job,
                        const struct record *before, struct log_event *line);

#endif
