/*
 * The game in play: what players do at the table after the setup (rules section 7), in what
 * order, and what follows by itself. Used inside the rules core only.
 */
#ifndef RULES_PLAY_H
#define RULES_PLAY_H

#include "rules/steps.h"

enum refusal decide_in_play(struct desk *desk, const struct command *command);
void apply_in_play(struct game *game, const struct event *event);

/* PLAYER is one of this game's and has not been eliminated. */
bool takes_part_in_play(const struct game *game, uint8_t player);

enum action waited_for_in_play(const struct game *game, uint8_t player);
void options_in_play(const struct game *game, uint8_t player, struct choices *ret_choices);
struct command choice_in_play(const struct choices *choices, uint8_t player, size_t index);

/* An event that PLAYER (PLAYER_NONE: the host) brings about, or one that follows by itself. */
struct event table_event(enum event_type type, uint8_t player);
struct event automatic_event(enum event_type type);

#endif
