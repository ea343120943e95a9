/*
 * Defaults: the choice that the dealer makes for a player who is absent. Used inside the rules core
 * only.
 */
#ifndef RULES_DEFAULTS_H
#define RULES_DEFAULTS_H

#include "rules/steps.h"

/* Chooses for PLAYER, who is waited for, by chance among the legal choices, and goes on as if the
 * player had: with a pick that the dealer seals, or with a turn, both marked automatic. A withheld
 * commitment that should have been opened by now becomes void first. */
enum refusal decide_default(struct desk *desk, uint8_t player);

#endif
