#include "rules/cards.h"

#include <string.h>

bool cards_contain(const uint16_t *cards, uint8_t count, uint16_t card)
{
    for (uint8_t i = 0; i < count; i++) {
        if (cards[i] == card)
            return true;
    }
    return false;
}

void cards_remove(uint16_t *cards, uint8_t *count, uint16_t card)
{
    uint8_t kept = 0;
    for (uint8_t i = 0; i < *count; i++) {
        if (cards[i] != card)
            cards[kept++] = cards[i];
    }
    *count = kept;
}

void cards_add(uint16_t *cards, uint8_t *count, uint16_t card)
{
    cards[*count] = card;
    (*count)++;
}

void cards_sort(uint16_t *cards, uint8_t count)
{
    for (uint8_t i = 1; i < count; i++) {
        uint16_t card = cards[i];
        uint8_t place = i;
        while (place > 0 &&
               catalogue_cards[cards[place - 1]].ascii_rank > catalogue_cards[card].ascii_rank) {
            cards[place] = cards[place - 1];
            place--;
        }
        cards[place] = card;
    }
}

uint8_t cards_of_kind(const uint16_t *cards, uint8_t count, enum card_kind kind)
{
    uint8_t found = 0;
    for (uint8_t i = 0; i < count; i++) {
        if (card_kind_of(cards[i]) == kind)
            found++;
    }
    return found;
}

struct pile pile_of_kind(enum card_kind kind, bool pok)
{
    struct pile pile = {0};
    for (uint16_t card = catalogue_first_card[kind]; card < catalogue_first_card[kind + 1];
         card++) {
        if (pok || !catalogue_cards[card].needs_pok)
            cards_add(pile.cards, &pile.count, card);
    }
    return pile;
}

uint8_t count_of_kind(enum card_kind kind, bool pok)
{
    uint8_t count = 0;
    if (pok)
        return (uint8_t)(catalogue_first_card[kind + 1] - catalogue_first_card[kind]);
    for (uint16_t card = catalogue_first_card[kind]; card < catalogue_first_card[kind + 1]; card++)
        count = (uint8_t)(count + !catalogue_cards[card].needs_pok);
    return count;
}

const struct pile *deck_in(const struct table *table, enum card_kind kind)
{
    switch (kind) {
    case CARD_FACTION:
        return &table->factions;
    case CARD_ABILITY:
        return &table->abilities;
    case CARD_UNIT_UPGRADE:
        return &table->upgrades;
    case CARD_GENOME:
        return &table->genomes;
    case CARD_KING_TECHNOLOGY:
    case CARD_KINDS:
        break;
    }
    return NULL;
}

struct pile *deck_of(struct table *table, enum card_kind kind)
{
    return (struct pile *)deck_in(table, kind);
}

void deck_put_back(struct table *table, uint16_t card)
{
    struct pile *deck = deck_of(table, card_kind_of(card));
    if (deck != NULL)
        cards_add(deck->cards, &deck->count, card);
}

void pile_deal(struct pile *pile, uint8_t count, uint16_t *cards, uint8_t *cards_count)
{
    for (uint8_t i = 0; i < count; i++)
        cards_add(cards, cards_count, pile->cards[i]);
    pile->count = (uint8_t)(pile->count - count);
    memmove(pile->cards, pile->cards + count, pile->count * sizeof *pile->cards);
}
