#include "service/json/writer.h"

#include <assert.h>
#include <string.h>

#include "service/base/text.h"

struct json_writer json_writer_start(struct buffer *buffer)
{
    return (struct json_writer){.buffer = buffer};
}

/* What stands around a text. */
enum { QUOTES = sizeof "\"\"" - 1 };

static void open_with(struct json_writer *writer, char bracket)
{
    char *room = json_writer_room(writer, 1);
    if (room)
        *room = bracket;
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

static void write_escaped(struct json_writer *writer, const char *text)
{
    struct buffer *buffer = writer->buffer;
    open_with(writer, '"');
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
    close_with(writer, '"');
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

void write_word_of(struct json_writer *writer, const char *word, size_t length)
{
    assert(is_plain(word, length));
    char *room = json_writer_room(writer, length + QUOTES);
    if (!room)
        return;
    *room++ = '"';
    memcpy(room, word, length);
    room[length] = '"';
}

void write_text(struct json_writer *writer, const char *text)
{
    size_t length = strlen(text);
    if (is_plain(text, length))
        write_word_of(writer, text, length);
    else
        write_escaped(writer, text);
}

void write_text_or_null(struct json_writer *writer, const char *text)
{
    if (text && *text != '\0')
        write_text(writer, text);
    else
        write_nothing(writer);
}

void write_key_escaped(struct json_writer *writer, const char *key)
{
    write_text(writer, key);
    buffer_char(writer->buffer, ':');
    writer->comma = false;
}

void write_word(struct json_writer *writer, const char *word)
{
    write_word_of(writer, word, strlen(word));
}

void write_word_or_null(struct json_writer *writer, const char *word)
{
    if (word && *word != '\0')
        write_word(writer, word);
    else
        write_nothing(writer);
}

void write_hex(struct json_writer *writer, const uint8_t *bytes, size_t length)
{
    char *room = json_writer_room(writer, 2 * length + QUOTES);
    if (!room)
        return;
    *room++ = '"';
    hex_encode(bytes, length, room);
    room[2 * length] = '"'; /* where the NUL stands */
}

void write_moment(struct json_writer *writer, int64_t milliseconds)
{
    char text[TIME_LENGTH + 1];
    time_format(milliseconds, text);
    write_word_of(writer, text, TIME_LENGTH);
}

void write_raw(struct json_writer *writer, const char *json, size_t length)
{
    if (writer->comma)
        buffer_char(writer->buffer, ',');
    buffer_append(writer->buffer, json, length);
    writer->comma = true;
}

void write_number(struct json_writer *writer, int64_t number)
{
    char *room;
    if (number < 0 || number > 9) {
        if (writer->comma)
            buffer_char(writer->buffer, ',');
        buffer_number(writer->buffer, number);
        writer->comma = true;
    } else if ((room = json_writer_room(writer, 1))) {
        *room = (char)('0' + number);
    }
}

void write_flag(struct json_writer *writer, bool flag)
{
    char *room = json_writer_room(writer, flag ? 4 : 5);
    if (room)
        memcpy(room, flag ? "true" : "false", flag ? 4 : 5);
}

void write_nothing(struct json_writer *writer)
{
    char *room = json_writer_room(writer, 4);
    if (room)
        memcpy(room, "null", 4);
}
