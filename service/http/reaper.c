#include "service/http/reaper.h"

#include "service/base/log.h"
#include "service/http/making_room.h"
#include "service/http/stopwatch.h"

enum { REAPER_PERIODS = 4, REAPER_PERIOD_MAX = 1000000, CROWDED_PERIOD = 20000 };

/* How often it looks: often enough that nobody gets much more than the time allowed. */
static int64_t reaper_period(const struct connections *connections)
{
    int64_t period = REAPER_PERIOD_MAX;
    for (size_t i = 0; i < CONNECTION_PHASES; i++)
        if (connections->allowed[i] / REAPER_PERIODS < period)
            period = connections->allowed[i] / REAPER_PERIODS;
    return period;
}

/* With the mutex held. */
static size_t shut_late(struct connections *connections, int64_t now)
{
    size_t late = 0;
    for (struct connection *at = connections->first; at; at = at->next) {
        int64_t deadline = at->deadline;
        late += deadline <= now && connection_shut_late(at, deadline);
    }
    return late;
}

void *reap(void *context)
{
    struct connections *connections = context;
    int64_t period = reaper_period(connections);
    pthread_mutex_lock(&connections->mutex);
    while (!connections->ending) {
        int64_t now = stopwatch_roughly();
        size_t late = shut_late(connections, now);
        if (late > 0)
            LOG_EVENT(LOG_LEVEL_INFO, "closed slow connections", LOG_NUMBER("count", late));
        connections_make_room(connections, now);
        bool crowded = connections->open > connections->room;
        struct timespec until = stopwatch_moment(now + (crowded ? CROWDED_PERIOD : period));
        pthread_cond_timedwait(&connections->changed, &connections->mutex, &until);
    }
    pthread_mutex_unlock(&connections->mutex);
    return NULL;
}
