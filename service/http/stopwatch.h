/*
 * Elapsed time, for deadlines of sockets and for the log. It has nothing to do with the time of
 * day, which may be set at any moment.
 */
#ifndef SERVICE_HTTP_STOPWATCH_H
#define SERVICE_HTTP_STOPWATCH_H

#include <stdint.h>
#include <time.h>

int64_t stopwatch_microseconds(void); /* since some moment in the past */

/* The same, a few milliseconds behind at most, for a third of the time. */
int64_t stopwatch_roughly(void);

/* As CLOCK_MONOTONIC has it. */
struct timespec stopwatch_moment(int64_t microseconds);

#endif
