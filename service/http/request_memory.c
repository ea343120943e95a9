#include "service/http/request_memory.h"

#include <pthread.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

/* Where the sanitizer watches nothing is kept: it is to find what is used after its end. */
#if defined(SANITIZED) || defined(__SANITIZE_ADDRESS__)
enum { KEPT_MAX = 0 };
#else
enum { KEPT_MAX = 16 };
#endif

/* A target of this length, or a shorter one, fits into what is kept. */
enum { TARGET_USUAL = 255 };

struct kept {
    struct request *first;
    size_t count;
    bool will_be_freed; /* when the thread ends */
};

static _Thread_local struct kept kept;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static bool has_key;

static void free_kept(void *context)
{
    struct kept *of_thread = context;
    while (of_thread->first) {
        struct request *request = of_thread->first;
        of_thread->first = request->next_kept;
        free(request);
    }
    *of_thread = (struct kept){.first = NULL};
}

static void make_key(void)
{
    has_key = pthread_key_create(&key, free_kept) == 0;
}

static bool may_keep(void)
{
    if (!kept.will_be_freed) {
        pthread_once(&once, make_key);
        kept.will_be_freed = has_key && pthread_setspecific(key, &kept) == 0;
    }
    return kept.will_be_freed && kept.count + 1 <= KEPT_MAX;
}

struct request *request_memory_take(size_t length)
{
    struct request *request = kept.first;
    if (request && length <= TARGET_USUAL) {
        kept.first = request->next_kept;
        kept.count--;
        return request;
    }
    size_t room = length < TARGET_USUAL ? TARGET_USUAL : length;
    request = malloc(sizeof *request + room + 1);
    if (request)
        request->room = room;
    return request;
}

void request_memory_give(struct request *request)
{
    if (request->room != TARGET_USUAL || !may_keep()) {
        free(request);
        return;
    }
    request->next_kept = kept.first;
    kept.first = request;
    kept.count++;
}
