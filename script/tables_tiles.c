/*
 * Tiles and the planets on them.
 */
#include "script/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const tile_kind_words[TILE_FRACTURE + 1] = {
    [TILE_BLUE] = "blue",           [TILE_RED] = "red",
    [TILE_HOME] = "home",           [TILE_HOME_OFF_BOARD] = "home_off_board",
    [TILE_HOME_FLIP] = "home_flip", [TILE_GATE] = "gate",
    [TILE_MECATOL] = "mecatol",     [TILE_NEXUS] = "nexus",
    [TILE_NOVA_SEED] = "nova_seed", [TILE_HYPERLANE] = "hyperlane",
    [TILE_FRACTURE] = "fracture",
};

const char *const expansion_words[EXPANSION_TE + 1] = {
    [EXPANSION_BASE] = "base",
    [EXPANSION_CODEX] = "codex",
    [EXPANSION_POK] = "pok",
    [EXPANSION_TE] = "te",
};

/* In the order of the bits of enum anomaly and enum wormhole. */
static const char *const anomaly_words[] = {"asteroid_field", "nebula", "supernova", "gravity_rift",
                                            "entropic_scar"};
static const char *const wormhole_words[] = {"alpha", "beta", "gamma", "delta", "epsilon"};
static const char *const side_words[] = {"A", "B"};

enum {
    ANOMALIES = sizeof anomaly_words / sizeof anomaly_words[0],
    WORMHOLES = sizeof wormhole_words / sizeof wormhole_words[0],
    PLANETS_AND_STATIONS_MAX = 6,
    TILE_NUMBER_MAX = 999,
    VALUE_MAX = 9 /* resources and influence have one digit */
};

int compare_ids(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static int compare_planets(const void *left, const void *right)
{
    int order = compare_ids(left, right);
    if (order != 0)
        return order;
    return (int)((const struct planet *)left)->tile - (int)((const struct planet *)right)->tile;
}

size_t tables_tile(const struct tables *tables, const char *id)
{
    for (size_t tile = 0; tile < tables->tile_count; tile++)
        if (strcmp(tables->tiles[tile].id, id) == 0)
            return tile;
    return SIZE_MAX;
}

/* A set of different words, as bits. */
static unsigned word_bits(const struct row *row, const char *field, const char *const *words,
                          size_t count)
{
    unsigned bits = 0;
    for (size_t index = 0; index < row_length(row, field, count); index++) {
        unsigned bit = 1U << row_entry_word(row, field, index, words, count);
        if (bits & bit)
            facts_fail(row, "%s: has a word twice", field);
        bits |= bit;
    }
    return bits;
}

static void read_links(const struct row *row, struct tile *tile)
{
    size_t count = row_length(row, "hyperlane_links", HYPERLANE_LINKS_MAX);
    if ((count > 0) != (tile->kind == TILE_HYPERLANE))
        facts_fail(row, "hyperlane_links: hyperlanes have them, other tiles do not");
    for (size_t index = 0; index < count; index++) {
        unsigned sides[2];
        row_entry_pair(row, "hyperlane_links", index, 5, sides);
        if (sides[0] == sides[1])
            facts_fail(row, "hyperlane_links: entry %zu joins a side with itself", index + 1);
        tile->links[index][0] = (uint8_t)sides[0];
        tile->links[index][1] = (uint8_t)sides[1];
    }
    tile->link_count = (uint8_t)count;
}

/* Number and side, which also make up the id. Tiles of the Fracture have neither. */
static void read_number(const struct row *row, struct tile *tile)
{
    bool numbered = !row_is_null(row, "number");
    bool sided = !row_is_null(row, "side");
    if (numbered == (tile->kind == TILE_FRACTURE))
        facts_fail(row, "number: all tiles but those of the Fracture have one");
    if (!numbered) {
        if (sided)
            facts_fail(row, "side: must be null without a number");
        return;
    }
    tile->number = (uint16_t)row_number(row, "number", 1, TILE_NUMBER_MAX);
    if (sided)
        tile->side = side_words[row_word(row, "side", side_words, 2)][0];
    char id[ID_SIZE];
    snprintf(id, sizeof id, "%u%.1s", tile->number, sided ? &tile->side : "");
    if (strcmp(id, tile->id) != 0)
        facts_fail(row, "id: must be number and side, \"%s\"", id);
}

static struct tile read_tile(const struct row *row)
{
    struct tile tile = {.id = row_text(row, "id")};
    tile.kind = (enum tile_kind)row_word(row, "kind", tile_kind_words, TILE_FRACTURE + 1);
    tile.expansion = (enum expansion)row_word(row, "expansion", expansion_words, EXPANSION_TE + 1);
    read_number(row, &tile);
    if (tile.kind == TILE_FRACTURE)
        row_id(row, "id");
    tile.dealt = row_flag(row, "dealt_in_galaxy_setup");
    if (tile.dealt && tile.kind != TILE_BLUE && tile.kind != TILE_RED)
        facts_fail(row, "dealt_in_galaxy_setup: only blue and red tiles can be dealt");
    tile.anomalies = (uint8_t)word_bits(row, "anomalies", anomaly_words, ANOMALIES);
    tile.wormholes = (uint8_t)word_bits(row, "wormholes", wormhole_words, WORMHOLES);
    read_links(row, &tile);
    return tile;
}

static bool is_home(const struct tables *tables, size_t tile)
{
    enum tile_kind kind = tables->tiles[tile].kind;
    return kind == TILE_HOME || kind == TILE_HOME_OFF_BOARD || kind == TILE_HOME_FLIP;
}

/* Two faces of one place may share a planet's name, but units are placed on home planets by
 * name, so those need a name of their own. */
static void check_planet(const struct tables *tables, const struct row *row,
                         const struct planet *planet)
{
    for (size_t index = 0; index < tables->planet_count; index++) {
        const struct planet *other = &tables->planets[index];
        if (strcmp(other->name, planet->name) != 0)
            continue;
        if (other->tile == planet->tile)
            facts_fail(row, "planets: \"%s\" is there twice", planet->name);
        if (is_home(tables, other->tile) || is_home(tables, planet->tile))
            facts_fail(row, "planets: \"%s\" is on tile %s too", planet->name,
                       tables->tiles[other->tile].id);
    }
}

static void read_station(const struct row *row, const struct planet *entry, struct tile *tile)
{
    if (tile->station.name)
        facts_fail(row, "planets: there is room for one space station");
    tile->station = (struct station){entry->name, entry->resources, entry->influence};
}

static void read_planets(struct tables *tables, const struct row *row)
{
    size_t tile = tables_tile(tables, row_text(row, "id"));
    size_t on_tile = 0;
    for (size_t index = 0; index < row_length(row, "planets", PLANETS_AND_STATIONS_MAX); index++) {
        struct row entry = row_entry_object(row, "planets", index);
        struct planet planet = {
            .name = row_text(&entry, "name"),
            .tile = (uint16_t)tile,
            .resources = (uint8_t)row_number(&entry, "resources", 0, VALUE_MAX),
            .influence = (uint8_t)row_number(&entry, "influence", 0, VALUE_MAX),
        };
        if (row_flag(&entry, "space_station")) {
            read_station(row, &planet, &tables->tiles[tile]);
            continue;
        }
        check_planet(tables, row, &planet);
        if (tables->planet_count == PLANETS_LIMIT || ++on_tile > TILE_PLANETS_MAX)
            facts_fail(row, "planets: there is no room for so many");
        tables->planets[tables->planet_count++] = planet;
    }
    if (on_tile == 0 && is_home(tables, tile))
        facts_fail(row, "planets: a home system must have one");
}

void read_tiles(struct tables *tables, const struct facts *tiles)
{
    size_t count = facts_count(tiles, TILES_LIMIT);
    for (size_t index = 0; index < count; index++) {
        struct row row = facts_row(tiles, index);
        struct tile tile = read_tile(&row);
        if (tables_tile(tables, tile.id) != SIZE_MAX)
            facts_fail(&row, "id: is the id of another tile too");
        tables->tiles[tables->tile_count++] = tile;
    }
    qsort(tables->tiles, count, sizeof tables->tiles[0], compare_ids);
    for (size_t index = 0; index < count; index++) {
        struct row row = facts_row(tiles, index);
        read_planets(tables, &row);
    }
    qsort(tables->planets, tables->planet_count, sizeof tables->planets[0], compare_planets);
    for (size_t planet = 0; planet < tables->planet_count; planet++) {
        struct tile *tile = &tables->tiles[tables->planets[planet].tile];
        tile->planets[tile->planet_count++] = (uint16_t)planet;
    }
}
