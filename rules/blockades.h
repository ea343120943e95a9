/*
 * Blockades of space docks (rules section 7.3): reported by those at the table. Used inside the
 * rules core only.
 */
#ifndef RULES_BLOCKADES_H
#define RULES_BLOCKADES_H

#include "rules/steps.h"

/* Whether BLOCKADER blockades a space dock of BLOCKADED. */
bool blockades(const struct game *game, uint8_t blockader, uint8_t blockaded);

/* The blockade of that number, NULL when it is over or never was. */
const struct blockade *blockade_find(const struct in_play *in_play, uint32_t number);

/* Whether such a blockade can begin. */
enum refusal check_blockade(const struct game *game, uint8_t blockader, uint8_t blockaded);
enum refusal decide_blockade(struct desk *desk, const struct command *command);
void apply_blockade_begun(struct game *game, const struct blockade *blockade);

/* Whether there is such a blockade to be ended. */
enum refusal check_blockade_number(const struct game *game, uint32_t number);
enum refusal decide_end_blockade(struct desk *desk, const struct command *command);
void apply_blockade_ended(struct game *game, uint32_t number);

/* Ends the blockades of docks that are gone and those of the eliminated. */
void end_void_blockades(struct desk *desk);

#endif
