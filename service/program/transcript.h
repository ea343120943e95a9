/*
 * Transcripts: a game's public log as a file, one event a line and the signed head behind them.
 * They are read strictly and checked without server or database: form, chain, head, openings,
 * and the whole game by the rules. All texts of faults are sentences for people.
 */
#ifndef SERVICE_PROGRAM_TRANSCRIPT_H
#define SERVICE_PROGRAM_TRANSCRIPT_H

#include <jansson.h>

#include "service/base/buffer.h"
#include "service/record/record.h"

enum {
    TRANSCRIPT_BYTES_MAX = 64 * 1024 * 1024,
    TRANSCRIPT_LINE_MAX = 64 * 1024, /* bytes of a line without its end */
    EVENT_TYPE_BYTES = 32,
    FAULT_TEXT_BYTES = 320
};

/* The first line that does not hold, from 1, and why. */
struct transcript_fault {
    size_t line;
    char text[FAULT_TEXT_BYTES];
};

/* Tells a fault and returns false, for the caller to return. */
bool transcript_fault_tell(struct transcript_fault *fault, size_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* One event as the file has it. Stands on line SEQ. */
struct transcript_line {
    uint32_t seq;
    int64_t at;
    char type[EVENT_TYPE_BYTES];
    uint8_t player; /* or PLAYER_NONE */
    uint8_t prev[HASH_BYTES];
    uint8_t hash[HASH_BYTES];
    char *data; /* RFC 8785 form, owned */
    size_t data_length;
};

struct transcript_head {
    uint32_t seq;
    uint8_t hash[HASH_BYTES];
    uint8_t signature[SIGNATURE_BYTES];
    uint8_t public_key[PUBLIC_KEY_BYTES];
};

struct transcript {
    char game[ULID_LENGTH + 1];
    struct transcript_line *lines; /* owned */
    size_t count;
    size_t capacity;
    struct transcript_head head;
};

/* Reads LENGTH bytes of a line, number NUMBER. True for an event, written to RET_LINE, and for a
 * head, written to RET_HEAD with *RET_IS_HEAD set. */
bool transcript_read_line(const char *bytes, size_t length, size_t number,
                          struct transcript_line *ret_line, struct transcript_head *ret_head,
                          bool *ret_is_head, struct transcript_fault *fault);

/* Reads a whole transcript and checks it line by line: form, numbers, chain, the head and its
 * signature. On true and false alike the caller frees RET_TRANSCRIPT. */
bool transcript_read(const char *bytes, size_t length, struct transcript *ret_transcript,
                     struct transcript_fault *fault);
void transcript_free(struct transcript *transcript);

/* VALUE in RFC 8785 form. False if it holds what our events never hold: numbers that are not
 * whole, keys that are not ASCII. */
bool canonical_write(const json_t *value, struct buffer *buffer);

/* A pick that some line opened. */
struct opening {
    enum step step;
    uint8_t round;
    uint8_t player;
    struct pick pick;
    size_t line;      /* that opens it, the first one */
    size_t committed; /* the line of its commitment */
};

/* All that the file discloses: openings of picks, seeds of epochs that have ended. */
struct disclosure {
    struct opening *openings; /* owned; each pick once, however often it is opened */
    size_t count;
    size_t capacity;
    uint8_t (*seeds)[SEED_BYTES]; /* by epoch, owned */
    uint16_t epochs;
};

/* Gathers what TRANSCRIPT discloses and checks openings against their commitments, seeds against
 * the chain that game.created commits to. The caller frees, also after false. */
bool disclosure_read(const struct transcript *transcript, struct disclosure *ret_disclosure,
                     struct transcript_fault *fault);
void disclosure_free(struct disclosure *disclosure);

/* The opening of that pick, NULL if there is none. */
const struct opening *disclosure_find(const struct disclosure *disclosure, enum step step,
                                      uint8_t round, uint8_t player);

/* How the replay went as far as it could. */
struct replay_result {
    uint16_t epochs;      /* replayed from their seeds: 0 … epochs - 1 */
    size_t lines;         /* events that the rules were asked about */
    uint32_t unknown;     /* commitments that were replaced or void: their cards are not known */
    uint32_t automatic;   /* choices drawn for absent players */
    uint32_t undisclosed; /* cards that splices turned up in the running epoch, as they are told */
    struct record record; /* where the replay ended */
};

/* Plays the transcript's game by the rules and compares every event that they bring with the
 * file's. Stops where an epoch begins whose seed is not disclosed and cards are dealt from it;
 * what follows has to be events that can be read, no more. */
bool transcript_replay(const struct transcript *transcript, const struct disclosure *disclosure,
                       struct replay_result *ret_result, struct transcript_fault *fault);

/* A command as the replay gives it to the rules. */
struct replayed {
    struct command command;
    bool cards_unknown; /* a commitment that no line opens */
    bool server_knew;   /* a commitment whose cards the server knew when it was made */
};

/* The command that line INDEX + 1 of TRANSCRIPT, read as LOGGED, answers; GAME is as it was
 * before. False with FAULT told when no command brings such an event. */
bool transcript_command(const struct transcript *transcript, const struct disclosure *disclosure,
                        size_t index, const struct log_event *logged, const struct game *game,
                        struct replayed *ret_replayed, struct transcript_fault *fault);

#endif
