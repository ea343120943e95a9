/*
 * Clocks, injected: tests run weeks in milliseconds.
 */
#ifndef SERVICE_BASE_CLOCK_H
#define SERVICE_BASE_CLOCK_H

#include <stdint.h>

struct clock {
    int64_t (*now)(void *context); /* milliseconds since 1970-01-01T00:00:00Z */
    void *context;
};

struct clock clock_system(void);

/* Elapsed time, in milliseconds since some moment in the past: nobody sets it forward or back. */
struct clock clock_steady(void);

int64_t clock_now(const struct clock *clock);

#endif
