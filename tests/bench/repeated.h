/*
 * A script for the load that asks the same over and over, each connection its own.
 */
#ifndef TESTS_BENCH_REPEATED_H
#define TESTS_BENCH_REPEATED_H

#include "tests/bench/bench.h"

struct repeated {
    struct buffer requests[CONNECTIONS];
    unsigned status; /* that all are to be answered with */
};

void repeated_begin(struct repeated *repeated);
void repeated_end(struct repeated *repeated);

/* For MICROSECONDS; holds as long as REPEATED does. */
struct load_script repeated_script(struct repeated *repeated, int64_t microseconds);

/* Ends the program unless the answer's status is as wanted. */
void check_status(const struct load_answer *answer, unsigned wanted);

#endif
