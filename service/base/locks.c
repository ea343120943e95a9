#include "service/base/locks.h"

bool locks_begin(struct lock *locks, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (pthread_mutex_init(&locks[i].mutex, NULL) == 0)
            continue;
        locks_end(locks, i);
        return false;
    }
    return true;
}

void locks_end(struct lock *locks, size_t count)
{
    while (count > 0)
        pthread_mutex_destroy(&locks[--count].mutex);
}
