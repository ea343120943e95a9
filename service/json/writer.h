/*
 * A writer of compact JSON straight into a buffer. It sets commas itself; the order of members
 * is the caller's. Numbers are integers only.
 *
 * Texts of ours (names of members, ids, times) are plain: they hold nothing that JSON escapes.
 * Texts of others are escaped.
 */
#ifndef SERVICE_JSON_WRITER_H
#define SERVICE_JSON_WRITER_H

#include <stdint.h>
#include <string.h>

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

void write_text(struct json_writer *writer, const char *text); /* valid UTF-8, NUL-terminated */
void write_text_or_null(struct json_writer *writer, const char *text); /* NULL or "": null */
void write_word(struct json_writer *writer, const char *word);         /* a plain text */
void write_word_of(struct json_writer *writer, const char *word, size_t length);
void write_word_or_null(struct json_writer *writer, const char *word); /* NULL or "": null */
void write_hex(struct json_writer *writer, const uint8_t *bytes, size_t length);
void write_moment(struct json_writer *writer, int64_t milliseconds);
void write_number(struct json_writer *writer, int64_t number);
void write_flag(struct json_writer *writer, bool flag);
void write_nothing(struct json_writer *writer);                              /* null */
void write_raw(struct json_writer *writer, const char *json, size_t length); /* one JSON value */
void write_key_escaped(struct json_writer *writer, const char *key);         /* any text */

/* Room for a value, or a key, of LENGTH bytes, which is at least 1, behind the comma that is due;
 * afterwards one is due again. NULL: the buffer has failed. */
static inline char *json_writer_room(struct json_writer *writer, size_t length)
{
    struct buffer *buffer = writer->buffer;
    const size_t comma = writer->comma;
    char *room = buffer_room(buffer, comma + length);
    if (!room)
        return NULL;
    buffer_fill(buffer, comma + length);
    writer->comma = true;
    *room = ','; /* written over when none was due */
    return room + comma;
}

#define JSON_WRITER_INLINE static inline __attribute__((always_inline))

/* A plain key. A third of a view are keys, all of them literals: the compiler counts and copies
 * their characters when it is told to have this in the caller. */
JSON_WRITER_INLINE void write_key(struct json_writer *writer, const char *key)
{
    const size_t length = strlen(key);
    char *room = json_writer_room(writer, length + sizeof "\"\":" - 1);
    if (room) {
        *room++ = '"';
        memcpy(room, key, length);
        room[length] = '"';
        room[length + 1] = ':';
    }
    writer->comma = false;
}

/* Members in one call: key and value. */
JSON_WRITER_INLINE void write_member_text(struct json_writer *writer, const char *key,
                                          const char *text)
{
    write_key(writer, key);
    write_text(writer, text);
}

JSON_WRITER_INLINE void write_member_text_or_null(struct json_writer *writer, const char *key,
                                                  const char *text)
{
    write_key(writer, key);
    write_text_or_null(writer, text);
}

JSON_WRITER_INLINE void write_member_word(struct json_writer *writer, const char *key,
                                          const char *word)
{
    write_key(writer, key);
    write_word(writer, word);
}

JSON_WRITER_INLINE void write_member_word_or_null(struct json_writer *writer, const char *key,
                                                  const char *word)
{
    write_key(writer, key);
    write_word_or_null(writer, word);
}

JSON_WRITER_INLINE void write_member_number(struct json_writer *writer, const char *key,
                                            int64_t number)
{
    write_key(writer, key);
    write_number(writer, number);
}

JSON_WRITER_INLINE void write_member_flag(struct json_writer *writer, const char *key, bool flag)
{
    write_key(writer, key);
    write_flag(writer, flag);
}

JSON_WRITER_INLINE void write_member_time(struct json_writer *writer, const char *key,
                                          int64_t milliseconds)
{
    write_key(writer, key);
    write_moment(writer, milliseconds);
}

JSON_WRITER_INLINE void write_member_hex(struct json_writer *writer, const char *key,
                                         const uint8_t *bytes, size_t length)
{
    write_key(writer, key);
    write_hex(writer, bytes, length);
}

JSON_WRITER_INLINE void write_member_null(struct json_writer *writer, const char *key)
{
    const size_t length = strlen(key);
    char *room = json_writer_room(writer, length + sizeof "\"\":null" - 1);
    if (!room)
        return;
    *room++ = '"';
    memcpy(room, key, length);
    memcpy(room + length, "\":null", sizeof "\":null" - 1);
}

#endif
