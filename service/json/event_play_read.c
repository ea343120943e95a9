/*
 * Reading of the events of the game in play.
 */
#include <string.h>

#include "service/json/event_play.h"
#include "service/json/event_private.h"
#include "service/json/event_read.h"
#include "service/json/play_parts.h"

enum { ID_MAX = 64 };

/* All members that these events have, each at most once. */
struct play_values {
    json_t *cards;
    json_t *discarded;
    json_t *participants;
    json_t *returned;
    json_t *units;
    struct field_text blockaded, blockader, captor, card, cause, change, figure, from, kind, owner,
        player, unit;
    int64_t count, number, round;
};

static bool read_values(const json_t *object, struct play_values *values, bool *ret_automatic)
{
    const struct field fields[] = {
        {"automatic", FIELD_FLAG, false, false, 0, 0, ret_automatic, NULL},
        {"blockaded", FIELD_TEXT, false, false, 1, ID_MAX, &values->blockaded, NULL},
        {"blockader", FIELD_TEXT, false, false, 1, ID_MAX, &values->blockader, NULL},
        {"captor", FIELD_TEXT, false, false, 1, ID_MAX, &values->captor, NULL},
        {"card", FIELD_TEXT, false, false, 1, ID_MAX, &values->card, NULL},
        {"cards", FIELD_VALUE, false, false, 0, 0, &values->cards, NULL},
        {"cause", FIELD_TEXT, false, false, 1, ID_MAX, &values->cause, NULL},
        {"change", FIELD_TEXT, false, false, 1, ID_MAX, &values->change, NULL},
        {"count", FIELD_INTEGER, false, false, 1, UNITS_SENT_MAX, &values->count, NULL},
        {"discarded", FIELD_VALUE, false, false, 0, 0, &values->discarded, NULL},
        {"figure", FIELD_TEXT, false, false, 1, ID_MAX, &values->figure, NULL},
        {"from", FIELD_TEXT, false, false, 1, ID_MAX, &values->from, NULL},
        {"kind", FIELD_TEXT, false, false, 1, ID_MAX, &values->kind, NULL},
        {"n", FIELD_INTEGER, false, false, 1, UINT32_MAX, &values->number, NULL},
        {"owner", FIELD_TEXT, false, true, 1, ID_MAX, &values->owner, NULL},
        {"participants", FIELD_VALUE, false, false, 0, 0, &values->participants, NULL},
        {"player", FIELD_TEXT, false, false, 1, ID_MAX, &values->player, NULL},
        {"returned", FIELD_VALUE, false, false, 0, 0, &values->returned, NULL},
        {"round", FIELD_INTEGER, false, false, 1, UINT32_MAX, &values->round, NULL},
        {"unit", FIELD_TEXT, false, false, 1, ID_MAX, &values->unit, NULL},
        {"units", FIELD_VALUE, false, false, 0, 0, &values->units, NULL},
    };
    return read_own_fields(object, fields, sizeof fields / sizeof fields[0]);
}

static bool find_player(struct field_text text, uint8_t *ret_player)
{
    *ret_player = text.text ? player_find(text.text, text.length) : PLAYER_NONE;
    return *ret_player != PLAYER_NONE;
}

static bool find_card(struct field_text text, uint16_t *ret_card)
{
    *ret_card = text.text ? card_find(text.text, text.length) : CARD_NONE;
    return *ret_card != CARD_NONE && card_kind_of(*ret_card) != CARD_FACTION;
}

static bool find_unit(struct field_text text, enum unit *ret_unit)
{
    *ret_unit = text.text ? unit_find(text.text, text.length) : UNIT_NONE;
    return *ret_unit != UNIT_NONE;
}

/* One of two words; *RET_SECOND tells which. */
static bool find_word(struct field_text text, const char *first, const char *second,
                      bool *ret_second)
{
    *ret_second = text.text && strcmp(text.text, second) == 0;
    return text.text && (*ret_second || strcmp(text.text, first) == 0);
}

static bool read_spliced(const json_t *array, size_t maximum, uint16_t *ret_cards,
                         uint8_t *ret_count)
{
    if (!read_known_cards(array, maximum, ret_cards, ret_count))
        return false;
    for (uint8_t i = 0; i < *ret_count; i++)
        if (card_kind_of(ret_cards[i]) == CARD_FACTION)
            return false;
    return true;
}

static bool understand_moved(const struct play_values *values, enum event_type type,
                             struct cards_moved *cards)
{
    if (!find_player(values->player, &cards->player))
        return false;
    if (type == EVENT_CARDS_GAINED)
        return read_spliced(values->cards, CARDS_SENT_MAX, cards->cards, &cards->count);
    if (!find_card(values->card, &cards->cards[0]))
        return false;
    if (type == EVENT_CARD_KEPT &&
        !read_spliced(values->discarded, CARDS_SENT_MAX - 1, cards->cards + 1, &cards->count))
        return false;
    cards->count++;
    return true;
}

static bool understand_opened(const struct play_values *values, struct open_splice *splice)
{
    size_t participants = json_array_size(values->participants);
    splice->number = (uint32_t)values->number;
    splice->kind =
        values->kind.text ? spliced_kind_find(values->kind.text, values->kind.length) : CARD_KINDS;
    if (splice->kind == CARD_KINDS || participants > PLAYERS_MAX)
        return false;
    for (size_t i = 0; i < participants; i++) {
        const json_t *id = json_array_get(values->participants, i);
        struct field_text text = {json_string_value(id), json_string_length(id)};
        if (!find_player(text, &splice->participants[i]))
            return false;
    }
    splice->participant_count = (uint8_t)participants;
    return read_spliced(values->cards, PLAYERS_MAX + 1, splice->cards, &splice->card_count);
}

static bool understand_capture(const struct play_values *values, struct unit_capture *capture)
{
    capture->count = (uint8_t)values->count;
    capture->owner =
        values->owner.text ? owner_find(values->owner.text, values->owner.length) : PLAYER_NONE;
    return capture->owner != PLAYER_NONE && find_player(values->captor, &capture->captor) &&
           find_unit(values->unit, &capture->unit) &&
           find_word(values->from, "board", "reinforcements", &capture->from_reinforcements) &&
           find_word(values->figure, "plastic", "token", &capture->shown_by_token);
}

/* {"fighter": 12, …} */
static bool read_returned_units(const json_t *object, uint16_t ret_units[UNITS])
{
    struct field fields[UNITS];
    int64_t counts[UNITS] = {0};
    for (enum unit unit = 0; unit < UNITS; unit++)
        fields[unit] = (struct field){.name = unit_id(unit),
                                      .kind = FIELD_INTEGER,
                                      .maximum = TOKENS_MAX,
                                      .target = &counts[unit]};
    if (!json_is_object(object) || !read_own_fields(object, fields, UNITS))
        return false;
    for (size_t unit = 0; unit < UNITS; unit++)
        ret_units[unit] = (uint16_t)counts[unit];
    return true;
}

static bool understand_return(const struct play_values *values, struct unit_return *returned)
{
    returned->owner =
        values->owner.text ? owner_find(values->owner.text, values->owner.length) : PLAYER_NONE;
    returned->cause = values->cause.text ? return_cause_find(values->cause.text) : RETURN_CAUSES;
    return returned->cause != RETURN_CAUSES && find_player(values->captor, &returned->captor) &&
           read_returned_units(values->units, returned->units);
}

static bool understand_proposal(const struct play_values *values, uint8_t proposer,
                                struct transaction *transaction)
{
    struct json_faults faults = {0};
    transaction->number = (uint32_t)values->number;
    transaction->proposer = proposer;
    return find_player(values->captor, &transaction->captor) &&
           find_player(values->owner, &transaction->owner) &&
           read_units(values->units, "", transaction->units, &faults);
}

static bool understand(const struct play_values *values, struct event *event)
{
    struct event_public *part = &event->public_part;
    bool destroyed;
    switch (event->type) {
    case EVENT_STATUS_PHASE:
        part->play_round = (uint32_t)values->round;
        return values->round > 0;
    case EVENT_CARDS_GAINED:
    case EVENT_CARD_LOST:
    case EVENT_CARD_KEPT:
    case EVENT_GENOME_EXHAUSTED:
        return understand_moved(values, event->type, &part->cards);
    case EVENT_SPLICE_OPENED:
        return understand_opened(values, &part->splice);
    case EVENT_SPLICE_TAKEN:
        part->taken.number = (uint32_t)values->number;
        return find_card(values->card, &part->taken.card) &&
               find_player(values->player, &part->taken.player);
    case EVENT_SPLICE_CLOSED:
        part->closed.number = (uint32_t)values->number;
        return read_spliced(values->returned, PLAYERS_MAX + 1, part->closed.cards,
                            &part->closed.count);
    case EVENT_UNIT_CHANGED:
        if (!find_word(values->change, "produced", "destroyed", &destroyed))
            return false;
        part->units.produced = !destroyed;
        part->units.count = (uint8_t)values->count;
        return find_player(values->player, &part->units.player) &&
               find_unit(values->unit, &part->units.unit);
    case EVENT_UNIT_CAPTURED:
        return understand_capture(values, &part->capture);
    case EVENT_UNIT_RETURNED:
        return understand_return(values, &part->unit_return);
    case EVENT_TRANSACTION_PROPOSED:
        return understand_proposal(values, event->player, &part->transaction);
    case EVENT_BLOCKADE_BEGUN:
        part->blockade.number = (uint32_t)values->number;
        return find_player(values->blockader, &part->blockade.blockader) &&
               find_player(values->blockaded, &part->blockade.blockaded);
    case EVENT_PLAYER_ELIMINATED:
        return find_player(values->player, &part->eliminated);
    default: /* a transaction or blockade that is over */
        part->number = (uint32_t)values->number;
        return values->number > 0;
    }
}

bool read_play_data(const json_t *object, struct event *event)
{
    struct play_values values = {0};
    bool automatic = false;
    if (!read_values(object, &values, &automatic) || !understand(&values, event))
        return false;
    event->public_part.automatic = automatic;
    return true;
}
