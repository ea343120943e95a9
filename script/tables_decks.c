/*
 * Kings, strategy cards, and the decks that the service only counts.
 */
#include "script/tables.h"

#include <stdlib.h>
#include <string.h>

static void check_slots(const struct row *row, const char *field)
{
    bool seen[UNITS] = {false};
    for (size_t index = 0; index < row_length(row, field, UNITS); index++) {
        const char *id = row_entry_text(row, field, index);
        enum unit unit = unit_find(id, strlen(id));
        if (unit == UNIT_NONE || seen[unit])
            facts_fail(row, "%s: \"%s\" is no unit or there twice", field, id);
        seen[unit] = true;
    }
}

static struct king read_king(const struct row *row)
{
    const char *colour = row_text(row, "colour");
    struct king king = {
        .id = row_id(row, "id"),
        .name = row_text(row, "name"),
        .colour = colour_find(colour, strlen(colour)),
        .needs_pok_plastic = row_flag(row, "needs_pok_plastic"),
    };
    if (king.colour == COLOUR_NONE)
        facts_fail(row, "colour: \"%s\" is no colour", colour);
    check_slots(row, "unit_slots");
    check_slots(row, "unit_slots_without_pok");
    return king;
}

void read_kings(struct tables *tables, const struct facts *kings)
{
    for (size_t index = 0; index < facts_count(kings, KINGS_LIMIT); index++) {
        struct row row = facts_row(kings, index);
        struct king king = read_king(&row);
        for (size_t other = 0; other < index; other++)
            if (strcmp(tables->kings[other].id, king.id) == 0 ||
                tables->kings[other].colour == king.colour)
                facts_fail(&row, "another King has the same id or colour");
        tables->kings[tables->king_count++] = king;
    }
    qsort(tables->kings, tables->king_count, sizeof tables->kings[0], compare_ids);
}

static void read_strategy_cards(struct tables *tables, const struct facts *facts)
{
    size_t count = facts_count(facts, STRATEGY_CARDS_LIMIT);
    for (size_t index = 0; index < count; index++) {
        struct row row = facts_row(facts, index);
        const char *id = row_id(&row, "id");
        unsigned initiative = row_number(&row, "initiative", 1, (unsigned)count);
        if (tables->strategy_cards[initiative - 1])
            facts_fail(&row, "initiative: another card has it too");
        for (size_t other = 0; other < count; other++)
            if (tables->strategy_cards[other] && strcmp(tables->strategy_cards[other], id) == 0)
                facts_fail(&row, "id: is the id of another strategy card too");
        tables->strategy_cards[initiative - 1] = id;
    }
    tables->strategy_card_count = count;
}

static unsigned count_copies(const struct facts *facts)
{
    unsigned copies = 0;
    for (size_t index = 0; index < facts_count(facts, DECK_LIMIT); index++) {
        struct row row = facts_row(facts, index);
        const char *id = row_id(&row, "id");
        for (size_t other = 0; other < index; other++) {
            struct row earlier = facts_row(facts, other);
            if (strcmp(row_id(&earlier, "id"), id) == 0)
                facts_fail(&row, "id: row %zu has it too", other + 1);
        }
        row_text(&row, "name");
        copies += row_number(&row, "copies", 1, 9);
    }
    return copies;
}

void read_decks(struct tables *tables, const struct catalogue_facts *facts)
{
    read_strategy_cards(tables, &facts->strategy_cards);
    tables->action_card_copies = count_copies(&facts->action_cards);
    tables->edict_copies = count_copies(&facts->edicts);
}
