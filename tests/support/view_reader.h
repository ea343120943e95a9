/*
 * Views as they are written, and looked at as JSON. Text and number of a member by its path are in
 * tests/support/client.h.
 */
#ifndef TESTS_SUPPORT_VIEW_READER_H
#define TESTS_SUPPORT_VIEW_READER_H

#include <jansson.h>

#include "service/json/view_json.h"

enum { VIEW_BYTES_MAX = 1 << 20 };

/* The view of RECORD for AUDIENCE, for the caller to free. */
struct buffer view_bytes(const struct record *record, enum audience audience);
json_t *view_object(const struct record *record, enum audience audience);

/* The blockers of RECORD, likewise. */
json_t *blockers_object(const struct record *record);

/* The object that was written to BUFFER, likewise; frees the buffer. */
json_t *json_of_buffer(struct buffer *buffer);

/* The member KEY of OBJECT, which must be there; borrowed. */
json_t *member_at(const json_t *object, const char *key);

void assert_null_at(const json_t *object, const char *key);

#endif
