/*
 * Names for requests whose client gave them none: unlike each other, and telling nothing. Private
 * to this folder.
 */
#ifndef SERVICE_HTTP_REQUEST_ID_H
#define SERVICE_HTTP_REQUEST_ID_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "service/base/lanes.h"
#include "service/base/random.h"

enum { REQUEST_ID_KEY_BYTES = 16, REQUEST_ID_LENGTH = 32 };

/* A key that was drawn once, since asking the system for each request takes longer than finding its
 * answer. */
struct request_ids {
    uint8_t key[REQUEST_ID_KEY_BYTES];
    struct tally made;
};

void request_ids_begin(struct request_ids *ids, const struct random_source *random);

/* Any thread. RET_ID has REQUEST_ID_LENGTH + 1 bytes. */
void request_id_make(struct request_ids *ids, char *ret_id);

/* Whether TEXT, a client's own name for its request, can be taken over. */
bool request_id_valid(const char *text);

#endif
