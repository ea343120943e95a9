/*
 * Durations of ISO 8601.
 */
#include <stdio.h>

#include "service/base/text.h"

enum { DIGITS_MAX = 8, HOUR_SECONDS = 3600, DAY_SECONDS = 86400 };

/* In the order in which they have to stand; those after the T have no other name. */
static const struct {
    char designator;
    bool after_t;
    int64_t seconds;
} parts[] = {
    {'W', false, 7 * DAY_SECONDS},
    {'D', false, DAY_SECONDS},
    {'H', true, HOUR_SECONDS},
    {'M', true, 60},
    {'S', true, 1},
};

enum { PARTS = sizeof parts / sizeof parts[0] };

/* Text that is being read. */
struct cursor {
    const char *text;
    size_t length;
    size_t at;
};

static bool take(struct cursor *cursor, char wanted)
{
    if (cursor->at == cursor->length || cursor->text[cursor->at] != wanted)
        return false;
    cursor->at++;
    return true;
}

static bool take_number(struct cursor *cursor, int64_t *ret_number)
{
    size_t start = cursor->at;
    *ret_number = 0;
    for (; cursor->at < cursor->length; cursor->at++) {
        char digit = cursor->text[cursor->at];
        if (digit < '0' || digit > '9')
            break;
        if (cursor->at - start == DIGITS_MAX)
            return false;
        *ret_number = 10 * *ret_number + (digit - '0');
    }
    return cursor->at > start;
}

/* The part that is named here, from NEXT on; PARTS if it is none. */
static size_t take_designator(struct cursor *cursor, size_t next, bool after_t)
{
    for (size_t part = next; part < PARTS; part++)
        if (parts[part].after_t == after_t && take(cursor, parts[part].designator))
            return part;
    return PARTS;
}

bool duration_parse(const char *text, size_t length, int64_t *ret_milliseconds)
{
    struct cursor cursor = {text, length, 0};
    int64_t seconds = 0, number;
    bool after_t = false;
    size_t next = 0;
    if (!take(&cursor, 'P'))
        return false;
    do {
        if (!after_t)
            after_t = take(&cursor, 'T');
        size_t part;
        if (!take_number(&cursor, &number) ||
            (part = take_designator(&cursor, next, after_t)) == PARTS)
            return false;
        seconds += number * parts[part].seconds;
        next = part + 1;
    } while (cursor.at < length);
    *ret_milliseconds = 1000 * seconds;
    return true;
}

void duration_format(int64_t milliseconds, char ret_text[DURATION_BYTES])
{
    int64_t seconds = milliseconds / 1000;
    if (seconds >= 2 * DAY_SECONDS && seconds % DAY_SECONDS == 0) {
        snprintf(ret_text, DURATION_BYTES, "P%lldD", (long long)(seconds / DAY_SECONDS));
        return;
    }
    const long long values[] = {seconds / HOUR_SECONDS, seconds / 60 % 60, seconds % 60};
    static const char designators[] = "HMS";
    int length = snprintf(ret_text, DURATION_BYTES, "PT");
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        if (values[i] > 0 || (seconds == 0 && designators[i] == 'S'))
            length += snprintf(ret_text + length, DURATION_BYTES - (size_t)length, "%lld%c",
                               values[i], designators[i]);
}
