/*
 * The table of results. What is compared is measured in pairs, one after the other; each pair
 * gives a ratio, and the table shows the middle one.
 */
#ifndef TESTS_BENCH_REPORT_H
#define TESTS_BENCH_REPORT_H

#include <stddef.h>

enum { ROUNDS_MAX = 32 };

/* One measurement of one side. */
struct sample {
    double rate;      /* requests a second, by the clock */
    double processor; /* microseconds of the server's processor time for each */
    double p50;       /* microseconds */
    double p99;
    double load; /* microseconds of processor time that the load took for each */
};

struct comparison {
    const char *name;
    double goal;         /* 0: none */
    double goal_of_rate; /* 0: none; where it is time that counts */
    size_t count;
    struct sample real[ROUNDS_MAX];
    struct sample bare[ROUNDS_MAX];
};

void comparison_add(struct comparison *comparison, const struct sample *real,
                    const struct sample *bare);

void report_heading(void);
void report_comparison(const struct comparison *comparison);

/* A line that is no comparison. GOAL may be "". */
void report_figure(const char *name, double value, const char *unit, const char *goal);

/* The middle one of all samples' values at MEMBER, an offset in struct sample. */
double comparison_median(const struct sample *samples, size_t count, size_t member);

#endif
