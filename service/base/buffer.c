#include "service/base/buffer.h"

#include <stdlib.h>
#include <string.h>

#include "service/base/memory.h"

enum { FIRST_CAPACITY = 256 };

struct buffer buffer_new(size_t maximum)
{
    return (struct buffer){.maximum = maximum};
}

struct buffer buffer_in(char *room, size_t size, size_t maximum)
{
    return (struct buffer){.bytes = room, .capacity = size, .maximum = maximum, .lent = true};
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

static bool fail(struct buffer *buffer)
{
    buffer->capacity = buffer->length;
    buffer->failed = true;
    return false;
}

bool buffer_grow(struct buffer *buffer, size_t length)
{
    if (buffer->failed || length > buffer->maximum - buffer->length)
        return fail(buffer);
    size_t capacity = grown(buffer->capacity, buffer->length + length, buffer->maximum);
    char *bytes = realloc(buffer->lent ? NULL : buffer->bytes, capacity);
    if (!bytes) {
        memory_note();
        return fail(buffer);
    }
    if (buffer->lent)
        memcpy(bytes, buffer->bytes, buffer->length);
    buffer->bytes = bytes;
    buffer->lent = false;
    buffer->capacity = capacity;
    return true;
}

void buffer_append(struct buffer *buffer, const void *bytes, size_t length)
{
    char *room = length > 0 ? buffer_room(buffer, length) : NULL;
    if (!room)
        return;
    memcpy(room, bytes, length);
    buffer->length += length;
}

void buffer_text(struct buffer *buffer, const char *text)
{
    buffer_append(buffer, text, strlen(text));
}

void buffer_char(struct buffer *buffer, char character)
{
    char *room = buffer_room(buffer, 1);
    if (!room)
        return;
    *room = character;
    buffer->length++;
}

void buffer_number(struct buffer *buffer, long long number)
{
    char digits[24];
    char *first = digits + sizeof digits;
    unsigned long long rest =
        number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number;
    do
        *--first = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (number < 0)
        *--first = '-';
    buffer_append(buffer, first, (size_t)(digits + sizeof digits - first));
}

void buffer_hex(struct buffer *buffer, const unsigned char *bytes, size_t length)
{
    static const char digits[] = "0123456789abcdef";
    char *room = buffer_room(buffer, 2 * length);
    if (!room)
        return;
    for (size_t i = 0; i < length; i++) {
        *room++ = digits[bytes[i] >> 4];
        *room++ = digits[bytes[i] & 15];
    }
    buffer->length += 2 * length;
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
    if (buffer->failed || buffer->lent || buffer->length == 0) {
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
    if (!buffer->lent)
        free(buffer->bytes);
    *buffer = buffer_new(buffer->maximum);
}
