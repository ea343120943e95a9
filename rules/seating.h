/*
 * Seats: who is the speaker, and the circle that follows. Used inside the rules core only.
 */
#ifndef RULES_SEATING_H
#define RULES_SEATING_H

#include "rules/steps.h"

/* Players by the numbers of their priority cards, lowest first. */
void players_by_priority(const struct game *game, uint8_t ret_players[PLAYERS_MAX]);

/* Puts SEATS (player on seat 0 first) on the desk as those of the game. */
void determine_seats(struct desk *desk, const uint8_t seats[PLAYERS_MAX]);

#endif
