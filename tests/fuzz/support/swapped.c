#include "tests/fuzz/support/swapped.h"

#include "rules/cards.h"

static bool either(const struct swap *swap, const uint16_t *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (items[i] == swap->one || items[i] == swap->other)
            return true;
    return false;
}

static bool lies_open(const struct game *game, const struct swap *swap)
{
    for (uint8_t player = 0; player < game->setup.players; player++) {
        const struct seat_cards *cards = &game->table.players[player];
        const uint16_t open[] = {cards->priority_card, cards->home_card, cards->home_faction,
                                 cards->starting_card};
        if (either(swap, open, sizeof open / sizeof *open))
            return true;
    }
    return false;
}

/* What lies hidden before a player: COUNT cards, those in hand first. */
static uint8_t hidden_cards(const struct seat_cards *cards, uint16_t ret_cards[2 * HAND_MAX])
{
    uint8_t count = 0;
    for (uint8_t i = 0; i < cards->hand_count; i++)
        ret_cards[count++] = cards->hand[i];
    for (uint8_t i = 0; i < cards->facedown_count; i++)
        ret_cards[count++] = cards->facedown[i];
    return count;
}

static const struct pile *pile_behind(const struct table *table, enum card_kind kind)
{
    switch (kind) {
    case CARD_ABILITY:
        return &table->abilities;
    case CARD_UNIT_UPGRADE:
        return &table->upgrades;
    case CARD_GENOME:
        return &table->genomes;
    default:
        return &table->factions;
    }
}

static bool find_cards(const struct game *game, uint8_t player, uint8_t index, uint8_t other,
                       struct swap *swap)
{
    uint16_t cards[2 * HAND_MAX];
    uint8_t count = hidden_cards(&game->table.players[player], cards);
    if (count == 0)
        return false;
    swap->one = cards[index % count];
    const struct pile *pile = pile_behind(&game->table, card_kind_of(swap->one));
    if (pile->count == 0)
        return false;
    swap->other = pile->cards[other % pile->count];
    return !lies_open(game, swap);
}

/* Two tiles with the same back, in the hands of two players. */
static bool find_tiles(const struct game *game, uint8_t player, uint8_t index, uint8_t other,
                       struct swap *swap)
{
    const struct tile_hand *own = &game->table.players[player].tiles;
    uint8_t neighbour = (uint8_t)(player + 1) % game->setup.players;
    const struct tile_hand *theirs = &game->table.players[neighbour].tiles;
    if (own->count == 0 || theirs->count == 0 || game->setup.options.open_tile_hands)
        return false;
    swap->one = own->tiles[index % own->count];
    swap->other = theirs->tiles[other % theirs->count];
    return catalogue_tiles[swap->one].kind == catalogue_tiles[swap->other].kind;
}

bool swap_find(const struct game *game, uint8_t player, uint8_t index, uint8_t other,
               struct swap *ret_swap)
{
    *ret_swap = (struct swap){.tiles = game->table.step == STEP_GALAXY};
    if (game->table.stage != STAGE_SETUP)
        return false;
    return ret_swap->tiles ? find_tiles(game, player, index, other, ret_swap)
                           : find_cards(game, player, index, other, ret_swap);
}

static void turn_items(const struct swap *swap, uint16_t *items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (items[i] == swap->one)
            items[i] = swap->other;
        else if (items[i] == swap->other)
            items[i] = swap->one;
    }
}

/* Hands and picks are kept in the order of the cards. */
static void turn_sorted(const struct swap *swap, uint16_t *cards, uint8_t count)
{
    if (!either(swap, cards, count))
        return;
    turn_items(swap, cards, count);
    cards_sort(cards, count);
}

static void turn_seat(const struct swap *swap, struct seat_cards *cards)
{
    if (swap->tiles) {
        turn_items(swap, cards->tiles.tiles, cards->tiles.count);
        return;
    }
    turn_sorted(swap, cards->hand, cards->hand_count);
    turn_sorted(swap, cards->facedown, cards->facedown_count);
    for (size_t i = 0; i < PLAYERS_MAX - 1; i++)
        turn_sorted(swap, cards->queue[i].cards, cards->queue[i].count);
    turn_sorted(swap, cards->seal.pick.cards, cards->seal.pick.count);
}

static void turn_table(const struct swap *swap, struct table *table)
{
    for (size_t player = 0; player < PLAYERS_MAX; player++)
        turn_seat(swap, &table->players[player]);
    if (swap->tiles)
        return;
    struct pile *const piles[] = {&table->factions, &table->abilities, &table->upgrades,
                                  &table->genomes};
    for (size_t i = 0; i < sizeof piles / sizeof piles[0]; i++)
        turn_items(swap, piles[i]->cards, piles[i]->count);
}

void swap_make(struct game *game, const struct swap *swap)
{
    turn_table(swap, &game->table);
    turn_table(swap, &game->undo.before);
    for (size_t player = 0; !swap->tiles && player < PLAYERS_MAX; player++) {
        for (uint8_t i = 0; i < game->past_count[player]; i++) {
            struct past_pick *past = &game->past[player][i];
            turn_sorted(swap, past->hand, past->hand_count);
            turn_sorted(swap, past->pick.cards, past->pick.count);
        }
    }
}

bool swap_concerns(const struct game *game, const struct swap *swap, uint8_t player)
{
    const struct seat_cards *cards = &game->table.players[player];
    if (swap->tiles)
        return either(swap, cards->tiles.tiles, cards->tiles.count);
    if (either(swap, cards->hand, cards->hand_count) ||
        either(swap, cards->facedown, cards->facedown_count) ||
        either(swap, cards->seal.pick.cards, cards->seal.pick.count))
        return true;
    for (uint8_t i = 0; i < game->past_count[player]; i++)
        if (either(swap, game->past[player][i].hand, game->past[player][i].hand_count))
            return true;
    return false;
}
