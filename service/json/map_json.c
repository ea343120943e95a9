/*
 * Maps as JSON, both ways: {"mode": "none"}, {"mode": "premade", "string": "…"},
 * {"layout": "6p", "mode": "build"}.
 */
#include <stdio.h>
#include <string.h>

#include "service/json/command_json.h"
#include "service/json/view_json.h"

enum { STRING_POINTS_MAX = 2048, LAYOUT_POINTS_MAX = 16, ENTRY_TOLD_MAX = 16 };

static const char *const mode_words[] = {
    [MAP_NONE] = "none", [MAP_PREMADE] = "premade", [MAP_BUILD] = "build"};

void map_write(const struct map *map, struct json_writer *writer)
{
    write_object(writer);
    if (map->mode == MAP_BUILD)
        write_member_text(writer, "layout", catalogue_layouts[map->layout].id);
    write_member_text(writer, "mode", mode_words[map->mode]);
    if (map->mode == MAP_PREMADE) {
        char text[MAP_STRING_MAX];
        map_string_print(&map->galaxy, text);
        write_member_text(writer, "string", text);
    }
    write_object_end(writer);
}

static struct map map_of_mode(enum map_mode mode)
{
    struct map map = {.mode = mode, .layout = LAYOUT_NONE};
    for (size_t position = 0; position < POSITIONS; position++)
        map.galaxy.positions[position].tile = TILE_NONE;
    return map;
}

static bool is_plain(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] <= ' ' || text[i] > '~')
            return false;
    return true;
}

/* Where the fault is: "position 3 (30)"; the entry only if it is short and plain. */
static void tell_place(const struct map_fault *fault, const char *text, char *ret_text, size_t room)
{
    size_t length = fault->entry_length;
    bool told = text && length > 0 && length <= ENTRY_TOLD_MAX &&
                is_plain(text + fault->entry_start, length);
    if (told)
        snprintf(ret_text, room, "position %u (%.*s)", fault->position, (int)length,
                 text + fault->entry_start);
    else
        snprintf(ret_text, room, "position %u", fault->position);
}

static const char *what_is_wrong(enum map_fault_kind kind)
{
    switch (kind) {
    case MAP_FAULT_SYNTAX:
        return "is no tile number, home location (0) or gap (-1)";
    case MAP_FAULT_TOO_LONG:
        return "is one entry too many: there are 60 positions around the centre";
    case MAP_FAULT_UNKNOWN_TILE:
        return "names no tile, or a side that the tile does not have";
    case MAP_FAULT_TILE_TWICE:
        return "has a tile that lies on the map already";
    case MAP_FAULT_HOME_TILE:
        return "has a home system or gate; put a home location (0), the draft fills it";
    case MAP_FAULT_EXPANSION:
        return "has a tile of an expansion that is not in this game";
    case MAP_FAULT_NONE:
    case MAP_FAULT_HOME_LOCATIONS:
        break;
    }
    return "is not right";
}

void map_fault_tell(const struct map_fault *fault, const char *text, struct map_fault_told *ret)
{
    ret->told = true;
    if (fault->kind == MAP_FAULT_HOME_LOCATIONS) {
        snprintf(ret->detail, sizeof ret->detail,
                 "The map has %u home locations (0); it needs one for each player.",
                 fault->home_locations);
        return;
    }
    char place[64];
    tell_place(fault, text, place, sizeof place);
    snprintf(ret->detail, sizeof ret->detail, "In the map string, %s %s.", place,
             what_is_wrong(fault->kind));
}

/* What an object that describes a map holds. */
struct sent_map {
    struct field_text mode;
    struct field_text string;
    struct field_text layout;
};

static bool find_mode(struct field_text text, enum map_mode *ret_mode)
{
    for (enum map_mode mode = MAP_NONE; mode <= MAP_BUILD; mode++) {
        if (text.text && strcmp(text.text, mode_words[mode]) == 0) {
            *ret_mode = mode;
            return true;
        }
    }
    return false;
}

static void refuse_member(const char *pointer, const char *name, const char *detail,
                          struct json_faults *faults)
{
    char member[JSON_POINTER_BYTES];
    json_pointer_member(pointer, name, member);
    json_fault_add(faults, member, "%s", detail);
}

/* Whether the members belong to the mode. */
static bool members_fit(const struct sent_map *sent, enum map_mode mode, const char *pointer,
                        struct json_faults *faults)
{
    if (mode == MAP_PREMADE && !sent->string.text)
        refuse_member(pointer, "string", "is missing: a premade map needs its map string", faults);
    else if (mode != MAP_PREMADE && sent->string.text)
        refuse_member(pointer, "string", "belongs to a map of mode \"premade\" only", faults);
    else if (mode != MAP_BUILD && sent->layout.text)
        refuse_member(pointer, "layout", "belongs to a map of mode \"build\" only", faults);
    else
        return true;
    return false;
}

static void read_galaxy(struct field_text string, struct map *map, struct map_fault_told *ret_fault)
{
    struct map_fault fault;
    if (!map_string_parse(string.text, string.length, &map->galaxy, &fault))
        map_fault_tell(&fault, string.text, ret_fault);
}

static void tell_no_layout(struct map_fault_told *ret_fault)
{
    size_t length = (size_t)snprintf(ret_fault->detail, sizeof ret_fault->detail,
                                     "There is no such layout; the layouts are");
    for (size_t layout = 0; layout < catalogue_layout_count; layout++)
        length += (size_t)snprintf(ret_fault->detail + length, sizeof ret_fault->detail - length,
                                   "%s %s", layout > 0 ? "," : "", catalogue_layouts[layout].id);
    snprintf(ret_fault->detail + length, sizeof ret_fault->detail - length, ".");
    ret_fault->told = true;
}

/* Without a name the usual layout is meant. */
static void read_layout(struct field_text name, struct map *map, struct map_fault_told *ret_fault)
{
    if (!name.text)
        return;
    map->layout = layout_find(name.text, name.length);
    if (map->layout == LAYOUT_NONE)
        tell_no_layout(ret_fault);
}

bool read_map(const json_t *object, const char *pointer, struct map *ret_map,
              struct map_fault_told *ret_fault, struct json_faults *faults)
{
    *ret_map = map_of_mode(MAP_NONE);
    *ret_fault = (struct map_fault_told){0};
    if (!object)
        return true;
    struct sent_map sent = {0};
    const struct field fields[] = {
        {"mode", FIELD_TEXT, true, false, 0, INT64_MAX, &sent.mode, NULL},
        {"string", FIELD_TEXT, false, true, 0, STRING_POINTS_MAX, &sent.string, NULL},
        {"layout", FIELD_TEXT, false, true, 1, LAYOUT_POINTS_MAX, &sent.layout, NULL},
    };
    if (!json_read_fields(object, pointer, fields, sizeof fields / sizeof fields[0], faults))
        return false;
    enum map_mode mode;
    if (!find_mode(sent.mode, &mode)) {
        refuse_member(pointer, "mode", "must be \"none\", \"premade\" or \"build\"", faults);
        return false;
    }
    if (!members_fit(&sent, mode, pointer, faults))
        return false;
    *ret_map = map_of_mode(mode);
    if (mode == MAP_PREMADE)
        read_galaxy(sent.string, ret_map, ret_fault);
    if (mode == MAP_BUILD)
        read_layout(sent.layout, ret_map, ret_fault);
    return true;
}
