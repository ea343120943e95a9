/*
 * Tests that repeat something at random: how often, and from which seed, so that what has failed
 * can be had again. The number comes from an environment variable of the test; SPLICED_SEED is the
 * seed, another one in each run if it is not set.
 */
#ifndef TESTS_SUPPORT_REPEATS_H
#define TESTS_SUPPORT_REPEATS_H

#include <stdbool.h>
#include <stdint.h>

struct repeats {
    unsigned count; /* how many there are to be */
    unsigned done;
    uint64_t seed;
    uint64_t state;
};

/* USUAL is the number if the environment has no VARIABLE. Says the seed, so that it stands above
 * whatever fails. */
struct repeats repeats_begin(const char *variable, unsigned usual);

/* False when all have been done. */
bool repeats_next(struct repeats *repeats);

/* Uniform in 0 … BOUND - 1. */
uint32_t repeats_below(struct repeats *repeats, uint32_t bound);

#endif
