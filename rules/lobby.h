/*
 * Before, around and after the steps: creating, joining, starting, pausing, abandoning,
 * inviting anew. Used inside the rules core only.
 */
#ifndef RULES_LOBBY_H
#define RULES_LOBBY_H

#include "rules/steps.h"

enum refusal decide_create(struct desk *desk, const struct setup *setup);
enum refusal decide_join(struct desk *desk, uint8_t player);
enum refusal decide_start(struct desk *desk);
enum refusal decide_pause(struct desk *desk, bool automatic);
enum refusal decide_resume(struct desk *desk);
enum refusal decide_abandon(struct desk *desk);
enum refusal decide_reinvite(struct desk *desk, uint8_t player);

/* Whether a game of SETUP, in which a map to be built has its layout, can be played. */
enum refusal check_setup(const struct setup *setup);

bool all_joined(const struct game *game);

void apply_game_created(struct game *game, const struct event *event);
void apply_game_started(struct game *game, const struct event *event);

/* The cards of the faction deck, ascending. False when they are inconsistent: one twice. */
bool faction_deck(const struct options *options, struct pile *ret_pile);

#endif
