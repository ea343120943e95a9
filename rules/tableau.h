/*
 * Tableaus: the spliced cards that lie in play before a player (rules section 7.1). Used inside
 * the rules core only.
 */
#ifndef RULES_TABLEAU_H
#define RULES_TABLEAU_H

#include "rules/steps.h"

/* Lays a card, or a technology of the King, before a player; genomes enter ready. */
void tableau_add(struct tableau *tableau, uint16_t card);

bool tableau_has(const struct tableau *tableau, uint16_t card);

/* Takes a card away, keeping the order of the others. */
void tableau_remove(struct tableau *tableau, uint16_t card);

/* The unit upgrades of PLAYER that share CARD's slot, in the order in which they came, when one
 * of them has to be chosen; 0 of them when CARD is none of these. Mech upgrades can lie together.
 * RET_CARDS has UPGRADES_MAX entries. */
uint8_t conflicting_upgrades(const struct game *game, uint8_t player, uint16_t card,
                             uint16_t *ret_cards);

/* How many slots of PLAYER hold several unit upgrades of which one has to be chosen. The
 * eliminated choose no more. */
unsigned slots_in_conflict(const struct game *game, uint8_t player);

/* All cards among which PLAYER has to choose, in the ASCII order of their ids. */
void keep_options(const struct game *game, uint8_t player, struct choices *ret_choices);

#endif
