/*
 * The board of a game as a picture: hexes with tile numbers, planets with resources and influence,
 * anomalies and wormholes as symbols, homes with their players, hyperlanes as lines. SVG without
 * scripts, links or fonts of its own; what everybody may see, and the same bytes for the same
 * version of a game.
 */
#ifndef SERVICE_PICTURE_MAP_SVG_H
#define SERVICE_PICTURE_MAP_SVG_H

#include "service/base/buffer.h"
#include "service/record/record.h"

/* AUTO follows what the reader prefers; converters that know no preferences make it light. */
enum map_theme { MAP_THEME_AUTO, MAP_THEME_LIGHT, MAP_THEME_DARK, MAP_THEMES };

/* The word of a theme ("auto", "light", "dark"); MAP_THEMES when TEXT is none of them. */
const char *map_theme_id(enum map_theme theme);
enum map_theme map_theme_find(const char *text);

/* Draws the map of a game that has one. */
void map_svg_write(const struct record *record, enum map_theme theme, struct buffer *svg);

#endif
