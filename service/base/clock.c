#include "service/base/clock.h"

#include <stddef.h>
#include <time.h>

static int64_t system_now(void *context)
{
    (void)context;
    struct timespec time;
    /* Cannot fail: the clock exists on every Linux and the address is good. */
    (void)clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

struct clock clock_system(void)
{
    return (struct clock){.now = system_now, .context = NULL};
}

int64_t clock_now(const struct clock *clock)
{
    return clock->now(clock->context);
}
