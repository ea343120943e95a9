/*
 * Bodies of sealed picks: commit and reveal.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/json/command_json.h"
#include "service/json/parts.h"

static bool has_rounds(enum step step)
{
    return step == STEP_FACTION_DRAFT || step == STEP_SPLICE;
}

static int64_t last_round(enum step step)
{
    return has_rounds(step) ? UINT8_MAX : 1;
}

/* Which of the three ways to commit the body's members make up. */
static bool find_sealed_by(bool has_cards, bool has_nonce, bool has_commitment,
                           enum sealed_by *ret_sealed_by)
{
    if (has_cards && has_nonce == has_commitment) {
        *ret_sealed_by = has_nonce ? SEALED_BY_CLIENT : SEALED_BY_SERVER;
        return true;
    }
    *ret_sealed_by = SEALED_WITHHELD;
    return has_commitment && !has_cards && !has_nonce;
}

bool read_commit(const json_t *object, enum step step, uint8_t player, bool round_required,
                 struct command *ret_command, struct json_faults *faults)
{
    *ret_command = (struct command){.type = COMMAND_COMMIT, .player = player};
    struct commit_command *commit = &ret_command->commit;
    commit->step = step;
    json_t *cards = NULL;
    int64_t round = 0;
    bool has_nonce = false, has_commitment = false;
    const struct field fields[] = {
        {"round", FIELD_INTEGER, round_required && has_rounds(step), false, 1, last_round(step),
         &round, NULL},
        {"cards", FIELD_VALUE, false, false, 0, 0, &cards, NULL},
        {"nonce", FIELD_HEX, false, false, 0, SEAL_BYTES, commit->nonce, &has_nonce},
        {"commitment", FIELD_HEX, false, false, 0, SEAL_BYTES, commit->commitment, &has_commitment},
    };
    bool fine = json_read_fields(object, "", fields, sizeof fields / sizeof fields[0], faults);
    commit->round = (uint8_t)round;
    if (cards && !read_cards(cards, "/cards", &commit->cards, faults))
        fine = false;
    if (find_sealed_by(cards != NULL, has_nonce, has_commitment, &commit->sealed_by))
        return fine;
    json_fault_add(faults, "",
                   "must have \"cards\", or \"cards\", \"nonce\" and \"commitment\", or "
                   "\"commitment\" alone");
    return false;
}

bool read_reveal(const json_t *object, enum step step, uint8_t player, struct command *ret_command,
                 struct json_faults *faults)
{
    *ret_command = (struct command){.type = COMMAND_REVEAL, .player = player};
    struct reveal_command *reveal = &ret_command->reveal;
    reveal->step = step;
    json_t *cards = NULL;
    int64_t round = 0;
    const struct field fields[] = {
        {"round", FIELD_INTEGER, false, false, 1, last_round(step), &round, NULL},
        {"cards", FIELD_VALUE, true, false, 0, 0, &cards, NULL},
        {"nonce", FIELD_HEX, true, false, 0, SEAL_BYTES, reveal->nonce, NULL},
    };
    bool fine = json_read_fields(object, "", fields, sizeof fields / sizeof fields[0], faults);
    reveal->round = (uint8_t)round;
    if (cards && !read_cards(cards, "/cards", &reveal->cards, faults))
        fine = false;
    return fine;
}

enum { ID_BYTES_MAX = 64 };

static bool is_id(const json_t *card)
{
    const char *id = json_string_value(card);
    size_t length = json_string_length(card);
    return length > 0 && length <= ID_BYTES_MAX &&
           strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789_") == length;
}

static int compare_ids(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

void read_spelled(const json_t *object, char ret_spelled[SPELLED_BYTES])
{
    const json_t *cards = json_object_get(object, "cards");
    const char *ids[CARDS_SENT_MAX];
    size_t count = json_array_size(cards);
    ret_spelled[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        const json_t *card = json_array_get(cards, i);
        if (i >= CARDS_SENT_MAX || !is_id(card))
            return;
        ids[i] = json_string_value(card);
    }
    qsort(ids, count, sizeof ids[0], compare_ids);
    char *next = ret_spelled;
    for (size_t i = 0; i < count; i++)
        next += snprintf(next, (size_t)(ret_spelled + SPELLED_BYTES - next), "%s%s",
                         i == 0 ? "" : ",", ids[i]);
}
