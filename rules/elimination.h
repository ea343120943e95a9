/*
 * Elimination: a player leaves the game (rules section 7.3). Used inside the rules core only.
 */
#ifndef RULES_ELIMINATION_H
#define RULES_ELIMINATION_H

#include "rules/steps.h"

enum refusal decide_eliminate(struct desk *desk, uint8_t player);
void apply_player_eliminated(struct game *game, uint8_t player);

#endif
