/*
 * Whether an event of the setup can follow. Used inside the rules core only.
 */
#ifndef RULES_FITS_SETUP_H
#define RULES_FITS_SETUP_H

#include "rules/rules.h"

bool fits_in_setup(const struct game *game, const struct event *event);

/* All players of the game, each once: for seats and for the order around the table. */
bool is_circle(const struct game *game, const uint8_t players[PLAYERS_MAX]);

#endif
