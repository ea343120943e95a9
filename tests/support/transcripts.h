/*
 * Transcripts made without a server: a whole random game on the rules and the record, written
 * down as the service writes it and signed by a key of the test. And the means to tamper with
 * one so that all that comes after fits again.
 */
#ifndef TESTS_SUPPORT_TRANSCRIPTS_H
#define TESTS_SUPPORT_TRANSCRIPTS_H

#include <jansson.h>

#include "service/fairness/chain.h"
#include "service/record/record.h"
#include "tests/support/random_play.h"

/* How a game is made. */
struct making {
    uint64_t seed;
    struct setup setup;
    bool deals_otherwise;   /* dealt from another seed than the one committed to and disclosed */
    bool stops_in_splice;   /* written down while the game still runs */
    bool quietly;           /* nothing but the moves that are asked for */
    unsigned defaults;      /* of a hundred choices: made by default, for an absent player */
    unsigned table_actions; /* tried at random when the setup is over */
};

/* A transcript as lines, so that they can be changed. */
struct lines {
    json_t *events; /* array of served events */
    json_t *head;   /* the last line, NULL: cut off */
    char game[ULID_LENGTH + 1];
    uint8_t public_key[PUBLIC_KEY_BYTES];
    uint8_t secret_key[SECRET_KEY_BYTES];
};

/* Three players, defaults, no map. */
struct setup plain_setup(void);

/* Plays a game as MAKING says. Fails the test if the rules refuse what they offered. */
struct lines lines_make(const struct making *making);
void lines_free(struct lines *lines);

/* Numbers, chains and hashes events from INDEX on anew and signs the head again. */
void lines_chain(struct lines *lines, size_t index);

/* Makes a head for the events as they are. */
void lines_sign(struct lines *lines);

/* The whole as text, for the caller to free. */
char *lines_text(const struct lines *lines, size_t *ret_length);

/* The event at INDEX; its data; the index of the first event of TYPE at or after FROM, or of the
 * first one that is about PLAYER, which must be there. */
json_t *lines_event(const struct lines *lines, size_t index);
json_t *lines_data(const struct lines *lines, size_t index);
size_t lines_find(const struct lines *lines, const char *type, size_t from);
size_t lines_find_of(const struct lines *lines, const char *type, const char *player);
size_t lines_count(const struct lines *lines);

#endif
