/*
 * Invariants of the game in play. Used inside the rules core only.
 */
#ifndef RULES_CHECK_IN_PLAY_H
#define RULES_CHECK_IN_PLAY_H

#include "rules/game.h"

/* NULL when they hold, otherwise what is wrong, a string of static storage. */
const char *check_in_play(const struct game *game);

#endif
