/*
 * Locks by the dozen, for tables of which each part has its own: they lie apart, so that threads
 * which take different ones do not take a line of memory from each other.
 */
#ifndef SERVICE_BASE_LOCKS_H
#define SERVICE_BASE_LOCKS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { LOCK_BYTES = 64 };

struct lock {
    pthread_mutex_t mutex;
    char apart[LOCK_BYTES - sizeof(pthread_mutex_t)];
};

/* False: not all could be made, and none is. */
bool locks_begin(struct lock *locks, size_t count);

void locks_end(struct lock *locks, size_t count); /* nobody holds one */

#endif
