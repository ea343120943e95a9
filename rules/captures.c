#include "rules/captures.h"

#include "rules/blockades.h"
#include "rules/play.h"
#include "rules/units.h"

static uint16_t *tokens_of(struct sheet *sheet, enum unit unit)
{
    return unit == UNIT_FIGHTER ? &sheet->fighter_tokens : &sheet->infantry_tokens;
}

/* How many of a unit lie on a sheet: tokens, or pieces of OWNER. */
static unsigned held(const struct sheet *sheet, uint8_t owner, enum unit unit)
{
    if (becomes_token(unit))
        return unit == UNIT_FIGHTER ? sheet->fighter_tokens : sheet->infantry_tokens;
    return owner < OWNERS ? sheet->units[owner][unit] : 0;
}

/* What kind of thing can be captured from whom, whatever its number. */
static enum refusal check_target(const struct game *game, const struct unit_capture *capture)
{
    if (!takes_part_in_play(game, capture->captor) || unit_is_structure(capture->unit))
        return REFUSED_ILLEGAL_TARGET;
    bool neutral = capture->owner == OWNER_NEUTRAL;
    if (neutral && (!game->setup.options.capture_neutral || capture->from_reinforcements))
        return REFUSED_ILLEGAL_TARGET;
    if (!neutral && !takes_part_in_play(game, capture->owner))
        return REFUSED_ILLEGAL_TARGET;
    if (capture->shown_by_token && (capture->from_reinforcements || !becomes_token(capture->unit)))
        return REFUSED_ILLEGAL_TARGET;
    return ACCEPTED;
}

/* Neutral ships and mechs are of one colour, of which there is as much plastic as of any. */
static bool neutral_are_left(const struct game *game, const struct unit_capture *capture)
{
    return becomes_token(capture->unit) ||
           units_captured(game, OWNER_NEUTRAL, capture->unit) + capture->count <=
               unit_limit(game, capture->unit);
}

/* Whether there are as many to be captured. */
static enum refusal check_source(const struct game *game, const struct unit_capture *capture)
{
    const struct sheet *sheet = &game->table.players[capture->captor].sheet;
    if (becomes_token(capture->unit) &&
        held(sheet, capture->owner, capture->unit) + capture->count > TOKENS_MAX)
        return REFUSED_WRONG_COUNT;
    if (capture->owner == OWNER_NEUTRAL)
        return neutral_are_left(game, capture) ? ACCEPTED : REFUSED_ILLEGAL_TARGET;
    if (capture->from_reinforcements) {
        bool enough = capture->count <= reinforcements(game, capture->owner, capture->unit);
        return enough ? ACCEPTED : REFUSED_NOT_IN_REINFORCEMENTS;
    }
    const struct seat_cards *owner = &game->table.players[capture->owner];
    bool stand = capture->shown_by_token || capture->count <= owner->board[capture->unit];
    return stand ? ACCEPTED : REFUSED_ILLEGAL_TARGET;
}

enum refusal check_capture(const struct game *game, const struct unit_capture *capture)
{
    if (capture->count == 0)
        return REFUSED_WRONG_COUNT;
    enum refusal refusal = check_target(game, capture);
    if (refusal != ACCEPTED)
        return refusal;
    if (game->setup.options.blockade_blocks_capture &&
        blockades(game, capture->owner, capture->captor))
        return REFUSED_BLOCKADED;
    return check_source(game, capture);
}

enum refusal decide_capture(struct desk *desk, const struct command *command)
{
    const struct unit_capture *capture = &command->capture;
    enum refusal refusal = check_capture(&desk->game, capture);
    if (refusal != ACCEPTED)
        return refusal;
    struct event event = table_event(EVENT_UNIT_CAPTURED, command->player);
    event.public_part.capture = *capture;
    desk_emit(desk, &event);
    return ACCEPTED;
}

/* The owner's reinforcements are what is neither on the board nor captured: so a plastic fighter
 * goes back there by leaving the board, and a cruiser that was taken out of them is missing. */
void apply_unit_captured(struct game *game, const struct unit_capture *capture)
{
    struct sheet *sheet = &game->table.players[capture->captor].sheet;
    bool from_board = !capture->from_reinforcements && !capture->shown_by_token;
    if (from_board && capture->owner != OWNER_NEUTRAL) {
        uint8_t *board = &game->table.players[capture->owner].board[capture->unit];
        *board = (uint8_t)(*board - capture->count);
    }
    if (becomes_token(capture->unit)) {
        uint16_t *tokens = tokens_of(sheet, capture->unit);
        *tokens = (uint16_t)(*tokens + capture->count);
    } else {
        uint8_t *captured = &sheet->units[capture->owner][capture->unit];
        *captured = (uint8_t)(*captured + capture->count);
    }
}

/* The single unit type that a body names; UNIT_NONE for none of it. */
static enum unit named_unit(const uint16_t units[UNITS])
{
    enum unit unit = 0;
    while (unit < UNITS && units[unit] == 0)
        unit++;
    return unit < UNITS ? unit : UNIT_NONE;
}

/* With the switch blockade_return: owner_choice the blockader, and nobody else's owner, may ask for
 * the own units while the blockade lasts. */
static bool by_blockade(const struct command *command)
{
    return command->player != PLAYER_NONE && command->player != command->unit_return.captor;
}

static enum refusal check_return(const struct game *game, const struct command *command,
                                 enum unit unit)
{
    const struct unit_return *wanted = &command->unit_return;
    if (unit == UNIT_NONE)
        return REFUSED_WRONG_COUNT;
    if (wanted->captor >= game->setup.players)
        return REFUSED_ILLEGAL_TARGET;
    const struct sheet *sheet = &game->table.players[wanted->captor].sheet;
    if (by_blockade(command) &&
        (becomes_token(unit) || !blockades(game, wanted->owner, wanted->captor)))
        return REFUSED_ILLEGAL_TARGET;
    bool there = wanted->units[unit] <= held(sheet, wanted->owner, unit);
    return there ? ACCEPTED : REFUSED_NOT_CAPTURED;
}

bool are_captured(const struct game *game, const struct unit_return *returned)
{
    if (returned->captor >= game->setup.players)
        return false;
    const struct sheet *sheet = &game->table.players[returned->captor].sheet;
    for (enum unit unit = 0; unit < UNITS; unit++) {
        if (returned->units[unit] > held(sheet, returned->owner, unit))
            return false;
    }
    return true;
}

enum refusal decide_return(struct desk *desk, const struct command *command)
{
    enum unit unit = named_unit(command->unit_return.units);
    enum refusal refusal = check_return(&desk->game, command, unit);
    if (refusal != ACCEPTED)
        return refusal;
    struct event event = table_event(EVENT_UNIT_RETURNED, command->player);
    event.public_part.unit_return = command->unit_return;
    event.public_part.unit_return.cause = by_blockade(command) ? BY_BLOCKADE : BY_ABILITY;
    if (becomes_token(unit))
        event.public_part.unit_return.owner = PLAYER_NONE;
    desk_emit(desk, &event);
    return ACCEPTED;
}

void apply_unit_returned(struct game *game, const struct unit_return *returned)
{
    struct sheet *sheet = &game->table.players[returned->captor].sheet;
    for (enum unit unit = 0; unit < UNITS; unit++) {
        if (returned->units[unit] == 0)
            continue;
        if (becomes_token(unit)) {
            uint16_t *tokens = tokens_of(sheet, unit);
            *tokens = (uint16_t)(*tokens - returned->units[unit]);
        } else {
            uint8_t *captured = &sheet->units[returned->owner][unit];
            *captured = (uint8_t)(*captured - returned->units[unit]);
        }
    }
}

static struct event return_event(uint8_t captor, uint8_t owner, enum return_cause cause)
{
    struct event event = automatic_event(EVENT_UNIT_RETURNED);
    event.public_part.unit_return =
        (struct unit_return){.captor = captor, .owner = owner, .cause = cause};
    return event;
}

void return_units(struct desk *desk, uint8_t captor, uint8_t owner, enum return_cause cause,
                  const uint8_t units[UNITS])
{
    struct event event = return_event(captor, owner, cause);
    uint16_t *returned = event.public_part.unit_return.units;
    for (enum unit unit = 0; unit < UNITS; unit++)
        returned[unit] = units[unit];
    if (named_unit(returned) != UNIT_NONE)
        desk_emit(desk, &event);
}

void return_all(struct desk *desk, uint8_t captor, uint8_t owner, enum return_cause cause)
{
    return_units(desk, captor, owner, cause, desk->game.table.players[captor].sheet.units[owner]);
}

void return_tokens(struct desk *desk, uint8_t captor)
{
    const struct sheet *sheet = &desk->game.table.players[captor].sheet;
    struct event event = return_event(captor, PLAYER_NONE, BY_ELIMINATION);
    uint16_t *returned = event.public_part.unit_return.units;
    returned[UNIT_FIGHTER] = sheet->fighter_tokens;
    returned[UNIT_INFANTRY] = sheet->infantry_tokens;
    if (named_unit(returned) != UNIT_NONE)
        desk_emit(desk, &event);
}
