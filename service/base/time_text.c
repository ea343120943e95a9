/*
 * Times of RFC 3339, computed here rather than by gmtime and timegm, which take a lock and
 * count leap seconds if TZ says so.
 */
#include <string.h>

#include "service/base/calendar.h"
#include "service/base/characters.h"
#include "service/base/text.h"

static const int64_t DAY = 86400000;               /* milliseconds */
static const int64_t FIRST_TIME = -62135596800000; /* 0001-01-01T00:00:00.000Z */
static const int64_t LAST_TIME = 253402300799999;  /* 9999-12-31T23:59:59.999Z */

static void put_two(char *ret_text, uint32_t value)
{
    ret_text[0] = (char)('0' + value / 10);
    ret_text[1] = (char)('0' + value % 10);
}

/* The number of DIGITS digits at TEXT; anything else than digits gives some other number. */
static int64_t get_digits(const char *text, int digits)
{
    int64_t value = 0;
    for (int i = 0; i < digits; i++)
        value = 10 * value + (text[i] - '0');
    return value;
}

void time_format(int64_t milliseconds, char *ret_text)
{
    if (milliseconds < FIRST_TIME)
        milliseconds = FIRST_TIME;
    if (milliseconds > LAST_TIME)
        milliseconds = LAST_TIME;
    int64_t days = floor_divide(milliseconds, DAY);
    uint32_t rest = (uint32_t)(milliseconds - days * DAY);
    struct date date = calendar_date(days);
    uint32_t year = (uint32_t)date.year;
    memcpy(ret_text, "YYYY-MM-DDTHH:MM:SS.mmmZ", TIME_LENGTH + 1);
    put_two(ret_text, year / 100);
    put_two(ret_text + 2, year % 100);
    put_two(ret_text + 5, (uint32_t)date.month);
    put_two(ret_text + 8, (uint32_t)date.day);
    put_two(ret_text + 11, rest / 3600000);
    put_two(ret_text + 14, rest / 60000 % 60);
    put_two(ret_text + 17, rest / 1000 % 60);
    put_two(ret_text + 20, rest % 1000 / 10);
    ret_text[22] = (char)('0' + rest % 10);
}

bool time_parse(const char *text, size_t length, int64_t *ret_milliseconds)
{
    if (length != TIME_LENGTH)
        return false;
    struct date date = {get_digits(text, 4), get_digits(text + 5, 2), get_digits(text + 8, 2)};
    int64_t milliseconds = calendar_days(date) * DAY;
    milliseconds += get_digits(text + 11, 2) * 3600000 + get_digits(text + 14, 2) * 60000;
    milliseconds += get_digits(text + 17, 2) * 1000 + get_digits(text + 20, 3);
    /* What is no digit, no separator or no date of the calendar does not come back. */
    char again[TIME_LENGTH + 1];
    time_format(milliseconds, again);
    if (memcmp(text, again, TIME_LENGTH) != 0)
        return false;
    *ret_milliseconds = milliseconds;
    return true;
}

/* "Z" or "+01:00", all of TEXT; in milliseconds east of UTC. */
static bool read_offset(const char *text, size_t length, int64_t *ret_offset)
{
    *ret_offset = 0;
    if (length == 1)
        return *text == 'Z' || *text == 'z';
    if (length != 6 || (*text != '+' && *text != '-') || !is_digit(text[1]) || !is_digit(text[2]) ||
        text[3] != ':' || !is_digit(text[4]) || !is_digit(text[5]))
        return false;
    int64_t hours = get_digits(text + 1, 2);
    int64_t minutes = get_digits(text + 4, 2);
    *ret_offset = (hours * 60 + minutes) * (*text == '-' ? -60000 : 60000);
    return hours < 24 && minutes < 60;
}

bool time_read(const char *text, size_t length, int64_t *ret_milliseconds)
{
    enum { SECONDS_LENGTH = 19 };
    char whole[] = "YYYY-MM-DDTHH:MM:SS.000Z";
    int64_t offset;
    if (length <= SECONDS_LENGTH)
        return false;
    memcpy(whole, text, SECONDS_LENGTH);
    if (whole[10] == 't' || whole[10] == ' ')
        whole[10] = 'T';
    size_t at = SECONDS_LENGTH;
    if (text[at] == '.') {
        size_t first = ++at;
        for (; at < length && is_digit(text[at]); at++)
            if (at - first < 3)
                whole[SECONDS_LENGTH + 1 + at - first] = text[at];
        if (at == first)
            return false;
    }
    if (!time_parse(whole, TIME_LENGTH, ret_milliseconds) ||
        !read_offset(text + at, length - at, &offset))
        return false;
    *ret_milliseconds -= offset;
    return true;
}
