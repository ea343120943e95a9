/*
 * Seating (rules section 1.1, steps 5 and 6): everybody turns up one of the three faction cards
 * at one instant; the lowest number is the speaker, and the seats follow the numbers. With a
 * premade map the seats wait for the home positions.
 */
#include "rules/seating.h"

#include <string.h>

#include "rules/cards.h"
#include "rules/sealed.h"

static void options(const struct game *game, uint8_t player, struct choices *ret_choices)
{
    const struct seat_cards *cards = &game->table.players[player];
    offer_one_of(cards->facedown, cards->facedown_count, ret_choices);
}

static enum refusal check_pick(const struct game *game, uint8_t player,
                               const struct sent_cards *cards)
{
    const struct seat_cards *own = &game->table.players[player];
    return check_one_of(cards, own->facedown, own->facedown_count);
}

void players_by_priority(const struct game *game, uint8_t ret_players[PLAYERS_MAX])
{
    for (uint8_t player = 0; player < game->setup.players; player++) {
        uint8_t number = catalogue_factions[game->table.players[player].priority_card].priority;
        uint8_t place = player;
        while (place > 0) {
            const struct seat_cards *before = &game->table.players[ret_players[place - 1]];
            if (catalogue_factions[before->priority_card].priority < number)
                break;
            ret_players[place] = ret_players[place - 1];
            place--;
        }
        ret_players[place] = player;
    }
}

static void close(struct game *game)
{
    for (uint8_t player = 0; player < game->setup.players; player++) {
        struct seat_cards *cards = &game->table.players[player];
        cards->priority_card = cards->seal.pick.cards[0];
        cards_remove(cards->facedown, &cards->facedown_count, cards->priority_card);
    }
    uint8_t players[PLAYERS_MAX] = {0};
    players_by_priority(game, players);
    game->table.speaker = players[0];
}

/* Decision 21: seat k has home slot k, or one turned on by chance. The last of a shuffled circle is
 * as likely one as any other. */
static void assign_homes(const struct desk *desk, uint8_t ret_homes[PLAYERS_MAX])
{
    const struct setup *setup = &desk->game.setup;
    uint16_t slots[PLAYERS_MAX];
    for (uint8_t slot = 0; slot < setup->players; slot++)
        slots[slot] = slot;
    uint16_t first = 0;
    if (setup->options.speaker_slot_random) {
        desk->dealer->shuffle(desk->dealer->context, 0, STREAM_SPEAKER_SLOT, slots, setup->players);
        first = slots[setup->players - 1];
    }
    for (uint8_t seat = 0; seat < setup->players; seat++)
        ret_homes[seat] =
            catalogue_layouts[setup->map.layout].homes[(first + seat) % setup->players];
}

void determine_seats(struct desk *desk, const uint8_t seats[PLAYERS_MAX])
{
    struct event event = {.type = EVENT_SEATS_DETERMINED, .player = PLAYER_NONE};
    event.public_part.seating.speaker = seats[0];
    memcpy(event.public_part.seating.seats, seats, PLAYERS_MAX);
    if (desk->game.setup.map.mode == MAP_BUILD)
        assign_homes(desk, event.public_part.seating.homes);
    desk_emit(desk, &event);
}

static void finished(struct desk *desk)
{
    if (desk->game.setup.map.mode == MAP_PREMADE)
        return;
    uint8_t players[PLAYERS_MAX] = {0};
    players_by_priority(&desk->game, players);
    determine_seats(desk, players);
}

const struct step_rules seating_rules = {
    .id = "seating",
    .sealed = true,
    .reveals = true,
    .takes_part = everybody_takes_part,
    .options = options,
    .check_pick = check_pick,
    .close = close,
    .finished = finished,
};
