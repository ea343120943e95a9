/*
 * Turns: choices that are made in the open, one player after the other or in any order. Used
 * inside the rules core only.
 */
#ifndef RULES_TURNS_H
#define RULES_TURNS_H

#include "rules/steps.h"

enum refusal decide_turn(struct desk *desk, const struct command *command);
void apply_turn_taken(struct game *game, const struct event *event);

/* Puts a turn of PLAYER on the desk that nobody chose: there was only one choice. */
void take_only_turn(struct desk *desk, uint8_t player, const struct turn *turn);

/* Taking back the last turn while nothing has followed and nothing was shown. */
enum refusal decide_undo(struct desk *desk, uint8_t player, uint32_t seen_version);
void apply_turn_undone(struct game *game, const struct event *event);

#endif
