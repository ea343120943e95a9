/*
 * Passing hands: each goes on to a neighbour, and waits there behind those that came before it.
 * Either all hands move together when a round closes, or each by itself as soon as its owner is
 * done with it; each player gets the same hands in the same order either way. Used inside the
 * rules core only.
 */
#ifndef RULES_PASSING_H
#define RULES_PASSING_H

#include "rules/event.h"

enum direction { PASS_LEFT, PASS_RIGHT };

/* To whom and from whom PLAYER passes in the open step; false when nothing is passed in it. Left
 * is the next in the circle, right the one before (rules section 1.0). */
bool passing_of(const struct game *game, uint8_t player, enum direction *ret_direction,
                uint8_t *ret_to, uint8_t *ret_from);

/* The round that the last of the players is in. */
uint8_t lowest_round(const struct game *game);

/* Everybody keeps the sealed card and passes the hand on. Empty hands are passed as well. */
void pass_all_hands(struct game *game);

/* One player does: HAND_PASSED. */
void apply_hand_passed(struct game *game, const struct event *event);

/* Takes the hands away that lie before a player. */
void clear_hands(struct seat_cards *cards);

#endif
