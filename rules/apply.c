#include <string.h>

#include "rules/lobby.h"
#include "rules/passing.h"
#include "rules/play.h"
#include "rules/sealed.h"
#include "rules/starting_units.h"
#include "rules/turns.h"

static void follow(struct game *game, enum undo_state state)
{
    if (game->undo.state != UNDO_NOTHING)
        game->undo.state = state;
}

static void clear_seals(struct table *table)
{
    for (size_t player = 0; player < PLAYERS_MAX; player++) {
        table->players[player].seal = (struct seal){0};
        table->players[player].commits = 0;
    }
    table->round_closed = false;
}

/* Everybody is dealt the same number of cards of a kind, so one hand tells. */
static bool is_dealt_from(const struct deal *deal, enum card_kind kind)
{
    for (uint8_t i = 0; i < deal->hand_count[0]; i++) {
        if (card_kind_of(deal->hands[0][i]) == kind)
            return true;
    }
    return false;
}

/* An empty pile is either none of the deal's, or has been dealt to the last card. */
static void put_down(struct pile *pile, const struct deal *deal, const struct pile *dealt,
                     enum card_kind kind)
{
    if (dealt->count > 0 || is_dealt_from(deal, kind))
        *pile = *dealt;
}

static void apply_deal(struct table *table, const struct deal *deal, uint8_t players)
{
    put_down(&table->factions, deal, &deal->factions, CARD_FACTION);
    put_down(&table->abilities, deal, &deal->abilities, CARD_ABILITY);
    put_down(&table->upgrades, deal, &deal->upgrades, CARD_UNIT_UPGRADE);
    put_down(&table->genomes, deal, &deal->genomes, CARD_GENOME);
    for (uint8_t player = 0; player < players; player++) {
        if (deal->tiles[player].count > 0)
            table->players[player].tiles = deal->tiles[player];
        if (deal->hand_count[player] == 0)
            continue;
        struct seat_cards *cards = &table->players[player];
        clear_hands(cards);
        cards->hands = 1;
        cards->hand_count = deal->hand_count[player];
        memcpy(cards->hand, deal->hands[player], sizeof deal->hands[player]);
    }
}

static void apply_step_opened(struct game *game, const struct event *event)
{
    game->table.step = event->public_part.step;
    game->table.round = event->public_part.round;
    clear_seals(&game->table);
    for (uint8_t player = 0; player < game->setup.players; player++)
        game->table.players[player].round = event->public_part.round;
    const struct step_rules *rules = rules_of(game->table.step);
    if (rules->deal != NULL)
        apply_deal(&game->table, &event->private_part.deal, game->setup.players);
    if (game->table.step == STEP_GALAXY)
        game->table.extra_tiles = event->public_part.extra_tiles;
    if (rules->sealed)
        follow(game, UNDO_REVEALED);
}

static void apply_step_closed(struct game *game, const struct event *event)
{
    const struct step_rules *rules = rules_of(event->public_part.step);
    for (uint8_t player = 0; rules->sealed && player < game->setup.players; player++)
        seal_to_past(game, player);
    if (!passes_at_once(game))
        pass_all_hands(game);
    if (rules->close != NULL)
        rules->close(game);
    clear_seals(&game->table);
}

static void apply_cards_revealed(struct game *game, const struct event *event)
{
    follow(game, UNDO_REVEALED);
    if (event->public_part.revealed.step == STEP_STARTING_UNITS)
        apply_starting_cards_revealed(game);
}

static void apply_seats_determined(struct game *game, const struct event *event)
{
    game->table.speaker = event->public_part.seating.speaker;
    memcpy(game->table.seats, event->public_part.seating.seats, game->setup.players);
    game->table.seated = true;
    if (game->setup.map.mode != MAP_BUILD)
        return;
    for (uint8_t seat = 0; seat < game->setup.players; seat++)
        game->table.players[game->table.seats[seat]].home_position =
            event->public_part.seating.homes[seat];
}

static void apply_epoch_ended(struct game *game, const struct event *event)
{
    apply_deal(&game->table, &event->private_part.deal, 0);
    game->table.epoch = (uint16_t)(event->public_part.epoch + 1);
    follow(game, UNDO_REVEALED);
}

static void apply_cards_returned(struct game *game)
{
    (void)faction_deck(&game->setup.options, &game->table.factions);
}

static void apply_pick_event(struct game *game, const struct event *event)
{
    follow(game, UNDO_FOLLOWED);
    if (event->type == EVENT_PICK_COMMITTED)
        apply_pick_committed(game, event);
    else if (event->type == EVENT_PICK_OPENED)
        apply_pick_opened(game, event);
    else
        apply_pick_void(game, event);
}

/* Who is there, and whether the game goes on. */
static void apply_course(struct game *game, const struct event *event)
{
    switch (event->type) {
    case EVENT_GAME_CREATED:
        apply_game_created(game, event);
        break;
    case EVENT_PLAYER_JOINED:
        game->joined = (uint8_t)(game->joined | 1u << event->player);
        break;
    case EVENT_GAME_STARTED:
        apply_game_started(game, event);
        break;
    case EVENT_GAME_PAUSED:
        game->paused = true;
        break;
    case EVENT_GAME_RESUMED:
        game->paused = false;
        break;
    case EVENT_GAME_ABANDONED:
        game->table.stage = STAGE_ABANDONED;
        game->undo = (struct undo){0};
        break;
    case EVENT_PLAYER_REINVITED:
        game->joined = (uint8_t)(game->joined & ~(1u << event->player));
        break;
    default: /* only counted */
        break;
    }
}

static void apply_in_setup(struct game *game, const struct event *event)
{
    switch (event->type) {
    case EVENT_STEP_OPENED:
        apply_step_opened(game, event);
        break;
    case EVENT_STEP_CLOSED:
        apply_step_closed(game, event);
        break;
    case EVENT_PICK_COMMITTED:
    case EVENT_PICK_OPENED:
    case EVENT_PICK_VOID:
        apply_pick_event(game, event);
        break;
    case EVENT_HAND_PASSED:
        follow(game, UNDO_FOLLOWED);
        apply_hand_passed(game, event);
        break;
    case EVENT_CARDS_REVEALED:
        apply_cards_revealed(game, event);
        break;
    case EVENT_SEATS_DETERMINED:
        apply_seats_determined(game, event);
        break;
    case EVENT_TURN_TAKEN:
        apply_turn_taken(game, event);
        break;
    case EVENT_TURN_UNDONE:
        apply_turn_undone(game, event);
        break;
    case EVENT_CARDS_RETURNED:
        apply_cards_returned(game);
        break;
    case EVENT_SUPPLY_PREPARED:
        game->table.supply_prepared = true;
        break;
    case EVENT_EPOCH_ENDED:
        apply_epoch_ended(game, event);
        break;
    default: /* not one of the setup */
        break;
    }
}

void apply(struct game *game, const struct event *event)
{
    if (event->type == EVENT_GAME_CREATED)
        *game = game_none();
    game->version++;
    if (event_is_in_play(event->type))
        apply_in_play(game, event);
    else if (event_is_in_setup(event->type))
        apply_in_setup(game, event);
    else
        apply_course(game, event);
}
