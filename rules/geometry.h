/*
 * The geometry of a galaxy's positions (rules section 5.1): 0 is the centre, ring R holds 6R
 * positions, numbered from the northernmost clockwise. Integer arithmetic throughout.
 */
#ifndef RULES_GEOMETRY_H
#define RULES_GEOMETRY_H

#include "rules/options.h"

enum { SIDES = 6, RINGS = 4 };

/* A place of the plane: X grows to the south-east, Y to the south. */
struct place {
    int x;
    int y;
};

/* Where a position below POSITIONS lies; the centre is at 0, 0. */
struct place position_place(uint8_t position);

/* The ring of a position below POSITIONS; 0 for the centre. */
uint8_t position_ring(uint8_t position);

/* The position that touches POSITION at a side, 0 = north, clockwise up to 5; POSITION_NONE
 * when it would lie beyond the fourth ring. */
uint8_t position_neighbour(uint8_t position, unsigned side);

/* The position that follows POSITION when their numbers are sorted as texts: 0, 1, 10, 11, …,
 * 2, 20, …; POSITION_NONE after the last. */
uint8_t position_next_as_text(uint8_t position);

/* The home locations of a galaxy in clockwise order: by bearing from the centre, north first,
 * then the inner one first. RET_POSITIONS has POSITIONS entries;
 * returns how many were written. */
size_t galaxy_home_locations(const struct galaxy *galaxy, uint8_t *ret_positions);

#endif
