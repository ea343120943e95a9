/*
 * What the symbols mean: those that are on this map, no others.
 */
#include "service/picture/map_parts.h"

enum { COLUMN_LEAST = 190, LINE = 40 };

struct legend {
    struct buffer *svg; /* NULL: only counting */
    int left;
    int top;
    int columns;
    int column_width;
    int count;
};

/* Whether something of this map has the bit. */
static bool any_tile(const struct galaxy *galaxy, bool (*has)(const struct tile *, unsigned),
                     unsigned bit)
{
    for (uint8_t position = 0; position < POSITIONS; position++) {
        const struct position *place = &galaxy->positions[position];
        if (place->kind == POSITION_TILE && has(&catalogue_tiles[place->tile], bit))
            return true;
    }
    return false;
}

static bool has_anomaly(const struct tile *tile, unsigned bit)
{
    return tile->anomalies >> bit & 1;
}

static bool has_wormhole(const struct tile *tile, unsigned bit)
{
    return tile->wormholes >> bit & 1;
}

static bool has_station(const struct tile *tile, unsigned bit)
{
    (void)bit;
    return tile->station.name != NULL;
}

/* Where the next symbol goes; its name is written beside it. */
static struct place next_entry(struct legend *legend, const char *name)
{
    int column = legend->count % legend->columns, line = legend->count / legend->columns;
    struct place place = {legend->left + legend->column_width * column + 20,
                          legend->top + LINE * line + 20};
    legend->count++;
    if (legend->svg)
        svg_format(legend->svg, "<text class='t' x='%d' y='%d'>%s</text>", place.x + 24,
                   place.y + 5, name);
    return place;
}

static void add_entry(struct legend *legend, struct thing thing, const char *name)
{
    struct place place = next_entry(legend, name);
    if (legend->svg)
        map_write_thing(legend->svg, &thing, place, false);
}

/* Where no tile lies yet, the position is told instead. */
static void add_position(struct legend *legend, const struct galaxy *galaxy)
{
    uint8_t position = 0;
    while (position < POSITIONS && galaxy->positions[position].kind != POSITION_OPEN &&
           galaxy->positions[position].kind != POSITION_HOME)
        position++;
    if (position == POSITIONS)
        return;
    struct place place = next_entry(legend, "position");
    if (legend->svg)
        svg_format(legend->svg, "<text class='n' x='%d' y='%d'>@%u</text>", place.x, place.y + 5,
                   position);
}

int map_write_legend(const struct galaxy *galaxy, struct buffer *svg, int left, int top, int width)
{
    struct legend legend = {.svg = svg, .left = left, .top = top, .columns = width / COLUMN_LEAST};
    legend.columns = legend.columns > 0 ? legend.columns : 1;
    legend.column_width = width / legend.columns;
    add_entry(&legend, (struct thing){THING_PLANET, 0, 2, 1}, "resources/influence");
    if (any_tile(galaxy, has_station, 0))
        add_entry(&legend, (struct thing){THING_STATION, 0, 1, 1}, "space station");
    for (unsigned bit = 0; bit < ANOMALIES; bit++)
        if (any_tile(galaxy, has_anomaly, bit))
            add_entry(&legend, (struct thing){.kind = THING_ANOMALY, .which = bit},
                      anomaly_name(bit));
    for (unsigned bit = 0; bit < WORMHOLES; bit++)
        if (any_tile(galaxy, has_wormhole, bit))
            add_entry(&legend, (struct thing){.kind = THING_WORMHOLE, .which = bit},
                      wormhole_name(bit));
    add_position(&legend, galaxy);
    return LINE * ((legend.count + legend.columns - 1) / legend.columns);
}
