#include "rules/turns.h"

#include <string.h>

static enum step step_of_command(enum command_type type)
{
    for (enum step step = STEP_FACTION_DRAFT; step < STEPS; step++) {
        const struct step_rules *rules = rules_of(step);
        if (rules->check_turn != NULL && rules->command == type)
            return step;
    }
    return STEP_NONE;
}

static struct event turn_event(uint8_t player, const struct turn *turn, bool automatic)
{
    struct event event = {.type = EVENT_TURN_TAKEN, .player = player};
    event.public_part.automatic = automatic;
    event.public_part.turn = *turn;
    return event;
}

/* A placement names planets by their place in the home tile; a command names them. */
static void command_of_placement(const struct placement *placement, const struct seat_cards *cards,
                                 struct starting_units_command *ret_command)
{
    *ret_command = (struct starting_units_command){.planet_count = 0};
    memcpy(ret_command->space, placement->space, sizeof placement->space);
    if (cards->home_faction == CARD_NONE)
        return;
    const struct tile *home = &catalogue_tiles[catalogue_factions[cards->home_faction].home_tile];
    for (uint8_t i = 0; i < home->planet_count; i++) {
        ret_command->planets[i].planet = home->planets[i];
        memcpy(ret_command->planets[i].units, placement->planets[i], sizeof placement->space);
    }
    ret_command->planet_count = home->planet_count;
}

bool command_of_turn(const struct game *game, uint8_t player, const struct turn *turn,
                     struct command *ret_command)
{
    const struct step_rules *rules = rules_of(turn->step);
    *ret_command = (struct command){.type = rules->command, .player = player};
    switch (turn->step) {
    case STEP_HOME_POSITIONS:
        ret_command->home_position = turn->position;
        return true;
    case STEP_GALAXY:
        ret_command->tile = (struct tile_command){turn->tile, turn->position};
        return true;
    case STEP_HOME_SYSTEMS:
        ret_command->home_system = turn->faction;
        return true;
    case STEP_KINGS:
        ret_command->king = turn->king;
        return true;
    case STEP_PLASTIC:
        ret_command->plastic = turn->colour;
        return true;
    case STEP_STARTING_UNITS:
        command_of_placement(&turn->placement, &game->table.players[player],
                             &ret_command->starting_units);
        return true;
    default:
        return false;
    }
}

enum refusal decide_turn(struct desk *desk, const struct command *command)
{
    const struct game *game = &desk->game;
    enum step step = step_of_command(command->type);
    if (step == STEP_NONE || step != game->table.step)
        return REFUSED_WRONG_STEP;
    const struct step_rules *rules = rules_of(step);
    if (!rules->takes_part(game, command->player))
        return rules->any_order ? REFUSED_ALREADY_DONE : REFUSED_NOT_YOUR_TURN;
    struct turn turn = {.step = step};
    enum refusal refusal = rules->check_turn(game, command->player, command, &turn);
    if (refusal != ACCEPTED)
        return refusal;
    struct event event = turn_event(command->player, &turn, command->automatic);
    desk_emit(desk, &event);
    advance(desk);
    return ACCEPTED;
}

void take_only_turn(struct desk *desk, uint8_t player, const struct turn *turn)
{
    struct event event = turn_event(player, turn, true);
    desk_emit(desk, &event);
}

/* A drawn home system was nobody's choice and cannot be unseen. A turn that could not be different
 * was nobody's either: taking it back would only bring it again. What was chosen for an absent
 * player may be taken back like the player's own choice. */
static bool is_final(const struct game *game, uint8_t player, const struct turn *turn)
{
    const struct step_rules *rules = rules_of(turn->step);
    if (rules->is_forced != NULL && rules->is_forced(game, player))
        return true;
    return turn->step == STEP_HOME_SYSTEMS && turn->faction != turn->home_faction;
}

void apply_turn_taken(struct game *game, const struct event *event)
{
    const struct turn *turn = &event->public_part.turn;
    game->undo.before = game->table;
    /* What was chosen for an absent player is the host's to take back: otherwise nobody could ever
     * be made to move on. */
    game->undo.player = event->public_part.automatic ? PLAYER_NONE : event->player;
    game->undo.version = game->version;
    game->undo.state = is_final(game, event->player, turn) ? UNDO_REVEALED : UNDO_POSSIBLE;
    rules_of(turn->step)->apply_turn(game, event->player, turn);
}

enum refusal decide_undo(struct desk *desk, uint8_t player, uint32_t seen_version)
{
    const struct game *game = &desk->game;
    if (seen_version != game->version)
        return REFUSED_STALE_VERSION;
    if (game->undo.state != UNDO_POSSIBLE)
        return REFUSED_UNDO_REFUSED;
    if (player != PLAYER_NONE && player != game->undo.player)
        return REFUSED_UNDO_REFUSED;
    struct event event = {.type = EVENT_TURN_UNDONE, .player = player};
    event.public_part.undone = game->undo.version;
    desk_emit(desk, &event);
    return ACCEPTED;
}

void apply_turn_undone(struct game *game, const struct event *event)
{
    (void)event;
    const struct in_play undone = game->table.in_play;
    game->table = game->undo.before;
    /* Numbers are not given out twice: an answer on its way to what was taken back must not meet
     * something else. */
    game->table.in_play.blockades_begun = undone.blockades_begun;
    game->table.in_play.transactions_made = undone.transactions_made;
    game->undo = (struct undo){0};
}
