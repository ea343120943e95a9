/*
 * Events on their way from the store into an answer.
 */
#ifndef SERVICE_API_LOG_READING_H
#define SERVICE_API_LOG_READING_H

#include "service/http/call.h"

struct log_reading {
    struct buffer *buffer;
    char separator; /* between two events */
    uint32_t count;
    uint32_t seq;             /* of the last one read, or behind which to begin */
    uint8_t hash[HASH_BYTES]; /* of that one */
};

/* Up to LIMIT more events of GAME. */
enum store_status log_read(struct engine *engine, const char *game, uint32_t limit,
                           struct log_reading *reading);

#endif
