#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "service/auth/claims.h"

/* A token has its place in one of WAYS entries, told by its hash, so a look-up is short however
 * large the table is, and a full bucket forgets the token that came into it first. */
enum { WAYS = 4, TOKEN_HASH_BYTES = 32 };

struct entry {
    const struct keys *keys; /* that it was verified with; NULL: the entry is free */
    uint8_t hash[TOKEN_HASH_BYTES];
    struct claims claims;
};

struct bucket {
    unsigned oldest; /* counts insertions; modulo WAYS it is the entry to be replaced */
    struct entry entries[WAYS];
};

struct token_cache {
    pthread_mutex_t lock;
    size_t bucket_count;
    struct bucket buckets[];
};

struct token_cache *token_cache_new(size_t entries)
{
    size_t buckets = entries < WAYS ? 1 : entries / WAYS;
    if (buckets > (SIZE_MAX - sizeof(struct token_cache)) / sizeof(struct bucket))
        return NULL;
    struct token_cache *cache = calloc(1, sizeof *cache + buckets * sizeof(struct bucket));
    if (!cache)
        return NULL;
    if (pthread_mutex_init(&cache->lock, NULL) != 0) {
        free(cache);
        return NULL;
    }
    cache->bucket_count = buckets;
    return cache;
}

static struct bucket *bucket_of(struct token_cache *cache, const uint8_t *hash)
{
    uint64_t number;
    memcpy(&number, hash, sizeof number);
    return &cache->buckets[number % cache->bucket_count];
}

/* The entry of a token in its bucket, NULL if there is none. The lock is held. */
static struct entry *find(struct bucket *bucket, const struct keys *keys, const uint8_t *hash)
{
    for (int i = 0; i < WAYS; i++) {
        struct entry *entry = &bucket->entries[i];
        if (entry->keys == keys && memcmp(entry->hash, hash, sizeof entry->hash) == 0)
            return entry;
    }
    return NULL;
}

/* Fills in the claims of ENTRY, which has its keys and its hash. */
static bool look_up(struct token_cache *cache, struct entry *entry)
{
    pthread_mutex_lock(&cache->lock);
    const struct entry *found = find(bucket_of(cache, entry->hash), entry->keys, entry->hash);
    if (found)
        entry->claims = found->claims;
    pthread_mutex_unlock(&cache->lock);
    return found != NULL;
}

static void remember(struct token_cache *cache, const struct entry *entry)
{
    pthread_mutex_lock(&cache->lock);
    struct bucket *bucket = bucket_of(cache, entry->hash);
    if (!find(bucket, entry->keys, entry->hash)) /* another thread may have been faster */
        bucket->entries[bucket->oldest++ % WAYS] = *entry;
    pthread_mutex_unlock(&cache->lock);
}

enum token_fault token_verify_cached(struct token_cache *cache, const struct keys *keys,
                                     const char *token, size_t length, int64_t now,
                                     struct claims *ret_claims)
{
    if (length > TOKEN_MAX)
        return TOKEN_MALFORMED;
    struct entry entry = {.keys = keys};
    /* BLAKE2b: nobody outside sees this hash, and it takes a quarter of the time of SHA-256. */
    crypto_generichash(entry.hash, sizeof entry.hash, (const unsigned char *)token, length, NULL,
                       0);
    if (!look_up(cache, &entry)) {
        enum token_fault fault = token_verify(keys, token, length, now, &entry.claims);
        if (fault != TOKEN_FINE)
            return fault;
        remember(cache, &entry);
    } else if (!token_key_holds(keys, &entry.claims, now)) {
        return TOKEN_WRONG_KEY;
    } else if (!claims_current(&entry.claims, now)) {
        return TOKEN_EXPIRED;
    }
    *ret_claims = entry.claims;
    return TOKEN_FINE;
}

void token_cache_free(struct token_cache *cache)
{
    if (!cache)
        return;
    pthread_mutex_destroy(&cache->lock);
    free(cache);
}
