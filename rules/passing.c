#include "rules/passing.h"

#include <string.h>

#include "rules/sealed.h"

/* The place of the neighbour of the player at PLACE of a circle of PLAYERS. */
static uint8_t neighbour(uint8_t place, uint8_t players, enum direction direction)
{
    return (uint8_t)((direction == PASS_LEFT ? place + 1 : place + players - 1) % players);
}

bool passing_of(const struct game *game, uint8_t player, enum direction *ret_direction,
                uint8_t *ret_to, uint8_t *ret_from)
{
    const struct step_rules *rules = open_rules(game);
    if (rules == NULL || !rules->passes)
        return false;
    uint8_t players = game->setup.players;
    bool draft = game->table.step == STEP_FACTION_DRAFT;
    const uint8_t *circle = draft ? game->table.order : game->table.seats;
    enum direction direction = draft ? PASS_LEFT : PASS_RIGHT;
    uint8_t place = 0;
    while (circle[place] != player)
        place++;
    *ret_direction = direction;
    *ret_to = circle[neighbour(place, players, direction)];
    *ret_from = circle[neighbour(place, players, direction == PASS_LEFT ? PASS_RIGHT : PASS_LEFT)];
    return true;
}

bool passes_at_once(const struct game *game)
{
    const struct step_rules *rules = open_rules(game);
    return rules != NULL && rules->passes && game->setup.options.passing_pipelined;
}

uint8_t lowest_round(const struct game *game)
{
    uint8_t lowest = game->table.players[0].round;
    for (uint8_t player = 1; player < game->setup.players; player++) {
        if (game->table.players[player].round < lowest)
            lowest = game->table.players[player].round;
    }
    return lowest;
}

static void take_up(struct seat_cards *cards, const struct hand *hand)
{
    cards->hand_count = hand->count;
    memcpy(cards->hand, hand->cards, sizeof cards->hand);
}

/* Takes the hand away that the player has; the one behind it is taken up. */
static struct hand put_down(struct seat_cards *cards)
{
    struct hand hand = {.count = cards->hand_count};
    memcpy(hand.cards, cards->hand, hand.count * sizeof *hand.cards);
    take_up(cards, &cards->queue[0]);
    memmove(cards->queue, cards->queue + 1, sizeof cards->queue - sizeof *cards->queue);
    cards->queue[PLAYERS_MAX - 2] = (struct hand){0};
    cards->hands--;
    return hand;
}

static void receive(struct seat_cards *cards, const struct hand *hand)
{
    if (cards->hands == 0)
        take_up(cards, hand);
    else
        cards->queue[cards->hands - 1] = *hand;
    cards->hands++;
}

static void pass_hand(struct game *game, uint8_t player)
{
    enum direction direction;
    uint8_t to, from;
    struct seat_cards *cards = &game->table.players[player];
    if (cards->hands == 0 || !passing_of(game, player, &direction, &to, &from))
        return;
    keep_sealed_card(cards);
    struct hand hand = put_down(cards);
    receive(&game->table.players[to], &hand);
    cards->round++;
}

/* One after the other comes to the same as all at once: a hand that arrives early waits behind
 * the one that its receiver has yet to pass. */
void pass_all_hands(struct game *game)
{
    for (uint8_t player = 0; player < game->setup.players; player++)
        pass_hand(game, player);
}

void apply_hand_passed(struct game *game, const struct event *event)
{
    const struct step_rules *rules = rules_of(game->table.step);
    seal_to_past(game, event->player);
    pass_hand(game, event->player);
    game->table.players[event->player].seal = (struct seal){0};
    game->table.players[event->player].commits = 0;
    if (rules->close != NULL)
        rules->close(game);
}

void clear_hands(struct seat_cards *cards)
{
    cards->hands = 0;
    cards->hand_count = 0;
    memset(cards->hand, 0, sizeof cards->hand);
    memset(cards->queue, 0, sizeof cards->queue);
}
