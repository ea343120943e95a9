#include "service/base/calendar.h"

#include <stdbool.h>

/* Days from 0000-03-01 to 1970-01-01. Years that begin in March end with the leap day, which
 * makes the length of the months before a day a plain formula. */
enum { DAYS_TO_1970 = 719468, DAYS_OF_400_YEARS = 146097 };

struct date calendar_date(int64_t days_since_1970)
{
    int64_t days = days_since_1970 + DAYS_TO_1970;
    int64_t cycle = days / DAYS_OF_400_YEARS;
    days %= DAYS_OF_400_YEARS;
    int64_t year = (days - days / 1460 + days / 36524 - days / 146096) / 365;
    days -= 365 * year + year / 4 - year / 100;
    int64_t month = (5 * days + 2) / 153;
    int64_t day = days - (153 * month + 2) / 5 + 1;
    bool next_year = month >= 10; /* January and February */
    return (struct date){
        .year = 400 * cycle + year + (next_year ? 1 : 0),
        .month = next_year ? month - 9 : month + 3,
        .day = day,
    };
}

int64_t calendar_days(struct date date)
{
    bool next_year = date.month <= 2;
    int64_t year = date.year - (next_year ? 1 : 0);
    int64_t month = next_year ? date.month + 9 : date.month - 3;
    int64_t before_year = 365 * year + year / 4 - year / 100 + year / 400;
    return before_year + (153 * month + 2) / 5 + date.day - 1 - DAYS_TO_1970;
}

int64_t floor_divide(int64_t value, int64_t units)
{
    return value / units - (value % units < 0 ? 1 : 0);
}
