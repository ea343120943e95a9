/*
 * Seeds that were found lately. Each takes a thousand hashes, and a game asks for the same one when
 * it is created, at every deal and at the end of the epoch, when it asks for the next one as well.
 * Whoever finds a seed comes by those of the epochs behind it, so these are kept too. For one
 * thread; holds secrets.
 */
#ifndef SERVICE_FAIRNESS_SEED_MEMORY_H
#define SERVICE_FAIRNESS_SEED_MEMORY_H

#include "service/fairness/seeds.h"

enum { SEEDS_REMEMBERED = 1024, SEEDS_IN_A_ROW = 8, SEED_GAME_BYTES = 32 };

struct remembered_seeds {
    char game[SEED_GAME_BYTES]; /* "": the place is free */
    uint16_t epoch;             /* of the first; those of the chain's end have fewer behind them */
    uint8_t seeds[SEEDS_IN_A_ROW][SEED_BYTES];
};

/* Each game has one place in it, which it may have to leave to another. All zero at first. */
struct seed_memory {
    struct remembered_seeds list[SEEDS_REMEMBERED];
};

/* As seed_of_epoch, for the one ROOT that the game has. */
void seed_recall(struct seed_memory *memory, const char *game, const uint8_t root[SEED_BYTES],
                 uint16_t epoch, uint8_t ret_seed[SEED_BYTES]);

void seed_memory_end(struct seed_memory *memory); /* wipes it */

#endif
