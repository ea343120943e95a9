/*
 * Which systems of a galaxy are next to one another (decision 25): those whose tiles touch, and
 * those that hyperlanes connect. And what the tiles of a system's neighbours forbid it to be when
 * a galaxy is built (section 5.3). Knows nothing of turns.
 *
 * Sets of positions are bits: bit P stands for position P.
 */
#ifndef RULES_ADJACENCY_H
#define RULES_ADJACENCY_H

#include "rules/geometry.h"

_Static_assert((int)POSITIONS <= 64, "a set of positions is a 64-bit number");

/* A set of one position. */
uint64_t position_bit(uint8_t position);

/* How many positions a set has. */
unsigned positions_count(uint64_t positions);

/* The neighbours of POSITION, whatever lies there: a system, a home location, nothing yet.
 * Hyperlane tiles are no neighbours; with HYPERLANES what they lead to is. */
uint64_t galaxy_neighbours(const struct galaxy *galaxy, uint8_t position, bool hyperlanes);

/* What the tiles next to a position have. */
struct surroundings {
    bool anomaly;
    uint8_t wormholes; /* bits of enum wormhole */
};

struct surroundings galaxy_surroundings(const struct galaxy *galaxy, uint8_t position,
                                        bool hyperlanes);

/* Whether TILE would lie next to neither an anomaly, if it is one, nor a wormhole of its own. */
bool tile_is_clean(uint16_t tile, struct surroundings surroundings);

#endif
