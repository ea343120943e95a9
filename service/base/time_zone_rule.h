/*
 * The rule of a time zone for the years that its table does not reach: the TZ string of POSIX, with
 * the extension of RFC 9636 (times of a change from -167 to 167 hours).
 * "CET-1CEST,M3.5.0,M10.5.0/3" says when summer time begins and ends in any year.
 */
#ifndef SERVICE_BASE_TIME_ZONE_RULE_H
#define SERVICE_BASE_TIME_ZONE_RULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum day_form {
    DAY_WITHOUT_LEAP, /* day 1 to 365; 29 February is not counted */
    DAY_OF_YEAR,      /* day 0 to 365; 29 February is counted */
    DAY_OF_WEEK       /* day 0 (Sunday) to 6 of week 1 to 5 (the last) of month 1 to 12 */
};

/* When the clock is changed each year. */
struct change_rule {
    enum day_form form;
    int32_t day;
    int32_t week;
    int32_t month;
    int32_t time; /* seconds since midnight, by the clock as it goes until then */
};

/* Offsets are seconds east of UTC. */
struct time_zone_rule {
    int32_t standard;
    bool has_daylight; /* the members below count */
    int32_t daylight;
    struct change_rule begins;
    struct change_rule ends;
};

/* Reads TEXT of LENGTH bytes, all of it. False when it is no such rule. */
bool time_zone_rule_read(const char *text, size_t length, struct time_zone_rule *ret_rule);

/* The offset at SECONDS since 1970, UTC. */
int32_t time_zone_rule_offset(const struct time_zone_rule *rule, int64_t seconds);

#endif
