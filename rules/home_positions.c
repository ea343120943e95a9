/*
 * Claiming home locations of a premade map (rules section 1.1, step 6P): the highest priority
 * number first, the speaker last. Afterwards the players sit by their locations, clockwise from
 * the speaker, unless the switch premade_seating keeps the order of the numbers.
 */
#include "rules/map_string.h"
#include "rules/seating.h"

static bool happens(const struct game *game)
{
    return game->setup.map.mode == MAP_PREMADE;
}

static bool takes_part(const struct game *game, uint8_t player)
{
    uint8_t players[PLAYERS_MAX] = {0};
    players_by_priority(game, players);
    for (uint8_t place = game->setup.players; place > 0; place--) {
        if (game->table.players[players[place - 1]].home_position == POSITION_NONE)
            return players[place - 1] == player;
    }
    return false;
}

static bool claimed(const struct game *game, uint16_t position)
{
    for (uint8_t player = 0; player < game->setup.players; player++) {
        if (game->table.players[player].home_position == position)
            return true;
    }
    return false;
}

static bool is_home_location(const struct game *game, uint16_t position)
{
    return position < POSITIONS && game->setup.map.galaxy.positions[position].kind == POSITION_HOME;
}

static void options(const struct game *game, uint8_t player, struct choices *ret_choices)
{
    (void)player;
    ret_choices->choose[0] = 1;
    for (uint8_t position = 0; position != POSITION_NONE;
         position = position_next_as_text(position)) {
        if (is_home_location(game, position) && !claimed(game, position))
            ret_choices->options[ret_choices->count++] = position;
    }
}

static enum refusal check_turn(const struct game *game, uint8_t player,
                               const struct command *command, struct turn *ret_turn)
{
    (void)player;
    if (!is_home_location(game, command->home_position))
        return REFUSED_POSITION_NOT_OPEN;
    if (claimed(game, command->home_position))
        return REFUSED_TAKEN;
    ret_turn->position = (uint8_t)command->home_position;
    return ACCEPTED;
}

static void apply_turn(struct game *game, uint8_t player, const struct turn *turn)
{
    game->table.players[player].home_position = turn->position;
}

static void choose(const struct choices *choices, size_t index, struct command *command)
{
    command->home_position = choices->options[index];
}

static uint8_t owner_of(const struct game *game, uint8_t position)
{
    uint8_t player = 0;
    while (game->table.players[player].home_position != position)
        player++;
    return player;
}

static void seats_by_location(const struct game *game, uint8_t ret_seats[PLAYERS_MAX])
{
    uint8_t locations[POSITIONS];
    size_t count = galaxy_home_locations(&game->setup.map.galaxy, locations);
    size_t speaker = 0;
    while (owner_of(game, locations[speaker]) != game->table.speaker)
        speaker++;
    for (size_t seat = 0; seat < count; seat++)
        ret_seats[seat] = owner_of(game, locations[(speaker + seat) % count]);
}

static void finished(struct desk *desk)
{
    uint8_t seats[PLAYERS_MAX] = {0};
    if (desk->game.setup.options.seating_by_priority)
        players_by_priority(&desk->game, seats);
    else
        seats_by_location(&desk->game, seats);
    determine_seats(desk, seats);
}

const struct step_rules home_positions_rules = {
    .id = "home_positions",
    .happens = happens,
    .takes_part = takes_part,
    .options = options,
    .finished = finished,
    .command = COMMAND_HOME_POSITION,
    .action = ACTION_HOME_POSITION,
    .check_turn = check_turn,
    .apply_turn = apply_turn,
    .choose = choose,
};
