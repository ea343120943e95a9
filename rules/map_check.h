/*
 * Looking at a whole premade map (rules section 5.1): what it is refused for, and what is only
 * worth telling. Knows nothing of turns.
 */
#ifndef RULES_MAP_CHECK_H
#define RULES_MAP_CHECK_H

#include "rules/map_string.h"

/* The checks for PLAYERS players: no number twice, no home tile or gate, expansions, then the
 * number of home locations. False with the faults told by position, that of the home locations
 * last; RET_FAULTS is written in any case. */
bool map_check(const struct galaxy *galaxy, bool pok, uint8_t players,
               struct map_faults *ret_faults);

/* Two neighbours that nobody could have laid so when building: two anomalies, or two wormholes of
 * one kind. On a premade map that is the map's own affair. */
struct map_clash {
    uint8_t one; /* positions, ONE below OTHER */
    uint8_t other;
    bool anomalies;
    uint8_t wormholes; /* bits of enum wormhole that both have */
};

enum { MAP_CLASHES_MAX = 32 };

/* The clashes of a map by position. Returns how many were written; more than MAP_CLASHES_MAX are
 * left out. */
size_t map_clashes(const struct galaxy *galaxy, bool hyperlanes,
                   struct map_clash ret_clashes[MAP_CLASHES_MAX]);

#endif
