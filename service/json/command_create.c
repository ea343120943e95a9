/*
 * Bodies that make a game and bring players into it.
 */
#include <stdio.h>
#include <string.h>

#include "service/json/command_json.h"
#include "service/json/deadlines_json.h"
#include "service/json/metadata_json.h"

#define NAME_UNKNOWN "Untitled game"

enum { INVITE_POINTS_MAX = 128, WORD_POINTS_MAX = 16 };

static void copy_text(char *ret_text, size_t room, struct field_text text)
{
    snprintf(ret_text, room, "%s", text.text ? text.text : "");
}

/* One entry of a list of players. What is beyond the table is checked, but not kept: the rules
 * refuse the number. */
static void read_listed_player(const json_t *entry, size_t index, struct created_details *details,
                               struct json_faults *faults)
{
    char pointer[JSON_POINTER_BYTES];
    json_pointer_entry("/players", index, pointer);
    struct field_text name = {0}, external_id = {0};
    const struct field fields[] = {
        {"name", FIELD_NAME, false, true, 1, NAME_POINTS_MAX, &name, NULL},
        {"external_id", FIELD_NAME, false, true, 1, EXTERNAL_ID_POINTS, &external_id, NULL},
    };
    if (!json_read_fields(entry, pointer, fields, sizeof fields / sizeof fields[0], faults) ||
        index >= PLAYERS_MAX)
        return;
    copy_text(details->names[index], sizeof details->names[index], name);
    copy_text(details->external_ids[index], sizeof details->external_ids[index], external_id);
}

static void read_players(const json_t *value, struct create_request *request,
                         struct json_faults *faults)
{
    struct setup *setup = &request->command.create;
    json_int_t number =
        json_is_array(value) ? (json_int_t)json_array_size(value) : json_integer_value(value);
    if ((!json_is_integer(value) && !json_is_array(value)) || number < 0 || number > UINT8_MAX) {
        json_fault_add(faults, "/players",
                       "must be the number of players, or a list of {\"name\", \"external_id\"}");
        return;
    }
    setup->players = (uint8_t)number;
    for (size_t i = 0; i < json_array_size(value); i++)
        read_listed_player(json_array_get(value, i), i, &request->details, faults);
}

static void read_visibility(struct field_text text, bool *ret_private, struct json_faults *faults)
{
    *ret_private = text.text && strcmp(text.text, "private") == 0;
    if (text.text && !*ret_private && strcmp(text.text, "public") != 0)
        json_fault_add(faults, "/visibility", "must be \"public\" or \"private\"");
}

/* A list of the deck's factions is a pool of its own. Refused here and not by read_options, which
 * reads the options of games in the log as well. */
static void check_pool(const struct options *options, struct json_faults *faults)
{
    if (options->faction_filter == FILTER_ONLY && options->faction_pool != POOL_CUSTOM)
        json_fault_add(
            faults, "/options/faction_pool",
            "must be \"custom\", or left out, beside factions that are the \"only\" ones");
}

/* The members of a create, before they are understood. */
struct sent_create {
    struct field_text name;
    struct field_text visibility;
    json_t *players;
    json_t *options;
    json_t *metadata;
    json_t *map;
    json_t *deadlines;
};

static void understand(const struct sent_create *sent, struct create_request *request,
                       struct json_faults *faults)
{
    struct setup *setup = &request->command.create;
    struct created_details *details = &request->details;
    struct field_text unknown = {NAME_UNKNOWN, strlen(NAME_UNKNOWN)};
    copy_text(details->name, sizeof details->name, sent->name.text ? sent->name : unknown);
    if (sent->players)
        read_players(sent->players, request, faults);
    if (read_options(sent->options, "/options", &setup->options, faults))
        check_pool(&setup->options, faults);
    read_visibility(sent->visibility, &details->is_private, faults);
    snprintf(details->metadata, sizeof details->metadata, "{}");
    if (sent->metadata)
        (void)read_metadata(sent->metadata, "/metadata", details->metadata, faults);
    (void)read_deadlines(sent->deadlines, "/deadlines", &details->deadlines, faults);
    (void)read_map(sent->map, "/map", &setup->map, &request->map_faults, faults);
}

bool read_create(const json_t *object, struct create_request *ret_request,
                 struct json_faults *faults)
{
    *ret_request = (struct create_request){0};
    ret_request->command.type = COMMAND_CREATE;
    ret_request->command.player = PLAYER_NONE;
    struct sent_create sent = {0};
    const struct field fields[] = {
        {"name", FIELD_NAME, false, true, 1, NAME_POINTS_MAX, &sent.name, NULL},
        {"players", FIELD_VALUE, true, false, 0, 0, &sent.players, NULL},
        {"options", FIELD_VALUE, false, true, 0, 0, &sent.options, NULL},
        {"visibility", FIELD_TEXT, false, true, 0, WORD_POINTS_MAX, &sent.visibility, NULL},
        {"metadata", FIELD_VALUE, false, true, 0, 0, &sent.metadata, NULL},
        {"map", FIELD_VALUE, false, true, 0, 0, &sent.map, NULL},
        {"deadlines", FIELD_VALUE, false, true, 0, 0, &sent.deadlines, NULL},
    };
    (void)json_read_fields(object, "", fields, sizeof fields / sizeof fields[0], faults);
    understand(&sent, ret_request, faults);
    return faults->count == 0;
}

bool read_join(const json_t *object, struct joined_details *ret_details, bool *ret_has_entropy,
               struct field_text *ret_invite, struct json_faults *faults)
{
    *ret_details = (struct joined_details){0};
    *ret_has_entropy = false;
    *ret_invite = (struct field_text){0};
    struct field_text name = {0}, external_id = {0};
    const struct field fields[] = {
        {"invite", FIELD_TEXT, true, false, 0, INVITE_POINTS_MAX, ret_invite, NULL},
        {"name", FIELD_NAME, true, false, 1, NAME_POINTS_MAX, &name, NULL},
        {"entropy", FIELD_HEX, false, true, 0, SEED_BYTES, ret_details->entropy, ret_has_entropy},
        {"external_id", FIELD_NAME, false, true, 1, EXTERNAL_ID_POINTS, &external_id, NULL},
    };
    if (!json_read_fields(object, "", fields, sizeof fields / sizeof fields[0], faults))
        return false;
    copy_text(ret_details->name, sizeof ret_details->name, name);
    copy_text(ret_details->external_id, sizeof ret_details->external_id, external_id);
    ret_details->entropy_from_player = *ret_has_entropy;
    return true;
}
