#include "rules/view.h"

#include <string.h>

#include "rules/cards.h"
#include "rules/lobby.h"
#include "rules/passing.h"
#include "rules/steps.h"
#include "rules/transactions.h"
#include "rules/units.h"

enum game_status status_of(const struct game *game)
{
    if (game->table.stage == STAGE_ABANDONED)
        return STATUS_ABANDONED;
    if (game->paused)
        return STATUS_PAUSED;
    switch (game->table.stage) {
    case STAGE_LOBBY:
        return STATUS_LOBBY;
    case STAGE_SETUP:
        return STATUS_SETUP;
    case STAGE_PLAYING:
        return STATUS_PLAYING;
    case STAGE_ABANDONED:
        break;
    }
    return STATUS_ABANDONED;
}

static const char *const status_ids[STATUSES] = {
    [STATUS_LOBBY] = "lobby",   [STATUS_SETUP] = "setup",       [STATUS_PLAYING] = "playing",
    [STATUS_PAUSED] = "paused", [STATUS_FINISHED] = "finished", [STATUS_ABANDONED] = "abandoned",
};

const char *status_id(enum game_status status)
{
    return status_ids[status];
}

enum game_status status_find(const char *id, size_t length)
{
    enum game_status status = STATUS_LOBBY;
    while (status < STATUSES &&
           (strlen(status_ids[status]) != length || memcmp(status_ids[status], id, length) != 0))
        status++;
    return status;
}

/* A card that was committed out of a hand already lies face down, whatever it is. */
static bool card_left_the_hand(const struct game *game, const struct seat_cards *cards)
{
    const struct step_rules *rules = open_rules(game);
    return rules != NULL && rules->passes && cards->seal.state != SEAL_NONE;
}

static void count_kinds(const uint16_t *cards, uint8_t count, uint8_t ret_counts[CARD_KINDS])
{
    for (uint8_t i = 0; i < count; i++)
        ret_counts[card_kind_of(cards[i])]++;
}

/* Backs of spliced cards show their kind if the switch says so. A pick of the open round stays out
 * of it: its kind would tell who can still take what. */
static void show_types(const struct game *game, const struct seat_cards *cards,
                       struct player_view *view)
{
    view->types_shown =
        game->setup.options.show_splice_types &&
        (game->table.step == STEP_SPLICE || game->table.step == STEP_STARTING_CARDS);
    if (!view->types_shown)
        return;
    count_kinds(cards->hand, cards->hand_count, view->hand_types);
    count_kinds(cards->facedown, cards->facedown_count, view->facedown_types);
}

static void count_units(const struct game *game, uint8_t player, struct player_view *view)
{
    for (enum unit unit = 0; unit < UNITS; unit++) {
        struct unit_count *count = &view->units[unit];
        count->board = game->table.players[player].board[unit];
        unsigned captured = units_captured(game, player, unit);
        count->captured = (uint8_t)captured;
        count->reinforcements = reinforcements_beside(game, player, unit, captured);
    }
}

static uint8_t seat_of(const struct game *game, uint8_t player)
{
    if (!game->table.seated)
        return PLAYER_NONE;
    uint8_t seat = 0;
    while (game->table.seats[seat] != player)
        seat++;
    return seat;
}

static void view_face_up_cards(const struct seat_cards *cards, struct player_view *view)
{
    view->priority_card = cards->priority_card;
    view->home_card = cards->home_card;
    view->home_faction = cards->home_faction;
    view->home_tile = TILE_NONE;
    view->echo_card = ECHO_NONE;
    if (cards->home_faction != CARD_NONE) {
        view->home_tile = catalogue_factions[cards->home_faction].home_tile;
        view->echo_card = catalogue_factions[cards->home_faction].echo_card;
    }
    view->starting_card = cards->starting_card;
}

/* Backs are public, faces are their owner's unless the switch says otherwise. */
static void view_tiles(const struct game *game, const struct seat_cards *cards,
                       struct player_view *view)
{
    view->builds = game->setup.map.mode == MAP_BUILD;
    for (uint8_t i = 0; i < cards->tiles.count; i++) {
        if (catalogue_tiles[cards->tiles.tiles[i]].kind == TILE_BLUE)
            view->blue_tiles++;
        else
            view->red_tiles++;
    }
    view->tiles_shown = view->builds && game->setup.options.open_tile_hands;
    if (view->tiles_shown)
        view->tiles = cards->tiles;
}

static void view_hands(const struct game *game, const struct seat_cards *cards,
                       struct player_view *view)
{
    const struct step_rules *rules = open_rules(game);
    uint8_t left = card_left_the_hand(game, cards) ? 1 : 0;
    view->hand_size = (uint8_t)(cards->hand_count - left);
    view->facedown = (uint8_t)(cards->facedown_count + left);
    if (rules == NULL || !rules->passes)
        return;
    view->round = cards->round;
    for (uint8_t i = 0; i + 1 < cards->hands; i++)
        view->queue_sizes[view->queue_count++] = cards->queue[i].count;
}

static void view_player(const struct game *game, uint8_t player, struct player_view *view)
{
    const struct seat_cards *cards = &game->table.players[player];
    view->joined = game->joined & 1u << player;
    view->seat = seat_of(game, player);
    view->committed = cards->seal.state != SEAL_NONE;
    view_hands(game, cards, view);
    show_types(game, cards, view);
    view_tiles(game, cards, view);
    view_face_up_cards(cards, view);
    view->home_position = cards->home_position;
    view->king = cards->king;
    view->plastic = cards->plastic;
    if (cards->starting_card != CARD_NONE)
        starting_units_of(game, player, view->starting_units);
    view->placed = cards->placed;
    view->placement = cards->placement;
    view->in_play = game->table.stage == STAGE_PLAYING;
    if (view->in_play) {
        view->eliminated = cards->eliminated;
        view->tableau = cards->tableau;
        view->sheet = cards->sheet;
        count_units(game, player, view);
    }
}

static void view_step(const struct game *game, struct view *view)
{
    for (uint8_t player = 0; player < game->setup.players; player++)
        view->waiting[player] = waited_for(game, player);
    const struct step_rules *rules = open_rules(game);
    if (rules == NULL)
        return;
    view->step = game->table.step;
    view->round = lowest_round(game);
    if (rules->sealed)
        view->phase = game->table.round_closed ? PHASE_REVEAL : PHASE_COMMIT;
    else
        view->phase = rules->any_order ? PHASE_PLACE : PHASE_TURN;
    for (uint8_t player = 0; player < game->setup.players; player++) {
        enum direction direction = PASS_LEFT;
        view->passing = passing_of(game, player, &direction, &view->passes_to[player],
                                   &view->receives_from[player]);
        view->passing_left = direction == PASS_LEFT;
    }
}

/* Decks that have not been dealt from yet are whole. */
static void view_decks(const struct game *game, struct view *view)
{
    bool dealt = game->table.step >= STEP_SPLICE || game->table.stage == STAGE_PLAYING;
    bool pok = game->setup.options.pok;
    view->deck_factions = game->table.factions.count;
    view->deck_abilities = dealt ? game->table.abilities.count : count_of_kind(CARD_ABILITY, pok);
    view->deck_upgrades =
        dealt ? game->table.upgrades.count : count_of_kind(CARD_UNIT_UPGRADE, pok);
    view->deck_genomes = dealt ? game->table.genomes.count : count_of_kind(CARD_GENOME, pok);
}

static bool has_first_choice(enum action action)
{
    return action != ACTION_NONE && action != ACTION_REVEAL && action != ACTION_ANSWER;
}

static void view_own(const struct game *game, uint8_t player, struct own_view *own)
{
    const struct seat_cards *cards = &game->table.players[player];
    own->round = open_rules(game) == NULL ? 0 : cards->round;
    own->hand_count = cards->hand_count;
    memcpy(own->hand, cards->hand, sizeof own->hand);
    own->facedown_count = cards->facedown_count;
    memcpy(own->facedown, cards->facedown, sizeof own->facedown);
    own->tiles = cards->tiles;
    own->seal = cards->seal;
    own->past_count = game->past_count[player];
    memcpy(own->past, game->past[player], own->past_count * sizeof own->past[0]);
    own->choices = options_for(game, player);
    if (has_first_choice(own->choices.action))
        own->first = first_choice(game, player);
    own->at_table = game->table.stage == STAGE_PLAYING && !game->paused && !cards->eliminated &&
                    own->choices.action != ACTION_KEEP;
    const struct in_play *in_play = &game->table.in_play;
    for (uint8_t i = 0; i < in_play->transaction_count; i++)
        own->may_answer[i] = own->at_table && waits_for(&in_play->transactions[i], player);
}

static bool may_undo(const struct game *game, struct viewer viewer)
{
    if (game->undo.state != UNDO_POSSIBLE || game->paused)
        return false;
    return viewer.kind == VIEWER_HOST ||
           (viewer.kind == VIEWER_PLAYER && viewer.player == game->undo.player);
}

void view_common(const struct game *game, struct view *ret_view)
{
    memset(ret_view, 0, sizeof *ret_view);
    ret_view->viewer.kind = VIEWER_PUBLIC;
    ret_view->status = status_of(game);
    ret_view->version = game->version;
    ret_view->epoch = game->table.epoch;
    ret_view->players = game->setup.players;
    ret_view->speaker = game->table.speaker;
    ret_view->seated = game->table.seated;
    memcpy(ret_view->seats, game->table.seats, sizeof ret_view->seats);
    view_step(game, ret_view);
    for (uint8_t player = 0; player < game->setup.players; player++)
        view_player(game, player, &ret_view->player[player]);
    ret_view->map_mode = game->setup.map.mode;
    ret_view->layout = game->setup.map.layout;
    if (game->setup.map.mode != MAP_NONE)
        ret_view->galaxy = game->table.galaxy;
    ret_view->extra_tiles = game->table.extra_tiles;
    view_decks(game, ret_view);
    ret_view->supply_prepared = game->table.supply_prepared;
    ret_view->play_round = game->table.play_round;
    if (game->table.stage > STAGE_SETUP) /* before, nothing is under way */
        ret_view->in_play = game->table.in_play;
    ret_view->undo_version = game->version;
}

void view_add_own(const struct game *game, struct viewer viewer, struct view *view)
{
    view->viewer = viewer;
    view->undo_possible = may_undo(game, viewer);
    if (viewer.kind == VIEWER_PLAYER)
        view_own(game, viewer.player, &view->own);
}

void view_of(const struct game *game, struct viewer viewer, struct view *ret_view)
{
    view_common(game, ret_view);
    view_add_own(game, viewer, ret_view);
}
