/*
 * The faction draft (rules section 1.1, steps 1 to 4): three cards each, keep one face down and
 * pass the rest to the left, twice; the last card comes by itself.
 */
#include "rules/cards.h"
#include "rules/passing.h"
#include "rules/sealed.h"

enum { CARDS_EACH = 3, LAST_ROUND = 2 };

static void deal(const struct desk *desk, uint8_t round, struct event *opening)
{
    if (round != 1)
        return;
    struct deal *dealt = &opening->private_part.deal;
    const struct table *table = &desk->game.table;
    dealt->factions = table->factions;
    desk->dealer->shuffle(desk->dealer->context, table->epoch, STREAM_FACTIONS,
                          dealt->factions.cards, dealt->factions.count);
    for (uint8_t place = 0; place < desk->game.setup.players; place++) {
        uint8_t player = table->order[place];
        pile_deal(&dealt->factions, CARDS_EACH, dealt->hands[player], &dealt->hand_count[player]);
    }
}

/* The third hand is a single card. */
static bool takes_part(const struct game *game, uint8_t player)
{
    return game->table.players[player].hand_count > 1;
}

static void options(const struct game *game, uint8_t player, struct choices *ret_choices)
{
    const struct seat_cards *cards = &game->table.players[player];
    offer_one_of(cards->hand, cards->hand_count, ret_choices);
}

static enum refusal check_pick(const struct game *game, uint8_t player,
                               const struct sent_cards *cards)
{
    const struct seat_cards *own = &game->table.players[player];
    return check_one_of(cards, own->hand, own->hand_count);
}

static void close(struct game *game)
{
    for (uint8_t player = 0; player < game->setup.players; player++) {
        struct seat_cards *cards = &game->table.players[player];
        if (cards->round <= LAST_ROUND || cards->hands == 0)
            continue;
        cards_add(cards->facedown, &cards->facedown_count, cards->hand[0]);
        clear_hands(cards);
    }
}

static uint8_t next_round(const struct game *game)
{
    uint8_t round = lowest_round(game);
    return round <= LAST_ROUND ? round : 0;
}

const struct step_rules faction_draft_rules = {
    .id = "faction_draft",
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
