/*
 * One legal body for what a player is waited for: a program that knows no rules can send it as it
 * is.
 */
#include "service/json/parts.h"
#include "service/json/view_parts.h"

static void write_commit(struct json_writer *writer, const struct commit_command *commit)
{
    write_member_number(writer, "round", commit->round);
    write_key(writer, "cards");
    write_cards(writer, commit->cards.cards, commit->cards.count);
}

static void write_tile(struct json_writer *writer, const struct tile_command *tile)
{
    write_member_word(writer, "tile", catalogue_tiles[tile->tile].id);
    write_member_number(writer, "position", tile->position);
}

static void write_one_card(struct json_writer *writer, const char *key, uint16_t card)
{
    write_key(writer, key);
    write_card(writer, card);
}

static void write_starting_units(struct json_writer *writer,
                                 const struct starting_units_command *units)
{
    write_key(writer, "space");
    write_units(writer, units->space);
    write_key(writer, "planets");
    write_object(writer);
    for (size_t i = 0; i < units->planet_count; i++) {
        write_key(writer, catalogue_planets[units->planets[i].planet].name);
        write_units(writer, units->planets[i].units);
    }
    write_object_end(writer);
}

static void write_body(struct json_writer *writer, const struct own_view *own)
{
    const struct command *first = &own->first;
    switch (own->choices.action) {
    case ACTION_COMMIT:
        write_commit(writer, &first->commit);
        break;
    case ACTION_HOME_POSITION:
        write_member_number(writer, "position", first->home_position);
        break;
    case ACTION_TILE:
        write_tile(writer, &first->tile);
        break;
    case ACTION_HOME_SYSTEM:
        write_one_card(writer, "faction", first->home_system);
        break;
    case ACTION_KING:
        write_member_word(writer, "king", catalogue_kings[first->king].id);
        break;
    case ACTION_PLASTIC:
        write_member_word(writer, "colour", colour_id(first->plastic));
        break;
    case ACTION_STARTING_UNITS:
        write_starting_units(writer, &first->starting_units);
        break;
    case ACTION_KEEP:
        write_one_card(writer, "card", first->kept_card);
        break;
    case ACTION_TAKE:
        write_one_card(writer, "card", first->take.card);
        break;
    case ACTION_ANSWER: /* the path says it all */
    case ACTION_REVEAL: /* only the player knows the opening */
    case ACTION_NONE:
        break;
    }
}

void write_example(struct json_writer *writer, const struct own_view *own)
{
    write_key(writer, "example");
    write_object(writer);
    write_body(writer, own);
    write_object_end(writer);
}
