/*
 * Gaining, losing and using spliced cards in play (rules section 7.1), and the status phase. Used
 * inside the rules core only.
 */
#ifndef RULES_SPLICED_CARDS_H
#define RULES_SPLICED_CARDS_H

#include "rules/steps.h"

/* Whether CARD is a spliced one that lies face down in its deck. */
bool lies_in_deck(const struct table *table, uint16_t card);

enum refusal decide_gain(struct desk *desk, const struct command *command);
enum refusal decide_lose(struct desk *desk, const struct command *command);
enum refusal decide_keep(struct desk *desk, const struct command *command);
enum refusal decide_exhaust(struct desk *desk, const struct command *command);
enum refusal decide_status_phase(struct desk *desk);

void apply_cards_gained(struct game *game, const struct cards_moved *cards);
void apply_card_lost(struct game *game, const struct cards_moved *cards);
void apply_card_kept(struct game *game, const struct cards_moved *cards);
void apply_genome_exhausted(struct game *game, const struct cards_moved *cards);
void apply_status_phase(struct game *game, uint32_t round);

/* Before whom the genome lies that COMMAND exhausts: a player uses the own ones alone.
 * PLAYER_NONE: it lies nowhere. */
uint8_t genome_user(const struct game *game, const struct command *command);

#endif
