/*
 * Unpredictable bytes, injected: tests fix them.
 */
#ifndef SERVICE_BASE_RANDOM_H
#define SERVICE_BASE_RANDOM_H

#include <stddef.h>

struct random_source {
    void (*fill)(void *context, void *ret_bytes, size_t length);
    void *context;
};

/* libsodium's generator; sodium_init must have succeeded. Safe from any thread. */
struct random_source random_system(void);

void random_fill(const struct random_source *source, void *ret_bytes, size_t length);

#endif
