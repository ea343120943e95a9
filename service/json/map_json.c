/*
 * Maps as JSON, both ways: {"mode": "none"}, {"mode": "premade", "string": "…"},
 * {"layout": "6p", "mode": "build"}.
 */
#include <string.h>

#include "service/json/command_json.h"
#include "service/json/view_json.h"

enum { LAYOUT_POINTS_MAX = 16 };

static const char *const mode_words[] = {
    [MAP_NONE] = "none", [MAP_PREMADE] = "premade", [MAP_BUILD] = "build"};

void map_write(const struct map *map, struct json_writer *writer)
{
    write_object(writer);
    if (map->mode == MAP_BUILD)
        write_member_word(writer, "layout", catalogue_layouts[map->layout].id);
    write_member_word(writer, "mode", mode_words[map->mode]);
    if (map->mode == MAP_PREMADE) {
        char text[MAP_STRING_MAX];
        map_string_print(&map->galaxy, text);
        write_member_word(writer, "string", text);
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

static void read_galaxy(struct field_text string, struct map *map,
                        struct map_faults_told *ret_faults)
{
    struct map_faults faults;
    if (!map_string_parse(string.text, string.length, &map->galaxy, &faults))
        map_faults_tell(&faults, string.text, NULL, ret_faults);
}

/* Without a name the usual layout is meant. */
static void read_layout(struct field_text name, struct map *map, struct map_faults_told *ret_faults)
{
    if (!name.text)
        return;
    map->layout = layout_find(name.text, name.length);
    if (map->layout == LAYOUT_NONE)
        map_faults_tell_layout(ret_faults);
}

bool read_map(const json_t *object, const char *pointer, struct map *ret_map,
              struct map_faults_told *ret_map_faults, struct json_faults *faults)
{
    *ret_map = map_of_mode(MAP_NONE);
    *ret_map_faults = (struct map_faults_told){0};
    if (!object)
        return true;
    struct sent_map sent = {0};
    const struct field fields[] = {
        {"mode", FIELD_TEXT, true, false, 0, INT64_MAX, &sent.mode, NULL},
        {"string", FIELD_TEXT, false, false, 0, MAP_TEXT_MAX, &sent.string, NULL},
        {"layout", FIELD_TEXT, false, false, 1, LAYOUT_POINTS_MAX, &sent.layout, NULL},
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
        read_galaxy(sent.string, ret_map, ret_map_faults);
    if (mode == MAP_BUILD)
        read_layout(sent.layout, ret_map, ret_map_faults);
    return true;
}
