#include "tests/bench/report.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "tests/bench/measure.h"

void comparison_add(struct comparison *comparison, const struct sample *real,
                    const struct sample *bare)
{
    if (comparison->count == ROUNDS_MAX)
        bench_fail("more than %d rounds", ROUNDS_MAX);
    comparison->real[comparison->count] = *real;
    comparison->bare[comparison->count++] = *bare;
}

static double value_at(const struct sample *sample, size_t member)
{
    return *(const double *)((const char *)sample + member);
}

double comparison_median(const struct sample *samples, size_t count, size_t member)
{
    double values[ROUNDS_MAX];
    for (size_t i = 0; i < count; i++)
        values[i] = value_at(&samples[i], member);
    return median(values, count);
}

/* How near the real comes to the bare: above 1 it is better. */
static double median_ratio(const struct comparison *comparison, size_t member, bool more_is_better)
{
    double values[ROUNDS_MAX];
    for (size_t i = 0; i < comparison->count; i++) {
        double real = value_at(&comparison->real[i], member);
        double bare = value_at(&comparison->bare[i], member);
        values[i] = more_is_better ? real / bare : bare / real;
    }
    return median(values, comparison->count);
}

void report_heading(void)
{
    printf("%-34s | %-24s | %-24s | %-15s | %s\n", "", "processor, us a request", "rate, 1/s",
           "p50/p99, ms", "load");
    printf("%-34s | %6s %6s %5s %4s | %6s %6s %5s %4s | %-15s | us\n", "measure", "real", "bare",
           "ratio", "goal", "real", "bare", "ratio", "goal", "real");
    fflush(stdout);
}

static void print_goal(double goal, char ret_text[16])
{
    ret_text[0] = '\0';
    if (goal > 0)
        snprintf(ret_text, 16, "%.2f", goal);
}

void report_comparison(const struct comparison *comparison)
{
    const size_t count = comparison->count;
    const struct sample *real = comparison->real;
    const struct sample *bare = comparison->bare;
    char goal[16];
    char goal_of_rate[16];
    print_goal(comparison->goal, goal);
    print_goal(comparison->goal_of_rate, goal_of_rate);
    printf("%-34s | %6.1f %6.1f %5.2f %4s | %6.0f %6.0f %5.2f %4s | %6.2f / %6.2f | %.1f\n",
           comparison->name, comparison_median(real, count, offsetof(struct sample, processor)),
           comparison_median(bare, count, offsetof(struct sample, processor)),
           median_ratio(comparison, offsetof(struct sample, processor), false), goal,
           comparison_median(real, count, offsetof(struct sample, rate)),
           comparison_median(bare, count, offsetof(struct sample, rate)),
           median_ratio(comparison, offsetof(struct sample, rate), true), goal_of_rate,
           comparison_median(real, count, offsetof(struct sample, p50)) / 1000,
           comparison_median(real, count, offsetof(struct sample, p99)) / 1000,
           comparison_median(real, count, offsetof(struct sample, load)));
    fflush(stdout);
}

void report_figure(const char *name, double value, const char *unit, const char *goal)
{
    printf("%-46s %12.3f %-10s %s\n", name, value, unit, goal);
    fflush(stdout);
}
