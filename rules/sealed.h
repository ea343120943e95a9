/*
 * Sealed picks: everybody commits once, in any order; all take effect at one instant. Which
 * cards may be picked is the step's affair. Used inside the rules core only.
 */
#ifndef RULES_SEALED_H
#define RULES_SEALED_H

#include "rules/steps.h"

enum refusal decide_commit(struct desk *desk, uint8_t player, const struct commit_command *commit);
enum refusal decide_reveal(struct desk *desk, uint8_t player, const struct reveal_command *reveal);

/* Voids PLAYER's sealed pick: a commitment that nothing will open. */
void void_pick(struct desk *desk, uint8_t player);

void apply_pick_committed(struct game *game, const struct event *event);
void apply_pick_opened(struct game *game, const struct event *event);
void apply_pick_void(struct game *game, const struct event *event);

/* Whether PLAYER, who has committed in the open round, may still change the pick. */
bool may_commit_again(const struct game *game, uint8_t player);

/* PLAYER's sealed pick, if there is one, goes into the past picks, picked from the hand or, where
 * nothing is in hand, from the face-down cards. */
void seal_to_past(struct game *game, uint8_t player);

/* Moves the sealed card, if there is one, from the hand to the face-down cards. */
void keep_sealed_card(struct seat_cards *cards);

/* COUNT cards, all different: otherwise the refusal of a wrong number. */
enum refusal check_number(const struct sent_cards *cards, uint8_t count);

/* One card, and one of those in LIST. */
enum refusal check_one_of(const struct sent_cards *cards, const uint16_t *list, uint8_t count);

/* The cards as a pick, sorted; false when they cannot be one at all. */
bool pick_of(const struct sent_cards *cards, const uint8_t nonce[SEAL_BYTES],
             struct pick *ret_pick);

#endif
