/*
 * What a measurement is made of: times, what a process has used, and the middle of several tries.
 * A measurement that cannot be made ends the program.
 */
#ifndef TESTS_BENCH_MEASURE_H
#define TESTS_BENCH_MEASURE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Says why on standard error and exits with 1. */
_Noreturn void bench_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

int64_t microseconds_now(void); /* of a clock that is never set */

/* Processor time so far, of user and kernel and all threads, in microseconds. */
int64_t processor_time(pid_t pid);
int64_t own_processor_time(void);

long resident_bytes(pid_t pid); /* memory that the process has from the system and uses */

long file_bytes(const char *path); /* 0 if there is no such file */

/* The middle one of COUNT values, which are put in order; COUNT is at least 1. */
double median(double *values, size_t count);

/* The value that a SHARE (0 to 1) of COUNT values, in order, does not exceed. */
double quantile(const double *ordered, size_t count, double share);

#endif
