#include "service/http/buckets.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/locks.h"

/* A key may lie in one of WAYS places next to each other. LOCKS is a power of two. */
enum { WAYS = 8, LOCKS = 16, MILLISECONDS = 1000 };

/* Each millisecond pays back as many units as the quota has requests, so that a request costs as
 * many as the quota has milliseconds, and all is exact. */
struct bucket {
    struct bucket_key key;
    int64_t spent;   /* units; 0 is a full bucket */
    int64_t used_at; /* milliseconds; 0 in a place that was never used */
};

struct buckets {
    struct lock locks[LOCKS]; /* each for the sets whose number has its low bits */
    size_t sets;              /* a power of two */
    struct bucket list[];
};

struct buckets *buckets_new(size_t count)
{
    size_t sets = 1;
    while (sets * WAYS < count)
        sets *= 2;
    struct buckets *buckets = calloc(1, sizeof *buckets + sets * WAYS * sizeof *buckets->list);
    if (!buckets)
        return NULL;
    buckets->sets = sets;
    if (locks_begin(buckets->locks, LOCKS))
        return buckets;
    free(buckets);
    return NULL;
}

void buckets_free(struct buckets *buckets)
{
    if (!buckets)
        return;
    locks_end(buckets->locks, LOCKS);
    free(buckets);
}

static size_t set_of(const struct buckets *buckets, const struct bucket_key *key)
{
    uint64_t bits;
    memcpy(&bits, key->bytes, sizeof bits);
    return (size_t)bits & (buckets->sets - 1);
}

/* The bucket of KEY in a set, in the place of the longest idle one if it is not there. */
static struct bucket *find(struct bucket *set, const struct bucket_key *key)
{
    struct bucket *idle = set;
    for (size_t i = 0; i < WAYS; i++) {
        if (memcmp(&set[i].key, key, sizeof *key) == 0)
            return &set[i];
        if (set[i].used_at < idle->used_at)
            idle = &set[i];
    }
    *idle = (struct bucket){.key = *key};
    return idle;
}

static int64_t cost_of_request(const struct quota *quota)
{
    return (int64_t)quota->seconds * MILLISECONDS;
}

static int64_t units_of(const struct quota *quota)
{
    return quota->requests * cost_of_request(quota);
}

/* NOW may be a little before the last use, if another thread was faster to the lock. */
static void fill_up(struct bucket *bucket, const struct quota *quota, int64_t now)
{
    int64_t elapsed = now - bucket->used_at;
    if (elapsed <= 0)
        return;
    bucket->used_at = now;
    int64_t paid = elapsed < cost_of_request(quota) ? elapsed * quota->requests : units_of(quota);
    bucket->spent = bucket->spent > paid ? bucket->spent - paid : 0;
}

static uint32_t wait_seconds(int64_t missing, const struct quota *quota)
{
    const int64_t in_a_second = (int64_t)quota->requests * MILLISECONDS;
    return missing > 0 ? (uint32_t)((missing + in_a_second - 1) / in_a_second) : 0;
}

static struct allowance look_at(const struct bucket *bucket, const struct quota *quota)
{
    int64_t cost = cost_of_request(quota);
    int64_t left = units_of(quota) - bucket->spent;
    return (struct allowance){.remaining = (uint32_t)(left / cost),
                              .wait_seconds = wait_seconds(cost - left, quota)};
}

static struct allowance take(struct bucket *bucket, const struct quota *quota)
{
    int64_t cost = cost_of_request(quota);
    bool granted = bucket->spent + cost <= units_of(quota);
    if (granted)
        bucket->spent += cost;
    struct allowance allowance = look_at(bucket, quota);
    allowance.granted = granted;
    return allowance;
}

static struct allowance give_back(struct bucket *bucket, const struct quota *quota)
{
    int64_t cost = cost_of_request(quota);
    bucket->spent = bucket->spent > cost ? bucket->spent - cost : 0;
    return look_at(bucket, quota);
}

/* ACT is done to the bucket as it is now. */
static struct allowance with_bucket(struct buckets *buckets, const struct bucket_key *key,
                                    const struct quota *quota, int64_t now,
                                    struct allowance (*act)(struct bucket *, const struct quota *))
{
    size_t set = set_of(buckets, key);
    pthread_mutex_t *lock = &buckets->locks[set % LOCKS].mutex;
    pthread_mutex_lock(lock);
    struct bucket *bucket = find(&buckets->list[set * WAYS], key);
    fill_up(bucket, quota, now);
    struct allowance allowance = act(bucket, quota);
    pthread_mutex_unlock(lock);
    return allowance;
}

struct allowance buckets_take(struct buckets *buckets, const struct bucket_key *key,
                              const struct quota *quota, int64_t now)
{
    return with_bucket(buckets, key, quota, now, take);
}

struct allowance buckets_give_back(struct buckets *buckets, const struct bucket_key *key,
                                   const struct quota *quota, int64_t now)
{
    struct allowance allowance = with_bucket(buckets, key, quota, now, give_back);
    allowance.granted = true;
    return allowance;
}
