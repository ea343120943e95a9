/*
 * Reading of turn.taken.
 */
#include <string.h>

#include "service/json/event_read.h"
#include "service/json/parts.h"

/* The members of turn.taken, whatever its step. */
struct turn_values {
    struct field_text step;
    struct field_text faction;
    struct field_text home_faction;
    struct field_text king;
    struct field_text colour;
    struct field_text tile;
    json_t *planets;
    json_t *space;
    int64_t position;
    bool has_position;
};

static bool find_faction(struct field_text text, uint16_t *ret_card)
{
    *ret_card = text.text ? card_find(text.text, text.length) : CARD_NONE;
    return *ret_card != CARD_NONE && card_kind_of(*ret_card) == CARD_FACTION;
}

static bool read_planet(const char *name, const json_t *units, struct placement *placement)
{
    uint16_t planet = planet_find(name, strlen(name));
    if (planet == PLANET_NONE)
        return false;
    const struct tile *tile = &catalogue_tiles[catalogue_planets[planet].tile];
    struct json_faults faults = {0};
    for (size_t i = 0; i < tile->planet_count; i++)
        if (tile->planets[i] == planet)
            return read_units(units, "", placement->planets[i], &faults);
    return false;
}

static bool read_placement(const struct turn_values *values, struct placement *placement)
{
    struct json_faults faults = {0};
    if (!json_is_object(values->planets) ||
        !read_units(values->space, "", placement->space, &faults))
        return false;
    const char *name;
    json_t *units;
    json_object_foreach(values->planets, name,
                        units) if (!read_planet(name, units, placement)) return false;
    return true;
}

static bool understand(const struct turn_values *values, struct turn *turn)
{
    turn->step = step_find(values->step.text, values->step.length);
    switch (turn->step) {
    case STEP_HOME_POSITIONS:
        turn->position = (uint8_t)values->position;
        return values->has_position;
    case STEP_GALAXY:
        turn->position = (uint8_t)values->position;
        turn->tile =
            values->tile.text ? tile_find(values->tile.text, values->tile.length) : TILE_NONE;
        return values->has_position && turn->tile != TILE_NONE;
    case STEP_HOME_SYSTEMS:
        return find_faction(values->faction, &turn->faction) &&
               find_faction(values->home_faction, &turn->home_faction);
    case STEP_KINGS:
        turn->king =
            values->king.text ? king_find(values->king.text, values->king.length) : KING_NONE;
        return turn->king != KING_NONE;
    case STEP_PLASTIC:
        turn->colour = values->colour.text ? colour_find(values->colour.text, values->colour.length)
                                           : COLOUR_NONE;
        return turn->colour != COLOUR_NONE;
    case STEP_STARTING_UNITS:
        return read_placement(values, &turn->placement);
    default:
        return false;
    }
}

bool read_turn_data(const json_t *object, struct log_event *line)
{
    enum { ID_MAX = 64 };
    struct event_public *part = &line->event.public_part;
    struct turn_values values = {0};
    bool automatic = false;
    const struct field fields[] = {
        {"automatic", FIELD_FLAG, false, false, 0, 0, &automatic, NULL},
        {"colour", FIELD_TEXT, false, false, 1, ID_MAX, &values.colour, NULL},
        {"faction", FIELD_TEXT, false, false, 1, ID_MAX, &values.faction, NULL},
        {"home_faction", FIELD_TEXT, false, false, 1, ID_MAX, &values.home_faction, NULL},
        {"king", FIELD_TEXT, false, false, 1, ID_MAX, &values.king, NULL},
        {"planets", FIELD_VALUE, false, false, 0, 0, &values.planets, NULL},
        {"position", FIELD_INTEGER, false, false, 0, POSITIONS - 1, &values.position,
         &values.has_position},
        {"space", FIELD_VALUE, false, false, 0, 0, &values.space, NULL},
        {"step", FIELD_TEXT, true, false, 1, ID_MAX, &values.step, NULL},
        {"tile", FIELD_TEXT, false, false, 1, ID_MAX, &values.tile, NULL},
    };
    if (!read_own_fields(object, fields, sizeof fields / sizeof fields[0]) ||
        !understand(&values, &part->turn))
        return false;
    part->automatic = automatic;
    return true;
}
