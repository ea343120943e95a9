#include "rules/tableau.h"

#include "rules/cards.h"

void tableau_add(struct tableau *tableau, uint16_t card)
{
    switch (card_kind_of(card)) {
    case CARD_ABILITY:
        cards_add(tableau->abilities, &tableau->ability_count, card);
        break;
    case CARD_UNIT_UPGRADE:
        cards_add(tableau->upgrades, &tableau->upgrade_count, card);
        break;
    case CARD_GENOME:
        tableau->exhausted[tableau->genome_count] = false;
        cards_add(tableau->genomes, &tableau->genome_count, card);
        break;
    case CARD_KING_TECHNOLOGY:
        cards_add(tableau->technologies, &tableau->technology_count, card);
        break;
    case CARD_FACTION:
    case CARD_KINDS:
        break;
    }
}

bool tableau_has(const struct tableau *tableau, uint16_t card)
{
    return cards_contain(tableau->abilities, tableau->ability_count, card) ||
           cards_contain(tableau->upgrades, tableau->upgrade_count, card) ||
           cards_contain(tableau->genomes, tableau->genome_count, card) ||
           cards_contain(tableau->technologies, tableau->technology_count, card);
}

static void remove_genome(struct tableau *tableau, uint16_t card)
{
    uint8_t kept = 0;
    for (uint8_t i = 0; i < tableau->genome_count; i++) {
        if (tableau->genomes[i] != card)
            tableau->exhausted[kept++] = tableau->exhausted[i];
    }
    cards_remove(tableau->genomes, &tableau->genome_count, card);
}

void tableau_remove(struct tableau *tableau, uint16_t card)
{
    cards_remove(tableau->abilities, &tableau->ability_count, card);
    cards_remove(tableau->upgrades, &tableau->upgrade_count, card);
    remove_genome(tableau, card);
    cards_remove(tableau->technologies, &tableau->technology_count, card);
}

uint8_t conflicting_upgrades(const struct game *game, uint8_t player, uint16_t card,
                             uint16_t *ret_cards)
{
    const struct seat_cards *cards = &game->table.players[player];
    const struct tableau *tableau = &cards->tableau;
    if (cards->eliminated || !cards_contain(tableau->upgrades, tableau->upgrade_count, card))
        return 0;
    enum unit slot = catalogue_cards[card].slot;
    if (slot == UNIT_MECH)
        return 0;
    uint8_t count = 0;
    for (uint8_t i = 0; i < tableau->upgrade_count; i++) {
        if (catalogue_cards[tableau->upgrades[i]].slot == slot)
            cards_add(ret_cards, &count, tableau->upgrades[i]);
    }
    return count > 1 ? count : 0;
}

unsigned slots_in_conflict(const struct game *game, uint8_t player)
{
    const struct seat_cards *cards = &game->table.players[player];
    uint8_t upgrades[UNITS] = {0};
    unsigned slots = 0;
    for (uint8_t i = 0; i < cards->tableau.upgrade_count && !cards->eliminated; i++) {
        enum unit slot = catalogue_cards[cards->tableau.upgrades[i]].slot;
        if (slot != UNIT_MECH && ++upgrades[slot] == 2)
            slots++;
    }
    return slots;
}

void keep_options(const struct game *game, uint8_t player, struct choices *ret_choices)
{
    const struct tableau *tableau = &game->table.players[player].tableau;
    uint16_t together[UPGRADES_MAX];
    for (uint8_t i = 0; i < tableau->upgrade_count; i++) {
        if (conflicting_upgrades(game, player, tableau->upgrades[i], together) > 0)
            cards_add(ret_choices->options, &ret_choices->count, tableau->upgrades[i]);
    }
    cards_sort(ret_choices->options, ret_choices->count);
    ret_choices->choose[0] = 1;
}
