#include "service/base/time_zone_rule.h"

#include "service/base/calendar.h"
#include "service/base/characters.h"

enum {
    HOUR = 3600,
    DAY = 86400,
    OFFSET_HOURS_MAX = 24,
    CHANGE_HOURS_MAX = 167,
    CHANGE_USUAL = 2 * HOUR,
    NAME_MIN = 3
};

/* What is left to be read. */
struct rest {
    const char *text;
    size_t length;
};

static bool take(struct rest *rest, char character)
{
    if (rest->length == 0 || *rest->text != character)
        return false;
    rest->text++;
    rest->length--;
    return true;
}

/* A name between < and > may have digits and signs too. */
static bool belongs_to_name(char character, bool quoted)
{
    return is_letter(character) ||
           (quoted && (is_digit(character) || character == '+' || character == '-'));
}

static bool skip_name(struct rest *rest)
{
    bool quoted = take(rest, '<');
    size_t length = 0;
    while (rest->length > 0 && belongs_to_name(*rest->text, quoted)) {
        length++;
        rest->text++;
        rest->length--;
    }
    return length >= NAME_MIN && (!quoted || take(rest, '>'));
}

static bool take_number(struct rest *rest, int32_t minimum, int32_t maximum, int32_t *ret_number)
{
    int32_t number = 0;
    size_t digits = 0;
    for (; rest->length > 0 && is_digit(*rest->text) && number <= maximum; digits++) {
        number = 10 * number + (*rest->text - '0');
        rest->text++;
        rest->length--;
    }
    *ret_number = number;
    return digits > 0 && number >= minimum && number <= maximum;
}

/* [+|-]hh[:mm[:ss]] */
static bool take_time(struct rest *rest, int32_t hours_maximum, int32_t *ret_seconds)
{
    int32_t hours;
    int32_t minutes = 0;
    int32_t seconds = 0;
    bool negative = take(rest, '-');
    if (!negative)
        (void)take(rest, '+');
    if (!take_number(rest, 0, hours_maximum, &hours))
        return false;
    if (take(rest, ':')) {
        if (!take_number(rest, 0, 59, &minutes) ||
            (take(rest, ':') && !take_number(rest, 0, 59, &seconds)))
            return false;
    }
    int32_t all = hours * HOUR + minutes * 60 + seconds;
    *ret_seconds = negative ? -all : all;
    return true;
}

static bool take_day_of_week(struct rest *rest, struct change_rule *change)
{
    change->form = DAY_OF_WEEK;
    return take_number(rest, 1, 12, &change->month) && take(rest, '.') &&
           take_number(rest, 1, 5, &change->week) && take(rest, '.') &&
           take_number(rest, 0, 6, &change->day);
}

/* ,date[/time] */
static bool take_change(struct rest *rest, struct change_rule *ret_change)
{
    *ret_change = (struct change_rule){.form = DAY_OF_YEAR, .time = CHANGE_USUAL};
    if (!take(rest, ','))
        return false;
    if (take(rest, 'M')) {
        if (!take_day_of_week(rest, ret_change))
            return false;
    } else {
        bool without_leap = take(rest, 'J');
        if (without_leap)
            ret_change->form = DAY_WITHOUT_LEAP;
        if (!take_number(rest, without_leap ? 1 : 0, 365, &ret_change->day))
            return false;
    }
    return !take(rest, '/') || take_time(rest, CHANGE_HOURS_MAX, &ret_change->time);
}

bool time_zone_rule_read(const char *text, size_t length, struct time_zone_rule *ret_rule)
{
    struct rest rest = {text, length};
    *ret_rule = (struct time_zone_rule){.has_daylight = false};
    int32_t west; /* POSIX counts to the west */
    if (!skip_name(&rest) || !take_time(&rest, OFFSET_HOURS_MAX, &west))
        return false;
    ret_rule->standard = -west;
    if (rest.length == 0)
        return true;
    ret_rule->has_daylight = true;
    ret_rule->daylight = ret_rule->standard + HOUR;
    if (!skip_name(&rest))
        return false;
    if (rest.length > 0 && *rest.text != ',') {
        if (!take_time(&rest, OFFSET_HOURS_MAX, &west))
            return false;
        ret_rule->daylight = -west;
    }
    return take_change(&rest, &ret_rule->begins) && take_change(&rest, &ret_rule->ends) &&
           rest.length == 0;
}

static bool is_leap_year(int64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* The day of a change in YEAR, counted from 1970. */
static int64_t day_of_week(const struct change_rule *change, int64_t year)
{
    int64_t first = calendar_days((struct date){year, change->month, 1});
    int64_t weekday = first + 4 - 7 * floor_divide(first + 4, 7); /* 1970 began on a Thursday */
    int64_t day = first + (change->day - weekday + 7) % 7 + INT64_C(7) * (change->week - 1);
    bool december = change->month == 12;
    int64_t next_month = calendar_days(
        (struct date){year + (december ? 1 : 0), december ? 1 : change->month + 1, 1});
    return day < next_month ? day : day - 7;
}

static int64_t day_of_change(const struct change_rule *change, int64_t year)
{
    if (change->form == DAY_OF_WEEK)
        return day_of_week(change, year);
    int64_t new_year = calendar_days((struct date){year, 1, 1});
    if (change->form == DAY_OF_YEAR)
        return new_year + change->day;
    bool after_leap_day = is_leap_year(year) && change->day >= 60;
    return new_year + change->day - 1 + (after_leap_day ? 1 : 0);
}

static int64_t moment_of_change(const struct change_rule *change, int64_t year, int32_t offset)
{
    return day_of_change(change, year) * DAY + change->time - offset;
}

int32_t time_zone_rule_offset(const struct time_zone_rule *rule, int64_t seconds)
{
    if (!rule->has_daylight)
        return rule->standard;
    int64_t year = calendar_date(floor_divide(seconds, DAY)).year;
    int64_t latest = INT64_MIN;
    int32_t offset = rule->standard;
    /* A change can be days away from its date, so that the years around count too. Of two at one
     * moment the beginning holds: some zones have summer time all the year. */
    for (int64_t near = year - 1; near <= year + 1; near++) {
        int64_t ends = moment_of_change(&rule->ends, near, rule->daylight);
        int64_t begins = moment_of_change(&rule->begins, near, rule->standard);
        if (ends <= seconds && ends > latest) {
            latest = ends;
            offset = rule->standard;
        }
        if (begins <= seconds && begins >= latest) {
            latest = begins;
            offset = rule->daylight;
        }
    }
    return offset;
}
