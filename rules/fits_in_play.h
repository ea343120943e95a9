/*
 * Whether an event of the game in play can follow. Used inside the rules core only.
 */
#ifndef RULES_FITS_IN_PLAY_H
#define RULES_FITS_IN_PLAY_H

#include "rules/rules.h"

bool fits_in_play(const struct game *game, const struct event *event);

#endif
