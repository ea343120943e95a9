/*
 * Bodies of actions with units in play: produced, captured, returned; transactions and blockades.
 */
#include <string.h>

#include "service/json/command_play.h"
#include "service/json/play_parts.h"

enum { ID_POINTS_MAX = 64 };

static bool find_owner(struct field_text text, uint8_t *ret_owner, struct json_faults *faults)
{
    if (!text.text)
        return false;
    *ret_owner = owner_find(text.text, text.length);
    if (*ret_owner == PLAYER_NONE)
        json_fault_add(faults, "/owner", "must be a player, p1 to p%d, or neutral", PLAYERS_MAX);
    return *ret_owner != PLAYER_NONE;
}

static bool find_unit(struct field_text text, enum unit *ret_unit, struct json_faults *faults)
{
    if (!text.text)
        return false;
    *ret_unit = unit_find(text.text, text.length);
    if (*ret_unit == UNIT_NONE)
        json_fault_add(faults, "/unit", "must be a unit: carrier, cruiser and so on");
    return *ret_unit != UNIT_NONE;
}

/* Which of two words TEXT is; the first when it is absent. */
static bool find_word(struct field_text text, const char *pointer, const char *first,
                      const char *second, bool *ret_second, struct json_faults *faults)
{
    *ret_second = text.text && strcmp(text.text, second) == 0;
    if (!text.text || *ret_second || strcmp(text.text, first) == 0)
        return true;
    json_fault_add(faults, pointer, "must be %s or %s", first, second);
    return false;
}

bool read_units_body(const json_t *object, struct unit_change *change, struct json_faults *faults)
{
    struct field_text player = {0}, unit = {0}, word = {0};
    int64_t count = 0;
    bool destroyed = false;
    const struct field fields[] = {
        {"player", FIELD_TEXT, true, false, 0, ID_POINTS_MAX, &player, NULL},
        {"unit", FIELD_TEXT, true, false, 0, ID_POINTS_MAX, &unit, NULL},
        {"count", FIELD_INTEGER, true, false, 1, UNITS_SENT_MAX, &count, NULL},
        {"change", FIELD_TEXT, true, false, 0, ID_POINTS_MAX, &word, NULL},
    };
    bool fine = json_read_fields(object, "", fields, sizeof fields / sizeof fields[0], faults);
    fine = find_player_told(player, "/player", &change->player, faults) && fine;
    fine = find_unit(unit, &change->unit, faults) && fine;
    fine = find_word(word, "/change", "produced", "destroyed", &destroyed, faults) && fine;
    change->count = (uint8_t)count;
    change->produced = !destroyed;
    return fine;
}

bool read_capture_body(const json_t *object, struct unit_capture *capture,
                       struct json_faults *faults)
{
    struct field_text captor = {0}, owner = {0}, unit = {0}, from = {0}, figure = {0};
    int64_t count = 0;
    const struct field fields[] = {
        {"captor", FIELD_TEXT, true, false, 0, ID_POINTS_MAX, &captor, NULL},
        {"owner", FIELD_TEXT, true, false, 0, ID_POINTS_MAX, &owner, NULL},
        {"unit", FIELD_TEXT, true, false, 0, ID_POINTS_MAX, &unit, NULL},
        {"count", FIELD_INTEGER, true, false, 1, UNITS_SENT_MAX, &count, NULL},
        {"from", FIELD_TEXT, true, false, 0, ID_POINTS_MAX, &from, NULL},
        {"figure", FIELD_TEXT, false, false, 0, ID_POINTS_MAX, &figure, NULL},
    };
    bool fine = json_read_fields(object, "", fields, sizeof fields / sizeof fields[0], faults);
    fine = find_player_told(captor, "/captor", &capture->captor, faults) && fine;
    fine = find_owner(owner, &capture->owner, faults) && fine;
    fine = find_unit(unit, &capture->unit, faults) && fine;
    fine = find_word(from, "/from", "board", "reinforcements", &capture->from_reinforcements,
                     faults) &&
           fine;
    fine =
        find_word(figure, "/figure", "plastic", "token", &capture->shown_by_token, faults) && fine;
    capture->count = (uint8_t)count;
    return fine;
}

/* Tokens are nobody's: their owner need not be named, and is not looked at. */
bool read_return_body(const json_t *object, struct unit_return *wanted, struct json_faults *faults)
{
    struct field_text captor = {0}, owner = {0}, text = {0};
    int64_t count = 0;
    enum unit unit;
    const struct field fields[] = {
        {"captor", FIELD_TEXT, true, false, 0, ID_POINTS_MAX, &captor, NULL},
        {"owner", FIELD_TEXT, false, true, 0, ID_POINTS_MAX, &owner, NULL},
        {"unit", FIELD_TEXT, true, false, 0, ID_POINTS_MAX, &text, NULL},
        {"count", FIELD_INTEGER, true, false, 1, UNITS_SENT_MAX, &count, NULL},
    };
    bool fine = json_read_fields(object, "", fields, sizeof fields / sizeof fields[0], faults);
    fine = find_player_told(captor, "/captor", &wanted->captor, faults) && fine;
    if (!find_unit(text, &unit, faults))
        return false;
    bool token = unit == UNIT_FIGHTER || unit == UNIT_INFANTRY;
    wanted->owner = PLAYER_NONE;
    if (!owner.text && !token)
        json_fault_add(faults, "/owner", "is missing");
    if (owner.text || !token)
        fine = find_owner(owner, &wanted->owner, faults) && fine;
    wanted->units[unit] = (uint16_t)count;
    return fine;
}

bool read_proposal_body(const json_t *object, struct propose_command *propose,
                        struct json_faults *faults)
{
    struct field_text captor = {0}, owner = {0};
    json_t *units = NULL;
    const struct field fields[] = {
        {"captor", FIELD_TEXT, true, false, 0, ID_POINTS_MAX, &captor, NULL},
        {"owner", FIELD_TEXT, true, false, 0, ID_POINTS_MAX, &owner, NULL},
        {"units", FIELD_VALUE, true, false, 0, 0, &units, NULL},
    };
    bool fine = json_read_fields(object, "", fields, sizeof fields / sizeof fields[0], faults);
    fine = find_player_told(captor, "/captor", &propose->captor, faults) && fine;
    fine = find_player_told(owner, "/owner", &propose->owner, faults) && fine;
    if (units && !read_units(units, "/units", propose->units, faults))
        fine = false;
    return fine;
}

bool read_blockade_body(const json_t *object, struct blockade_command *blockade,
                        struct json_faults *faults)
{
    struct field_text blockader = {0}, blockaded = {0};
    const struct field fields[] = {
        {"blockader", FIELD_TEXT, true, false, 0, ID_POINTS_MAX, &blockader, NULL},
        {"blockaded", FIELD_TEXT, true, false, 0, ID_POINTS_MAX, &blockaded, NULL},
    };
    bool fine = json_read_fields(object, "", fields, sizeof fields / sizeof fields[0], faults);
    fine = find_player_told(blockader, "/blockader", &blockade->blockader, faults) && fine;
    return find_player_told(blockaded, "/blockaded", &blockade->blockaded, faults) && fine;
}
