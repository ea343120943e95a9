#include "service/engine/subscribers.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "service/base/hash.h"

enum { BUCKETS = 4096, NEWS_MAX = 1024 };

/* What the herald has not yet told. */
struct news {
    struct snapshot *snapshot; /* held */
    unsigned events;
};

struct subscribers {
    struct clock clock;
    unsigned period;
    pthread_t herald;

    pthread_mutex_t mutex; /* of the buckets, and of being woken */
    atomic_size_t count;
    struct subscriber *buckets[BUCKETS];
    struct subscriber *everywhere; /* those of all games */

    pthread_mutex_t news_mutex; /* of what follows; the engine never holds it for long */
    pthread_cond_t woken;
    bool ending;
    bool overflown; /* there was more news than fits */
    size_t news_count;
    struct news news[NEWS_MAX];
};

static struct subscriber **bucket_of(struct subscribers *subscribers, const char *game)
{
    if (*game == '\0')
        return &subscribers->everywhere;
    return &subscribers->buckets[hash_text(game) % BUCKETS];
}

void subscribe(struct subscribers *subscribers, struct subscriber *subscriber)
{
    struct subscriber **place = bucket_of(subscribers, subscriber->game);
    pthread_mutex_lock(&subscribers->mutex);
    subscriber->next = *place;
    subscriber->place = place;
    if (subscriber->next)
        subscriber->next->place = &subscriber->next;
    *place = subscriber;
    atomic_fetch_add(&subscribers->count, 1);
    pthread_mutex_unlock(&subscribers->mutex);
    /* The herald sleeps without an end as long as nobody is there. */
    pthread_mutex_lock(&subscribers->news_mutex);
    pthread_cond_signal(&subscribers->woken);
    pthread_mutex_unlock(&subscribers->news_mutex);
}

void unsubscribe(struct subscribers *subscribers, struct subscriber *subscriber)
{
    pthread_mutex_lock(&subscribers->mutex);
    *subscriber->place = subscriber->next;
    if (subscriber->next)
        subscriber->next->place = subscriber->place;
    atomic_fetch_sub(&subscribers->count, 1);
    pthread_mutex_unlock(&subscribers->mutex);
}

void subscribers_tell(struct subscribers *subscribers, struct snapshot *snapshot, unsigned events)
{
    if (atomic_load(&subscribers->count) == 0)
        return;
    pthread_mutex_lock(&subscribers->news_mutex);
    if (subscribers->news_count == NEWS_MAX) {
        subscribers->overflown = true;
    } else {
        snapshot_hold(snapshot);
        subscribers->news[subscribers->news_count++] = (struct news){snapshot, events};
    }
    pthread_cond_signal(&subscribers->woken);
    pthread_mutex_unlock(&subscribers->news_mutex);
}

static void wake_of_game(struct subscribers *subscribers, const char *game, unsigned events)
{
    for (struct subscriber *at = *bucket_of(subscribers, game); at; at = at->next)
        if (strcmp(at->game, game) == 0)
            at->wake(at, events);
}

static void wake_of_creator(struct subscribers *subscribers, const char *creator, unsigned events)
{
    for (struct subscriber *at = subscribers->everywhere; at; at = at->next)
        if (!at->creator || strcmp(at->creator, creator) == 0)
            at->wake(at, events);
}

static void deliver(struct subscribers *subscribers, const struct news *news)
{
    const struct record *record = snapshot_record(news->snapshot);
    pthread_mutex_lock(&subscribers->mutex);
    wake_of_game(subscribers, record->id, news->events);
    wake_of_creator(subscribers, record->created.creator, news->events);
    pthread_mutex_unlock(&subscribers->mutex);
    snapshot_release(news->snapshot);
}

/* Wakes those who asked to be woken by NOW, as if EVENTS had been committed. */
static void wake_due(struct subscribers *subscribers, int64_t now, unsigned events)
{
    pthread_mutex_lock(&subscribers->mutex);
    for (struct subscriber *at = subscribers->everywhere; at; at = at->next)
        if (atomic_load(&at->wake_at) <= now)
            at->wake(at, events);
    for (size_t i = 0; i < BUCKETS; i++)
        for (struct subscriber *at = subscribers->buckets[i]; at; at = at->next)
            if (atomic_load(&at->wake_at) <= now)
                at->wake(at, events);
    pthread_mutex_unlock(&subscribers->mutex);
}

void subscribers_wake_all(struct subscribers *subscribers)
{
    wake_due(subscribers, INT64_MAX, 0);
}

int64_t subscribers_now(const struct subscribers *subscribers)
{
    return clock_now(&subscribers->clock);
}

void subscribers_look(struct subscribers *subscribers)
{
    wake_due(subscribers, subscribers_now(subscribers), 0);
}

/* A period from now, for waiting; it has nothing to do with the clock of the subscribers. */
static struct timespec next_look(const struct subscribers *subscribers)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_sec += subscribers->period / 1000;
    time.tv_nsec += (long)(subscribers->period % 1000) * 1000000;
    if (time.tv_nsec >= 1000000000) {
        time.tv_sec++;
        time.tv_nsec -= 1000000000;
    }
    return time;
}

static bool is_past(const struct timespec *time)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > time->tv_sec ||
           (now.tv_sec == time->tv_sec && now.tv_nsec >= time->tv_nsec);
}

/* With the mutex of the news held: waits for some, but not beyond UNTIL if anybody may have to be
 * woken then. */
static void wait_for_news(struct subscribers *subscribers, const struct timespec *until)
{
    if (subscribers->news_count > 0 || subscribers->overflown || subscribers->ending)
        return;
    if (atomic_load(&subscribers->count) == 0 || subscribers->period == 0)
        pthread_cond_wait(&subscribers->woken, &subscribers->news_mutex);
    else
        pthread_cond_timedwait(&subscribers->woken, &subscribers->news_mutex, until);
}

/* What the herald has to tell. */
struct errand {
    size_t count;
    struct news news[NEWS_MAX];
    bool overflown;
    bool ending;
};

static void wait_for_errand(struct subscribers *subscribers, const struct timespec *until,
                            struct errand *ret_errand)
{
    pthread_mutex_lock(&subscribers->news_mutex);
    wait_for_news(subscribers, until);
    ret_errand->count = subscribers->news_count;
    memcpy(ret_errand->news, subscribers->news, ret_errand->count * sizeof *ret_errand->news);
    ret_errand->overflown = subscribers->overflown;
    ret_errand->ending = subscribers->ending;
    subscribers->news_count = 0;
    subscribers->overflown = false;
    pthread_mutex_unlock(&subscribers->news_mutex);
}

static void *herald(void *context)
{
    struct subscribers *subscribers = context;
    struct timespec look_at = next_look(subscribers);
    struct errand errand = {.ending = false};
    while (!errand.ending) {
        wait_for_errand(subscribers, &look_at, &errand);
        for (size_t i = 0; i < errand.count; i++)
            deliver(subscribers, &errand.news[i]);
        if (errand.overflown)
            wake_due(subscribers, INT64_MAX, 1);
        if (subscribers->period > 0 && is_past(&look_at)) {
            subscribers_look(subscribers);
            look_at = next_look(subscribers);
        }
    }
    return NULL;
}

static bool make_locks(struct subscribers *subscribers)
{
    pthread_condattr_t attributes;
    if (pthread_mutex_init(&subscribers->mutex, NULL) != 0)
        return false;
    if (pthread_mutex_init(&subscribers->news_mutex, NULL) != 0)
        goto no_news_mutex;
    if (pthread_condattr_init(&attributes) != 0)
        goto no_attributes;
    bool made = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                pthread_cond_init(&subscribers->woken, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    if (made)
        return true;

no_attributes:
    pthread_mutex_destroy(&subscribers->news_mutex);
no_news_mutex:
    pthread_mutex_destroy(&subscribers->mutex);
    return false;
}

static void destroy_locks(struct subscribers *subscribers)
{
    pthread_cond_destroy(&subscribers->woken);
    pthread_mutex_destroy(&subscribers->news_mutex);
    pthread_mutex_destroy(&subscribers->mutex);
}

struct subscribers *subscribers_new(const struct clock *clock, unsigned period)
{
    struct subscribers *subscribers = calloc(1, sizeof *subscribers);
    if (!subscribers)
        return NULL;
    subscribers->clock = *clock;
    subscribers->period = period;
    if (make_locks(subscribers)) {
        if (pthread_create(&subscribers->herald, NULL, herald, subscribers) == 0)
            return subscribers;
        destroy_locks(subscribers);
    }
    free(subscribers);
    return NULL;
}

void subscribers_free(struct subscribers *subscribers)
{
    pthread_mutex_lock(&subscribers->news_mutex);
    subscribers->ending = true;
    pthread_cond_signal(&subscribers->woken);
    pthread_mutex_unlock(&subscribers->news_mutex);
    pthread_join(subscribers->herald, NULL);
    destroy_locks(subscribers);
    free(subscribers);
}
