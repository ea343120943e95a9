/*
 * Stacked decks: the dealer of scenarios. What a scenario names lies on top, in its order; the
 * rest below, in ASCII order.
 */
#ifndef SERVICE_PROGRAM_SCENARIO_DECKS_H
#define SERVICE_PROGRAM_SCENARIO_DECKS_H

#include "service/json/reader.h"
#include "service/record/record.h"

enum { STACKED_MAX = 128 };

struct stacked_decks {
    const char *game; /* borrowed: its id, to which commitments are bound */
    size_t count[STREAMS];
    uint16_t items[STREAMS][STACKED_MAX];
    /* What defaults choose, one after the other, by place in the ASCII order of the legal choices;
     * the last choice where there are fewer. Afterwards it is always the first. */
    size_t default_count;
    size_t defaults_made;
    uint8_t defaults[STACKED_MAX];
};

/* Reads {"factions": [ids], …, "defaults": [places]}, which stands at "/decks"; NULL: nothing is
 * stacked. */
bool stacked_decks_read(const json_t *object, struct stacked_decks *ret_decks,
                        struct json_faults *faults);

/* DECKS must outlive the dealer. */
struct dealer stacked_dealer(struct stacked_decks *decks);

#endif
