#include "rules/units.h"

#include "rules/play.h"

uint8_t unit_limit(const struct game *game, enum unit unit)
{
    return unit == UNIT_MECH && !game->setup.options.pok ? 0 : unit_plastic_limit(unit);
}

unsigned units_captured(const struct game *game, uint8_t owner, enum unit unit)
{
    unsigned captured = 0;
    for (uint8_t captor = 0; captor < game->setup.players; captor++)
        captured += game->table.players[captor].sheet.units[owner][unit];
    return captured;
}

uint8_t reinforcements_beside(const struct game *game, uint8_t player, enum unit unit,
                              unsigned captured)
{
    const struct seat_cards *cards = &game->table.players[player];
    unsigned limit = unit_limit(game, unit);
    unsigned elsewhere = cards->board[unit] + captured;
    return cards->eliminated || elsewhere >= limit ? 0 : (uint8_t)(limit - elsewhere);
}

uint8_t reinforcements(const struct game *game, uint8_t player, enum unit unit)
{
    return reinforcements_beside(game, player, unit, units_captured(game, player, unit));
}

bool becomes_token(enum unit unit)
{
    return unit == UNIT_FIGHTER || unit == UNIT_INFANTRY;
}

enum refusal check_unit_change(const struct game *game, const struct unit_change *change)
{
    if (change->count == 0)
        return REFUSED_WRONG_COUNT;
    if (!takes_part_in_play(game, change->player))
        return REFUSED_ILLEGAL_TARGET;
    const struct seat_cards *cards = &game->table.players[change->player];
    if (change->produced && change->count > reinforcements(game, change->player, change->unit))
        return REFUSED_NOT_IN_REINFORCEMENTS;
    bool there = change->produced || change->count <= cards->board[change->unit];
    return there ? ACCEPTED : REFUSED_ILLEGAL_TARGET;
}

enum refusal decide_units(struct desk *desk, const struct command *command)
{
    const struct unit_change *change = &command->units;
    enum refusal refusal = check_unit_change(&desk->game, change);
    if (refusal != ACCEPTED)
        return refusal;
    struct event event = table_event(EVENT_UNIT_CHANGED, command->player);
    event.public_part.units = *change;
    desk_emit(desk, &event);
    return ACCEPTED;
}

void apply_unit_changed(struct game *game, const struct unit_change *change)
{
    uint8_t *board = &game->table.players[change->player].board[change->unit];
    *board = (uint8_t)(change->produced ? *board + change->count : *board - change->count);
}
