/*
 * Readers of one stream, many of them, in one thread.
 */
#ifndef TESTS_BENCH_READERS_H
#define TESTS_BENCH_READERS_H

#include <stddef.h>
#include <stdint.h>

struct readers;

/* COUNT connections to PORT on this machine, each asking for PATH; returns when each has begun to
 * get an answer and nothing more comes. */
struct readers *readers_open(uint16_t port, const char *path, size_t count);
void readers_close(struct readers *readers);

/* Waits until each has got END once more. */
void readers_wait(struct readers *readers, const char *end);

/* What one of them has got since it was opened, in bytes, with what holds the stream together. */
size_t readers_bytes(const struct readers *readers);

#endif
