/*
 * Random play on the rules core: a small generator, a dealer that shuffles by it, random legal
 * commands in every way to commit. The same seed gives the same game.
 */
#ifndef TESTS_SUPPORT_RANDOM_PLAY_H
#define TESTS_SUPPORT_RANDOM_PLAY_H

#include "rules/view.h"

struct luck {
    uint64_t state;
};

uint32_t luck_below(struct luck *luck, uint32_t bound);
bool luck_one_in(struct luck *luck, uint32_t times);
void luck_fill(struct luck *luck, uint8_t *bytes, size_t length);

/* A dealer that shuffles by LUCK. Its commitments are hashes good enough to tell picks apart. */
struct dealer random_dealer(struct luck *luck);

/* What random_dealer takes for the commitment of a pick. */
void random_commitment(enum step step, uint8_t round, uint8_t player, const struct pick *pick,
                       uint8_t ret_commitment[SEAL_BYTES]);

/* A setup that can be created: any number of players, any switches, without a map, with a premade
 * one, or to be built. */
struct setup random_setup(struct luck *luck);

/* What withheld picks open to: kept by whoever committed them. */
struct secrets {
    struct pick picks[PLAYERS_MAX];
};

/* A random legal command of PLAYER, who is waited for. */
struct command random_command(const struct game *game, uint8_t player, struct luck *luck,
                              struct secrets *secrets);

/* A player that GAME waits for; there must be one. */
uint8_t random_waiting_player(const struct game *game, struct luck *luck);

#endif
