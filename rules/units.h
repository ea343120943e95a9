/*
 * Plastic in play: what stands on the board, what is captured and what is left in the
 * reinforcements (rules section 7.3). Used inside the rules core only.
 */
#ifndef RULES_UNITS_H
#define RULES_UNITS_H

#include "rules/steps.h"

/* Pieces of a unit that one player has in this game. */
uint8_t unit_limit(const struct game *game, enum unit unit);

/* Pieces of OWNER (or OWNER_NEUTRAL) on the sheets of all players. */
unsigned units_captured(const struct game *game, uint8_t owner, enum unit unit);

/* What PLAYER could still place: the limit without what is on the board or captured. The
 * eliminated have nothing left. */
uint8_t reinforcements(const struct game *game, uint8_t player, enum unit unit);

/* The same when it is known how many of PLAYER's pieces are captured. */
uint8_t reinforcements_beside(const struct game *game, uint8_t player, enum unit unit,
                              unsigned captured);

/* A captured fighter or infantry becomes a token that is nobody's. */
bool becomes_token(enum unit unit);

enum refusal check_unit_change(const struct game *game, const struct unit_change *change);
enum refusal decide_units(struct desk *desk, const struct command *command);
void apply_unit_changed(struct game *game, const struct unit_change *change);

#endif
