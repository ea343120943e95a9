/*
 * Starting units (rules section 1.1, steps 10 to 12, and section 4): all last cards turn face up
 * together; each player places the units of the own card in the own home system, in any order.
 * A placement that could not be different is made at once. Then the faction cards go back, and
 * the rest of the setup is put on record.
 */
#include "rules/starting_units.h"

#include <string.h>

#include "rules/lobby.h"
#include "rules/turns.h"

enum { DOCKS_PER_PLANET = 1, PDS_PER_PLANET = 2, FIGHTERS_PER_DOCK = 3 };

static const struct tile *home_tile_of(const struct game *game, uint8_t player)
{
    uint16_t faction = game->table.players[player].home_faction;
    return &catalogue_tiles[catalogue_factions[faction].home_tile];
}

void starting_units_of(const struct game *game, uint8_t player, uint8_t ret_units[UNITS])
{
    memcpy(ret_units, catalogue_factions[game->table.players[player].starting_card].units, UNITS);
    if (game->setup.options.pok)
        return;
    if (game->setup.options.no_pok_mech_infantry)
        ret_units[UNIT_INFANTRY] = (uint8_t)(ret_units[UNIT_INFANTRY] + ret_units[UNIT_MECH]);
    ret_units[UNIT_MECH] = 0;
}

static bool takes_part(const struct game *game, uint8_t player)
{
    return player < game->setup.players && !game->table.players[player].placed;
}

/* Ground forces that the ships can carry besides the fighters that no dock supports. */
static unsigned room_for_ground_forces(const uint8_t units[UNITS])
{
    static const uint8_t capacity[UNITS] = {
        [UNIT_CARRIER] = 4, [UNIT_DREADNOUGHT] = 1, [UNIT_FLAGSHIP] = 3, [UNIT_WAR_SUN] = 6};
    unsigned room = 0;
    for (enum unit unit = 0; unit < UNITS; unit++)
        room += (unsigned)capacity[unit] * units[unit];
    unsigned supported = (unsigned)FIGHTERS_PER_DOCK * units[UNIT_SPACE_DOCK];
    unsigned carried = units[UNIT_FIGHTER] > supported ? units[UNIT_FIGHTER] - supported : 0;
    return room > carried ? room - carried : 0;
}

/* The placement with everything that stands on planets on the first one in ASCII order. */
static struct placement first_placement(const uint8_t units[UNITS])
{
    struct placement placement = {0};
    for (enum unit unit = 0; unit < UNITS; unit++) {
        if (unit_is_ship(unit))
            placement.space[unit] = units[unit];
        else
            placement.planets[0][unit] = units[unit];
    }
    return placement;
}

/* Whether the first placement is the only legal one. */
static bool is_forced(const struct game *game, uint8_t player)
{
    uint8_t units[UNITS];
    starting_units_of(game, player, units);
    if (home_tile_of(game, player)->planet_count > 1)
        return false;
    unsigned ground = units[UNIT_INFANTRY] + (unsigned)units[UNIT_MECH];
    return !game->setup.options.ground_in_space || ground == 0 ||
           room_for_ground_forces(units) == 0;
}

static void options(const struct game *game, uint8_t player, struct choices *ret_choices)
{
    uint8_t units[UNITS];
    starting_units_of(game, player, units);
    struct placement placement = first_placement(units);
    struct starting_units_command *example = &ret_choices->example;
    memcpy(example->space, placement.space, UNITS);
    example->planet_count = 1;
    example->planets[0].planet = home_tile_of(game, player)->planets[0];
    memcpy(example->planets[0].units, placement.planets[0], UNITS);
}

static void choose(const struct choices *choices, size_t index, struct command *command)
{
    (void)index;
    command->starting_units = choices->example;
}

static bool totals_match(const struct starting_units_command *sent, const uint8_t units[UNITS])
{
    for (enum unit unit = 0; unit < UNITS; unit++) {
        unsigned total = sent->space[unit];
        for (uint8_t i = 0; i < sent->planet_count; i++)
            total += sent->planets[i].units[unit];
        if (total != units[unit])
            return false;
    }
    return true;
}

static bool any_units(const uint8_t units[UNITS])
{
    for (enum unit unit = 0; unit < UNITS; unit++) {
        if (units[unit] > 0)
            return true;
    }
    return false;
}

/* Adds up what stands on each planet of the home tile; false when a unit stands elsewhere. */
static bool to_placement(const struct tile *home, const struct starting_units_command *sent,
                         struct placement *ret_placement)
{
    struct placement placement = {0};
    memcpy(placement.space, sent->space, UNITS);
    for (uint8_t i = 0; i < sent->planet_count; i++) {
        if (!any_units(sent->planets[i].units))
            continue;
        uint8_t place = 0;
        while (place < home->planet_count && home->planets[place] != sent->planets[i].planet)
            place++;
        if (place == home->planet_count)
            return false;
        for (enum unit unit = 0; unit < UNITS; unit++)
            placement.planets[place][unit] =
                (uint8_t)(placement.planets[place][unit] + sent->planets[i].units[unit]);
    }
    *ret_placement = placement;
    return true;
}

static bool space_is_legal(const struct game *game, const uint8_t space[UNITS],
                           const uint8_t units[UNITS])
{
    unsigned ground = 0;
    for (enum unit unit = 0; unit < UNITS; unit++) {
        if (unit_is_structure(unit) && space[unit] > 0)
            return false;
        if (unit_is_ground_force(unit))
            ground += space[unit];
    }
    return ground == 0 ||
           (game->setup.options.ground_in_space && ground <= room_for_ground_forces(units));
}

static bool planet_is_legal(const uint8_t planet[UNITS])
{
    for (enum unit unit = 0; unit < UNITS; unit++) {
        if (unit_is_ship(unit) && planet[unit] > 0)
            return false;
    }
    return planet[UNIT_SPACE_DOCK] <= DOCKS_PER_PLANET && planet[UNIT_PDS] <= PDS_PER_PLANET;
}

static enum refusal check_turn(const struct game *game, uint8_t player,
                               const struct command *command, struct turn *ret_turn)
{
    uint8_t units[UNITS];
    starting_units_of(game, player, units);
    if (!totals_match(&command->starting_units, units))
        return REFUSED_WRONG_COUNT;
    struct placement placement;
    if (!to_placement(home_tile_of(game, player), &command->starting_units, &placement) ||
        !space_is_legal(game, placement.space, units))
        return REFUSED_ILLEGAL_PLACE;
    for (size_t i = 0; i < TILE_PLANETS_MAX; i++) {
        if (!planet_is_legal(placement.planets[i]))
            return REFUSED_ILLEGAL_PLACE;
    }
    ret_turn->placement = placement;
    return ACCEPTED;
}

static void apply_turn(struct game *game, uint8_t player, const struct turn *turn)
{
    struct seat_cards *cards = &game->table.players[player];
    cards->placement = turn->placement;
    cards->placed = true;
    starting_units_of(game, player, cards->board);
}

void apply_starting_cards_revealed(struct game *game)
{
    for (uint8_t player = 0; player < game->setup.players; player++) {
        struct seat_cards *cards = &game->table.players[player];
        cards->starting_card = cards->facedown[0];
        cards->facedown_count = 0;
    }
}

static void opened(struct desk *desk)
{
    struct event event = {.type = EVENT_CARDS_REVEALED, .player = PLAYER_NONE};
    event.public_part.revealed.step = STEP_STARTING_UNITS;
    for (uint8_t player = 0; player < desk->game.setup.players; player++) {
        struct pick *pick = &event.public_part.revealed.picks[player];
        pick->count = 1;
        pick->cards[0] = desk->game.table.players[player].facedown[0];
    }
    desk_emit(desk, &event);
    for (uint8_t seat = 0; seat < desk->game.setup.players; seat++) {
        uint8_t player = desk->game.table.seats[seat];
        if (!is_forced(&desk->game, player))
            continue;
        uint8_t units[UNITS];
        starting_units_of(&desk->game, player, units);
        struct turn turn = {.step = STEP_STARTING_UNITS, .placement = first_placement(units)};
        take_only_turn(desk, player, &turn);
    }
}

static void finished(struct desk *desk)
{
    struct pile deck;
    (void)faction_deck(&desk->game.setup.options, &deck);
    struct event returned = {.type = EVENT_CARDS_RETURNED, .player = PLAYER_NONE};
    returned.public_part.returned = deck.count;
    desk_emit(desk, &returned);
    struct event prepared = {.type = EVENT_SUPPLY_PREPARED, .player = PLAYER_NONE};
    desk_emit(desk, &prepared);
}

const struct step_rules starting_units_rules = {
    .id = "starting_units",
    .opened = opened,
    .takes_part = takes_part,
    .options = options,
    .finished = finished,
    .any_order = true,
    .command = COMMAND_STARTING_UNITS,
    .action = ACTION_STARTING_UNITS,
    .check_turn = check_turn,
    .apply_turn = apply_turn,
    .is_forced = is_forced,
    .choose = choose,
};
