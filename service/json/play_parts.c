#include "service/json/play_parts.h"

#include <string.h>

static const char neutral[] = "neutral";

static const char *const cause_ids[RETURN_CAUSES] = {
    [BY_ABILITY] = "ability",
    [BY_TRANSACTION] = "transaction",
    [BY_BLOCKADE] = "blockade",
    [BY_ELIMINATION] = "elimination",
};

enum card_kind spliced_kind_find(const char *text, size_t length)
{
    for (enum card_kind kind = CARD_ABILITY; kind <= CARD_GENOME; kind++) {
        const char *id = card_kind_id(kind);
        if (strlen(id) == length && memcmp(id, text, length) == 0)
            return kind;
    }
    return CARD_KINDS;
}

bool find_player_told(struct field_text text, const char *pointer, uint8_t *ret_player,
                      struct json_faults *faults)
{
    if (!text.text)
        return false;
    *ret_player = player_find(text.text, text.length);
    if (*ret_player == PLAYER_NONE)
        json_fault_add(faults, pointer, "must be a player: p1 to p%d", PLAYERS_MAX);
    return *ret_player != PLAYER_NONE;
}

void write_owner(struct json_writer *writer, uint8_t owner)
{
    if (owner == OWNER_NEUTRAL)
        write_word(writer, neutral);
    else
        write_player(writer, owner);
}

uint8_t owner_find(const char *text, size_t length)
{
    if (length == sizeof neutral - 1 && memcmp(text, neutral, length) == 0)
        return OWNER_NEUTRAL;
    return player_find(text, length);
}

void write_returned_units(struct json_writer *writer, const uint16_t units[UNITS])
{
    write_object(writer);
    for (size_t i = 0; i < UNITS; i++) {
        enum unit unit = unit_by_id(i);
        if (units[unit] > 0)
            write_member_number(writer, unit_id(unit), units[unit]);
    }
    write_object_end(writer);
}

const char *return_cause_id(enum return_cause cause)
{
    return cause_ids[cause];
}

enum return_cause return_cause_find(const char *text)
{
    enum return_cause cause = 0;
    while (cause < RETURN_CAUSES && strcmp(cause_ids[cause], text) != 0)
        cause++;
    return cause;
}
