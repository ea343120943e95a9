/*
 * Clients of whole drafts: create a game for six, join, and play each player by the examples in
 * the views, sealing every pick and keeping its opening back until it is asked for. A script for
 * the load, a draft a connection, looking at no more of an answer than it needs.
 */
#ifndef TESTS_BENCH_DRAFTING_H
#define TESTS_BENCH_DRAFTING_H

#include "service/base/text.h"
#include "tests/bench/load.h"

enum { SEATS = 6, CREDENTIAL_BYTES = 640, OPENING_BYTES = 512, PATH_BYTES = 192 };

struct seat {
    char invite[CREDENTIAL_BYTES];
    char token[CREDENTIAL_BYTES];
    char opening[OPENING_BYTES]; /* body of the reveal that is to come */
};

/* What was asked for so far, by all drafts. */
struct draft_counts {
    uint64_t gets;
    uint64_t posts;
    uint64_t get_bytes; /* of the answers' bodies */
    uint64_t post_bytes;
    uint64_t drafts; /* that came to their end */
};

enum draft_stage { DRAFT_CREATES, DRAFT_JOINS, DRAFT_LOOKS, DRAFT_ACTS, DRAFT_ENDED };

struct draft {
    enum draft_stage stage;
    bool joins_only; /* ends when all have joined */
    char game[ULID_LENGTH + 1];
    char host_token[CREDENTIAL_BYTES];
    struct seat seats[SEATS];
    size_t player; /* who was asked for last */
    struct draft_counts *counts;
};

/* All drafts of a load. Each connection has room for EACH of its own, and begins over when it has
 * had so many. */
struct drafts {
    struct draft *list; /* those of the first connection first */
    size_t *begun_by;   /* each connection */
    size_t each;
    struct draft_counts counts;
    bool joins_only; /* EACH for each connection; each ends when all have joined */
    uint64_t wanted; /* otherwise: drafts that are to be begun, by all connections */
    uint64_t begun;
};

void drafts_begin(struct drafts *drafts, size_t connections, size_t each, bool joins_only);
void drafts_end(struct drafts *drafts);

/* The load's script; CONTEXT is a struct drafts. */
bool drafts_next(void *context, size_t connection, const struct load_answer *answer,
                 struct buffer *ret_request);

/* "/v1/games/{game}" and REST. */
void draft_path(const struct draft *draft, const char *rest, char ret_path[PATH_BYTES]);

#endif
