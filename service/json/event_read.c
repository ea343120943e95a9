#include "service/json/event_read.h"

#include <stdio.h>
#include <string.h>

#include "service/json/event_attendance.h"
#include "service/json/event_json.h"
#include "service/json/event_play.h"
#include "service/json/event_private.h"
#include "service/json/parts.h"

bool read_own_fields(const json_t *object, const struct field *fields, size_t count)
{
    struct json_faults faults = {0};
    return json_read_fields(object, "", fields, count, &faults);
}

/* One number alone. */
static bool read_number_data(const json_t *object, const char *name, int64_t maximum,
                             int64_t *ret_number)
{
    const struct field field = {name, FIELD_INTEGER, true, false, 0, maximum, ret_number, NULL};
    return read_own_fields(object, &field, 1);
}

static bool read_joined(const json_t *object, struct joined_details *joined)
{
    struct field_text from = {0}, external_id = {0}, name = {0};
    const struct field fields[] = {
        {"entropy", FIELD_HEX, true, false, 0, SEED_BYTES, joined->entropy, NULL},
        {"entropy_from", FIELD_TEXT, true, false, 1, 16, &from, NULL},
        {"external_id", FIELD_TEXT, false, true, 1, EXTERNAL_ID_POINTS, &external_id, NULL},
        {"name", FIELD_TEXT, true, false, 1, NAME_POINTS_MAX, &name, NULL},
    };
    if (!read_own_fields(object, fields, sizeof fields / sizeof fields[0]))
        return false;
    joined->entropy_from_player = strcmp(from.text, "player") == 0;
    snprintf(joined->external_id, sizeof joined->external_id, "%s",
             external_id.text ? external_id.text : "");
    snprintf(joined->name, sizeof joined->name, "%s", name.text);
    return true;
}

/* step.closed, and the picks: pick.opened alone has no commitment. */
static bool read_round(const json_t *object, bool is_pick, struct event_public *part)
{
    int64_t round = 0;
    struct field_text step = {0};
    bool sealed = false;
    const struct field fields[] = {
        {"round", FIELD_INTEGER, true, false, 1, UINT8_MAX, &round, NULL},
        {"step", FIELD_TEXT, true, false, 1, 64, &step, NULL},
        {"automatic", FIELD_FLAG, false, false, 0, 0, &part->automatic, NULL},
        {"commitment", FIELD_HEX, false, false, 0, SEAL_BYTES, part->commitment, &sealed},
    };
    if (!read_own_fields(object, fields, is_pick ? 4 : 2))
        return false;
    part->round = (uint8_t)round;
    part->step = step_find(step.text, step.length);
    return part->step != STEP_NONE;
}

static bool read_opening(const json_t *object, struct revealed *revealed)
{
    json_t *cards = NULL;
    struct field_text player = {0}, step = {0};
    int64_t round = 0;
    struct pick pick = {0};
    const struct field fields[] = {
        {"cards", FIELD_VALUE, true, false, 0, 0, &cards, NULL},
        {"nonce", FIELD_HEX, true, false, 0, SEAL_BYTES, pick.nonce, NULL},
        {"player", FIELD_TEXT, true, false, 1, 2, &player, NULL},
        {"round", FIELD_INTEGER, true, false, 1, UINT8_MAX, &round, NULL},
        {"step", FIELD_TEXT, true, false, 1, 64, &step, NULL},
    };
    if (!read_own_fields(object, fields, sizeof fields / sizeof fields[0]) ||
        !read_known_cards(cards, PICK_MAX, pick.cards, &pick.count))
        return false;
    uint8_t whose = player_find(player.text, player.length);
    if (whose == PLAYER_NONE)
        return false;
    revealed->picks[whose] = pick;
    return true;
}

static bool read_openings(const json_t *array, struct revealed *revealed)
{
    if (!json_is_array(array))
        return false;
    for (size_t i = 0; i < json_array_size(array); i++)
        if (!read_opening(json_array_get(array, i), revealed))
            return false;
    return true;
}

static bool read_starting_cards(const json_t *object, struct revealed *revealed)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)object, name, value)
    {
        uint8_t player = player_find(name, strlen(name));
        if (player == PLAYER_NONE || !json_is_string(value))
            return false;
        uint16_t card = card_find(json_string_value(value), json_string_length(value));
        if (card == CARD_NONE)
            return false;
        revealed->picks[player] = (struct pick){.count = 1, .cards = {card}};
    }
    return json_is_object(object);
}

static bool read_revealed(const json_t *object, struct event_public *part)
{
    json_t *openings = NULL, *starting_cards = NULL;
    struct field_text step = {0};
    const struct field fields[] = {
        {"openings", FIELD_VALUE, false, false, 0, 0, &openings, NULL},
        {"starting_cards", FIELD_VALUE, false, false, 0, 0, &starting_cards, NULL},
        {"step", FIELD_TEXT, true, false, 1, 64, &step, NULL},
    };
    if (!read_own_fields(object, fields, sizeof fields / sizeof fields[0]))
        return false;
    struct revealed *revealed = &part->revealed;
    part->round = 1;
    revealed->step = step_find(step.text, step.length);
    return revealed->step == STEP_STARTING_UNITS ? read_starting_cards(starting_cards, revealed)
                                                 : read_openings(openings, revealed);
}

static bool read_returned(const json_t *object, struct event_public *part)
{
    int64_t count = 0;
    struct field_text deck = {0};
    const struct field fields[] = {
        {"count", FIELD_INTEGER, true, false, 0, FACTIONS_MAX, &count, NULL},
        {"deck", FIELD_TEXT, true, false, 1, 64, &deck, NULL},
    };
    if (!read_own_fields(object, fields, sizeof fields / sizeof fields[0]))
        return false;
    part->returned = (uint8_t)count;
    return true;
}

/* The openings of an epoch are in the log already, sealed: they are not read back. */
static bool read_epoch(const json_t *object, struct log_event *line)
{
    int64_t epoch = 0;
    json_t *openings = NULL;
    const struct field fields[] = {
        {"epoch", FIELD_INTEGER, true, false, 0, EPOCHS_MAX - 1, &epoch, NULL},
        {"openings", FIELD_VALUE, false, false, 0, 0, &openings, NULL},
        {"seed", FIELD_HEX, false, false, 0, SEED_BYTES, line->epoch.seed, NULL},
    };
    if (!read_own_fields(object, fields, sizeof fields / sizeof fields[0]))
        return false;
    line->event.public_part.epoch = (uint16_t)epoch;
    return true;
}

/* The number says what follows from the lines before; it is only checked. */
static bool read_reinvited(const json_t *object)
{
    int64_t generation;
    return read_number_data(object, "generation", UINT32_MAX, &generation);
}

static bool read_undone(const json_t *object, struct event_public *part)
{
    int64_t seq;
    if (!read_number_data(object, "seq", UINT32_MAX, &seq))
        return false;
    part->undone = (uint32_t)seq;
    return true;
}

static bool read_paused(const json_t *object, struct event_public *part)
{
    const struct field field = {"automatic", FIELD_FLAG,       false, false, 0,
                                0,           &part->automatic, NULL};
    return read_own_fields(object, &field, 1);
}

static bool read_data(const json_t *object, struct log_event *line)
{
    struct event_public *part = &line->event.public_part;
    switch (line->event.type) {
    case EVENT_GAME_CREATED:
        return read_created_data(object, line);
    case EVENT_PLAYER_JOINED:
        return read_joined(object, &line->joined);
    case EVENT_GAME_STARTED:
        return read_started_data(object, part);
    case EVENT_PLAYER_REINVITED:
        return read_reinvited(object);
    case EVENT_STEP_OPENED:
        return read_opened_data(object, part);
    case EVENT_STEP_CLOSED:
    case EVENT_HAND_PASSED:
        return read_round(object, false, part);
    case EVENT_PICK_COMMITTED:
    case EVENT_PICK_OPENED:
    case EVENT_PICK_VOID:
        return read_round(object, true, part);
    case EVENT_CARDS_REVEALED:
        return read_revealed(object, part);
    case EVENT_SEATS_DETERMINED:
        return read_seats_data(object, part);
    case EVENT_TURN_TAKEN:
        return read_turn_data(object, line);
    case EVENT_TURN_UNDONE:
        return read_undone(object, part);
    case EVENT_CARDS_RETURNED:
        return read_returned(object, part);
    case EVENT_EPOCH_ENDED:
        return read_epoch(object, line);
    case EVENT_GAME_PAUSED:
        return read_paused(object, part);
    case EVENT_DEADLINE_SET:
    case EVENT_PLAYER_REMINDED:
    case EVENT_PLAYER_OVERDUE:
    case EVENT_PLAYER_AWAY:
    case EVENT_PLAYER_BACK:
    case EVENT_AUTOPILOT_CHANGED:
        return read_attendance_data(object, line);
    case EVENT_SUPPLY_PREPARED: /* says what is always the same */
    case EVENT_GAME_RESUMED:
    case EVENT_GAME_ABANDONED:
        return true;
    default:
        return read_play_data(object, &line->event);
    }
}

static enum event_type find_type(const char *name)
{
    for (enum event_type type = EVENT_GAME_CREATED; type < EVENT_TYPES; type++)
        if (strcmp(name, event_type_name(type, true)) == 0 ||
            strcmp(name, event_type_name(type, false)) == 0)
            return type;
    return EVENT_TYPES;
}

/* Whether the event is about a player exactly when its type wants it. */
static bool player_fits(enum event_type type, uint8_t player)
{
    switch (type) {
    case EVENT_PLAYER_JOINED:
    case EVENT_PLAYER_REINVITED:
    case EVENT_PICK_COMMITTED:
    case EVENT_PICK_OPENED:
    case EVENT_PICK_VOID:
    case EVENT_HAND_PASSED:
    case EVENT_TURN_TAKEN:
    case EVENT_PLAYER_REMINDED:
    case EVENT_PLAYER_OVERDUE:
    case EVENT_PLAYER_AWAY:
    case EVENT_PLAYER_BACK:
    case EVENT_AUTOPILOT_CHANGED:
        return player < PLAYERS_MAX;
    case EVENT_TURN_UNDONE:
        return player < PLAYERS_MAX || player == PLAYER_NONE;
    default:
        return player == PLAYER_NONE || (player < PLAYERS_MAX && play_event_name(type) != NULL);
    }
}

bool event_read(const char *type, uint8_t player, int64_t at, const char *data, size_t data_length,
                const char *private_part, size_t private_length, struct log_event *ret_line)
{
    *ret_line = (struct log_event){.at = at};
    ret_line->event.type = find_type(type);
    ret_line->event.player = player;
    if (ret_line->event.type == EVENT_TYPES || !player_fits(ret_line->event.type, player) ||
        at < 0 || at > JSON_TIME_MAX)
        return false;

    char detail[JSON_DETAIL_BYTES];
    json_t *object = json_read_object(data, data_length, detail);
    bool fine = object && read_data(object, ret_line);
    json_decref(object);
    if (!fine || private_length == 0)
        return fine;
    object = json_read_object(private_part, private_length, detail);
    fine = object && event_read_private(object, ret_line);
    json_decref(object);
    return fine;
}
