/*
 * Epochs: each is dealt from one seed, and ends when cards are shuffled back into a deck; then
 * every face-down deck is sorted and shuffled anew by the next seed. Used inside the rules core
 * only.
 */
#ifndef RULES_EPOCHS_H
#define RULES_EPOCHS_H

#include "rules/steps.h"

/* Puts the end of the running epoch, with the decks of the next one, on the desk. Refused when
 * the seeds are used up. */
enum refusal end_epoch(struct desk *desk);

/* Whether a seed is left for each shuffle that somebody has to bring about: choices among unit
 * upgrades, and the end of an open splice. A command that would leave too few is refused, so that
 * none of these can get stuck. */
bool seeds_suffice(const struct game *game);

#endif
