#include "service/record/quiet_hours.h"

#include "service/base/calendar.h"
#include "service/base/log.h"
#include "service/record/deadlines.h"

enum { MINUTE = 60000, CHANGES_MAX = 4 };

/* Milliseconds since local midnight. */
static int64_t time_of_day(const struct time_zone *zone, int64_t time)
{
    int64_t local = time + time_zone_offset(zone, time);
    return local - floor_divide(local, DAY_MILLISECONDS) * DAY_MILLISECONDS;
}

static bool is_quiet(const struct quiet_hours *hours, int64_t time_of_day)
{
    int64_t minute = time_of_day / MINUTE;
    if (hours->from < hours->until)
        return minute >= hours->from && minute < hours->until;
    return minute >= hours->from || minute < hours->until;
}

/* The first moment in (FROM, UNTIL] at which clocks go as they do at UNTIL and not as at FROM. */
static int64_t change_between(const struct time_zone *zone, int64_t from, int64_t until)
{
    int64_t offset = time_zone_offset(zone, from);
    while (until - from > 1) {
        int64_t middle = from + (until - from) / 2;
        if (time_zone_offset(zone, middle) == offset)
            from = middle;
        else
            until = middle;
    }
    return until;
}

static int64_t end_of(const struct quiet_hours *hours, const struct time_zone *zone, int64_t time)
{
    /* Once for each change of the clocks on the way; there is hardly ever one, and a zone in which
     * they never stop must not stop us. */
    for (int changes = 0; changes < CHANGES_MAX; changes++) {
        int64_t now = time_of_day(zone, time);
        if (!is_quiet(hours, now))
            return time;
        int64_t end =
            time + (hours->until * INT64_C(60000) - now + DAY_MILLISECONDS) % DAY_MILLISECONDS;
        if (time_zone_offset(zone, end) == time_zone_offset(zone, time))
            return end;
        time = change_between(zone, time, end);
    }
    return time;
}

int64_t quiet_hours_end_in(const struct quiet_hours *hours, const char *zones, int64_t time)
{
    struct time_zone zone;
    enum time_zone_status status = time_zone_read(zones, hours->zone, &zone);
    if (status == TIME_ZONE_FINE)
        return end_of(hours, &zone, time);
    if (status == TIME_ZONE_UNAVAILABLE)
        LOG_EVENT(LOG_LEVEL_WARNING,
                  "quiet hours are passed over, since their time zone cannot be "
                  "read: is the package tzdata there?",
                  LOG_TEXT("folder", zones));
    return time;
}
