/*
 * Whether what an event deals is what can be dealt: each card and tile that there is, once. Used
 * inside the rules core only.
 */
#ifndef RULES_FITS_DEAL_H
#define RULES_FITS_DEAL_H

#include "rules/rules.h"

/* For STEP_OPENED: hands out of whole decks where the round deals, otherwise nothing. */
bool fits_deal(const struct game *game, const struct event *opening);

/* For EPOCH_ENDED: the decks that lie on the table, in another order. */
bool fits_shuffle(const struct table *table, const struct deal *deal);

#endif
