/*
 * Seeds that were found lately. Each takes a thousand hashes, and a game asks for the same one when
 * it is created, at every deal and at the end of the epoch. For one thread; holds secrets.
 */
#ifndef SERVICE_FAIRNESS_SEED_MEMORY_H
#define SERVICE_FAIRNESS_SEED_MEMORY_H

#include "service/fairness/seeds.h"

enum { SEEDS_REMEMBERED = 1024, SEED_GAME_BYTES = 32 };

struct remembered_seed {
    char game[SEED_GAME_BYTES]; /* "": the place is free */
    uint16_t epoch;
    uint8_t seed[SEED_BYTES];
};

/* Each game has one place in it, which it may have to leave to another. All zero at first. */
struct seed_memory {
    struct remembered_seed list[SEEDS_REMEMBERED];
};

/* As seed_of_epoch, for the one ROOT that the game has. */
void seed_recall(struct seed_memory *memory, const char *game, const uint8_t root[SEED_BYTES],
                 uint16_t epoch, uint8_t ret_seed[SEED_BYTES]);

void seed_memory_end(struct seed_memory *memory); /* wipes it */

#endif
