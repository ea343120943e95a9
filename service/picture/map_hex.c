/*
 * One hex of the map: its outline, what is on its tile, whose home it is.
 */
#include "service/picture/map_parts.h"

enum { NAME_WIDTH = 9, NUMBER_BASE = -30, NAME_BASE = -12 };

/* A corner lies where two sides meet; integers, so that neighbours share them exactly. */
#define OUTLINE       "M60 0 30 52-30 52-60 0-30-52 30-52z"
#define INNER_OUTLINE "M53 0 26 45-26 45-53 0-26-45 26-45z"

const char *map_player_name(const struct map_sheet *sheet, uint8_t player)
{
    static const char *const ids[PLAYERS_MAX] = {"p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8"};
    const char *name = sheet->record->people[player].name;
    return name[0] != '\0' ? name : ids[player];
}

uint8_t map_home_owner(const struct map_sheet *sheet, uint8_t position)
{
    for (uint8_t player = 0; player < sheet->view.players; player++)
        if (sheet->view.player[player].home_position == position)
            return player;
    return PLAYER_NONE;
}

/* What stands on a tile, in the order in which it is drawn. */
struct things {
    size_t count;
    struct thing list[THINGS_MAX];
};

static void add_thing(struct things *things, struct thing thing)
{
    if (things->count < THINGS_MAX)
        things->list[things->count++] = thing;
}

static struct things things_on(const struct tile *tile)
{
    struct things things = {0};
    for (uint8_t i = 0; i < tile->planet_count; i++) {
        const struct planet *planet = &catalogue_planets[tile->planets[i]];
        add_thing(&things, (struct thing){THING_PLANET, tile->planets[i], planet->resources,
                                          planet->influence});
    }
    if (tile->station.name)
        add_thing(&things, (struct thing){THING_STATION, 0, tile->station.resources,
                                          tile->station.influence});
    for (unsigned bit = 0; bit < ANOMALIES; bit++)
        if (tile->anomalies >> bit & 1)
            add_thing(&things, (struct thing){.kind = THING_ANOMALY, .which = bit});
    for (unsigned bit = 0; bit < WORMHOLES; bit++)
        if (tile->wormholes >> bit & 1)
            add_thing(&things, (struct thing){.kind = THING_WORMHOLE, .which = bit});
    return things;
}

/* Where the INDEX-th of COUNT things has room: around the middle; or, when they are small, in a
 * row. */
static struct place place_of_thing(size_t index, size_t count, bool small, int middle)
{
    static const struct place one[] = {{0, 0}}, two[] = {{-22, 0}, {22, 0}},
                              three[] = {{-22, -14}, {22, -14}, {0, 21}},
                              four[] = {{-23, -14}, {23, -14}, {-19, 22}, {19, 22}};
    static const struct place *const places[] = {one, two, three, four};
    int half = 15;
    if (small || count > sizeof places / sizeof places[0])
        return (struct place){half * (2 * (int)index - (int)count + 1), middle};
    struct place place = places[count - 1][index];
    place.y += middle;
    return place;
}

/* A name above leaves room for a row of two, or of more small ones. */
static void write_things(struct buffer *svg, const struct tile *tile, bool below_name)
{
    struct things things = things_on(tile);
    bool small = things.count > (below_name ? 2 : 4);
    for (size_t i = 0; i < things.count; i++)
        map_write_thing(svg, &things.list[i],
                        place_of_thing(i, things.count, small, below_name ? 14 : 6), small);
}

static const char *back_class(const struct tile *tile)
{
    switch (tile->kind) {
    case TILE_BLUE:
        return " blue";
    case TILE_RED:
    case TILE_NOVA_SEED:
        return " red";
    case TILE_HOME:
    case TILE_HOME_OFF_BOARD:
    case TILE_HOME_FLIP:
    case TILE_GATE:
        return " green";
    case TILE_MECATOL:
        return " gold";
    default:
        return "";
    }
}

/* A lane from the middle of one side to the middle of another, bent towards the middle. */
static void write_lane(struct buffer *svg, unsigned one, unsigned other)
{
    static const struct place sides[SIDES] = {{0, -52}, {45, -26}, {45, 26},
                                              {0, 52},  {-45, 26}, {-45, -26}};
    svg_format(svg, "<path class='y' d='M%d %dQ0 0 %d %d'/>", sides[one].x, sides[one].y,
               sides[other].x, sides[other].y);
}

static void write_lanes(struct buffer *svg, const struct tile *tile, unsigned rotation)
{
    for (uint8_t link = 0; link < tile->link_count; link++)
        write_lane(svg, (tile->links[link][0] + rotation) % SIDES,
                   (tile->links[link][1] + rotation) % SIDES);
}

/* For those who point at a tile: everything on it by name. */
static void write_tooltip(struct buffer *svg, uint8_t position, const struct tile *tile)
{
    svg_format(svg, "<title>Position %u: tile %s", position, tile->id);
    for (uint8_t i = 0; i < tile->planet_count; i++) {
        const struct planet *planet = &catalogue_planets[tile->planets[i]];
        buffer_text(svg, ", ");
        svg_text(svg, planet->name);
        svg_format(svg, " %u/%u", planet->resources, planet->influence);
    }
    if (tile->station.name) {
        buffer_text(svg, ", ");
        svg_text(svg, tile->station.name);
        svg_format(svg, " %u/%u", tile->station.resources, tile->station.influence);
    }
    for (unsigned bit = 0; bit < ANOMALIES; bit++)
        if (tile->anomalies >> bit & 1)
            svg_format(svg, ", %s", anomaly_name(bit));
    for (unsigned bit = 0; bit < WORMHOLES; bit++)
        if (tile->wormholes >> bit & 1)
            svg_format(svg, ", %s", wormhole_name(bit));
    buffer_text(svg, "</title>");
}

/* The border of an anomaly: the colour of its first kind. */
static void write_anomaly_border(struct buffer *svg, const struct tile *tile)
{
    for (unsigned bit = 0; bit < ANOMALIES; bit++) {
        if (!(tile->anomalies >> bit & 1))
            continue;
        svg_format(svg, "<path class='a %s' d='" INNER_OUTLINE "'/>", anomaly_class(bit));
        return;
    }
}

static void write_owner(const struct map_sheet *sheet, uint8_t owner, int base)
{
    static const char *const classes[COLOURS] = {
        [COLOUR_BLACK] = "black",   [COLOUR_BLUE] = "blueking", [COLOUR_GREEN] = "greenking",
        [COLOUR_ORANGE] = "orange", [COLOUR_PINK] = "pink",     [COLOUR_PURPLE] = "purple",
        [COLOUR_RED] = "redking",   [COLOUR_YELLOW] = "yellow",
    };
    uint8_t king = sheet->view.player[owner].king;
    if (king != KING_NONE)
        svg_format(sheet->svg, "<path class='k %s' d='" INNER_OUTLINE "'/>",
                   classes[catalogue_kings[king].colour]);
    svg_format(sheet->svg, "<text class='q' y='%d'>", base);
    svg_short_text(sheet->svg, map_player_name(sheet, owner), NAME_WIDTH);
    buffer_text(sheet->svg, "</text>");
}

static bool has_lane_at(const struct tile *tile, unsigned rotation, unsigned side)
{
    for (uint8_t link = 0; link < tile->link_count; link++)
        if ((tile->links[link][0] + rotation) % SIDES == side ||
            (tile->links[link][1] + rotation) % SIDES == side)
            return true;
    return false;
}

/* At the top, unless a lane comes in there and none at the bottom. */
static void write_lane_number(struct buffer *svg, const struct tile *tile, unsigned rotation)
{
    bool below = has_lane_at(tile, rotation, 0) && !has_lane_at(tile, rotation, 3);
    svg_format(svg, "<text class='n z' y='%d'>%s</text>", below ? 43 : NUMBER_BASE, tile->id);
}

static void write_tile(const struct map_sheet *sheet, uint8_t position)
{
    const struct position *place = &sheet->view.galaxy.positions[position];
    const struct tile *tile = &catalogue_tiles[place->tile];
    struct buffer *svg = sheet->svg;
    uint8_t owner = map_home_owner(sheet, position);
    write_tooltip(svg, position, tile);
    svg_format(svg, "<path class='x%s' d='" OUTLINE "'/>", back_class(tile));
    write_lanes(svg, tile, place->rotation);
    write_anomaly_border(svg, tile);
    if (owner != PLAYER_NONE)
        write_owner(sheet, owner, NAME_BASE);
    write_things(svg, tile, owner != PLAYER_NONE);
    if (tile->kind == TILE_HYPERLANE)
        write_lane_number(svg, tile, place->rotation);
    else
        svg_format(svg, "<text class='n' y='%d'>%s</text>", NUMBER_BASE, tile->id);
}

/* A home without its system, or a place that waits for a tile: the position is told, since that
 * is what a player has to name. */
static void write_place(const struct map_sheet *sheet, uint8_t position, bool is_home)
{
    struct buffer *svg = sheet->svg;
    uint8_t owner = map_home_owner(sheet, position);
    svg_format(svg, "<title>Position %u: %s</title><path class='%s' d='" OUTLINE "'/>", position,
               is_home ? "home" : "open", is_home ? "x green" : "x o");
    if (owner != PLAYER_NONE)
        write_owner(sheet, owner, 5);
    else if (is_home)
        buffer_text(svg, "<text class='q' y='5'>home</text>");
    svg_format(svg, "<text class='n' y='%d'>@%u</text>", is_home ? 26 : 5, position);
}

struct place map_hex_middle(uint8_t position)
{
    struct place place = position_place(position);
    return (struct place){HEX_WIDTH * 3 / 4 * place.x,
                          HEX_HEIGHT * place.y + HEX_HEIGHT / 2 * place.x};
}

void map_write_hex(const struct map_sheet *sheet, uint8_t position)
{
    enum position_kind kind = sheet->view.galaxy.positions[position].kind;
    struct place middle = map_hex_middle(position);
    if (kind == POSITION_EMPTY)
        return;
    svg_format(sheet->svg, "<g transform='translate(%d %d)'>", middle.x, middle.y);
    if (kind == POSITION_TILE)
        write_tile(sheet, position);
    else
        write_place(sheet, position, kind == POSITION_HOME);
    buffer_text(sheet->svg, "</g>\n");
}
