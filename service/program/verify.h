/*
 * What `spliced verify` and the bots of `spliced play` have in common: a transcript checked as a
 * whole, and the report on it.
 */
#ifndef SERVICE_PROGRAM_VERIFY_H
#define SERVICE_PROGRAM_VERIFY_H

#include <stdio.h>

#include "service/program/transcript.h"

/* How much of a transcript could be checked. */
enum verify_extent {
    VERIFIED_WHOLE,    /* every deal, pick and turn was played again */
    VERIFIED_RUNNING,  /* the log alone: nothing of a running epoch is disclosed yet */
    VERIFIED_UNOPENED, /* the log alone: the game never discloses */
};

struct verify_report {
    bool holds;
    struct transcript_fault fault; /* when it does not */
    enum verify_extent extent;
    char game[ULID_LENGTH + 1];
    char name[NAME_BYTES];
    uint8_t players;
    uint32_t events;
    uint32_t openings;    /* of picks, each matching its commitment */
    uint32_t unknown;     /* replaced or void commitments, which nothing opens */
    uint32_t automatic;   /* choices for absent players, each the one that was drawn */
    uint32_t undisclosed; /* cards turned up in the running epoch: their deal is not checked yet */
    uint16_t epochs;      /* played again */
    uint8_t head[HASH_BYTES];
    uint8_t public_key[PUBLIC_KEY_BYTES]; /* that signed the head */
};

/* Checks LENGTH bytes of a transcript. PUBLIC_KEY is the server's own, known from elsewhere; NULL:
 * the one in the file is believed. Returns RET_REPORT->holds. */
bool verify_transcript(const char *bytes, size_t length, const uint8_t *public_key,
                       struct verify_report *ret_report);

/* Prints the report, or the fault, for people. SOURCE is what the transcript is called. */
void verify_print(const struct verify_report *report, const char *source, FILE *stream);

#endif
