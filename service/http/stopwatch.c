#include "service/http/stopwatch.h"

static int64_t read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t stopwatch_microseconds(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

int64_t stopwatch_roughly(void)
{
    return read_clock(CLOCK_MONOTONIC_COARSE);
}

struct timespec stopwatch_moment(int64_t microseconds)
{
    return (struct timespec){.tv_sec = (time_t)(microseconds / 1000000),
                             .tv_nsec = (long)(microseconds % 1000000) * 1000};
}
