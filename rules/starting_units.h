/*
 * Starting units: what the last faction card puts into the own home system. Used inside the
 * rules core only.
 */
#ifndef RULES_STARTING_UNITS_H
#define RULES_STARTING_UNITS_H

#include "rules/steps.h"

/* Turns the last faction card of everybody face up. */
void apply_starting_cards_revealed(struct game *game);

#endif
