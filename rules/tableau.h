/*
 * Spliced cards in play before the players (rules section 7.1). Used inside the rules core only.
 */
#ifndef RULES_TABLEAU_H
#define RULES_TABLEAU_H

#include "rules/steps.h"

/* Lays a card, or a technology of the King, before a player; genomes enter ready. */
void tableau_add(struct tableau *tableau, uint16_t card);

/* Every genome of every player is readied, and the next round begins. */
enum refusal decide_status_phase(struct desk *desk);
void apply_status_phase(struct game *game, const struct event *event);

#endif
