/*
 * How much memory a process uses; for tests and measurements alike.
 */
#ifndef TESTS_SUPPORT_RESIDENT_H
#define TESTS_SUPPORT_RESIDENT_H

#include <sys/types.h>

/* Bytes that the process has from the system and uses; -1 if it has ended. */
long process_resident(pid_t pid);

#endif
