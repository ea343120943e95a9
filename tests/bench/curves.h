/*
 * The picture of what grows with the number of stored games: four small graphs in an SVG file.
 */
#ifndef TESTS_BENCH_CURVES_H
#define TESTS_BENCH_CURVES_H

#include <stddef.h>

enum { SIZES_MAX = 8 };

enum curve { CURVE_LIST, CURVE_COLD, CURVE_START, CURVE_MEMORY, CURVES };

struct curves {
    size_t count;
    double games[SIZES_MAX]; /* powers of ten, from few to many */
    double values[CURVES][SIZES_MAX];
};

void curves_write(const struct curves *curves, const char *file);

#endif
