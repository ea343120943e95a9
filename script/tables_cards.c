/*
 * The cards that are dealt, and the technologies of the Kings.
 */
#include "script/tables.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

size_t tables_card(const struct tables *tables, enum card_kind kind, const char *id)
{
    for (size_t card = 0; card < tables->card_count; card++)
        if (tables->cards[card].kind == kind && strcmp(tables->cards[card].id, id) == 0)
            return card;
    return SIZE_MAX;
}

/* Cards of all kinds are named by their ids alone, so no id may be used twice. */
static struct card *add_card(struct tables *tables, const struct row *row, enum card_kind kind,
                             const char *id)
{
    for (unsigned other = 0; other < CARD_KINDS; other++)
        if (tables_card(tables, (enum card_kind)other, id) != SIZE_MAX)
            facts_fail(row, "id: \"%s\" is the id of another card too (%s)", id,
                       card_kind_id((enum card_kind)other));
    if (tables->card_count == CARDS_LIMIT)
        facts_fail(row, "there is no room for more cards");
    struct card *card = &tables->cards[tables->card_count++];
    *card = (struct card){.id = id, .kind = kind, .colour = COLOUR_NONE, .slot = UNIT_NONE};
    return card;
}

static enum colour read_colour(const struct row *row)
{
    const char *id = row_text(row, "colour");
    enum colour colour = colour_find(id, strlen(id));
    if (colour == COLOUR_NONE)
        facts_fail(row, "colour: \"%s\" is no colour", id);
    return colour;
}

static enum unit read_slot(const struct row *row)
{
    const char *id = row_text(row, "unit_slot");
    enum unit unit = unit_find(id, strlen(id));
    if (unit == UNIT_NONE)
        facts_fail(row, "unit_slot: \"%s\" is no unit", id);
    return unit;
}

static void read_card(struct tables *tables, const struct row *row, enum card_kind kind)
{
    struct card *card = add_card(tables, row, kind, row_id(row, "id"));
    card->name = row_text(row, "name");
    card->needs_pok = row_flag(row, kind == CARD_FACTION ? "home_needs_pok" : "requires_pok");
    if (kind == CARD_ABILITY)
        card->colour = read_colour(row);
    if (kind == CARD_UNIT_UPGRADE)
        card->slot = read_slot(row);
    if (kind == CARD_FACTION)
        return;
    const char *origin = row_id(row, "origin_faction");
    if (tables_card(tables, CARD_FACTION, origin) == SIZE_MAX)
        facts_fail(row, "origin_faction: there is no faction \"%s\"", origin);
}

static void read_kind(struct tables *tables, enum card_kind kind, const struct facts *facts)
{
    for (size_t index = 0; index < facts_count(facts, CARDS_LIMIT); index++) {
        struct row row = facts_row(facts, index);
        read_card(tables, &row, kind);
    }
}

/* The facts give a King's technologies by name only: their ids are the names in small letters. */
static void read_technology(struct tables *tables, const struct row *row, const char *name)
{
    for (size_t card = 0; card < tables->card_count; card++)
        if (tables->cards[card].kind == CARD_KING_TECHNOLOGY &&
            strcmp(tables->cards[card].name, name) == 0)
            return;
    if (tables->technology_count == TECHNOLOGIES_LIMIT || strlen(name) >= ID_SIZE)
        facts_fail(row, "faction_technologies: there is no room for \"%s\"", name);
    char *id = tables->technology_ids[tables->technology_count++];
    for (size_t index = 0; name[index] != '\0'; index++) {
        if (!isalpha((unsigned char)name[index]))
            facts_fail(row, "faction_technologies: \"%s\" must be a single word", name);
        id[index] = (char)tolower((unsigned char)name[index]);
    }
    add_card(tables, row, CARD_KING_TECHNOLOGY, id)->name = name;
}

static void read_technologies(struct tables *tables, const struct facts *kings)
{
    for (size_t index = 0; index < facts_count(kings, KINGS_LIMIT); index++) {
        struct row row = facts_row(kings, index);
        size_t count = row_length(&row, "faction_technologies", TECHNOLOGIES_LIMIT);
        for (size_t entry = 0; entry < count; entry++)
            read_technology(tables, &row, row_entry_text(&row, "faction_technologies", entry));
    }
}

static void rank_cards(struct tables *tables)
{
    for (size_t card = 0; card < tables->card_count; card++)
        for (size_t other = 0; other < tables->card_count; other++)
            if (strcmp(tables->cards[other].id, tables->cards[card].id) < 0)
                tables->cards[card].ascii_rank++;
}

void read_cards(struct tables *tables, const struct catalogue_facts *facts)
{
    const struct facts *const kinds[CARD_KING_TECHNOLOGY] = {
        [CARD_FACTION] = &facts->factions,
        [CARD_ABILITY] = &facts->abilities,
        [CARD_UNIT_UPGRADE] = &facts->unit_upgrades,
        [CARD_GENOME] = &facts->genomes,
    };
    for (unsigned kind = 0; kind < CARD_KINDS; kind++) {
        size_t first = tables->card_count;
        if (kind == CARD_KING_TECHNOLOGY)
            read_technologies(tables, &facts->kings);
        else
            read_kind(tables, (enum card_kind)kind, kinds[kind]);
        qsort(tables->cards + first, tables->card_count - first, sizeof tables->cards[0],
              compare_ids);
        tables->first_card[kind] = (uint16_t)first;
        tables->first_card[kind + 1] = (uint16_t)tables->card_count;
    }
    rank_cards(tables);
}
