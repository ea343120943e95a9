#include "rules/fits_deal.h"

#include "rules/cards.h"
#include "rules/layout.h"
#include "rules/lobby.h"
#include "rules/steps.h"

enum { ITEMS_MAX = 256, FACTIONS_EACH = 3 };

/* Cards, or tiles, that have not been found yet. */
struct missing {
    bool is[ITEMS_MAX];
    unsigned count;
};

static void miss(struct missing *missing, const uint16_t *items, uint8_t count)
{
    for (uint8_t i = 0; i < count; i++)
        missing->is[items[i]] = true;
    missing->count += count;
}

/* False when one of them is not missing, or not any more. */
static bool find(struct missing *missing, const uint16_t *items, uint8_t count)
{
    for (uint8_t i = 0; i < count; i++) {
        if (items[i] >= ITEMS_MAX || !missing->is[items[i]])
            return false;
        missing->is[items[i]] = false;
        missing->count--;
    }
    return true;
}

static bool deals_hands(const struct deal *deal)
{
    unsigned cards = 0;
    for (size_t player = 0; player < PLAYERS_MAX; player++)
        cards += deal->hand_count[player];
    return cards > 0;
}

static bool deals_tiles(const struct deal *deal)
{
    unsigned tiles = 0;
    for (size_t player = 0; player < PLAYERS_MAX; player++)
        tiles += deal->tiles[player].count;
    return tiles > 0;
}

static bool deals_spliced(const struct deal *deal)
{
    return deal->abilities.count + deal->upgrades.count + deal->genomes.count > 0;
}

/* Hands out of what is missing, all of the same size; for players who are not in the game none. */
static bool find_hands(struct missing *missing, const struct deal *deal, uint8_t players,
                       uint8_t each)
{
    for (uint8_t player = 0; player < PLAYERS_MAX; player++) {
        if (deal->hand_count[player] != (player < players ? each : 0) ||
            !find(missing, deal->hands[player], deal->hand_count[player]))
            return false;
    }
    return true;
}

static bool fits_faction_deal(const struct game *game, const struct deal *deal)
{
    struct pile deck;
    struct missing missing = {0};
    (void)faction_deck(&game->setup.options, &deck);
    miss(&missing, deck.cards, deck.count);
    return !deals_spliced(deal) && !deals_tiles(deal) &&
           find_hands(&missing, deal, game->setup.players, FACTIONS_EACH) &&
           find(&missing, deal->factions.cards, deal->factions.count) && missing.count == 0;
}

static bool hands_are_mixed(const struct game *game, const struct deal *deal)
{
    for (uint8_t player = 0; player < game->setup.players; player++) {
        for (enum card_kind kind = CARD_ABILITY; kind <= CARD_GENOME; kind++) {
            if (cards_of_kind(deal->hands[player], deal->hand_count[player], kind) !=
                splice_hand[kind])
                return false;
        }
    }
    return true;
}

static bool fits_splice_deal(const struct game *game, const struct deal *deal)
{
    struct missing missing = {0};
    for (enum card_kind kind = CARD_ABILITY; kind <= CARD_GENOME; kind++) {
        struct pile deck = pile_of_kind(kind, game->setup.options.pok);
        miss(&missing, deck.cards, deck.count);
    }
    return deal->factions.count == 0 && !deals_tiles(deal) &&
           find_hands(&missing, deal, game->setup.players, HAND_MAX) &&
           hands_are_mixed(game, deal) &&
           find(&missing, deal->abilities.cards, deal->abilities.count) &&
           find(&missing, deal->upgrades.cards, deal->upgrades.count) &&
           find(&missing, deal->genomes.cards, deal->genomes.count) && missing.count == 0;
}

static void miss_tiles(struct missing *missing, bool pok)
{
    for (uint16_t tile = 0; tile < catalogue_tile_count; tile++) {
        const struct tile *row = &catalogue_tiles[tile];
        if (row->dealt && (pok || row->expansion != EXPANSION_POK))
            miss(missing, &tile, 1);
    }
}

static bool fits_tile_deal(const struct game *game, const struct event *opening)
{
    struct missing missing = {0};
    const struct deal *deal = &opening->private_part.deal;
    const struct tile_hand *extra = &opening->public_part.extra_tiles;
    const struct layout *layout = &catalogue_layouts[game->setup.map.layout];
    miss_tiles(&missing, game->setup.options.pok);
    for (uint8_t player = 0; player < PLAYERS_MAX; player++) {
        const struct tile_hand *hand = &deal->tiles[player];
        bool plays = player < game->setup.players;
        if (hand->count != (plays ? layout_hand_size(game->setup.map.layout) : 0) ||
            !find(&missing, hand->tiles, hand->count))
            return false;
    }
    return deal->factions.count == 0 && !deals_spliced(deal) && !deals_hands(deal) &&
           extra->count == layout->extra_blue + layout->extra_red &&
           find(&missing, extra->tiles, extra->count);
}

bool fits_deal(const struct game *game, const struct event *opening)
{
    const struct deal *deal = &opening->private_part.deal;
    bool first = opening->public_part.round == 1;
    switch (opening->public_part.step) {
    case STEP_FACTION_DRAFT:
        if (first)
            return fits_faction_deal(game, deal);
        break;
    case STEP_SPLICE:
        if (first)
            return fits_splice_deal(game, deal);
        break;
    case STEP_GALAXY:
        return fits_tile_deal(game, opening);
    default:
        break;
    }
    return deal->factions.count == 0 && !deals_spliced(deal) && !deals_hands(deal) &&
           !deals_tiles(deal);
}

static bool is_shuffled(const struct pile *before, const struct pile *after)
{
    struct missing missing = {0};
    miss(&missing, before->cards, before->count);
    return find(&missing, after->cards, after->count) && missing.count == 0;
}

bool fits_shuffle(const struct table *table, const struct deal *deal)
{
    return !deals_hands(deal) && !deals_tiles(deal) &&
           is_shuffled(&table->factions, &deal->factions) &&
           is_shuffled(&table->abilities, &deal->abilities) &&
           is_shuffled(&table->upgrades, &deal->upgrades) &&
           is_shuffled(&table->genomes, &deal->genomes);
}
