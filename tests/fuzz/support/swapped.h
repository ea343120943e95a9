/*
 * The same game with two hidden cards, or tiles, of the same back in each other's place: what
 * nobody but their owners could tell from the real one.
 */
#ifndef TESTS_FUZZ_SUPPORT_SWAPPED_H
#define TESTS_FUZZ_SUPPORT_SWAPPED_H

#include "rules/rules.h"

struct swap {
    bool tiles;
    uint16_t one;
    uint16_t other;
};

/* A swap of what lies hidden before PLAYER, item INDEX of it, with item OTHER of what nobody holds
 * (cards) or what somebody else holds (tiles). False when there is nothing of the kind, or when
 * everybody knows one of the two. */
bool swap_find(const struct game *game, uint8_t player, uint8_t index, uint8_t other,
               struct swap *ret_swap);

/* Puts each in the place of the other, wherever they lie or have lain. */
void swap_make(struct game *game, const struct swap *swap);

/* Whether PLAYER has, or had, one of the two in hand. */
bool swap_concerns(const struct game *game, const struct swap *swap, uint8_t player);

#endif
