/*
 * Splices in play (rules section 7.2): cards of one kind are turned face up off the deck, one more
 * than there are participants; the initiator takes one, then the others in order to the right; what
 * is left is shuffled back. Used inside the rules core only.
 */
#ifndef RULES_SPLICES_H
#define RULES_SPLICES_H

#include "rules/steps.h"

enum refusal decide_splice(struct desk *desk, const struct command *command);

/* Whether it is the command's player's turn to take in that splice. The host takes for whoever's
 * turn it is. */
enum refusal check_taker(const struct game *game, const struct command *command);
enum refusal decide_take(struct desk *desk, const struct command *command);

/* Closes the splice when nobody is left to take or nothing to be taken. */
enum refusal close_finished_splice(struct desk *desk);

/* PLAYER, who is eliminated, takes part no more. */
void leave_splice(struct open_splice *splice, uint8_t player);

/* Who takes next, PLAYER_NONE when no splice is open. */
uint8_t next_taker(const struct in_play *in_play);
bool is_participant(const struct open_splice *splice, uint8_t player);

/* What PLAYER, who is next, may take. */
void take_options(const struct game *game, uint8_t player, struct choices *ret_choices);

void apply_splice_opened(struct game *game, const struct open_splice *splice);
void apply_splice_taken(struct game *game, const struct splice_taken *taken);
void apply_splice_closed(struct game *game, const struct splice_closed *closed);

#endif
