/*
 * Memory that runs out when a test wants it to. Only for programs that are linked with
 * tests/memory/allocator.c, which has every allocation ask here.
 */
#ifndef TESTS_SUPPORT_SCARCE_MEMORY_H
#define TESTS_SUPPORT_SCARCE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* The calling thread gets memory at all times, and is not counted. */
void scarce_memory_spare_me(void);

/* The AFTER-th allocation from now (0: the next) fails and, if LASTING, all later ones. */
void scarce_memory_begin(size_t after, bool lasting);

/* There is memory again. True if any was refused. */
bool scarce_memory_end(void);

/* For allocators: whether an allocation has to fail. */
bool scarce_memory_refuses(void);

#endif
