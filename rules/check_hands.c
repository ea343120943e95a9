#include "rules/check_hands.h"

#include "rules/cards.h"
#include "rules/passing.h"
#include "rules/steps.h"

static unsigned kinds_held(const struct seat_cards *cards, enum card_kind kind)
{
    unsigned held = cards_of_kind(cards->hand, cards->hand_count, kind);
    for (size_t i = 0; i < PLAYERS_MAX - 1; i++)
        held += cards_of_kind(cards->queue[i].cards, cards->queue[i].count, kind);
    return held + cards_of_kind(cards->facedown, cards->facedown_count, kind);
}

/* Rules section 6: for each kind the cards left in hands are those still missing. */
static const char *check_splice(const struct game *game)
{
    if (game->table.step != STEP_SPLICE)
        return NULL;
    for (enum card_kind kind = CARD_ABILITY; kind <= CARD_GENOME; kind++) {
        unsigned held = 0;
        for (uint8_t player = 0; player < game->setup.players; player++)
            held += kinds_held(&game->table.players[player], kind);
        if (held != (unsigned)splice_hand[kind] * game->setup.players)
            return "a splice card has left the hands without being kept";
    }
    return lowest_round(game) <= HAND_MAX * game->setup.players ? NULL
                                                                : "the splice runs without end";
}

/* Whoever passes on has done with one hand for each round before the own one, and has been passed
 * as many as the neighbour has done with. The last faction card is put down as it comes. */
static const char *check_places(const struct game *game)
{
    for (uint8_t player = 0; player < game->setup.players; player++) {
        enum direction direction;
        uint8_t to, from;
        if (!passing_of(game, player, &direction, &to, &from))
            return NULL;
        const struct seat_cards *cards = &game->table.players[player];
        bool done = game->table.step == STEP_FACTION_DRAFT && cards->facedown_count >= 2;
        if (cards->hands != (done ? 0 : 1 + game->table.players[from].round - cards->round))
            return "a hand does not lie where it was passed to";
    }
    return NULL;
}

const char *check_hands(const struct game *game)
{
    const char *fault = check_splice(game);
    return fault != NULL ? fault : check_places(game);
}
