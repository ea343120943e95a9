/*
 * Invariants of hands that are passed on: part of check (rules.h). Used inside the rules core only.
 */
#ifndef RULES_CHECK_HANDS_H
#define RULES_CHECK_HANDS_H

#include "rules/game.h"

/* NULL when all of them hold, otherwise what is wrong, a string of static storage. */
const char *check_hands(const struct game *game);

#endif
