/*
 * Invariants: what must hold after every event that ends a command. Tests ask after every
 * command, and the engine before it writes anything.
 */
#include <string.h>

#include "rules/cards.h"
#include "rules/check_hands.h"
#include "rules/check_in_play.h"
#include "rules/layout.h"
#include "rules/lobby.h"
#include "rules/steps.h"

enum { CARDS_COUNTED_MAX = 256, TILES_COUNTED_MAX = 256 };

/* How often each card of the catalogue lies anywhere. */
struct census {
    uint8_t seen[CARDS_COUNTED_MAX];
};

static void count_cards(struct census *census, const uint16_t *cards, uint8_t count)
{
    for (uint8_t i = 0; i < count; i++) {
        if (cards[i] < CARDS_COUNTED_MAX)
            census->seen[cards[i]]++;
    }
}

static void count_pile(struct census *census, const struct pile *pile)
{
    count_cards(census, pile->cards, pile->count);
}

static void count_face_up(struct census *census, const struct seat_cards *cards)
{
    count_cards(census, &cards->priority_card, cards->priority_card != CARD_NONE);
    count_cards(census, &cards->home_card, cards->home_card != CARD_NONE);
    count_cards(census, &cards->starting_card, cards->starting_card != CARD_NONE);
    if (cards->home_faction != cards->home_card)
        count_cards(census, &cards->home_faction, 1);
}

static void count_player(struct census *census, const struct game *game, uint8_t player)
{
    const struct seat_cards *cards = &game->table.players[player];
    count_cards(census, cards->hand, cards->hand_count);
    for (size_t i = 0; i < PLAYERS_MAX - 1; i++)
        count_cards(census, cards->queue[i].cards, cards->queue[i].count);
    count_cards(census, cards->facedown, cards->facedown_count);
    count_cards(census, cards->tableau.abilities, cards->tableau.ability_count);
    count_cards(census, cards->tableau.upgrades, cards->tableau.upgrade_count);
    count_cards(census, cards->tableau.genomes, cards->tableau.genome_count);
    if (!game->table.supply_prepared)
        count_face_up(census, cards);
}

static struct census take_census(const struct game *game)
{
    struct census census = {0};
    count_pile(&census, &game->table.factions);
    count_pile(&census, &game->table.abilities);
    count_pile(&census, &game->table.upgrades);
    count_pile(&census, &game->table.genomes);
    const struct open_splice *splice = &game->table.in_play.splice;
    count_cards(&census, splice->cards, splice->card_count);
    for (uint8_t player = 0; player < game->setup.players; player++)
        count_player(&census, game, player);
    return census;
}

static bool lies_once(const struct census *census, const struct pile *deck)
{
    for (uint8_t i = 0; i < deck->count; i++) {
        if (census->seen[deck->cards[i]] != 1)
            return false;
    }
    return true;
}

static unsigned total(const struct census *census)
{
    unsigned sum = 0;
    for (size_t card = 0; card < CARDS_COUNTED_MAX; card++)
        sum += census->seen[card];
    return sum;
}

static const char *check_cards(const struct game *game)
{
    struct census census = take_census(game);
    struct pile deck;
    if (!faction_deck(&game->setup.options, &deck) || !lies_once(&census, &deck))
        return "a faction card is missing or lies in two places";
    unsigned expected = deck.count;
    /* In play there is no step any more; a game that was abandoned then has its cards still. */
    bool spliced = game->table.step >= STEP_SPLICE || game->table.play_round > 0;
    for (enum card_kind kind = CARD_ABILITY; spliced && kind <= CARD_GENOME; kind++) {
        deck = pile_of_kind(kind, game->setup.options.pok);
        if (!lies_once(&census, &deck))
            return "a splice card is missing or lies in two places";
        expected += deck.count;
    }
    return total(&census) == expected ? NULL : "a card is in the game that does not belong to it";
}

static const char *check_waiting(const struct game *game)
{
    if (game->table.stage != STAGE_SETUP)
        return NULL;
    for (uint8_t player = 0; player < game->setup.players; player++) {
        if (waited_for(game, player) != ACTION_NONE)
            return NULL;
    }
    return "the game waits for nobody";
}

static const char *check_seats(const struct game *game)
{
    unsigned seated = 0;
    unsigned everybody = (1u << game->setup.players) - 1;
    for (uint8_t seat = 0; seat < game->setup.players; seat++)
        seated |= 1u << game->table.seats[seat];
    if (game->table.seated && seated != everybody)
        return "a player has no seat or two";
    if (game->table.seated && game->table.seats[0] != game->table.speaker)
        return "the speaker does not sit on the first seat";
    return NULL;
}

static bool share(const struct seat_cards *one, const struct seat_cards *other)
{
    return (one->king != KING_NONE && one->king == other->king) ||
           (one->plastic != COLOUR_NONE && one->plastic == other->plastic) ||
           (one->home_position != POSITION_NONE && one->home_position == other->home_position);
}

static const char *check_unique_choices(const struct game *game)
{
    for (uint8_t one = 0; one < game->setup.players; one++) {
        for (uint8_t other = 0; other < one; other++) {
            if (share(&game->table.players[one], &game->table.players[other]))
                return "two players have the same king, plastic or home position";
        }
    }
    return NULL;
}

/* How often each tile lies anywhere, and how many are still to be placed. */
struct tile_census {
    uint8_t seen[TILES_COUNTED_MAX];
    unsigned in_hands;
    unsigned dealt;
    unsigned open;
};

static void count_tile_hand(struct tile_census *census, const struct tile_hand *hand)
{
    for (uint8_t i = 0; i < hand->count; i++)
        census->seen[hand->tiles[i]]++;
    census->in_hands += hand->count;
    census->dealt += hand->count;
}

static struct tile_census take_tile_census(const struct game *game)
{
    struct tile_census census = {0};
    count_tile_hand(&census, &game->table.extra_tiles);
    for (uint8_t player = 0; player < game->setup.players; player++)
        count_tile_hand(&census, &game->table.players[player].tiles);
    for (uint8_t position = 0; position < POSITIONS; position++) {
        const struct position *place = &game->table.galaxy.positions[position];
        census.open += place->kind == POSITION_OPEN;
        if (place->kind != POSITION_TILE)
            continue;
        census.seen[place->tile]++;
        census.dealt += catalogue_tiles[place->tile].dealt;
    }
    return census;
}

/* Rules section 5.2: as many open positions as tiles. */
static const char *check_tiles(const struct game *game)
{
    if (game->setup.map.mode != MAP_BUILD)
        return NULL;
    struct tile_census census = take_tile_census(game);
    for (size_t tile = 0; tile < catalogue_tile_count; tile++) {
        if (census.seen[tile] > 1)
            return "a tile lies in two places";
    }
    const struct layout *layout = &catalogue_layouts[game->setup.map.layout];
    unsigned all = (unsigned)game->setup.players * layout_hand_size(game->setup.map.layout) +
                   layout->extra_blue + layout->extra_red;
    bool begun = game->table.step >= STEP_GALAXY || game->table.play_round > 0;
    if (census.dealt != (begun ? all : 0))
        return "a tile is missing, or one too many";
    return census.open == (begun ? census.in_hands : all)
               ? NULL
               : "there are not as many open positions as tiles to place";
}

const char *check(const struct game *game)
{
    if (game->setup.players < PLAYERS_MIN || game->setup.players > PLAYERS_MAX)
        return "the number of players is out of range";
    static const char *(*const checks[])(const struct game *) = {
        check_cards, check_waiting, check_seats,  check_unique_choices,
        check_tiles, check_hands,   check_in_play};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        const char *fault = checks[i](game);
        if (fault != NULL)
            return fault;
    }
    return NULL;
}
