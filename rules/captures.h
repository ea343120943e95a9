/*
 * Capturing units and returning them (rules section 7.3, both tables). Used inside the rules core
 * only.
 */
#ifndef RULES_CAPTURES_H
#define RULES_CAPTURES_H

#include "rules/steps.h"

enum refusal check_capture(const struct game *game, const struct unit_capture *capture);
enum refusal decide_capture(struct desk *desk, const struct command *command);
void apply_unit_captured(struct game *game, const struct unit_capture *capture);

/* By an ability of the captor or, when the owner asks, by a blockade. */
enum refusal decide_return(struct desk *desk, const struct command *command);
/* Whether all these units lie on the captor's sheet. */
bool are_captured(const struct game *game, const struct unit_return *returned);
void apply_unit_returned(struct game *game, const struct unit_return *returned);

/* Puts a return that follows by itself on the desk: of UNITS, ships and mechs of OWNER, of all that
 * OWNER has on CAPTOR's sheet, of all tokens when the captor is eliminated. When there is nothing
 * to return nothing is. */
void return_units(struct desk *desk, uint8_t captor, uint8_t owner, enum return_cause cause,
                  const uint8_t units[UNITS]);
void return_all(struct desk *desk, uint8_t captor, uint8_t owner, enum return_cause cause);
void return_tokens(struct desk *desk, uint8_t captor);

#endif
