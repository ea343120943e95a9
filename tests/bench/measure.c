#include "tests/bench/measure.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

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
    static const char name[] = "VmRSS:";
    char path[64];
    char line[256];
    long kibibytes = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "re");
    if (!file)
        bench_fail("cannot read %s", path);
    while (kibibytes == 0 && fgets(line, sizeof line, file))
        if (strncmp(line, name, sizeof name - 1) == 0)
            kibibytes = strtol(line + sizeof name - 1, NULL, 10);
    fclose(file);
    return kibibytes * 1024;
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
