#include "service/json/map_faults.h"

#include <stdio.h>
#include <string.h>

/* Kinds of faults: the code, and what is wrong with the position that is told before. */
static const struct {
    const char *code;
    const char *wrong;
} kinds[] = {
    [MAP_FAULT_SYNTAX] = {"no_entry", "is no tile number, home location (0) or gap (-1)"},
    [MAP_FAULT_TOO_LONG] = {"too_long",
                            "is one entry too many: there are 60 positions around the centre"},
    [MAP_FAULT_UNKNOWN_TILE] = {"unknown_tile",
                                "names no tile, or a side that the tile does not have"},
    [MAP_FAULT_TILE_TWICE] = {"tile_twice", "has a tile that lies on the map already"},
    [MAP_FAULT_HOME_TILE] = {"home_tile", "has a home system or gate; put a home location (0), "
                                          "the draft fills it"},
    [MAP_FAULT_EXPANSION] = {"expansion", "has a tile of an expansion that is not in this game"},
    [MAP_FAULT_HOME_LOCATIONS] = {"home_locations", ""},
};

static bool is_plain(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] <= ' ' || text[i] > '~')
            return false;
    return true;
}

static void quote_entry(const struct map_fault *fault, const char *text,
                        const struct galaxy *galaxy, char ret_entry[MAP_ENTRY_BYTES])
{
    const char *entry = text ? text + fault->entry_start : "";
    size_t length = fault->entry_length;
    if (!text && galaxy->positions[fault->position].kind == POSITION_TILE) {
        entry = catalogue_tiles[galaxy->positions[fault->position].tile].id;
        length = strlen(entry);
    }
    bool told = length < MAP_ENTRY_BYTES && is_plain(entry, length);
    snprintf(ret_entry, MAP_ENTRY_BYTES, "%.*s", told ? (int)length : 0, entry);
}

static void tell_home_locations(const struct map_fault *fault, struct told_map_fault *told)
{
    told->position = POSITION_NONE;
    snprintf(told->detail, sizeof told->detail,
             "The map has %u home locations (0); it needs one for each player.",
             fault->home_locations);
}

static void tell_entry(const struct map_fault *fault, const char *text, const struct galaxy *galaxy,
                       struct told_map_fault *told)
{
    char entry[MAP_ENTRY_BYTES];
    quote_entry(fault, text, galaxy, entry);
    bool quoted = entry[0] != '\0';
    told->position = fault->position;
    memcpy(told->entry, entry, sizeof entry);
    snprintf(told->detail, sizeof told->detail, "In the map string, position %u%s%s%s %s.",
             fault->position, quoted ? " (" : "", entry, quoted ? ")" : "",
             kinds[fault->kind].wrong);
}

void map_faults_tell(const struct map_faults *faults, const char *text, const struct galaxy *galaxy,
                     struct map_faults_told *ret_told)
{
    for (size_t i = 0; i < faults->count && ret_told->count < MAP_FAULTS_MAX; i++) {
        const struct map_fault *fault = &faults->list[i];
        struct told_map_fault *told = &ret_told->list[ret_told->count++];
        *told = (struct told_map_fault){.code = kinds[fault->kind].code};
        if (fault->kind == MAP_FAULT_HOME_LOCATIONS)
            tell_home_locations(fault, told);
        else
            tell_entry(fault, text, galaxy, told);
    }
}

void map_faults_tell_layout(struct map_faults_told *ret_told)
{
    struct told_map_fault *told = &ret_told->list[0];
    *told = (struct told_map_fault){.code = "unknown_layout", .position = POSITION_NONE};
    ret_told->count = 1;
    char *detail = told->detail;
    size_t length =
        (size_t)snprintf(detail, MAP_DETAIL_BYTES, "There is no such layout; the layouts are");
    for (size_t layout = 0; layout < catalogue_layout_count && length < MAP_DETAIL_BYTES; layout++)
        length += (size_t)snprintf(detail + length, MAP_DETAIL_BYTES - length, "%s %s",
                                   layout > 0 ? "," : "", catalogue_layouts[layout].id);
    if (length < MAP_DETAIL_BYTES)
        snprintf(detail + length, MAP_DETAIL_BYTES - length, ".");
}

void map_faults_list(const struct map_faults_told *told, const char *pointer,
                     struct json_faults *ret_faults)
{
    for (size_t i = 0; i < told->count; i++)
        json_fault_add(ret_faults, pointer, "%s", told->list[i].detail);
}

void map_faults_write(const struct map_faults_told *told, struct json_writer *writer)
{
    write_array(writer);
    for (size_t i = 0; i < told->count; i++) {
        const struct told_map_fault *fault = &told->list[i];
        write_object(writer);
        write_member_text(writer, "code", fault->code);
        if (fault->position == POSITION_NONE)
            write_member_null(writer, "position");
        else
            write_member_number(writer, "position", fault->position);
        write_member_text_or_null(writer, "entry", fault->entry);
        write_member_text(writer, "detail", fault->detail);
        write_object_end(writer);
    }
    write_array_end(writer);
}

static void write_warning(const struct galaxy *galaxy, const struct map_clash *clash,
                          const char *code, const char *what, struct json_writer *writer)
{
    char detail[MAP_DETAIL_BYTES];
    const char *one = catalogue_tiles[galaxy->positions[clash->one].tile].id;
    const char *other = catalogue_tiles[galaxy->positions[clash->other].tile].id;
    snprintf(detail, sizeof detail,
             "Tile %s at position %u and tile %s at position %u are next to one another and have "
             "both %s.",
             one, clash->one, other, clash->other, what);
    write_object(writer);
    write_member_text(writer, "code", code);
    write_key(writer, "positions");
    write_array(writer);
    write_number(writer, clash->one);
    write_number(writer, clash->other);
    write_array_end(writer);
    write_key(writer, "tiles");
    write_array(writer);
    write_text(writer, one);
    write_text(writer, other);
    write_array_end(writer);
    write_member_text(writer, "detail", detail);
    write_object_end(writer);
}

void map_warnings_write(const struct galaxy *galaxy, bool hyperlanes, struct json_writer *writer)
{
    struct map_clash clashes[MAP_CLASHES_MAX];
    size_t count = map_clashes(galaxy, hyperlanes, clashes);
    write_array(writer);
    for (size_t i = 0; i < count; i++) {
        if (clashes[i].anomalies)
            write_warning(galaxy, &clashes[i], "adjacent_anomalies", "an anomaly", writer);
        if (clashes[i].wormholes != 0)
            write_warning(galaxy, &clashes[i], "equal_wormholes", "a wormhole of one kind", writer);
    }
    write_array_end(writer);
}
