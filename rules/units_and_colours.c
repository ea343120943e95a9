/*
 * Units, colours and kinds of cards: what the catalogue says without its tables. The program
 * of the build that makes the tables uses this file too, so that each word stands once.
 */
#include "rules/catalogue.h"

#include <string.h>

static const char *const colour_ids[COLOURS] = {
    [COLOUR_BLACK] = "black",   [COLOUR_BLUE] = "blue",     [COLOUR_GREEN] = "green",
    [COLOUR_ORANGE] = "orange", [COLOUR_PINK] = "pink",     [COLOUR_PURPLE] = "purple",
    [COLOUR_RED] = "red",       [COLOUR_YELLOW] = "yellow",
};

static const char *const unit_ids[UNITS] = {
    [UNIT_CARRIER] = "carrier",
    [UNIT_CRUISER] = "cruiser",
    [UNIT_DESTROYER] = "destroyer",
    [UNIT_DREADNOUGHT] = "dreadnought",
    [UNIT_FIGHTER] = "fighter",
    [UNIT_FLAGSHIP] = "flagship",
    [UNIT_WAR_SUN] = "war_sun",
    [UNIT_INFANTRY] = "infantry",
    [UNIT_MECH] = "mech",
    [UNIT_PDS] = "pds",
    [UNIT_SPACE_DOCK] = "space_dock",
};

static const char *const card_kind_ids[CARD_KINDS] = {
    [CARD_FACTION] = "factions",
    [CARD_ABILITY] = "abilities",
    [CARD_UNIT_UPGRADE] = "unit_upgrades",
    [CARD_GENOME] = "genomes",
    [CARD_KING_TECHNOLOGY] = "king_technologies",
};

static const uint8_t plastic_limits[UNITS] = {
    [UNIT_CARRIER] = 4,  [UNIT_CRUISER] = 8,  [UNIT_DESTROYER] = 8,  [UNIT_DREADNOUGHT] = 5,
    [UNIT_FIGHTER] = 10, [UNIT_FLAGSHIP] = 1, [UNIT_WAR_SUN] = 2,    [UNIT_INFANTRY] = 12,
    [UNIT_MECH] = 4,     [UNIT_PDS] = 6,      [UNIT_SPACE_DOCK] = 3,
};

static bool same(const char *word, const char *id, size_t length)
{
    return strlen(word) == length && memcmp(word, id, length) == 0;
}

enum colour colour_find(const char *id, size_t length)
{
    for (unsigned colour = 0; colour < COLOURS; colour++)
        if (same(colour_ids[colour], id, length))
            return (enum colour)colour;
    return COLOUR_NONE;
}

enum unit unit_find(const char *id, size_t length)
{
    for (unsigned unit = 0; unit < UNITS; unit++)
        if (same(unit_ids[unit], id, length))
            return (enum unit)unit;
    return UNIT_NONE;
}

const char *colour_id(enum colour colour)
{
    return colour < COLOURS ? colour_ids[colour] : "";
}

const char *unit_id(enum unit unit)
{
    return unit < UNITS ? unit_ids[unit] : "";
}

const char *card_kind_id(enum card_kind kind)
{
    return kind < CARD_KINDS ? card_kind_ids[kind] : "";
}

bool unit_is_ship(enum unit unit)
{
    return unit <= UNIT_WAR_SUN;
}

bool unit_is_ground_force(enum unit unit)
{
    return unit == UNIT_INFANTRY || unit == UNIT_MECH;
}

bool unit_is_structure(enum unit unit)
{
    return unit == UNIT_PDS || unit == UNIT_SPACE_DOCK;
}

uint8_t unit_plastic_limit(enum unit unit)
{
    return unit < UNITS ? plastic_limits[unit] : 0;
}
