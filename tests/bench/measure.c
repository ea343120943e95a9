#include "tests/bench/measure.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "tests/support/resident.h"

void bench_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("bench: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

static int64_t microseconds_of(clockid_t clock)
{
    struct timespec time;
    if (clock_gettime(clock, &time) != 0)
        bench_fail("a clock cannot be read");
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

int64_t microseconds_now(void)
{
    return microseconds_of(CLOCK_MONOTONIC);
}

int64_t processor_time(pid_t pid)
{
    clockid_t clock;
    if (clock_getcpuclockid(pid, &clock) != 0)
        bench_fail("process %d has ended", (int)pid);
    return microseconds_of(clock);
}

int64_t own_processor_time(void)
{
    return microseconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

long resident_bytes(pid_t pid)
{
    long bytes = process_resident(pid);
    if (bytes < 0)
        bench_fail("process %d has ended", (int)pid);
    return bytes;
}

long file_bytes(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 ? (long)status.st_size : 0;
}

static int by_size(const void *one, const void *other)
{
    double a = *(const double *)one;
    double b = *(const double *)other;
    return (a > b) - (a < b);
}

double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, by_size);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

double quantile(const double *ordered, size_t count, double share)
{
    return count == 0 ? 0 : ordered[(size_t)((double)(count - 1) * share)];
}
