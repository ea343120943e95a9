#include "service/base/buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 256 };

struct buffer buffer_new(size_t maximum)
{
    return (struct buffer){.maximum = maximum};
}

/* The next capacity that holds NEEDED bytes, which is at most MAXIMUM. */
static size_t grown(size_t capacity, size_t needed, size_t maximum)
{
    if (capacity < FIRST_CAPACITY)
        capacity = FIRST_CAPACITY;
    while (capacity < needed && capacity <= maximum / 2)
        capacity *= 2;
    return capacity < needed || capacity > maximum ? maximum : capacity;
}

static bool reserve(struct buffer *buffer, size_t more)
{
    if (more > buffer->maximum - buffer->length)
        return false;
    size_t needed = buffer->length + more;
    if (needed <= buffer->capacity)
        return true;
    size_t capacity = grown(buffer->capacity, needed, buffer->maximum);
    char *bytes = realloc(buffer->bytes, capacity);
    if (!bytes)
        return false;
    buffer->bytes = bytes;
    buffer->capacity = capacity;
    return true;
}

void buffer_append(struct buffer *buffer, const void *bytes, size_t length)
{
    if (buffer->failed || length == 0)
        return;
    if (!reserve(buffer, length)) {
        buffer->failed = true;
        return;
    }
    memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
}

void buffer_text(struct buffer *buffer, const char *text)
{
    buffer_append(buffer, text, strlen(text));
}

void buffer_char(struct buffer *buffer, char character)
{
    buffer_append(buffer, &character, 1);
}

void buffer_number(struct buffer *buffer, long long number)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%lld", number);
    buffer_append(buffer, digits, (size_t)length);
}

void buffer_hex(struct buffer *buffer, const unsigned char *bytes, size_t length)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < length; i++) {
        buffer_char(buffer, digits[bytes[i] >> 4]);
        buffer_char(buffer, digits[bytes[i] & 15]);
    }
}

void buffer_clear(struct buffer *buffer)
{
    buffer->length = 0;
    buffer->failed = false;
}

bool buffer_failed(const struct buffer *buffer)
{
    return buffer->failed;
}

char *buffer_take(struct buffer *buffer, size_t *ret_length)
{
    if (buffer->failed || buffer->length == 0) {
        buffer_free(buffer);
        *ret_length = 0;
        return NULL;
    }
    char *bytes = buffer->bytes;
    *ret_length = buffer->length;
    *buffer = buffer_new(buffer->maximum);
    return bytes;
}

void buffer_free(struct buffer *buffer)
{
    free(buffer->bytes);
    *buffer = buffer_new(buffer->maximum);
}
