#include "service/http/percent.h"

#include <stdint.h>

#include "service/base/utf8.h"

static int digit_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F')
        return digit - 'A' + 10;
    return -1;
}

/* The byte of the escape at TEXT, -1 if the LENGTH bytes there do not begin with one. */
static int escaped_byte(const char *text, size_t length)
{
    if (length < 3)
        return -1;
    int high = digit_value(text[1]);
    int low = digit_value(text[2]);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

static bool is_text(const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        uint32_t point;
        size_t size = utf8_read(text + at, length - at, &point);
        if (size == 0 || point == 0)
            return false;
        at += size;
    }
    return true;
}

bool percent_decode(char *text, size_t *length, bool plus)
{
    size_t to = 0;
    for (size_t from = 0; from < *length; from++) {
        if (text[from] != '%') {
            text[to++] = plus && text[from] == '+' ? ' ' : text[from];
            continue;
        }
        int byte = escaped_byte(text + from, *length - from);
        if (byte < 0)
            return false;
        text[to++] = (char)byte;
        from += 2;
    }
    *length = to;
    return is_text(text, to);
}
