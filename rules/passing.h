/*
 * Passing hands: each player's hand goes to a neighbour. Used inside the rules core only.
 */
#ifndef RULES_PASSING_H
#define RULES_PASSING_H

#include "rules/game.h"

enum direction { PASS_LEFT, PASS_RIGHT };

/* CIRCLE lists all PLAYERS clockwise. Left is the next of them, right the one before (rules
 * section 1.0). Empty hands are passed as well. */
void pass_hands(struct table *table, const uint8_t *circle, uint8_t players,
                enum direction direction);

/* To whom and from whom PLAYER passes in the open step; false when nothing is passed in it. */
bool passing_of(const struct game *game, uint8_t player, enum direction *ret_direction,
                uint8_t *ret_to, uint8_t *ret_from);

#endif
