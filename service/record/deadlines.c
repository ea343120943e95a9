#include "service/record/deadlines.h"

int64_t deadline_period(const struct deadline_settings *settings, enum step step)
{
    if (!settings->stated || step == STEP_NONE)
        return 0;
    return settings->has_own[step] ? settings->steps[step] : settings->usual;
}

int64_t deadline_vacation(const struct deadline_settings *settings)
{
    return settings->stated ? settings->vacation : VACATION_OF_OTHERS;
}

int64_t absence_skip(const struct absence *absence, int64_t from, int64_t length)
{
    if (length >= 0) {
        int64_t start = from > absence->from ? from : absence->from;
        int64_t end = from + length;
        return start < absence->until && start < end ? end + (absence->until - start) : end;
    }
    int64_t end = from < absence->until ? from : absence->until;
    int64_t start = from + length;
    return end > absence->from && end > start ? start - (end - absence->from) : start;
}

/* How much of the time from FROM to UNTIL a player is away. */
static int64_t away(const struct absence *absence, int64_t from, int64_t until)
{
    int64_t start = from > absence->from ? from : absence->from;
    int64_t end = until < absence->until ? until : absence->until;
    return end > start ? end - start : 0;
}

int64_t absence_present(const struct absence *absence, int64_t from, int64_t until)
{
    return until >= from ? until - from - away(absence, from, until)
                         : until - from + away(absence, until, from);
}

int64_t absence_cost(const struct absence *absence)
{
    return absence->used + (absence->until > absence->from ? absence->until - absence->from : 0);
}
