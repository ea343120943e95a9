#include "service/engine/readers.h"

bool readers_begin(struct readers *readers, struct store *store)
{
    readers->store = store;
    readers->count = 0;
    return pthread_mutex_init(&readers->mutex, NULL) == 0;
}

void readers_end(struct readers *readers)
{
    for (size_t i = 0; i < readers->count; i++)
        store_reader_close(readers->kept[i]);
    pthread_mutex_destroy(&readers->mutex);
}

struct store_reader *readers_take(struct readers *readers)
{
    pthread_mutex_lock(&readers->mutex);
    struct store_reader *reader = readers->count > 0 ? readers->kept[--readers->count] : NULL;
    pthread_mutex_unlock(&readers->mutex);
    return reader ? reader : store_reader_open(readers->store);
}

void readers_give(struct readers *readers, struct store_reader *reader)
{
    pthread_mutex_lock(&readers->mutex);
    bool keep = readers->count < READERS_KEPT;
    if (keep)
        readers->kept[readers->count++] = reader;
    pthread_mutex_unlock(&readers->mutex);
    if (!keep)
        store_reader_close(reader);
}
