#include <stdlib.h>
#include <string.h>

#include "service/fairness/commitment.h"
#include "service/json/event_json.h"
#include "service/json/reader.h"
#include "service/program/transcript.h"

static bool read_cards(const json_t *array, struct sent_cards *ret_cards)
{
    *ret_cards = (struct sent_cards){.count = 0};
    size_t count = json_array_size(array);
    if (!json_is_array(array) || count > PICK_MAX)
        return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *id = json_array_get(array, i);
        if (!json_is_string(id))
            return false;
        ret_cards->cards[i] = card_find(json_string_value(id), json_string_length(id));
    }
    ret_cards->count = (uint8_t)count;
    return true;
}

/* One of {"cards", "nonce", "player", "round", "step"}. */
static bool read_opening(const json_t *object, struct opening *ret_opening)
{
    struct json_faults faults = {.count = 0};
    struct field_text player, step;
    struct sent_cards cards;
    uint8_t nonce[SEAL_BYTES];
    int64_t round = 0;
    json_t *ids = NULL;
    const struct field fields[] = {
        {"cards", FIELD_VALUE, true, false, 0, 0, &ids, NULL},
        {"nonce", FIELD_HEX, true, false, 0, SEAL_BYTES, nonce, NULL},
        {"player", FIELD_TEXT, true, false, 2, 2, &player, NULL},
        {"round", FIELD_INTEGER, true, false, 1, ROUNDS_MAX, &round, NULL},
        {"step", FIELD_TEXT, true, false, 1, 32, &step, NULL},
    };
    if (!json_is_object(object) ||
        !json_read_fields(object, "", fields, sizeof fields / sizeof *fields, &faults))
        return false;
    ret_opening->step = step_find(step.text, step.length);
    ret_opening->round = (uint8_t)round;
    ret_opening->player = (uint8_t)(player.text[1] - '1');
    return player.text[0] == 'p' && ret_opening->player < PLAYERS_MAX &&
           ret_opening->step != STEP_NONE && read_cards(ids, &cards) &&
           pick_from_cards(&cards, nonce, &ret_opening->pick);
}

/* Whether LINE is an event TYPE about OPENING's pick; RET_COMMITMENT is what it names. */
static bool is_about(const struct transcript_line *line, enum event_type type,
                     const struct opening *opening, uint8_t ret_commitment[SEAL_BYTES])
{
    struct log_event logged;
    if (line->player != opening->player || strcmp(line->type, event_type_name(type, true)) != 0)
        return false;
    if (!event_read(line->type, line->player, line->at, line->data, line->data_length, NULL, 0,
                    &logged))
        return false;
    const struct event_public *part = &logged.event.public_part;
    memcpy(ret_commitment, part->commitment, SEAL_BYTES);
    return part->step == opening->step && part->round == opening->round;
}

/* The last commitment before OPENING is the one that it must open; its line is noted. */
static bool check_opening(const struct transcript *transcript, struct opening *opening,
                          struct transcript_fault *fault)
{
    uint8_t lies[SEAL_BYTES];
    uint8_t opens[SEAL_BYTES];
    size_t index = opening->line - 1;
    while (index > 0 &&
           !is_about(&transcript->lines[index - 1], EVENT_PICK_COMMITTED, opening, lies))
        index--;
    if (index == 0)
        return transcript_fault_tell(fault, opening->line,
                                     "opens a pick of p%d in %s, round %d, which nobody committed",
                                     opening->player + 1, step_id(opening->step), opening->round);
    commitment_of(transcript->game, opening->step, opening->round, opening->player, &opening->pick,
                  opens);
    if (memcmp(lies, opens, SEAL_BYTES) != 0)
        return transcript_fault_tell(fault, opening->line,
                                     "its opening of p%d's pick in %s, round %d, does not match "
                                     "the commitment of line %zu",
                                     opening->player + 1, step_id(opening->step), opening->round,
                                     index);
    opening->committed = index;
    return true;
}

static bool is_open(const struct disclosure *disclosure, const struct opening *opening)
{
    for (size_t i = disclosure->count; i > 0; i--)
        if (disclosure->openings[i - 1].committed == opening->committed)
            return true;
    return false;
}

static bool add_opening(struct disclosure *disclosure, const struct opening *opening)
{
    if (disclosure->count == disclosure->capacity) {
        size_t capacity = disclosure->capacity ? 2 * disclosure->capacity : 128;
        struct opening *openings =
            realloc(disclosure->openings, capacity * sizeof *disclosure->openings);
        if (!openings)
            return false;
        disclosure->openings = openings;
        disclosure->capacity = capacity;
    }
    disclosure->openings[disclosure->count++] = *opening;
    return true;
}

/* The member "openings" of a line's data, if it has one. */
static bool take_openings(const struct transcript *transcript, size_t number, const json_t *data,
                          struct disclosure *disclosure, struct transcript_fault *fault)
{
    const json_t *array = json_object_get(data, "openings");
    for (size_t i = 0; i < json_array_size(array); i++) {
        struct opening opening = {.line = number};
        if (!read_opening(json_array_get(array, i), &opening))
            return transcript_fault_tell(fault, number, "its opening %zu is none of known cards",
                                         i + 1);
        if (!check_opening(transcript, &opening, fault))
            return false;
        if (!is_open(disclosure, &opening) && !add_opening(disclosure, &opening))
            return transcript_fault_tell(fault, number, "there is no memory for its openings");
    }
    return true;
}

/* The seed of the epoch that LINE ends must be the link before the last one known. */
static bool take_seed(const struct transcript *transcript, size_t number,
                      const uint8_t commitment[SEED_BYTES], const struct log_event *logged,
                      struct disclosure *disclosure, struct transcript_fault *fault)
{
    uint16_t epoch = logged->event.public_part.epoch;
    uint8_t link[SEED_BYTES];
    if (epoch != disclosure->epochs || epoch >= EPOCHS_MAX)
        return transcript_fault_tell(fault, number, "discloses epoch %d, should be %d", epoch,
                                     disclosure->epochs);
    seed_link(transcript->game, epoch, logged->epoch.seed, link);
    if (memcmp(link, epoch == 0 ? commitment : disclosure->seeds[epoch - 1], SEED_BYTES) != 0)
        return transcript_fault_tell(fault, number, "its seed is not the one that %s commits to",
                                     epoch == 0 ? "the first line"
                                                : "the seed of the epoch before");
    uint8_t(*seeds)[SEED_BYTES] = realloc(disclosure->seeds, (epoch + 1u) * sizeof *seeds);
    if (!seeds)
        return transcript_fault_tell(fault, number, "there is no memory for its seed");
    memcpy(seeds[epoch], logged->epoch.seed, SEED_BYTES);
    disclosure->seeds = seeds;
    disclosure->epochs++;
    return true;
}

/* What line NUMBER discloses. */
static bool take_line(const struct transcript *transcript, size_t number,
                      const uint8_t commitment[SEED_BYTES], struct disclosure *disclosure,
                      struct transcript_fault *fault)
{
    const struct transcript_line *line = &transcript->lines[number - 1];
    bool ends = strcmp(line->type, event_type_name(EVENT_EPOCH_ENDED, true)) == 0;
    if (!ends && strcmp(line->type, event_type_name(EVENT_CARDS_REVEALED, true)) != 0)
        return true;
    char detail[JSON_DETAIL_BYTES];
    struct log_event logged;
    if (!event_read(line->type, line->player, line->at, line->data, line->data_length, NULL, 0,
                    &logged))
        return transcript_fault_tell(fault, number, "its data is not that of %s", line->type);
    if (ends && !take_seed(transcript, number, commitment, &logged, disclosure, fault))
        return false;
    json_t *data = json_read_object(line->data, line->data_length, detail);
    bool fine = take_openings(transcript, number, data, disclosure, fault);
    json_decref(data);
    return fine;
}

bool disclosure_read(const struct transcript *transcript, struct disclosure *ret_disclosure,
                     struct transcript_fault *fault)
{
    *ret_disclosure = (struct disclosure){.openings = NULL};
    const struct transcript_line *first = &transcript->lines[0];
    struct log_event created;
    if (!event_read(first->type, first->player, first->at, first->data, first->data_length, NULL, 0,
                    &created))
        return transcript_fault_tell(fault, 1, "its data is not that of game.created");
    for (size_t number = 2; number <= transcript->count; number++) {
        if (!take_line(transcript, number, created.created.seed_commitment, ret_disclosure, fault))
            return false;
    }
    return true;
}

const struct opening *disclosure_find(const struct disclosure *disclosure, enum step step,
                                      uint8_t round, uint8_t player)
{
    for (size_t i = disclosure->count; i > 0; i--) {
        const struct opening *opening = &disclosure->openings[i - 1];
        if (opening->step == step && opening->round == round && opening->player == player)
            return opening;
    }
    return NULL;
}

void disclosure_free(struct disclosure *disclosure)
{
    free(disclosure->openings);
    free(disclosure->seeds);
    *disclosure = (struct disclosure){.openings = NULL};
}
