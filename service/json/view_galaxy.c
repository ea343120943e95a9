/*
 * The galaxy as everybody sees it.
 */
#include "rules/map_string.h"
#include "service/json/parts.h"
#include "service/json/view_parts.h"

static void write_tiles(struct json_writer *writer, const struct galaxy *galaxy)
{
    write_key(writer, "tiles");
    write_object(writer);
    for (unsigned position = 0; position < POSITIONS; position++) {
        const struct position *place = &galaxy->positions[position];
        if (place->kind != POSITION_TILE)
            continue;
        const char key[] = {(char)('0' + position / 10), (char)('0' + position % 10), '\0'};
        write_key(writer, position < 10 ? key + 1 : key);
        write_object(writer);
        write_member_word(writer, "tile", catalogue_tiles[place->tile].id);
        write_member_number(writer, "rotation", 60 * place->rotation);
        write_object_end(writer);
    }
    write_object_end(writer);
}

/* Where home systems lie or will lie: the map as it was given tells, and it is public. */
static void write_home_positions(struct json_writer *writer, const struct map *map)
{
    write_key(writer, "home_positions");
    write_array(writer);
    for (unsigned position = 0; position < POSITIONS; position++)
        if (map->galaxy.positions[position].kind == POSITION_HOME)
            write_number(writer, position);
    write_array_end(writer);
}

/* What the speaker of a built galaxy has still to place before the others begin. */
static void write_extra_tiles(struct json_writer *writer, const struct view *view)
{
    write_key(writer, "extra_tiles");
    if (view->map_mode == MAP_BUILD)
        write_tile_hand(writer, &view->extra_tiles);
    else
        write_nothing(writer);
}

void write_galaxy(struct json_writer *writer, const struct view_sheet *sheet)
{
    const struct view *view = &sheet->view;
    write_key(writer, "galaxy");
    if (view->map_mode == MAP_NONE) {
        write_nothing(writer);
        return;
    }
    char map_string[MAP_STRING_MAX];
    map_string_print(&view->galaxy, map_string);
    write_object(writer);
    write_member_word(writer, "mode", view->map_mode == MAP_PREMADE ? "premade" : "build");
    write_member_word_or_null(
        writer, "layout", view->map_mode == MAP_BUILD ? catalogue_layouts[view->layout].id : NULL);
    write_tiles(writer, &view->galaxy);
    write_home_positions(writer, &sheet->record->game.setup.map);
    write_extra_tiles(writer, view);
    write_member_word(writer, "map_string", map_string);
    write_object_end(writer);
}
