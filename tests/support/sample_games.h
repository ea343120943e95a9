/*
 * Made-up rows and events for tests of the store, which does not look into them.
 */
#ifndef TESTS_SUPPORT_SAMPLE_GAMES_H
#define TESTS_SUPPORT_SAMPLE_GAMES_H

#include "service/store/store.h"

/* A lobby of three players at its first event; NUMBER tells games apart. */
struct game_row sample_row(unsigned number);

/* The event of SEQ; its data and private part (none for odd SEQs) tell SEQ. Texts are static and
 * hold for the last 16 events that were made. */
struct stored_event sample_event(uint32_t seq);

/* Appends one event to the game of ROW, bringing it to the version after ROW's, in a transaction
 * of its own. Fails the test if that does not work. For a new game ROW's version is 0. */
void sample_append(struct store *store, struct game_row *row);

/* Compares each event with the sample of its number, from the one after LAST. */
struct sample_reading {
    uint32_t last;
    uint32_t stop_at;
};

/* For store_read_events: CONTEXT is a struct sample_reading. */
bool sample_read(void *context, const struct stored_event *event);

/* How many events GAME has, all of which must be the samples. */
uint32_t sample_count(struct store_reader *reader, const char *game);

#endif
