#include "service/picture/svg.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "service/base/utf8.h"

enum { PIECE_BYTES = 256, NARROW_POINTS = 0x1100 };

void svg_format(struct buffer *svg, const char *format, ...)
{
    char piece[PIECE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(piece, sizeof piece, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof piece) {
        svg->failed = true;
        return;
    }
    buffer_append(svg, piece, (size_t)length);
}

static void escape(struct buffer *svg, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        switch (text[i]) {
        case '&':
            buffer_text(svg, "&amp;");
            break;
        case '<':
            buffer_text(svg, "&lt;");
            break;
        case '>':
            buffer_text(svg, "&gt;");
            break;
        default:
            buffer_char(svg, text[i]);
            break;
        }
    }
}

void svg_text(struct buffer *svg, const char *text)
{
    escape(svg, text, strlen(text));
}

/* How many bytes of TEXT have room; all when all of it does. */
static size_t bytes_within(const char *text, size_t length, unsigned width)
{
    size_t taken = 0;
    unsigned used = 0;
    while (taken < length) {
        uint32_t point;
        size_t bytes = utf8_read(text + taken, length - taken, &point);
        used += point < NARROW_POINTS ? 1 : 2;
        if (bytes == 0 || used > width)
            break;
        taken += bytes;
    }
    return taken;
}

void svg_short_text(struct buffer *svg, const char *text, unsigned width)
{
    size_t length = strlen(text);
    if (bytes_within(text, length, width) == length) {
        escape(svg, text, length);
        return;
    }
    size_t taken = bytes_within(text, length, width - 1);
    while (taken > 0 && text[taken - 1] == ' ')
        taken--;
    escape(svg, text, taken);
    buffer_text(svg, "\xe2\x80\xa6");
}
