/*
 * Layouts: the ground plans of galaxies that the players build (rules section 5.2). Knows nothing
 * of turns.
 */
#ifndef RULES_LAYOUT_H
#define RULES_LAYOUT_H

#include "rules/geometry.h"

/* The tile in the centre unless a map says otherwise: Mecatol Rex of Thunder's Edge, which is
 * always in the game. */
uint16_t centre_tile(void);

/* That tile, and nothing around it. */
struct galaxy galaxy_with_centre_only(void);

/* The layout for a number of players that is taken when none is asked for; LAYOUT_NONE when there
 * is none. */
uint8_t layout_usual(uint8_t players, bool pok);

/* Whether so many players can build by LAYOUT with these expansions. */
bool layout_fits(uint8_t layout, uint8_t players, bool pok);

/* The galaxy of a layout before anybody has placed a tile: the centre, the tiles that are part of
 * the layout, home locations, and open positions as many as there are tiles to place. */
void layout_lay_out(uint8_t layout, struct galaxy *ret_galaxy);

/* How many tiles each player is dealt. */
uint8_t layout_hand_size(uint8_t layout);

#endif
