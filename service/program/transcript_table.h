/*
 * Lines of the game in play, played again.
 */
#ifndef SERVICE_PROGRAM_TRANSCRIPT_TABLE_H
#define SERVICE_PROGRAM_TRANSCRIPT_TABLE_H

#include "rules/rules.h"

/* The action that EVENT answers, whose player is set. False when no action brings such an event:
 * it follows by itself from another one. */
bool table_command(const struct event *event, struct command *ret_command);

/* Lays the cards that a splice turned up on top of their deck in GAME, whose epoch still runs: the
 * order of its decks is not disclosed yet. Returns how many were laid there; cards that are not in
 * the deck are left for the rules to find wanting. */
uint32_t table_stack_splice(struct game *game, const struct open_splice *splice);

#endif
