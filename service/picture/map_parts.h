/*
 * The parts of a picture of a map. Used inside of service/picture only: map_svg.h has the whole.
 * Lengths are units of the picture; a hex is HEX_WIDTH wide and HEX_HEIGHT high.
 */
#ifndef SERVICE_PICTURE_MAP_PARTS_H
#define SERVICE_PICTURE_MAP_PARTS_H

#include "rules/geometry.h"
#include "rules/view.h"
#include "service/picture/map_svg.h"
#include "service/picture/svg.h"

enum { HEX_WIDTH = 120, HEX_HEIGHT = 104 };

/* What is drawn: the view of everybody, and the names that go with it. */
struct map_sheet {
    const struct record *record;
    struct view view;
    struct buffer *svg;
};

/* The style sheet of a theme. */
void map_write_style(struct buffer *svg, enum map_theme theme);

/* Where the middle of a position's hex lies; that of the centre is at 0, 0. */
struct place map_hex_middle(uint8_t position);

/* One hex with all that is in it, where the position lies; nothing for an empty one. */
void map_write_hex(const struct map_sheet *sheet, uint8_t position);

/* What stands on a tile: WHICH is the planet, or the bit of the anomaly or wormhole. */
enum thing_kind { THING_PLANET, THING_STATION, THING_ANOMALY, THING_WORMHOLE };
struct thing {
    enum thing_kind kind;
    unsigned which;
    unsigned resources; /* planets and stations */
    unsigned influence;
};

enum { THINGS_MAX = 8, ANOMALIES = 5, WORMHOLES = 5 };

/* Draws a thing around PLACE, 36 wide and high, or with SMALL 30. */
void map_write_thing(struct buffer *svg, const struct thing *thing, struct place place, bool small);

const char *anomaly_name(unsigned anomaly);   /* "asteroid field" */
const char *wormhole_name(unsigned wormhole); /* "alpha wormhole" */
const char *anomaly_class(unsigned anomaly);  /* of the style sheet */

/* What the symbols on this map mean, from LEFT, TOP on, in lines of WIDTH; returns how high that
 * is. With SVG NULL nothing is drawn. */
int map_write_legend(const struct galaxy *galaxy, struct buffer *svg, int left, int top, int width);

/* The name of a player, or "p1" before one has joined; the player whose home is at a position,
 * PLAYER_NONE when it is nobody's. */
const char *map_player_name(const struct map_sheet *sheet, uint8_t player);
uint8_t map_home_owner(const struct map_sheet *sheet, uint8_t position);

#endif
