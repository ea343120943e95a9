/*
 * The seeds of a game: a hash chain fixed before anyone has joined, mixed with the entropy of
 * the players, from which every deal follows.
 */
#ifndef SERVICE_FAIRNESS_SEEDS_H
#define SERVICE_FAIRNESS_SEEDS_H

#include "rules/rules.h"

enum { SEED_BYTES = 32 };

/* seed[epoch] of the chain whose last link, seed[1023], is ROOT. 1023 - EPOCH hashes. */
void seed_of_epoch(const char *game, const uint8_t root[SEED_BYTES], uint16_t epoch,
                   uint8_t ret_seed[SEED_BYTES]);

/* What is committed to when the game is created: the hash of seed[0]. It is also how a verifier
 * checks seed[0], and seed[k] against seed[k + 1]: seed_link(game, k + 1, seed[k + 1]) is
 * seed[k], seed_link(game, 0, seed[0]) is the commitment. */
void seed_link(const char *game, uint16_t epoch, const uint8_t seed[SEED_BYTES],
               uint8_t ret_link[SEED_BYTES]);

/* The seed that an epoch is dealt from. ENTROPY holds that of p1, p2, … in this order. */
void deal_seed(const char *game, uint16_t epoch, const uint8_t seed[SEED_BYTES], uint8_t players,
               const uint8_t (*entropy)[SEED_BYTES], uint8_t ret_deal_seed[SEED_BYTES]);

/* A stream of random numbers: HMAC-SHA-256 blocks read as big-endian 32-bit words. */
struct draw {
    uint8_t deal_seed[SEED_BYTES];
    char label[64];
    uint32_t block_index;
    uint8_t block[32];
    uint8_t used; /* words of the block that are used up, 8 when a new one is due */
};

/* LABEL has at most 63 bytes. */
struct draw draw_start(const uint8_t deal_seed[SEED_BYTES], const char *label);
uint32_t draw_word(struct draw *draw);
/* Uniform in 0 … BOUND - 1, by rejection. BOUND is at least 1. */
uint32_t draw_uniform(struct draw *draw, uint32_t bound);
/* ITEMS must be in ASCII order of their ids. */
void draw_shuffle(struct draw *draw, uint16_t *items, size_t count);

/* The next block as it is. */
void draw_block(struct draw *draw, uint8_t ret_block[32]);

/* The label of a deck's stream: "factions", "abilities", … */
const char *stream_label(enum stream stream);

struct seed_memory; /* seed_memory.h */

/* The dealer of a real game. Holds secrets: wiped by fair_dealer_end. The struct dealer points
 * into the fair_dealer, which must outlive it. */
struct fair_dealer {
    char game[32];
    uint8_t players;
    uint8_t root[SEED_BYTES];
    bool known_seed; /* verify: SEED is that of EPOCH, there is no root */
    uint16_t epoch;  /* whose seed SEED is; UINT16_MAX at first */
    uint8_t seed[SEED_BYTES];
    uint8_t entropy[PLAYERS_MAX][SEED_BYTES];
    struct seed_memory
        *memory; /* borrowed; where seeds are looked for first; NULL at first: none */
    struct dealer dealer;
};

/* ROOT is NULL for a verifier, which sets epoch and seed as they are disclosed; items of any
 * other epoch stay as they were given. ENTROPY has PLAYERS entries. */
void fair_dealer_begin(struct fair_dealer *dealer, const char *game, uint8_t players,
                       const uint8_t root[SEED_BYTES], const uint8_t (*entropy)[SEED_BYTES]);
void fair_dealer_end(struct fair_dealer *dealer);

#endif
