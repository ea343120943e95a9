/*
 * Bodies of the turn steps, and of undo.
 */
#include <string.h>

#include "service/json/command_json.h"
#include "service/json/parts.h"

enum { ID_POINTS_MAX = 64 };

static bool read_one_id(const json_t *object, const char *name, struct field_text *ret_id,
                        struct json_faults *faults)
{
    *ret_id = (struct field_text){0};
    const struct field field = {name, FIELD_TEXT, true, false, 0, ID_POINTS_MAX, ret_id, NULL};
    return json_read_fields(object, "", &field, 1, faults);
}

static bool read_position(const json_t *object, struct command *command, struct json_faults *faults)
{
    int64_t position = 0;
    const struct field field = {"position", FIELD_INTEGER, true,      false,
                                0,          UINT8_MAX,     &position, NULL};
    bool fine = json_read_fields(object, "", &field, 1, faults);
    command->home_position = (uint16_t)position;
    return fine;
}

static bool read_tile(const json_t *object, struct command *command, struct json_faults *faults)
{
    struct field_text tile = {0};
    int64_t position = 0;
    const struct field fields[] = {
        {"tile", FIELD_TEXT, true, false, 0, ID_POINTS_MAX, &tile, NULL},
        {"position", FIELD_INTEGER, true, false, 0, UINT8_MAX, &position, NULL},
    };
    if (!json_read_fields(object, "", fields, sizeof fields / sizeof fields[0], faults))
        return false;
    command->tile.tile = tile_find(tile.text, tile.length);
    command->tile.position = (uint16_t)position;
    return true;
}

static bool read_faction(const json_t *object, struct command *command, struct json_faults *faults)
{
    struct field_text id;
    if (!read_one_id(object, "faction", &id, faults))
        return false;
    command->home_system = card_find(id.text, id.length);
    return true;
}

static bool read_king(const json_t *object, struct command *command, struct json_faults *faults)
{
    struct field_text id;
    if (!read_one_id(object, "king", &id, faults))
        return false;
    command->king = king_find(id.text, id.length);
    return true;
}

static bool read_colour(const json_t *object, struct command *command, struct json_faults *faults)
{
    struct field_text id;
    if (!read_one_id(object, "colour", &id, faults))
        return false;
    command->plastic = colour_find(id.text, id.length);
    return true;
}

static bool read_planets(const json_t *planets, struct starting_units_command *units,
                         struct json_faults *faults)
{
    if (!json_is_object(planets) || json_object_size(planets) > PLANETS_SENT_MAX) {
        json_fault_add(faults, "/planets", "must be an object of at most %d planets",
                       PLANETS_SENT_MAX);
        return false;
    }
    bool fine = true;
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)planets, name, value)
    {
        char pointer[JSON_POINTER_BYTES];
        json_pointer_member("/planets", name, pointer);
        size_t index = units->planet_count++;
        units->planets[index].planet = planet_find(name, strlen(name));
        if (!read_units(value, pointer, units->planets[index].units, faults))
            fine = false;
    }
    return fine;
}

static bool read_starting_units(const json_t *object, struct command *command,
                                struct json_faults *faults)
{
    json_t *space = NULL, *planets = NULL;
    const struct field fields[] = {
        {"space", FIELD_VALUE, true, false, 0, 0, &space, NULL},
        {"planets", FIELD_VALUE, true, false, 0, 0, &planets, NULL},
    };
    struct starting_units_command *units = &command->starting_units;
    bool fine = json_read_fields(object, "", fields, sizeof fields / sizeof fields[0], faults);
    if (space && !read_units(space, "/space", units->space, faults))
        fine = false;
    if (planets && !read_planets(planets, units, faults))
        fine = false;
    return fine;
}

bool read_turn(const json_t *object, enum command_type type, uint8_t player,
               struct command *ret_command, struct json_faults *faults)
{
    *ret_command = (struct command){.type = type, .player = player};
    switch (type) {
    case COMMAND_HOME_POSITION:
        return read_position(object, ret_command, faults);
    case COMMAND_TILE:
        return read_tile(object, ret_command, faults);
    case COMMAND_HOME_SYSTEM:
        return read_faction(object, ret_command, faults);
    case COMMAND_KING:
        return read_king(object, ret_command, faults);
    case COMMAND_PLASTIC:
        return read_colour(object, ret_command, faults);
    case COMMAND_STARTING_UNITS:
        return read_starting_units(object, ret_command, faults);
    default:
        json_fault_add(faults, "", "is not the body of a turn");
        return false;
    }
}

bool read_undo(const json_t *object, uint8_t player, struct command *ret_command,
               struct json_faults *faults)
{
    *ret_command = (struct command){.type = COMMAND_UNDO, .player = player};
    int64_t version = 0;
    const struct field field = {"version", FIELD_INTEGER, true,     false,
                                0,         UINT32_MAX,    &version, NULL};
    bool fine = json_read_fields(object, "", &field, 1, faults);
    ret_command->undo_version = (uint32_t)version;
    return fine;
}
