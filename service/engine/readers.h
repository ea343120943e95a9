/*
 * Readers of the store that wait for somebody to use them. Any thread.
 */
#ifndef SERVICE_ENGINE_READERS_H
#define SERVICE_ENGINE_READERS_H

#include <pthread.h>

#include "service/store/store.h"

enum { READERS_KEPT = 16 };

struct readers {
    struct store *store;
    pthread_mutex_t mutex;
    size_t count;
    struct store_reader *kept[READERS_KEPT];
};

bool readers_begin(struct readers *readers, struct store *store);
void readers_end(struct readers *readers); /* all must have been given back */

/* NULL: no memory or no file. */
struct store_reader *readers_take(struct readers *readers);
void readers_give(struct readers *readers, struct store_reader *reader);

#endif
