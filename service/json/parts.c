#include "service/json/parts.h"

#include <string.h>

static const char *const player_ids[PLAYERS_MAX] = {"p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8"};

const char *player_id(uint8_t player)
{
    return player < PLAYERS_MAX ? player_ids[player] : "";
}

uint8_t player_find(const char *text, size_t length)
{
    if (length != 2 || text[0] != 'p' || text[1] < '1' || text[1] > '8')
        return PLAYER_NONE;
    return (uint8_t)(text[1] - '1');
}

void write_player(struct json_writer *writer, uint8_t player)
{
    enum { LENGTH = sizeof "p1" - 1 };
    if (player >= PLAYERS_MAX) {
        write_nothing(writer);
        return;
    }
    char *room = json_writer_room(writer, LENGTH + 2);
    if (!room)
        return;
    room[0] = '"';
    memcpy(room + 1, player_ids[player], LENGTH);
    room[LENGTH + 1] = '"';
}

void write_players(struct json_writer *writer, const uint8_t *players, size_t count)
{
    write_array(writer);
    for (size_t i = 0; i < count; i++)
        write_player(writer, players[i]);
    write_array_end(writer);
}

void write_card(struct json_writer *writer, uint16_t card)
{
    if (card == CARD_NONE)
        write_nothing(writer);
    else
        write_word_of(writer, catalogue_cards[card].id, catalogue_cards[card].id_length);
}

void write_cards(struct json_writer *writer, const uint16_t *cards, size_t count)
{
    write_array(writer);
    for (size_t i = 0; i < count; i++)
        write_card(writer, cards[i]);
    write_array_end(writer);
}

void write_tile_hand(struct json_writer *writer, const struct tile_hand *hand)
{
    write_array(writer);
    for (size_t i = 0; i < hand->count; i++)
        write_word(writer, catalogue_tiles[hand->tiles[i]].id);
    write_array_end(writer);
}

bool read_tile_hand(const json_t *array, struct tile_hand *ret_hand)
{
    *ret_hand = (struct tile_hand){0};
    if (!json_is_array(array) || json_array_size(array) > LAYOUT_HAND_MAX)
        return false;
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *id = json_array_get(array, i);
        if (!json_is_string(id))
            return false;
        uint16_t tile = tile_find(json_string_value(id), json_string_length(id));
        if (tile == TILE_NONE)
            return false;
        ret_hand->tiles[ret_hand->count++] = tile;
    }
    return true;
}

enum unit unit_by_id(size_t index)
{
    static const enum unit ascii_order[UNITS] = {
        UNIT_CARRIER,  UNIT_CRUISER, UNIT_DESTROYER, UNIT_DREADNOUGHT, UNIT_FIGHTER, UNIT_FLAGSHIP,
        UNIT_INFANTRY, UNIT_MECH,    UNIT_PDS,       UNIT_SPACE_DOCK,  UNIT_WAR_SUN,
    };
    return ascii_order[index];
}

void write_units(struct json_writer *writer, const uint8_t units[UNITS])
{
    write_object(writer);
    for (size_t i = 0; i < UNITS; i++) {
        enum unit unit = unit_by_id(i);
        if (units[unit] > 0)
            write_member_number(writer, unit_id(unit), units[unit]);
    }
    write_object_end(writer);
}

static bool is_empty(const uint8_t units[UNITS])
{
    for (size_t unit = 0; unit < UNITS; unit++)
        if (units[unit] > 0)
            return false;
    return true;
}

void write_placement(struct json_writer *writer, const struct placement *placement, uint16_t tile)
{
    size_t planets = tile == TILE_NONE ? 0 : catalogue_tiles[tile].planet_count;
    write_key(writer, "planets");
    write_object(writer);
    for (size_t i = 0; i < planets; i++) {
        if (is_empty(placement->planets[i]))
            continue;
        write_key(writer, catalogue_planets[catalogue_tiles[tile].planets[i]].name);
        write_units(writer, placement->planets[i]);
    }
    write_object_end(writer);
    write_key(writer, "space");
    write_units(writer, placement->space);
}

void write_tokens(struct json_writer *writer)
{
    write_member_number(writer, "benediction_token", 1);
    write_key(writer, "command_tokens");
    write_object(writer);
    write_member_number(writer, "fleet", 3);
    write_member_number(writer, "strategy", 2);
    write_member_number(writer, "tactic", 3);
    write_object_end(writer);
}

void write_singularity_tokens(struct json_writer *writer)
{
    /* One for each of the three Singularity abilities. */
    write_member_number(writer, "singularity_tokens", 3);
}

void write_strategy_cards(struct json_writer *writer)
{
    write_array(writer);
    for (size_t i = 0; i < catalogue_strategy_card_count; i++)
        write_word(writer, catalogue_strategy_cards[i]);
    write_array_end(writer);
}

bool read_cards(const json_t *value, const char *pointer, struct sent_cards *ret_cards,
                struct json_faults *faults)
{
    *ret_cards = (struct sent_cards){0};
    size_t count = json_array_size(value);
    if (!json_is_array(value) || count > CARDS_SENT_MAX) {
        json_fault_add(faults, pointer, "must be an array of at most %d card ids", CARDS_SENT_MAX);
        return false;
    }
    bool fine = true;
    for (size_t i = 0; i < count; i++) {
        const json_t *card = json_array_get(value, i);
        if (json_is_string(card)) {
            ret_cards->cards[ret_cards->count++] =
                card_find(json_string_value(card), json_string_length(card));
            continue;
        }
        char entry[JSON_POINTER_BYTES];
        json_pointer_entry(pointer, i, entry);
        json_fault_add(faults, entry, "must be the id of a card, a string");
        fine = false;
    }
    return fine;
}

bool read_units(const json_t *value, const char *pointer, uint8_t ret_units[UNITS],
                struct json_faults *faults)
{
    enum { COUNT_MAX = 99 };
    struct field fields[UNITS];
    int64_t counts[UNITS] = {0};
    for (enum unit unit = 0; unit < UNITS; unit++)
        fields[unit] = (struct field){.name = unit_id(unit),
                                      .kind = FIELD_INTEGER,
                                      .maximum = COUNT_MAX,
                                      .target = &counts[unit]};
    bool fine = json_read_fields(value, pointer, fields, UNITS, faults);
    for (size_t unit = 0; unit < UNITS; unit++)
        ret_units[unit] = (uint8_t)counts[unit];
    return fine;
}
