/*
 * The inaugural splice (rules section 6): hands of three abilities, two unit upgrades and two
 * genomes; keep one card face down and pass the rest to the right, until everybody has as many
 * of each kind. Whoever can keep no card of the hand just passes it on.
 */
#include "rules/cards.h"
#include "rules/passing.h"
#include "rules/sealed.h"

const uint8_t splice_hand[CARD_KINDS] = {
    [CARD_ABILITY] = 3, [CARD_UNIT_UPGRADE] = 2, [CARD_GENOME] = 2};

static bool may_keep(const struct seat_cards *cards, uint16_t card)
{
    enum card_kind kind = card_kind_of(card);
    return cards_of_kind(cards->facedown, cards->facedown_count, kind) < splice_hand[kind];
}

static bool takes_part(const struct game *game, uint8_t player)
{
    const struct seat_cards *cards = &game->table.players[player];
    for (uint8_t i = 0; i < cards->hand_count; i++) {
        if (may_keep(cards, cards->hand[i]))
            return true;
    }
    return false;
}

static struct pile shuffled(const struct desk *desk, enum card_kind kind, enum stream stream)
{
    struct pile pile = pile_of_kind(kind, desk->game.setup.options.pok);
    desk->dealer->shuffle(desk->dealer->context, desk->game.table.epoch, stream, pile.cards,
                          pile.count);
    return pile;
}

static void deal(const struct desk *desk, uint8_t round, struct event *opening)
{
    if (round != 1)
        return;
    struct deal *dealt = &opening->private_part.deal;
    dealt->abilities = shuffled(desk, CARD_ABILITY, STREAM_ABILITIES);
    dealt->upgrades = shuffled(desk, CARD_UNIT_UPGRADE, STREAM_UNIT_UPGRADES);
    dealt->genomes = shuffled(desk, CARD_GENOME, STREAM_GENOMES);
    for (uint8_t seat = 0; seat < desk->game.setup.players; seat++) {
        uint8_t player = desk->game.table.seats[seat];
        uint16_t *hand = dealt->hands[player];
        uint8_t *count = &dealt->hand_count[player];
        pile_deal(&dealt->abilities, splice_hand[CARD_ABILITY], hand, count);
        pile_deal(&dealt->upgrades, splice_hand[CARD_UNIT_UPGRADE], hand, count);
        pile_deal(&dealt->genomes, splice_hand[CARD_GENOME], hand, count);
    }
}

static void options(const struct game *game, uint8_t player, struct choices *ret_choices)
{
    const struct seat_cards *cards = &game->table.players[player];
    for (uint8_t i = 0; i < cards->hand_count; i++) {
        if (may_keep(cards, cards->hand[i]))
            cards_add(ret_choices->options, &ret_choices->count, cards->hand[i]);
    }
    cards_sort(ret_choices->options, ret_choices->count);
    ret_choices->choose[0] = 1;
}

static enum refusal check_pick(const struct game *game, uint8_t player,
                               const struct sent_cards *cards)
{
    if (cards->count == 0)
        return REFUSED_MUST_CHOOSE;
    const struct seat_cards *own = &game->table.players[player];
    enum refusal refusal = check_one_of(cards, own->hand, own->hand_count);
    if (refusal != ACCEPTED)
        return refusal;
    return may_keep(own, cards->cards[0]) ? ACCEPTED : REFUSED_TYPE_FULL;
}

/* Then no hand holds a card any more: for each kind the cards left in the hands are those that
 * are still missing. */
static bool complete(const struct game *game)
{
    for (uint8_t player = 0; player < game->setup.players; player++) {
        if (game->table.players[player].facedown_count < HAND_MAX)
            return false;
    }
    return true;
}

static void close(struct game *game)
{
    for (uint8_t player = 0; complete(game) && player < game->setup.players; player++)
        clear_hands(&game->table.players[player]);
}

static uint8_t next_round(const struct game *game)
{
    return complete(game) ? 0 : (uint8_t)(game->table.round + 1);
}

const struct step_rules splice_rules = {
    .id = "splice",
    .sealed = true,
    .rounds = true,
    .passes = true,
    .deal = deal,
    .takes_part = takes_part,
    .options = options,
    .check_pick = check_pick,
    .close = close,
    .next_round = next_round,
};
