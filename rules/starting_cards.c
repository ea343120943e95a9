/*
 * Starting cards (rules section 1.1, steps 15 and 16): each player keeps two abilities, one unit
 * upgrade and one genome of the seven spliced cards; the others go back into their decks, unseen,
 * and the kept ones are revealed together. With the switch inaugural_faction_tech technologies of
 * the own King may take the place of kept cards (decision 44). Then the setup, and with it its
 * epoch, is over.
 */
#include "rules/cards.h"
#include "rules/epochs.h"
#include "rules/sealed.h"
#include "rules/tableau.h"

static const uint8_t kept[CARD_KINDS] = {
    [CARD_ABILITY] = 2, [CARD_UNIT_UPGRADE] = 1, [CARD_GENOME] = 1};

static void options(const struct game *game, uint8_t player, struct choices *ret_choices)
{
    const struct seat_cards *cards = &game->table.players[player];
    for (uint8_t i = 0; i < cards->facedown_count; i++)
        cards_add(ret_choices->options, &ret_choices->count, cards->facedown[i]);
    if (game->setup.options.inaugural_faction_tech) {
        struct pile technologies = pile_of_kind(CARD_KING_TECHNOLOGY, true);
        for (uint8_t i = 0; i < technologies.count; i++)
            cards_add(ret_choices->options, &ret_choices->count, technologies.cards[i]);
    }
    cards_sort(ret_choices->options, ret_choices->count);
    for (enum card_kind kind = 0; kind < CARD_KINDS; kind++)
        ret_choices->choose[kind] = kept[kind];
}

static bool available(const struct game *game, uint8_t player, uint16_t card)
{
    const struct seat_cards *own = &game->table.players[player];
    if (cards_contain(own->facedown, own->facedown_count, card))
        return true;
    return card != CARD_NONE && card_kind_of(card) == CARD_KING_TECHNOLOGY &&
           game->setup.options.inaugural_faction_tech;
}

/* Technologies may stand for any card, so no kind may be above its number; without them the
 * numbers are then met exactly, since there are four cards. */
static bool mix_is_right(const struct sent_cards *cards)
{
    for (enum card_kind kind = CARD_ABILITY; kind <= CARD_GENOME; kind++) {
        if (cards_of_kind(cards->cards, cards->count, kind) > kept[kind])
            return false;
    }
    return true;
}

static enum refusal check_pick(const struct game *game, uint8_t player,
                               const struct sent_cards *cards)
{
    enum refusal refusal = check_number(cards, PICK_MAX);
    if (refusal != ACCEPTED)
        return refusal;
    for (uint8_t i = 0; i < cards->count; i++) {
        if (!available(game, player, cards->cards[i]))
            return REFUSED_CARD_NOT_AVAILABLE;
    }
    return mix_is_right(cards) ? ACCEPTED : REFUSED_WRONG_COUNT;
}

static void close(struct game *game)
{
    for (uint8_t player = 0; player < game->setup.players; player++) {
        struct seat_cards *cards = &game->table.players[player];
        const struct pick *pick = &cards->seal.pick;
        for (uint8_t i = 0; i < cards->facedown_count; i++) {
            if (!cards_contain(pick->cards, pick->count, cards->facedown[i]))
                deck_put_back(&game->table, cards->facedown[i]);
        }
        cards->facedown_count = 0;
        for (uint8_t i = 0; i < pick->count; i++)
            tableau_add(&cards->tableau, pick->cards[i]);
    }
    game->table.stage = STAGE_PLAYING;
    game->table.step = STEP_NONE;
    game->table.round = 0;
    game->table.play_round = 1;
}

/* Of a thousand epochs this is the first: there is a next one. */
static void finished(struct desk *desk)
{
    (void)end_epoch(desk);
}

const struct step_rules starting_cards_rules = {
    .id = "starting_cards",
    .sealed = true,
    .reveals = true,
    .takes_part = everybody_takes_part,
    .options = options,
    .check_pick = check_pick,
    .close = close,
    .finished = finished,
};
