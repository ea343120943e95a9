/*
 * Lists of cards: hands, face-down cards and piles are arrays with a count, and these few
 * functions are all that is done to them. Used inside the rules core only.
 */
#ifndef RULES_CARDS_H
#define RULES_CARDS_H

#include "rules/game.h"

bool cards_contain(const uint16_t *cards, uint8_t count, uint16_t card);

/* Takes CARD out, keeping the order of the others. CARD must be there. */
void cards_remove(uint16_t *cards, uint8_t *count, uint16_t card);

void cards_add(uint16_t *cards, uint8_t *count, uint16_t card);

/* Into the ASCII order of their ids, whatever their kinds. */
void cards_sort(uint16_t *cards, uint8_t count);

uint8_t cards_of_kind(const uint16_t *cards, uint8_t count, enum card_kind kind);

/* All cards of a kind that are used with or without Prophecy of Kings, ascending. */
struct pile pile_of_kind(enum card_kind kind, bool pok);

/* How many those are. */
uint8_t count_of_kind(enum card_kind kind, bool pok);

/* The face-down deck of a kind; NULL for the technologies of the Kings, which have none. */
struct pile *deck_of(struct table *table, enum card_kind kind);
const struct pile *deck_in(const struct table *table, enum card_kind kind);

/* Lays a card under its deck, to be shuffled in. */
void deck_put_back(struct table *table, uint16_t card);

/* Takes COUNT cards off the top of PILE and adds them to a list. The pile must have as many. */
void pile_deal(struct pile *pile, uint8_t count, uint16_t *cards, uint8_t *cards_count);

#endif
