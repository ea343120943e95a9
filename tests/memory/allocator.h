/*
 * An allocator that asks the scarce memory of tests/support. Being linked with it is enough for
 * what is called directly; SQLite, which keeps functions of its own, is told about it here.
 */
#ifndef TESTS_MEMORY_ALLOCATOR_H
#define TESTS_MEMORY_ALLOCATOR_H

/* Before anything else of the process uses SQLite. */
void allocator_install(void);

#endif
