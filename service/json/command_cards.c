/*
 * Bodies of actions with spliced cards in play: gained, lost, kept, spliced.
 */
#include <string.h>

#include "service/json/command_play.h"
#include "service/json/play_parts.h"

enum { ID_POINTS_MAX = 64 };

/* An id that is no card's may be that of an Echo card, which is refused for a reason of its own. */
static bool is_echo(const char *id, size_t length)
{
    return echo_card_find(id, length) != ECHO_NONE;
}

static bool names_echo(const json_t *cards)
{
    size_t i = 0;
    const json_t *card;
    json_array_foreach(
        cards, i, card) if (json_is_string(card) &&
                            is_echo(json_string_value(card), json_string_length(card))) return true;
    return false;
}

bool read_gain_body(const json_t *object, struct gain_command *gain, struct json_faults *faults)
{
    struct field_text player = {0};
    json_t *cards = NULL;
    const struct field fields[] = {
        {"player", FIELD_TEXT, true, false, 0, ID_POINTS_MAX, &player, NULL},
        {"cards", FIELD_VALUE, true, false, 0, 0, &cards, NULL},
    };
    bool fine = json_read_fields(object, "", fields, sizeof fields / sizeof fields[0], faults);
    fine = find_player_told(player, "/player", &gain->player, faults) && fine;
    if (cards && !read_cards(cards, "/cards", &gain->cards, faults))
        fine = false;
    gain->names_echo = names_echo(cards);
    return fine;
}

bool read_lose_body(const json_t *object, struct lose_command *lose, struct json_faults *faults)
{
    struct field_text player = {0}, card = {0};
    const struct field fields[] = {
        {"player", FIELD_TEXT, true, false, 0, ID_POINTS_MAX, &player, NULL},
        {"card", FIELD_TEXT, true, false, 0, ID_POINTS_MAX, &card, NULL},
    };
    bool fine = json_read_fields(object, "", fields, sizeof fields / sizeof fields[0], faults);
    fine = find_player_told(player, "/player", &lose->player, faults) && fine;
    if (!card.text)
        return false;
    lose->card = card_find(card.text, card.length);
    lose->names_echo = is_echo(card.text, card.length);
    return fine;
}

bool read_card_body(const json_t *object, uint16_t *ret_card, struct json_faults *faults)
{
    struct field_text card = {0};
    const struct field field = {"card", FIELD_TEXT, true, false, 0, ID_POINTS_MAX, &card, NULL};
    if (!json_read_fields(object, "", &field, 1, faults))
        return false;
    *ret_card = card_find(card.text, card.length);
    return true;
}

static bool read_participants(const json_t *array, struct splice_command *splice,
                              struct json_faults *faults)
{
    size_t count = json_array_size(array);
    if (!json_is_array(array) || count > CARDS_SENT_MAX) {
        json_fault_add(faults, "/participants", "must be an array of at most %d players",
                       CARDS_SENT_MAX);
        return false;
    }
    bool fine = true;
    splice->count = (uint8_t)count;
    for (size_t i = 0; i < count; i++) {
        const json_t *entry = json_array_get(array, i);
        const char *id = json_is_string(entry) ? json_string_value(entry) : "";
        char pointer[JSON_POINTER_BYTES];
        json_pointer_entry("/participants", i, pointer);
        struct field_text text = {id, strlen(id)};
        fine = find_player_told(text, pointer, &splice->participants[i], faults) && fine;
    }
    return fine;
}

bool read_splice_body(const json_t *object, struct splice_command *splice,
                      struct json_faults *faults)
{
    struct field_text kind = {0};
    json_t *participants = NULL;
    const struct field fields[] = {
        {"kind", FIELD_TEXT, true, false, 0, ID_POINTS_MAX, &kind, NULL},
        {"participants", FIELD_VALUE, true, false, 0, 0, &participants, NULL},
    };
    bool fine = json_read_fields(object, "", fields, sizeof fields / sizeof fields[0], faults);
    splice->kind = kind.text ? spliced_kind_find(kind.text, kind.length) : CARD_KINDS;
    if (kind.text && splice->kind == CARD_KINDS) {
        json_fault_add(faults, "/kind", "must be abilities, unit_upgrades or genomes");
        fine = false;
    }
    if (participants && !read_participants(participants, splice, faults))
        fine = false;
    return fine;
}
