/*
 * What nearly every test wants: a clock that stands still until it is moved, random bytes that
 * are the same in every run, a folder of its own.
 */
#ifndef TESTS_SUPPORT_FIXTURES_H
#define TESTS_SUPPORT_FIXTURES_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "service/base/clock.h"
#include "service/base/random.h"

/* 2026-01-02T03:04:05.678Z, a time to start from. */
#define FIXTURE_TIME INT64_C(1767323045678)

/* Both may be used from several threads; the struct must outlive what is made from it. */
struct fixed_clock {
    _Atomic int64_t milliseconds;
};

struct clock clock_fixed(struct fixed_clock *fixed);

/* Equal seeds give equal bytes. */
struct fixed_random {
    _Atomic uint64_t seed;
};

struct random_source random_fixed(struct fixed_random *fixed);

/* A new empty folder in a temporary place; its path stands in the struct. */
struct test_folder {
    char path[64];
};

struct test_folder test_folder_new(void);
void test_folder_remove(const struct test_folder *folder); /* with all that is in it */

/* FOLDER "/" NAME in a static string, which the next call overwrites. */
const char *test_folder_path(const struct test_folder *folder, const char *name);

/* The whole file, which the caller frees, with a NUL behind it. Fails the test if there is no
 * such file. RET_LENGTH may be NULL. */
char *test_file_read(const char *path, size_t *ret_length);

#endif
