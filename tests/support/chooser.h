/*
 * Whoever decides what a test does next: luck, or the bytes of a fuzzer.
 */
#ifndef TESTS_SUPPORT_CHOOSER_H
#define TESTS_SUPPORT_CHOOSER_H

#include <stddef.h>
#include <stdint.h>

struct chooser {
    void *context;
    uint32_t (*below)(void *context, uint32_t bound);
};

static inline uint32_t choose_below(struct chooser chooser, size_t bound)
{
    return chooser.below(chooser.context, (uint32_t)bound);
}

#endif
