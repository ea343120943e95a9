/*
 * A growing byte buffer with a maximum that is set when it is made. A failure (maximum
 * reached, no memory) sticks: appending goes on doing nothing, and buffer_failed tells, so that
 * writers need one check at the end.
 */
#ifndef SERVICE_BASE_BUFFER_H
#define SERVICE_BASE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

struct buffer {
    char *bytes; /* owned; not NUL-terminated; NULL while empty */
    size_t length;
    size_t capacity; /* once it has failed: no more than its length, so that nothing fits */
    size_t maximum;
    bool failed;
    bool lent; /* the bytes are the caller's */
};

/* An empty buffer that will hold up to MAXIMUM bytes. */
struct buffer buffer_new(size_t maximum);

/* The same in ROOM of SIZE bytes, at most MAXIMUM, which the caller lends it; it moves to memory of
 * its own when that is full. Its bytes cannot be taken. */
struct buffer buffer_in(char *room, size_t size, size_t maximum);

void buffer_append(struct buffer *buffer, const void *bytes, size_t length);
void buffer_text(struct buffer *buffer, const char *text); /* NUL-terminated */
void buffer_char(struct buffer *buffer, char character);
void buffer_number(struct buffer *buffer, long long number); /* decimal */
void buffer_hex(struct buffer *buffer, const unsigned char *bytes, size_t length);

/* Makes the buffer larger, so that LENGTH bytes fit behind the others. False: it has failed. */
bool buffer_grow(struct buffer *buffer, size_t length);

/* Room for LENGTH bytes behind the others, to be filled and then taken in by buffer_fill. NULL, and
 * the buffer has failed, when there is none. Here, since a view is made of some thousand pieces. */
static inline char *buffer_room(struct buffer *buffer, size_t length)
{
    if (length > buffer->capacity - buffer->length && !buffer_grow(buffer, length))
        return NULL;
    return buffer->bytes + buffer->length;
}

static inline void buffer_fill(struct buffer *buffer, size_t length)
{
    buffer->length += length;
}

/* Forgets the content, keeps the memory; a failure is forgotten too. */
void buffer_clear(struct buffer *buffer);

bool buffer_failed(const struct buffer *buffer);

/* Hands the bytes over to the caller, who frees them; *RET_LENGTH is their number. The buffer is
 * empty afterwards. NULL if it had failed or was empty. */
char *buffer_take(struct buffer *buffer, size_t *ret_length);

void buffer_free(struct buffer *buffer);

#endif
