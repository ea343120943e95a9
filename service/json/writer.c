#include "service/json/writer.h"

#include <string.h>

#include "service/base/text.h"

struct json_writer json_writer_start(struct buffer *buffer)
{
    return (struct json_writer){.buffer = buffer};
}

/* Before a value or a key; afterwards a comma is due. */
static void separate(struct json_writer *writer)
{
    if (writer->comma)
        buffer_char(writer->buffer, ',');
    writer->comma = true;
}

static void open_with(struct json_writer *writer, char bracket)
{
    separate(writer);
    buffer_char(writer->buffer, bracket);
    writer->comma = false;
}

static void close_with(struct json_writer *writer, char bracket)
{
    buffer_char(writer->buffer, bracket);
    writer->comma = true;
}

void write_object(struct json_writer *writer)
{
    open_with(writer, '{');
}

void write_object_end(struct json_writer *writer)
{
    close_with(writer, '}');
}

void write_array(struct json_writer *writer)
{
    open_with(writer, '[');
}

void write_array_end(struct json_writer *writer)
{
    close_with(writer, ']');
}

/* The escape of a character as RFC 8785 has it; NULL for one that stands for itself. */
static const char *escape_of(unsigned char character, char room[7])
{
    static const char digits[] = "0123456789abcdef";
    switch (character) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\b':
        return "\\b";
    case '\t':
        return "\\t";
    case '\n':
        return "\\n";
    case '\f':
        return "\\f";
    case '\r':
        return "\\r";
    default:
        break;
    }
    if (character >= 0x20)
        return NULL;
    const char escape[] = {'\\', 'u', '0', '0', digits[character >> 4], digits[character & 15], 0};
    for (size_t i = 0; i < sizeof escape; i++)
        room[i] = escape[i];
    return room;
}

static void append_quoted(struct buffer *buffer, const char *text)
{
    buffer_char(buffer, '"');
    const char *plain = text; /* where what is not written yet begins */
    for (; *text != '\0'; text++) {
        char room[7];
        const char *escape = escape_of((unsigned char)*text, room);
        if (!escape)
            continue;
        buffer_append(buffer, plain, (size_t)(text - plain));
        buffer_text(buffer, escape);
        plain = text + 1;
    }
    buffer_append(buffer, plain, (size_t)(text - plain));
    buffer_char(buffer, '"');
}

/* Whether none of eight characters has to be escaped: looks at all at once. A borrow from one byte
 * to the next only comes from a byte that is none of the plain ones. */
static bool all_plain(uint64_t characters)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t controls = (characters - ones * 0x20) & ~characters;
    uint64_t quotes = characters ^ ones * '"';
    uint64_t slashes = characters ^ ones * '\\';
    uint64_t found = controls | ((quotes - ones) & ~quotes) | ((slashes - ones) & ~slashes);
    return (found & ones << 7) == 0;
}

static bool is_plain(const char *text, size_t length)
{
    uint64_t characters;
    for (; length >= sizeof characters; length -= sizeof characters) {
        memcpy(&characters, text, sizeof characters);
        if (!all_plain(characters))
            return false;
        text += sizeof characters;
    }
    while (length > 0 && (unsigned char)*text >= 0x20 && *text != '"' && *text != '\\') {
        text++;
        length--;
    }
    return length == 0;
}

static void quote_escaped(struct json_writer *writer, const char *text, char mark)
{
    separate(writer);
    append_quoted(writer->buffer, text);
    if (mark)
        buffer_char(writer->buffer, mark);
}

/* Writes TEXT in quotation marks, with the comma that is due before it, and with MARK behind it
 * unless that is 0. Almost all of a view passes through here, almost none of it is escaped: that
 * goes out in one piece. */
static void quote(struct json_writer *writer, const char *text, char mark)
{
    struct buffer *buffer = writer->buffer;
    size_t length = strlen(text);
    if (!is_plain(text, length)) {
        quote_escaped(writer, text, mark);
        return;
    }
    size_t size = length + 2 + writer->comma + (mark != 0);
    char *room = buffer_room(buffer, size);
    if (!room)
        return;
    if (writer->comma)
        *room++ = ',';
    *room++ = '"';
    memcpy(room, text, length);
    room[length] = '"';
    if (mark)
        room[length + 1] = mark;
    buffer_fill(buffer, size);
    writer->comma = true;
}

void write_key(struct json_writer *writer, const char *key)
{
    quote(writer, key, ':');
    writer->comma = false;
}

void write_text(struct json_writer *writer, const char *text)
{
    quote(writer, text, 0);
}

void write_text_or_null(struct json_writer *writer, const char *text)
{
    if (text && *text != '\0')
        write_text(writer, text);
    else
        write_nothing(writer);
}

void write_hex(struct json_writer *writer, const uint8_t *bytes, size_t length)
{
    separate(writer);
    buffer_char(writer->buffer, '"');
    buffer_hex(writer->buffer, bytes, length);
    buffer_char(writer->buffer, '"');
}

void write_number(struct json_writer *writer, int64_t number)
{
    separate(writer);
    buffer_number(writer->buffer, number);
}

void write_flag(struct json_writer *writer, bool flag)
{
    separate(writer);
    if (flag)
        buffer_append(writer->buffer, "true", 4);
    else
        buffer_append(writer->buffer, "false", 5);
}

void write_nothing(struct json_writer *writer)
{
    separate(writer);
    buffer_append(writer->buffer, "null", 4);
}

void write_raw(struct json_writer *writer, const char *json, size_t length)
{
    separate(writer);
    buffer_append(writer->buffer, json, length);
}

void write_member_text(struct json_writer *writer, const char *key, const char *text)
{
    write_key(writer, key);
    write_text(writer, text);
}

void write_member_text_or_null(struct json_writer *writer, const char *key, const char *text)
{
    write_key(writer, key);
    write_text_or_null(writer, text);
}

void write_member_number(struct json_writer *writer, const char *key, int64_t number)
{
    write_key(writer, key);
    write_number(writer, number);
}

void write_member_flag(struct json_writer *writer, const char *key, bool flag)
{
    write_key(writer, key);
    write_flag(writer, flag);
}

void write_member_hex(struct json_writer *writer, const char *key, const uint8_t *bytes,
                      size_t length)
{
    write_key(writer, key);
    write_hex(writer, bytes, length);
}

void write_member_time(struct json_writer *writer, const char *key, int64_t milliseconds)
{
    char text[TIME_LENGTH + 1];
    time_format(milliseconds, text);
    write_member_text(writer, key, text);
}

void write_member_null(struct json_writer *writer, const char *key)
{
    write_key(writer, key);
    write_nothing(writer);
}
