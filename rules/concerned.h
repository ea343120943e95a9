/*
 * Whom a command in play concerns: who may send it, and for whom it acts. Used inside the rules
 * core only.
 */
#ifndef RULES_CONCERNED_H
#define RULES_CONCERNED_H

#include "rules/steps.h"

/* Whether COMMAND's player may send it at all: what concerns others is forbidden. Commands of the
 * setup are anybody's, the host may send all. */
bool may_command(const struct game *game, const struct command *command);

/* For whom COMMAND acts: a choice that this player has to make comes first. PLAYER_NONE: for
 * nobody, or for the host alone. */
uint8_t acts_for(const struct game *game, const struct command *command);

#endif
