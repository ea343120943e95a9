#include "service/picture/map_parts.h"

enum { MARGIN = 10 };

/* The picture's edges: the board, and the legend below it. */
struct frame {
    int left;
    int top;
    int width;
    int board_height;
    int height;
};

static int least(int one, int other)
{
    return one < other ? one : other;
}

static int most(int one, int other)
{
    return one > other ? one : other;
}

/* Around all that is drawn. */
static struct frame frame_of(const struct galaxy *galaxy)
{
    int left = 0, top = 0, right = 0, bottom = 0;
    for (uint8_t position = 0; position < POSITIONS; position++) {
        struct place middle = map_hex_middle(position);
        if (galaxy->positions[position].kind == POSITION_EMPTY)
            continue;
        left = least(left, middle.x);
        right = most(right, middle.x);
        top = least(top, middle.y);
        bottom = most(bottom, middle.y);
    }
    struct frame frame = {.left = left - HEX_WIDTH / 2 - MARGIN,
                          .top = top - HEX_HEIGHT / 2 - MARGIN,
                          .width = right - left + HEX_WIDTH + 2 * MARGIN,
                          .board_height = bottom - top + HEX_HEIGHT + 2 * MARGIN};
    frame.height = frame.board_height + MARGIN +
                   map_write_legend(galaxy, NULL, 0, 0, frame.width - 2 * MARGIN);
    return frame;
}

static unsigned positions_of_kind(const struct galaxy *galaxy, enum position_kind kind)
{
    unsigned count = 0;
    for (uint8_t position = 0; position < POSITIONS; position++)
        count += galaxy->positions[position].kind == kind;
    return count;
}

/* Where a gate lies, the home system is beside the board. */
static void describe_home_tile(const struct map_sheet *sheet, const struct player_view *view)
{
    const struct position *place = &sheet->view.galaxy.positions[view->home_position];
    if (place->kind != POSITION_TILE || view->home_tile == TILE_NONE)
        return;
    svg_format(sheet->svg, ", tile %s", catalogue_tiles[place->tile].id);
    if (place->tile != view->home_tile)
        svg_format(sheet->svg, ", with the home system, tile %s, beside the board",
                   catalogue_tiles[view->home_tile].id);
}

static void describe_homes(const struct map_sheet *sheet)
{
    for (uint8_t player = 0; player < sheet->view.players; player++) {
        const struct player_view *view = &sheet->view.player[player];
        if (view->home_position == POSITION_NONE)
            continue;
        buffer_text(sheet->svg, " ");
        svg_text(sheet->svg, map_player_name(sheet, player));
        svg_format(sheet->svg, " has the home at position %u", view->home_position);
        describe_home_tile(sheet, view);
        buffer_text(sheet->svg, ".");
    }
}

/* For those who cannot see the picture. */
static void write_description(const struct map_sheet *sheet)
{
    const struct galaxy *galaxy = &sheet->view.galaxy;
    unsigned open = positions_of_kind(galaxy, POSITION_OPEN);
    buffer_text(sheet->svg, "<title id='title'>The galaxy of ");
    svg_text(sheet->svg, sheet->record->created.name);
    svg_format(sheet->svg,
               "</title><desc id='desc'>A map of hexes for %u players: %u tiles lie, %u positions "
               "are open, %u homes are empty.",
               sheet->view.players, positions_of_kind(galaxy, POSITION_TILE), open,
               positions_of_kind(galaxy, POSITION_HOME));
    describe_homes(sheet);
    buffer_text(sheet->svg, "</desc>");
}

static void write_picture(const struct map_sheet *sheet, enum map_theme theme)
{
    const struct galaxy *galaxy = &sheet->view.galaxy;
    struct frame frame = frame_of(galaxy);
    svg_format(sheet->svg,
               "<svg xmlns='http://www.w3.org/2000/svg' viewBox='%d %d %d %d' width='%d' "
               "height='%d' role='img' aria-labelledby='title desc'>\n",
               frame.left, frame.top, frame.width, frame.height, frame.width, frame.height);
    write_description(sheet);
    map_write_style(sheet->svg, theme);
    svg_format(sheet->svg, "\n<rect class='bg' x='%d' y='%d' width='%d' height='%d'/>\n",
               frame.left, frame.top, frame.width, frame.height);
    for (uint8_t position = 0; position < POSITIONS; position++)
        map_write_hex(sheet, position);
    (void)map_write_legend(galaxy, sheet->svg, frame.left + MARGIN, frame.top + frame.board_height,
                           frame.width - 2 * MARGIN);
    buffer_text(sheet->svg, "\n</svg>\n");
}

void map_svg_write(const struct record *record, enum map_theme theme, struct buffer *svg)
{
    struct map_sheet sheet = {.record = record, .svg = svg};
    view_of(&record->game, (struct viewer){.kind = VIEWER_PUBLIC}, &sheet.view);
    write_picture(&sheet, theme);
}
