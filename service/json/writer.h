/*
 * A writer of compact JSON straight into a buffer. It sets commas itself; the order of members
 * is the caller's. Numbers are integers only.
 */
#ifndef SERVICE_JSON_WRITER_H
#define SERVICE_JSON_WRITER_H

#include <stdint.h>

#include "service/base/buffer.h"

struct json_writer {
    struct buffer *buffer;
    bool comma; /* a value stands before: the next one needs a comma */
};

struct json_writer json_writer_start(struct buffer *buffer);

/* Opens and closes objects and arrays; inside an object write a key before each value. */
void write_object(struct json_writer *writer);
void write_object_end(struct json_writer *writer);
void write_array(struct json_writer *writer);
void write_array_end(struct json_writer *writer);
void write_key(struct json_writer *writer, const char *key);

void write_text(struct json_writer *writer, const char *text); /* valid UTF-8, NUL-terminated */
void write_text_or_null(struct json_writer *writer, const char *text); /* NULL or "": null */
void write_hex(struct json_writer *writer, const uint8_t *bytes, size_t length);
void write_number(struct json_writer *writer, int64_t number);
void write_flag(struct json_writer *writer, bool flag);
void write_nothing(struct json_writer *writer);                              /* null */
void write_raw(struct json_writer *writer, const char *json, size_t length); /* one JSON value */

/* Members in one call: key and value. */
void write_member_text(struct json_writer *writer, const char *key, const char *text);
void write_member_text_or_null(struct json_writer *writer, const char *key, const char *text);
void write_member_number(struct json_writer *writer, const char *key, int64_t number);
void write_member_flag(struct json_writer *writer, const char *key, bool flag);
void write_member_hex(struct json_writer *writer, const char *key, const uint8_t *bytes,
                      size_t length);
void write_member_time(struct json_writer *writer, const char *key, int64_t milliseconds);
void write_member_null(struct json_writer *writer, const char *key);

#endif
