/*
 * Lines of a game's log as JSON: the public part in RFC 8785 form, which is hashed and goes out
 * as it is, and the private part, which stays in the store.
 */
#ifndef SERVICE_JSON_EVENT_JSON_H
#define SERVICE_JSON_EVENT_JSON_H

#include "service/base/buffer.h"
#include "service/record/record.h"

/* The wire name of an event ("pick.committed"). EPOCH_ENDED is "epoch.disclosed" when the game
 * discloses and "epoch.ended" when it does not. */
const char *event_type_name(enum event_type type, bool discloses);

/* Writes the "data" object of LINE in RFC 8785 form. BEFORE is the record as it was before
 * LINE: openings that an epoch discloses and the like come out of it. */
void event_write_data(const struct record *before, const struct log_event *line,
                      struct buffer *buffer);

/* Writes the private part, nothing at all when there is none. */
void event_write_private(const struct log_event *line, struct buffer *buffer);

/* An event's stored parts. PLAYER is 0 to 7 or PLAYER_NONE; DATA is what event_write_data wrote;
 * PREV is the hash of the event before it (zeros for the first). */
struct event_envelope {
    uint32_t seq;
    int64_t at;
    const char *type; /* wire name */
    uint8_t player;
    const uint8_t *prev;
    const char *data;
    size_t data_length;
};

/* Writes the whole event in RFC 8785 form, as it is hashed. */
void event_write_canonical(const struct event_envelope *envelope, struct buffer *buffer);

/* The same with the member "hash", as the API and transcripts serve it. */
void event_write_served(const struct event_envelope *envelope, const uint8_t hash[HASH_BYTES],
                        struct buffer *buffer);

/* Where an event stands among those of all games. */
struct event_place {
    const char *game;
    const char *cursor;
};

/* As event_write_served, with the members "game" and "cursor". */
void event_write_placed(const struct event_envelope *envelope, const uint8_t hash[HASH_BYTES],
                        const struct event_place *place, struct buffer *buffer);

/* Reads a line back from what is stored. PRIVATE_LENGTH 0: there is no private part, or it is not
 * known (transcripts). False when it is none of ours. */
bool event_read(const char *type, uint8_t player, int64_t at, const char *data, size_t data_length,
                const char *private_part, size_t private_length, struct log_event *ret_line);

#endif
