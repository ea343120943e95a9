/*
 * Quiet hours: the part of every day, by the clock on a player's own wall, in which nobody is to be
 * reminded.
 */
#ifndef SERVICE_RECORD_QUIET_HOURS_H
#define SERVICE_RECORD_QUIET_HOURS_H

#include "service/base/time_zone.h"

enum { MINUTES_OF_DAY = 24 * 60 };

/* FROM and UNTIL are minutes since local midnight, never the same; the hours go over midnight when
 * UNTIL is less. */
struct quiet_hours {
    char zone[TIME_ZONE_NAME_BYTES];
    uint16_t from;  /* the first quiet minute */
    uint16_t until; /* the first one that is not */
};

/* When the quiet hours that TIME falls into end, by the zone of that name in the folder ZONES; TIME
 * itself when it falls into none. Times are in milliseconds since 1970. Where the clocks are set
 * forward over the end, it is that moment; where they are set back over it, the hours begin once
 * more. When the zone cannot be read there are no quiet hours: a deadline that has to come is worth
 * more than a night, and the server's log says so. */
int64_t quiet_hours_end_in(const struct quiet_hours *hours, const char *zones, int64_t time);

#endif
