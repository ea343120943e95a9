/*
 * Reading of game.created.
 */
#include <stdio.h>
#include <string.h>

#include "service/json/command_json.h"
#include "service/json/deadlines_json.h"
#include "service/json/event_read.h"
#include "service/json/metadata_json.h"

static void copy_text(char *ret_text, size_t room, struct field_text text)
{
    snprintf(ret_text, room, "%s", text.text ? text.text : "");
}

static bool read_invited_one(const json_t *entry, size_t player, struct created_details *created)
{
    if (json_is_null(entry))
        return true;
    struct field_text external_id = {0}, name = {0};
    const struct field fields[] = {
        {"external_id", FIELD_TEXT, false, true, 1, EXTERNAL_ID_POINTS, &external_id, NULL},
        {"name", FIELD_TEXT, false, true, 1, NAME_POINTS_MAX, &name, NULL},
    };
    if (!read_own_fields(entry, fields, sizeof fields / sizeof fields[0]))
        return false;
    copy_text(created->external_ids[player], sizeof created->external_ids[player], external_id);
    copy_text(created->names[player], sizeof created->names[player], name);
    return true;
}

static bool read_invited(const json_t *invited, struct created_details *created)
{
    if (!invited)
        return true;
    if (!json_is_array(invited) || json_array_size(invited) > PLAYERS_MAX)
        return false;
    for (size_t player = 0; player < json_array_size(invited); player++)
        if (!read_invited_one(json_array_get(invited, player), player, created))
            return false;
    return true;
}

/* The members of game.created that need a closer look. */
struct created_values {
    json_t *deadlines;
    struct field_text game;
    json_t *invited;
    json_t *map;
    json_t *metadata;
    json_t *options;
    struct field_text name;
    struct field_text visibility;
    int64_t players;
};

static bool understand(const struct created_values *values, struct log_event *line)
{
    struct setup *setup = &line->event.public_part.setup;
    struct created_details *created = &line->created;
    struct json_faults faults = {0};
    struct map_faults_told map_faults;
    copy_text(created->name, sizeof created->name, values->name);
    created->is_private = strcmp(values->visibility.text, "private") == 0;
    setup->players = (uint8_t)values->players;
    return read_deadlines(values->deadlines, "", &created->deadlines, &faults) &&
           read_invited(values->invited, created) &&
           read_metadata(values->metadata, "", created->metadata, &faults) &&
           read_options(values->options, "", &setup->options, &faults) &&
           read_map(values->map, "", &setup->map, &map_faults, &faults) && map_faults.count == 0;
}

bool read_created_data(const json_t *object, struct log_event *line)
{
    struct created_values values = {0};
    const struct field fields[] = {
        {"deadlines", FIELD_VALUE, false, false, 0, 0, &values.deadlines, NULL},
        {"game", FIELD_TEXT, true, false, ULID_LENGTH, ULID_LENGTH, &values.game, NULL},
        {"invited", FIELD_VALUE, false, false, 0, 0, &values.invited, NULL},
        {"map", FIELD_VALUE, true, false, 0, 0, &values.map, NULL},
        {"metadata", FIELD_VALUE, true, false, 0, 0, &values.metadata, NULL},
        {"name", FIELD_TEXT, true, false, 1, NAME_POINTS_MAX, &values.name, NULL},
        {"options", FIELD_VALUE, true, false, 0, 0, &values.options, NULL},
        {"players", FIELD_INTEGER, true, false, PLAYERS_MIN, PLAYERS_MAX, &values.players, NULL},
        {"seed_commitment", FIELD_HEX, true, false, 0, SEED_BYTES, line->created.seed_commitment,
         NULL},
        {"visibility", FIELD_TEXT, true, false, 1, 16, &values.visibility, NULL},
    };
    return read_own_fields(object, fields, sizeof fields / sizeof fields[0]) &&
           understand(&values, line);
}
