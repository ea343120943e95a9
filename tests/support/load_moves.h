/*
 * What a table of the load does: a whole game, from its creation over the draft to some commands
 * in play, with pauses, webhooks, refreshed tokens and looks from all sides in between.
 */
#ifndef TESTS_SUPPORT_LOAD_MOVES_H
#define TESTS_SUPPORT_LOAD_MOVES_H

#include "tests/support/load_table.h"

/* Makes the next command pending, or none if there is nothing to send yet. False: no answer, or a
 * fault. */
bool load_moves_choose(struct load_table *table);

/* Takes in the answer to the command that is pending. */
void load_moves_digest(struct load_table *table, const json_t *answer);

/* Verifies the transcript of the table's game against the view and what was acknowledged. */
bool load_moves_verify(struct load_table *table);

/* Forgets the game. */
void load_moves_leave(struct load_table *table);

#endif
