#include "service/base/memory.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

/* Costs no memory until it is needed. */
enum { RESERVE_BYTES = 4 * 1024 * 1024, ALIGNMENT = 16 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* of the reserve */
static _Alignas(ALIGNMENT) unsigned char reserve[RESERVE_BYTES];
static size_t used;   /* from the start, what has been given back included */
static size_t blocks; /* not given back; without any, all of the reserve is there again */

static _Thread_local bool ran_out;
static _Thread_local unsigned times_out;

static void *take_from_reserve(size_t size)
{
    void *memory = NULL;
    pthread_mutex_lock(&mutex);
    if (size <= RESERVE_BYTES - used) {
        size_t whole = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        memory = reserve + used;
        used = whole <= RESERVE_BYTES - used ? used + whole : RESERVE_BYTES;
        blocks++;
    }
    pthread_mutex_unlock(&mutex);
    return memory;
}

static bool is_of_reserve(const void *memory)
{
    uintptr_t place = (uintptr_t)memory;
    return place >= (uintptr_t)reserve && place < (uintptr_t)reserve + RESERVE_BYTES;
}

void *memory_take(size_t size)
{
    void *memory = malloc(size);
    if (memory)
        return memory;
    memory_note();
    return take_from_reserve(size > 0 ? size : 1);
}

void memory_give(void *memory)
{
    if (!is_of_reserve(memory)) {
        free(memory);
        return;
    }
    pthread_mutex_lock(&mutex);
    if (--blocks == 0)
        used = 0;
    pthread_mutex_unlock(&mutex);
}

void memory_note(void)
{
    ran_out = true;
    times_out++;
}

bool memory_ran_out(void)
{
    return ran_out;
}

void memory_forget(void)
{
    ran_out = false;
}

unsigned memory_times_out(void)
{
    return times_out;
}
