/*
 * The Gregorian calendar as plain arithmetic: days since 1970-01-01 and their dates.
 */
#ifndef SERVICE_BASE_CALENDAR_H
#define SERVICE_BASE_CALENDAR_H

#include <stdint.h>

struct date {
    int64_t year;
    int64_t month; /* 1 to 12 */
    int64_t day;   /* 1 to 31 */
};

/* Right from the year 0 on. */
struct date calendar_date(int64_t days_since_1970);
int64_t calendar_days(struct date date);

/* How many whole UNITS, which are positive, lie in VALUE, rounded down for negative ones too. */
int64_t floor_divide(int64_t value, int64_t units);

#endif
