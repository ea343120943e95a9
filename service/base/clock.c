#include "service/base/clock.h"

#include <stddef.h>
#include <time.h>

static int64_t milliseconds_of(clockid_t which)
{
    struct timespec time;
    /* Cannot fail: the clocks exist on every Linux and the address is good. */
    (void)clock_gettime(which, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int64_t system_now(void *context)
{
    (void)context;
    return milliseconds_of(CLOCK_REALTIME);
}

static int64_t steady_now(void *context)
{
    (void)context;
    return milliseconds_of(CLOCK_MONOTONIC);
}

struct clock clock_system(void)
{
    return (struct clock){.now = system_now, .context = NULL};
}

struct clock clock_steady(void)
{
    return (struct clock){.now = steady_now, .context = NULL};
}

int64_t clock_now(const struct clock *clock)
{
    return clock->now(clock->context);
}
