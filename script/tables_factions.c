/*
 * What faction reference cards say, and the Echo cards that belong to two of them.
 */
#include "script/tables.h"

#include <stdlib.h>
#include <string.h>

enum { PRIORITY_MAX = 99, SPACE_DOCKS_MAX = 1, PDS_MAX = 2, HOME_PLANETS_MAX = 6 };

size_t tables_echo_card(const struct tables *tables, const char *id)
{
    for (size_t card = 0; card < tables->echo_card_count; card++)
        if (strcmp(tables->echo_cards[card].id, id) == 0)
            return card;
    return SIZE_MAX;
}

static uint16_t read_tile_reference(const struct tables *tables, const struct row *row,
                                    const char *field)
{
    const char *id = row_text_or_null(row, field);
    if (!id)
        return TILE_NONE;
    size_t tile = tables_tile(tables, id);
    if (tile == SIZE_MAX)
        facts_fail(row, "%s: there is no tile \"%s\"", field, id);
    return (uint16_t)tile;
}

void read_echo_cards(struct tables *tables, const struct facts *echo_cards)
{
    for (size_t index = 0; index < facts_count(echo_cards, ECHO_CARDS_LIMIT); index++) {
        struct row row = facts_row(echo_cards, index);
        struct echo_card card = {row_id(&row, "id"), row_text(&row, "name")};
        if (tables_echo_card(tables, card.id) != SIZE_MAX)
            facts_fail(&row, "id: is the id of another Echo card too");
        if (tables_card(tables, CARD_FACTION, row_id(&row, "faction")) == SIZE_MAX)
            facts_fail(&row, "faction: there is no such faction");
        tables->echo_cards[tables->echo_card_count++] = card;
    }
    qsort(tables->echo_cards, tables->echo_card_count, sizeof tables->echo_cards[0], compare_ids);
}

/* Any card may meet a home with a single planet, which holds one space dock and two PDS. */
static void read_units(const struct row *row, struct faction *faction)
{
    struct row units = row_object(row, "starting_units");
    size_t known = 0;
    for (unsigned unit = 0; unit < UNITS; unit++) {
        const char *id = unit_id((enum unit)unit);
        if (!row_has(&units, id))
            continue;
        known++;
        unsigned most = unit == UNIT_SPACE_DOCK ? SPACE_DOCKS_MAX
                        : unit == UNIT_PDS      ? PDS_MAX
                                                : unit_plastic_limit((enum unit)unit);
        faction->units[unit] = (uint8_t)row_number(&units, id, 1, most);
    }
    if (known == 0 || known != row_field_count(&units))
        facts_fail(row, "starting_units: every field must be a unit, and there must be one");
    if (row_flag(row, "starting_units_need_pok") != (faction->units[UNIT_MECH] > 0))
        facts_fail(row, "starting_units_need_pok: must be true exactly for a fleet with a mech");
}

static bool tile_has_planet(const struct tables *tables, const struct tile *tile, const char *name)
{
    for (size_t index = 0; index < tile->planet_count; index++)
        if (strcmp(tables->planets[tile->planets[index]].name, name) == 0)
            return true;
    return false;
}

static void check_home_planets(const struct tables *tables, const struct row *row,
                               const struct tile *home)
{
    size_t planets = 0;
    for (size_t index = 0; index < row_length(row, "home_planets", HOME_PLANETS_MAX); index++) {
        struct row entry = row_entry_object(row, "home_planets", index);
        const char *name = row_text(&entry, "name");
        if (row_flag(&entry, "space_station"))
            continue;
        planets++;
        if (!tile_has_planet(tables, home, name))
            facts_fail(row, "home_planets: \"%s\" is not on tile %s", name, home->id);
    }
    if (planets != home->planet_count)
        facts_fail(row, "home_planets: tile %s has another number of planets", home->id);
}

static void check_home(const struct tables *tables, const struct row *row,
                       const struct faction *faction)
{
    const struct tile *home = &tables->tiles[faction->home_tile];
    const struct tile *board = &tables->tiles[faction->board_tile];
    bool off_board = row_flag(row, "home_off_board");
    if (off_board != (home != board))
        facts_fail(row, "home_off_board: must be true exactly when home and board tile differ");
    if (home->kind != (off_board ? TILE_HOME_OFF_BOARD : TILE_HOME))
        facts_fail(row, "home_system: tile %s is not of the right kind", home->id);
    if (off_board && board->kind != TILE_GATE)
        facts_fail(row, "board_tile: tile %s is no gate", board->id);
    if (row_flag(row, "home_needs_pok") != (home->expansion == EXPANSION_POK))
        facts_fail(row, "home_needs_pok: tile %s is in another box", home->id);
    check_home_planets(tables, row, home);
}

static void read_home(const struct tables *tables, const struct row *row, struct faction *faction)
{
    faction->home_tile = read_tile_reference(tables, row, "home_system");
    faction->board_tile = read_tile_reference(tables, row, "board_tile");
    if ((faction->home_tile == TILE_NONE) != (faction->board_tile == TILE_NONE))
        facts_fail(row, "board_tile: home_system and it are null together or not at all");
    if (faction->home_tile != TILE_NONE)
        check_home(tables, row, faction);
    else if (row_length(row, "home_planets", HOME_PLANETS_MAX) > 0)
        facts_fail(row, "home_planets: must be empty without a home system");
}

/* A faction names its Echo card, and the Echo card names the faction and its tiles. */
static void check_echo_card(const struct facts *echo_cards, const struct row *row, const char *id)
{
    for (size_t index = 0; index < facts_count(echo_cards, ECHO_CARDS_LIMIT); index++) {
        struct row echo = facts_row(echo_cards, index);
        if (strcmp(row_id(&echo, "id"), id) != 0)
            continue;
        if (strcmp(row_id(&echo, "faction"), row_id(row, "id")) != 0 ||
            strcmp(row_text(&echo, "home_system"), row_text(row, "home_system")) != 0 ||
            strcmp(row_text(&echo, "board_tile"), row_text(row, "board_tile")) != 0)
            facts_fail(row, "echo_card: the row of \"%s\" is about another home", id);
    }
}

static uint8_t read_echo_reference(const struct tables *tables, const struct facts *echo_cards,
                                   const struct row *row)
{
    const char *id = row_text_or_null(row, "echo_card");
    if (!id)
        return ECHO_NONE;
    size_t card = tables_echo_card(tables, id);
    if (card == SIZE_MAX)
        facts_fail(row, "echo_card: there is no Echo card \"%s\"", id);
    check_echo_card(echo_cards, row, id);
    return (uint8_t)card;
}

/* Seats follow from priorities, homes are laid out once, one card at most draws its home. */
static void check_different(const struct tables *tables, const struct row *row,
                            const struct faction *faction)
{
    for (size_t index = 0; index < FACTIONS_MAX; index++) {
        const struct faction *other = &tables->factions[index];
        if (other == faction || other->priority == 0)
            continue;
        if (other->priority == faction->priority)
            facts_fail(row, "priority: \"%s\" has it too", tables->cards[index].id);
        if (other->home_tile == faction->home_tile || other->board_tile == faction->board_tile)
            facts_fail(row, "home_system: \"%s\" has it too", tables->cards[index].id);
    }
}

void read_factions(struct tables *tables, const struct catalogue_facts *facts)
{
    if (facts_count(&facts->factions, FACTIONS_MAX) != FACTIONS_MAX) {
        struct row first = facts_row(&facts->factions, 0);
        facts_fail(&first, "the file must have %d rows", FACTIONS_MAX);
    }
    for (size_t index = 0; index < FACTIONS_MAX; index++) {
        struct row row = facts_row(&facts->factions, index);
        struct faction *faction =
            &tables->factions[tables_card(tables, CARD_FACTION, row_id(&row, "id"))];
        faction->priority = (uint8_t)row_number(&row, "priority", 1, PRIORITY_MAX);
        read_home(tables, &row, faction);
        faction->echo_card = read_echo_reference(tables, &facts->echo_cards, &row);
        read_units(&row, faction);
        check_different(tables, &row, faction);
    }
}
