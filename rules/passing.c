#include "rules/passing.h"

#include <string.h>

#include "rules/steps.h"

/* The place of the neighbour of the player at PLACE of a circle of PLAYERS. */
static uint8_t neighbour(uint8_t place, uint8_t players, enum direction direction)
{
    return (uint8_t)((direction == PASS_LEFT ? place + 1 : place + players - 1) % players);
}

void pass_hands(struct table *table, const uint8_t *circle, uint8_t players,
                enum direction direction)
{
    uint8_t counts[PLAYERS_MAX];
    uint16_t hands[PLAYERS_MAX][HAND_MAX];
    for (uint8_t player = 0; player < players; player++) {
        counts[player] = table->players[player].hand_count;
        memcpy(hands[player], table->players[player].hand, sizeof hands[player]);
    }
    for (uint8_t place = 0; place < players; place++) {
        struct seat_cards *receiver = &table->players[circle[neighbour(place, players, direction)]];
        receiver->hand_count = counts[circle[place]];
        memcpy(receiver->hand, hands[circle[place]], sizeof receiver->hand);
    }
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
