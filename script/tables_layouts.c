/*
 * Layouts of built galaxies.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/options.h"
#include "script/tables.h"

enum { RINGS_LEAST = 3, RINGS_MOST = 4, TURN = 60 };

_Static_assert((int)LAYOUT_HOMES_MAX == (int)PLAYERS_MAX, "a home for each player");

/* What the positions of a layout are taken by, while it is read. */
struct plan {
    const struct row *row;
    unsigned positions; /* those of the layout's rings, the centre too */
    bool taken[POSITIONS];
};

/* The centre is Mecatol Rex, always. */
static uint8_t take(struct plan *plan, const char *field, unsigned position)
{
    if (position == 0 || position >= plan->positions)
        facts_fail(plan->row, "%s: there is no position %u in these rings", field, position);
    if (plan->taken[position])
        facts_fail(plan->row, "%s: position %u is taken already", field, position);
    plan->taken[position] = true;
    return (uint8_t)position;
}

static uint8_t read_positions(struct plan *plan, const char *field, uint8_t *ret_positions,
                              size_t limit)
{
    size_t count = row_length(plan->row, field, limit);
    for (size_t index = 0; index < count; index++)
        ret_positions[index] =
            take(plan, field, row_entry_number(plan->row, field, index, POSITIONS - 1));
    return (uint8_t)count;
}

static void read_fixed(const struct tables *tables, struct plan *plan, struct layout *layout)
{
    size_t count = row_length(plan->row, "fixed_tiles", LAYOUT_FIXED_MAX);
    for (size_t index = 0; index < count; index++) {
        struct row entry = row_entry_object(plan->row, "fixed_tiles", index);
        const char *id = row_text(&entry, "tile");
        size_t tile = tables_tile(tables, id);
        unsigned rotation = row_number(&entry, "rotation", 0, 5 * TURN);
        if (tile == SIZE_MAX || tables->tiles[tile].kind != TILE_HYPERLANE)
            facts_fail(plan->row, "fixed_tiles: \"%s\" is no hyperlane", id);
        if (tables->tiles[tile].expansion == EXPANSION_POK && !layout->needs_pok)
            facts_fail(plan->row, "fixed_tiles: \"%s\" needs Prophecy of Kings", id);
        if (rotation % TURN != 0)
            facts_fail(plan->row, "fixed_tiles: %u degrees are no whole turns", rotation);
        layout->fixed[index].position =
            take(plan, "fixed_tiles", row_number(&entry, "position", 0, POSITIONS - 1));
        layout->fixed[index].tile = (uint16_t)tile;
        layout->fixed[index].rotation = (uint8_t)(rotation / TURN);
    }
    layout->fixed_count = (uint8_t)count;
}

static void read_numbers(const struct row *row, struct layout *layout)
{
    layout->players = (uint8_t)row_number(row, "players", PLAYERS_MIN, PLAYERS_MAX);
    layout->rings = (uint8_t)row_number(row, "rings", RINGS_LEAST, RINGS_MOST);
    layout->blue = (uint8_t)row_number(row, "blue_per_player", 1, LAYOUT_HAND_MAX);
    layout->red = (uint8_t)row_number(row, "red_per_player", 1, LAYOUT_HAND_MAX);
    layout->extra_blue = (uint8_t)row_number(row, "extra_blue", 0, LAYOUT_EXTRA_MAX);
    layout->extra_red = (uint8_t)row_number(row, "extra_red", 0, LAYOUT_EXTRA_MAX);
    layout->needs_pok = row_flag(row, "needs_pok");
    layout->standard = row_flag(row, "te_default");
    if (layout->blue + layout->red > LAYOUT_HAND_MAX ||
        layout->extra_blue + layout->extra_red > LAYOUT_EXTRA_MAX)
        facts_fail(row, "there is no room for so many tiles");
}

/* Every open position gets a tile, and every tile a position. */
static void check_tiles(const struct plan *plan, const struct layout *layout)
{
    unsigned open = 0;
    for (unsigned position = 1; position < plan->positions; position++)
        open += !plan->taken[position];
    unsigned tiles = layout->players * (layout->blue + (unsigned)layout->red) + layout->extra_blue +
                     layout->extra_red;
    if (open != tiles)
        facts_fail(plan->row, "has %u open positions for %u tiles", open, tiles);
}

/* Whether the piles hold enough tiles of a colour for everybody. */
static void check_pile(const struct tables *tables, const struct row *row,
                       const struct layout *layout, enum tile_kind kind)
{
    unsigned each = kind == TILE_BLUE ? layout->blue : layout->red;
    unsigned needed = each * layout->players +
                      (kind == TILE_BLUE ? layout->extra_blue : (unsigned)layout->extra_red);
    unsigned have = 0;
    for (size_t index = 0; index < tables->tile_count; index++) {
        const struct tile *tile = &tables->tiles[index];
        have += tile->dealt && tile->kind == kind &&
                (layout->needs_pok || tile->expansion != EXPANSION_POK);
    }
    if (have < needed)
        facts_fail(row, "needs %u %s tiles, there are %u", needed, tile_kind_words[kind], have);
}

static struct layout read_layout(const struct tables *tables, const struct row *row)
{
    struct layout layout = {.id = row_id(row, "id")};
    read_numbers(row, &layout);
    struct plan plan = {row, 1 + 3U * layout.rings * (layout.rings + 1U), {false}};
    if (read_positions(&plan, "home_positions", layout.homes, LAYOUT_HOMES_MAX) != layout.players)
        facts_fail(row, "home_positions: there must be one for each player");
    layout.closed_count =
        read_positions(&plan, "closed_positions", layout.closed, LAYOUT_CLOSED_MAX);
    read_fixed(tables, &plan, &layout);
    check_tiles(&plan, &layout);
    check_pile(tables, row, &layout, TILE_BLUE);
    check_pile(tables, row, &layout, TILE_RED);
    return layout;
}

/* Whether a game with or without Prophecy of Kings has a layout to begin with. */
static void check_standard(const struct tables *tables, const struct row *row, unsigned players)
{
    unsigned standard = 0, without_pok = 0;
    for (size_t index = 0; index < tables->layout_count; index++) {
        const struct layout *layout = &tables->layouts[index];
        standard += layout->players == players && layout->standard;
        without_pok += layout->players == players && !layout->needs_pok;
    }
    if (standard != 1)
        facts_fail(row, "te_default: %u players have %u such layouts", players, standard);
    if (players <= PLAYERS_MAX_WITHOUT_POK && without_pok == 0)
        facts_fail(row, "needs_pok: %u players have no other layout", players);
}

void read_layouts(struct tables *tables, const struct facts *layouts)
{
    size_t count = facts_count(layouts, LAYOUTS_LIMIT);
    for (size_t index = 0; index < count; index++) {
        struct row row = facts_row(layouts, index);
        struct layout layout = read_layout(tables, &row);
        for (size_t other = 0; other < index; other++)
            if (strcmp(tables->layouts[other].id, layout.id) == 0)
                facts_fail(&row, "id: is the id of another layout too");
        tables->layouts[tables->layout_count++] = layout;
    }
    for (size_t index = 0; index < count; index++) {
        struct row row = facts_row(layouts, index);
        check_standard(tables, &row, tables->layouts[index].players);
    }
    qsort(tables->layouts, count, sizeof tables->layouts[0], compare_ids);
}
