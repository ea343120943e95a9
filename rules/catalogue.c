/*
 * Looking things up in the catalogue's tables, which catalogue_tables.c of the build holds.
 */
#include "rules/catalogue.h"

#include <string.h>

/* The order of strcmp, for a KEY that is not NUL-terminated and may hold any bytes. */
static int compare(const char *id, const char *key, size_t length)
{
    size_t id_length = strlen(id);
    int order = memcmp(id, key, id_length < length ? id_length : length);
    if (order != 0)
        return order;
    return (id_length > length) - (id_length < length);
}

/* Binary search among the rows FIRST up to END - 1 of a table, whose rows are ROW_SIZE bytes
 * and begin with their id. Returns END when there is none. */
static size_t find(const void *table, size_t row_size, size_t first, size_t end, const char *key,
                   size_t length)
{
    size_t low = first, high = end;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const void *row = (const char *)table + middle * row_size;
        int order = compare(*(const char *const *)row, key, length);
        if (order == 0)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return end;
}

_Static_assert(offsetof(struct card, id) == 0 && offsetof(struct king, id) == 0 &&
                   offsetof(struct planet, name) == 0 && offsetof(struct tile, id) == 0 &&
                   offsetof(struct layout, id) == 0 && offsetof(struct echo_card, id) == 0,
               "find reads the id at the start of a row");

uint16_t card_find(const char *id, size_t length)
{
    for (unsigned kind = 0; kind < CARD_KINDS; kind++) {
        size_t end = catalogue_first_card[kind + 1];
        size_t card = find(catalogue_cards, sizeof catalogue_cards[0], catalogue_first_card[kind],
                           end, id, length);
        if (card != end)
            return (uint16_t)card;
    }
    return CARD_NONE;
}

uint8_t king_find(const char *id, size_t length)
{
    size_t king =
        find(catalogue_kings, sizeof catalogue_kings[0], 0, catalogue_king_count, id, length);
    return king == catalogue_king_count ? KING_NONE : (uint8_t)king;
}

uint8_t echo_card_find(const char *id, size_t length)
{
    size_t card = find(catalogue_echo_cards, sizeof catalogue_echo_cards[0], 0,
                       catalogue_echo_card_count, id, length);
    return card == catalogue_echo_card_count ? ECHO_NONE : (uint8_t)card;
}

uint16_t planet_find(const char *name, size_t length)
{
    size_t planet = find(catalogue_planets, sizeof catalogue_planets[0], 0, catalogue_planet_count,
                         name, length);
    return planet == catalogue_planet_count ? PLANET_NONE : (uint16_t)planet;
}

uint16_t tile_find(const char *id, size_t length)
{
    size_t tile =
        find(catalogue_tiles, sizeof catalogue_tiles[0], 0, catalogue_tile_count, id, length);
    return tile == catalogue_tile_count ? TILE_NONE : (uint16_t)tile;
}

uint8_t layout_find(const char *id, size_t length)
{
    size_t layout =
        find(catalogue_layouts, sizeof catalogue_layouts[0], 0, catalogue_layout_count, id, length);
    return layout == catalogue_layout_count ? LAYOUT_NONE : (uint8_t)layout;
}

enum card_kind card_kind_of(uint16_t card)
{
    return catalogue_cards[card].kind;
}
