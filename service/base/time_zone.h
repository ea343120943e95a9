/*
 * Time zones of the IANA database, as TZif files (RFC 9636) tell them: what a clock on somebody's
 * wall shows at a time. The files are read here because the C library knows one zone for the whole
 * process, and because nothing here allocates: want of memory cannot end or mislead the service.
 */
#ifndef SERVICE_BASE_TIME_ZONE_H
#define SERVICE_BASE_TIME_ZONE_H

#include "service/base/time_zone_rule.h"

#define TIME_ZONES_FOLDER "/usr/share/zoneinfo" /* where Debian's tzdata has them */

enum {
    TIME_ZONE_NAME_BYTES = 65, /* NUL included */
    TIME_ZONE_CHANGES_MAX = 2000,
    TIME_ZONE_TYPES_MAX = 256,
    TIME_ZONE_FILE_MAX = 40960 /* bytes; the largest files have about 4000 */
};

/* Plain data. Times and offsets are in seconds. */
struct time_zone {
    uint16_t change_count;
    uint16_t type_count;
    int64_t changes[TIME_ZONE_CHANGES_MAX]; /* ascending */
    uint8_t types[TIME_ZONE_CHANGES_MAX];   /* what holds from each change on */
    int32_t offsets[TIME_ZONE_TYPES_MAX];   /* by type, east of UTC; type 0 holds before all */
    bool has_rule;                          /* for the time after the last change */
    struct time_zone_rule rule;
};

/* "Europe/Berlin": parts that begin with a letter and have letters, digits, "_", "+" and "-"; the
 * first letter is upper case, as in all names of the database. So no name leads out of a folder. */
bool time_zone_name_valid(const char *name, size_t length);

/* UNAVAILABLE: nothing can be read there now. UNKNOWN: there is no such zone, or its file is
 * damaged or counts leap seconds, which our times do not. */
enum time_zone_status { TIME_ZONE_FINE, TIME_ZONE_UNKNOWN, TIME_ZONE_UNAVAILABLE };

/* Reads the zone of that NAME from FOLDER. */
enum time_zone_status time_zone_read(const char *folder, const char *name,
                                     struct time_zone *ret_zone);

/* The same from the bytes of a file. False when they are none that we can use. */
bool time_zone_parse(const uint8_t *bytes, size_t length, struct time_zone *ret_zone);

/* How far the clocks are ahead of UTC at a time; both in milliseconds. */
int64_t time_zone_offset(const struct time_zone *zone, int64_t milliseconds);

#endif
