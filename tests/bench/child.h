/*
 * A server under measurement, as a child process that ends with this one.
 */
#ifndef TESTS_BENCH_CHILD_H
#define TESTS_BENCH_CHILD_H

#include <stdint.h>
#include <sys/types.h>

struct child {
    pid_t pid;
    int output; /* the read end of its standard output */
    uint16_t port;
    int64_t started; /* microseconds until it said that it listens */
};

/* Runs ARGV (NULL-terminated, ARGV[0] is the program's path) and waits until it prints
 * "… listens on http://127.0.0.1:PORT". */
struct child child_start(const char *const *argv);

/* Ends it by SIGTERM; it must end well. */
void child_stop(struct child *child);

#endif
