#include "rules/fits_setup.h"

#include <string.h>

#include "rules/fits_deal.h"
#include "rules/lobby.h"
#include "rules/passing.h"
#include "rules/sealed.h"
#include "rules/tableau.h"

bool is_circle(const struct game *game, const uint8_t players[PLAYERS_MAX])
{
    unsigned seen = 0;
    for (uint8_t place = 0; place < game->setup.players; place++) {
        if (players[place] >= game->setup.players)
            return false;
        seen |= 1u << players[place];
    }
    return seen == (1u << game->setup.players) - 1;
}

/* Whether the open round of a sealed step has closed, so that nobody picks in it any more. The
 * starting cards end the setup. */
static bool has_closed(const struct game *game)
{
    const struct step_rules *rules = open_rules(game);
    if (!rules->passes)
        return game->table.step == STEP_SEATING && game->table.speaker != PLAYER_NONE;
    return passes_at_once(game) ? rules->next_round(game) == 0
                                : lowest_round(game) > game->table.round;
}

/* What the steps before have to have left on the table. */
static bool is_prepared(const struct table *table, enum step step)
{
    return (step <= STEP_HOME_POSITIONS || table->seated) &&
           (step < STEP_SPLICE || table->supply_prepared);
}

static bool fits_opened(const struct game *game, const struct event *event)
{
    const struct step_rules *rules = open_rules(game);
    enum step step = event->public_part.step;
    uint8_t round = 0;
    if (rules != NULL && (rules->sealed ? !has_closed(game) : somebody_has_to_act(game)))
        return false;
    if (rules != NULL && rules->next_round != NULL)
        round = rules->next_round(game);
    bool follows = round > 0 ? step == game->table.step && event->public_part.round == round
                             : step == next_step(game) && event->public_part.round == 1;
    return follows && is_prepared(&game->table, step) && fits_deal(game, event);
}

static bool fits_closed(const struct game *game, const struct event *event)
{
    const struct table *table = &game->table;
    return event->public_part.step == table->step && event->public_part.round == table->round &&
           !somebody_has_to_act(game) &&
           (!open_rules(game)->sealed || has_closed(game) == passes_at_once(game));
}

/* Whether the event is about the round that its player is in. */
static bool is_of_own_round(const struct game *game, const struct event *event)
{
    const struct event_public *part = &event->public_part;
    return open_rules(game)->sealed && event->player < game->setup.players &&
           part->step == game->table.step &&
           part->round == game->table.players[event->player].round && !has_closed(game);
}

static bool may_be_picked(const struct game *game, const struct event *event)
{
    const struct pick *pick = &event->private_part.pick.pick;
    struct sent_cards cards = {.count = pick->count};
    memcpy(cards.cards, pick->cards, sizeof pick->cards);
    return open_rules(game)->check_pick(game, event->player, &cards) == ACCEPTED;
}

static bool fits_committed(const struct game *game, const struct event *event)
{
    if (!is_of_own_round(game, event) || !open_rules(game)->takes_part(game, event->player))
        return false;
    const struct seal *seal = &game->table.players[event->player].seal;
    if (seal->state != SEAL_NONE && !may_commit_again(game, event->player))
        return false;
    return event->private_part.pick.sealed_by == STORED_WITHHELD ? !passes_at_once(game)
                                                                 : may_be_picked(game, event);
}

static bool fits_pick_opened(const struct game *game, const struct event *event)
{
    return is_of_own_round(game, event) && game->table.round_closed &&
           game->table.players[event->player].seal.state == SEAL_WITHHELD &&
           may_be_picked(game, event);
}

static bool fits_void(const struct game *game, const struct event *event)
{
    if (!is_of_own_round(game, event))
        return false;
    const struct seal *seal = &game->table.players[event->player].seal;
    return seal->state == SEAL_WITHHELD &&
           memcmp(seal->commitment, event->public_part.commitment, SEAL_BYTES) == 0;
}

static bool fits_passed(const struct game *game, const struct event *event)
{
    return passes_at_once(game) && is_of_own_round(game, event) &&
           game->table.players[event->player].hands > 0 &&
           waited_for(game, event->player) == ACTION_NONE;
}

/* The last faction cards turn face up, and with that come to lie elsewhere. */
static bool fits_last_cards(const struct game *game, const struct revealed *revealed)
{
    for (uint8_t player = 0; player < game->setup.players; player++) {
        const struct seat_cards *cards = &game->table.players[player];
        if (cards->starting_card != CARD_NONE || cards->facedown_count != 1 ||
            revealed->picks[player].count != 1 ||
            revealed->picks[player].cards[0] != cards->facedown[0])
            return false;
    }
    return game->table.step == STEP_STARTING_UNITS;
}

/* Picks that their step has put face up already. */
static bool fits_face_up(const struct game *game, const struct revealed *revealed)
{
    for (uint8_t player = 0; player < game->setup.players; player++) {
        const struct seat_cards *cards = &game->table.players[player];
        const struct pick *pick = &revealed->picks[player];
        if (pick->count != (revealed->step == STEP_SEATING ? 1 : PICK_MAX))
            return false;
        for (uint8_t i = 0; i < pick->count; i++) {
            if (pick->cards[i] != cards->priority_card &&
                !tableau_has(&cards->tableau, pick->cards[i]))
                return false;
        }
    }
    return true;
}

static bool fits_revealed(const struct game *game, const struct event *event)
{
    const struct revealed *revealed = &event->public_part.revealed;
    switch (revealed->step) {
    case STEP_SEATING:
        return game->table.step == STEP_SEATING && has_closed(game) && fits_face_up(game, revealed);
    case STEP_STARTING_UNITS:
        return fits_last_cards(game, revealed);
    case STEP_STARTING_CARDS:
        return game->table.stage == STAGE_PLAYING && fits_face_up(game, revealed);
    default:
        return false;
    }
}

static bool are_homes(const struct game *game, const uint8_t homes[PLAYERS_MAX])
{
    uint64_t seen = 0;
    for (uint8_t seat = 0; seat < game->setup.players; seat++) {
        uint8_t home = homes[seat];
        if (home >= POSITIONS || seen & UINT64_C(1) << home ||
            game->table.galaxy.positions[home].kind != POSITION_HOME)
            return false;
        seen |= UINT64_C(1) << home;
    }
    return true;
}

static bool fits_seats(const struct game *game, const struct event *event)
{
    enum map_mode mode = game->setup.map.mode;
    const struct table *table = &game->table;
    const uint8_t *seats = event->public_part.seating.seats;
    enum step step = mode == MAP_PREMADE ? STEP_HOME_POSITIONS : STEP_SEATING;
    if (table->step != step || table->seated || table->speaker == PLAYER_NONE ||
        (mode == MAP_PREMADE && somebody_has_to_act(game)))
        return false;
    return is_circle(game, seats) && seats[0] == table->speaker &&
           event->public_part.seating.speaker == table->speaker &&
           (mode != MAP_BUILD || are_homes(game, event->public_part.seating.homes));
}

/* A turn fits if the rules would take it now. A home system is drawn from the top of the deck. */
static bool fits_turn(const struct game *game, const struct event *event)
{
    struct command command;
    const struct step_rules *rules = open_rules(game);
    const struct turn *turn = &event->public_part.turn;
    uint8_t player = event->player;
    if (rules->sealed || turn->step != game->table.step || player >= game->setup.players ||
        !rules->takes_part(game, player))
        return false;
    if (turn->step == STEP_STARTING_UNITS && game->table.players[player].starting_card == CARD_NONE)
        return false;
    struct turn taken = {.step = turn->step};
    return command_of_turn(game, player, turn, &command) &&
           rules->check_turn(game, player, &command, &taken) == ACCEPTED &&
           taken.home_faction == turn->home_faction;
}

/* The faction cards go back when all units have been placed. */
static bool all_are_placed(const struct game *game)
{
    return game->table.step == STEP_STARTING_UNITS && !game->table.supply_prepared &&
           !somebody_has_to_act(game);
}

static bool fits_returned(const struct game *game, uint8_t count)
{
    struct pile deck;
    (void)faction_deck(&game->setup.options, &deck);
    return all_are_placed(game) && count == deck.count;
}

bool fits_in_setup(const struct game *game, const struct event *event)
{
    bool in_play = game->table.stage == STAGE_PLAYING;
    if (event->type == EVENT_EPOCH_ENDED)
        return in_play && event->public_part.epoch == game->table.epoch &&
               game->table.epoch + 1 < EPOCHS_MAX &&
               fits_shuffle(&game->table, &event->private_part.deal);
    if (event->type == EVENT_CARDS_REVEALED)
        return fits_revealed(game, event);
    if (event->type == EVENT_TURN_UNDONE)
        return game->undo.state == UNDO_POSSIBLE && event->public_part.undone == game->undo.version;
    if (event->type == EVENT_STEP_OPENED)
        return game->table.stage == STAGE_SETUP && fits_opened(game, event);
    if (open_rules(game) == NULL)
        return false;
    switch (event->type) {
    case EVENT_STEP_CLOSED:
        return fits_closed(game, event);
    case EVENT_PICK_COMMITTED:
        return fits_committed(game, event);
    case EVENT_PICK_OPENED:
        return fits_pick_opened(game, event);
    case EVENT_PICK_VOID:
        return fits_void(game, event);
    case EVENT_HAND_PASSED:
        return fits_passed(game, event);
    case EVENT_SEATS_DETERMINED:
        return fits_seats(game, event);
    case EVENT_TURN_TAKEN:
        return fits_turn(game, event);
    case EVENT_CARDS_RETURNED:
        return fits_returned(game, event->public_part.returned);
    case EVENT_SUPPLY_PREPARED:
        return all_are_placed(game);
    default:
        return false;
    }
}
