/*
 * What is unavoidable about a durable command: one event inserted, and one synchronised commit for
 * all commands that wait.
 */
#ifndef TESTS_BENCH_BARE_COMMITS_H
#define TESTS_BENCH_BARE_COMMITS_H

#include <stdbool.h>
#include <stddef.h>

/* A command that waits for its commit. Owned by who submits it, until DONE is called, on the
 * thread that commits. */
struct commit {
    const char *data;
    size_t length;
    void (*done)(struct commit *commit);
    void *owner;
    struct commit *next;
};

struct commits;

/* A new database in FILE, and the thread that writes to it; NULL: that did not work. */
struct commits *commits_start(const char *file);

void commits_submit(struct commits *commits, struct commit *commit);

/* Nothing waits any more. */
void commits_stop(struct commits *commits);

#endif
