/*
 * Reading of game.started, step.opened and seats.determined: who sits where, what lies open.
 */
#include "service/json/event_read.h"
#include "service/json/parts.h"

static bool read_players(const json_t *array, uint8_t ret_players[PLAYERS_MAX])
{
    if (!json_is_array(array) || json_array_size(array) > PLAYERS_MAX)
        return false;
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *entry = json_array_get(array, i);
        if (!json_is_string(entry))
            return false;
        ret_players[i] = player_find(json_string_value(entry), json_string_length(entry));
        if (ret_players[i] == PLAYER_NONE)
            return false;
    }
    return true;
}

/* step.opened of the galaxy, and of no other step, has extra tiles. */
bool read_opened_data(const json_t *object, struct event_public *part)
{
    int64_t round = 0;
    struct field_text step = {0};
    json_t *extra = NULL;
    const struct field fields[] = {
        {"extra_tiles", FIELD_VALUE, false, false, 0, 0, &extra, NULL},
        {"round", FIELD_INTEGER, true, false, 1, UINT8_MAX, &round, NULL},
        {"step", FIELD_TEXT, true, false, 1, 64, &step, NULL},
    };
    if (!read_own_fields(object, fields, sizeof fields / sizeof fields[0]))
        return false;
    part->round = (uint8_t)round;
    part->step = step_find(step.text, step.length);
    if (part->step == STEP_GALAXY)
        return read_tile_hand(extra, &part->extra_tiles);
    return part->step != STEP_NONE && !extra;
}

static bool read_homes(const json_t *array, uint8_t ret_homes[PLAYERS_MAX])
{
    if (!json_is_array(array) || json_array_size(array) > PLAYERS_MAX)
        return false;
    for (size_t seat = 0; seat < json_array_size(array); seat++) {
        const json_t *home = json_array_get(array, seat);
        json_int_t position = json_integer_value(home);
        if (!json_is_integer(home) || position < 0 || position >= POSITIONS)
            return false;
        ret_homes[seat] = (uint8_t)position;
    }
    return true;
}

bool read_seats_data(const json_t *object, struct event_public *part)
{
    json_t *homes = NULL, *seats = NULL;
    struct field_text speaker = {0};
    const struct field fields[] = {
        {"home_positions", FIELD_VALUE, false, false, 0, 0, &homes, NULL},
        {"seats", FIELD_VALUE, true, false, 0, 0, &seats, NULL},
        {"speaker", FIELD_TEXT, true, false, 1, 2, &speaker, NULL},
    };
    if (!read_own_fields(object, fields, sizeof fields / sizeof fields[0]))
        return false;
    part->seating.speaker = player_find(speaker.text, speaker.length);
    return part->seating.speaker != PLAYER_NONE && read_players(seats, part->seating.seats) &&
           (!homes || read_homes(homes, part->seating.homes));
}

bool read_started_data(const json_t *object, struct event_public *part)
{
    json_t *order = NULL;
    const struct field field = {"table_order", FIELD_VALUE, true, false, 0, 0, &order, NULL};
    return read_own_fields(object, &field, 1) && read_players(order, part->table_order);
}
