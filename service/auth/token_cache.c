#include <assert.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "service/auth/claims.h"
#include "service/base/locks.h"

/* A token has its place in one of WAYS entries, told by its hash, so a look-up is short however
 * large the table is, and a full bucket forgets the token that came into it first. LOCKS: so many
 * that threads which ask for different tokens seldom share one. */
enum { WAYS = 4, LOCKS = 64 };

struct bucket {
    uint8_t hashes[WAYS][TOKEN_HASH_BYTES]; /* next to each other: most of a search is here */
    const struct keys *keys[WAYS];          /* verified with; NULL: the entry is free */
    unsigned oldest; /* counts insertions; modulo WAYS it is the entry to be replaced */
    struct claims claims[WAYS];
};

struct token_cache {
    struct lock locks[LOCKS]; /* each for the buckets whose number has its low bits */
    uint8_t secret[crypto_shorthash_siphashx24_KEYBYTES];
    size_t bucket_count;
    struct bucket buckets[];
};

struct token_cache *token_cache_new(size_t entries, const struct random_source *random)
{
    size_t buckets = entries < WAYS ? 1 : entries / WAYS;
    if (buckets > (SIZE_MAX - sizeof(struct token_cache)) / sizeof(struct bucket))
        return NULL;
    struct token_cache *cache = calloc(1, sizeof *cache + buckets * sizeof(struct bucket));
    if (!cache)
        return NULL;
    if (!locks_begin(cache->locks, LOCKS)) {
        free(cache);
        return NULL;
    }
    random_fill(random, cache->secret, sizeof cache->secret);
    cache->bucket_count = buckets;
    return cache;
}

void token_cache_free(struct token_cache *cache)
{
    if (!cache)
        return;
    locks_end(cache->locks, LOCKS);
    free(cache);
}

/* SipHash with 128 bits, a third of the time of BLAKE2b: with a secret that never leaves the
 * process nobody can make two tokens that have the same, which is all that is asked of it here. */
struct sent_token token_sent(const struct token_cache *cache, const char *text, size_t length)
{
    struct sent_token token = {.text = text, .length = length};
    static_assert(sizeof token.hash == crypto_shorthash_siphashx24_BYTES, "a hash is a SipHash");
    if (length <= TOKEN_MAX)
        crypto_shorthash_siphashx24(token.hash, (const unsigned char *)text, length, cache->secret);
    return token;
}

static size_t number_of(const struct token_cache *cache, const struct sent_token *token)
{
    uint64_t bits;
    memcpy(&bits, token->hash, sizeof bits);
    return (size_t)(bits % cache->bucket_count);
}

/* Which entry of its bucket a token has, WAYS if it has none. The lock is held. */
static size_t find(const struct bucket *bucket, const struct keys *keys,
                   const struct sent_token *token)
{
    size_t way = 0;
    while (way < WAYS && (memcmp(bucket->hashes[way], token->hash, sizeof token->hash) != 0 ||
                          bucket->keys[way] != keys))
        way++;
    return way;
}

static bool look_up(struct token_cache *cache, const struct keys *keys,
                    const struct sent_token *token, struct claims *ret_claims)
{
    size_t number = number_of(cache, token);
    pthread_mutex_t *mutex = &cache->locks[number % LOCKS].mutex;
    pthread_mutex_lock(mutex);
    const struct bucket *bucket = &cache->buckets[number];
    size_t way = find(bucket, keys, token);
    if (way < WAYS)
        *ret_claims = bucket->claims[way];
    pthread_mutex_unlock(mutex);
    return way < WAYS;
}

static void remember(struct token_cache *cache, const struct keys *keys,
                     const struct sent_token *token, const struct claims *claims)
{
    size_t number = number_of(cache, token);
    pthread_mutex_t *mutex = &cache->locks[number % LOCKS].mutex;
    pthread_mutex_lock(mutex);
    struct bucket *bucket = &cache->buckets[number];
    if (find(bucket, keys, token) == WAYS) { /* another thread may have been faster */
        size_t way = bucket->oldest++ % WAYS;
        memcpy(bucket->hashes[way], token->hash, sizeof token->hash);
        bucket->keys[way] = keys;
        bucket->claims[way] = *claims;
    }
    pthread_mutex_unlock(mutex);
}

enum token_fault token_verify_cached(struct token_cache *cache, const struct keys *keys,
                                     const struct sent_token *token, int64_t now,
                                     struct claims *ret_claims)
{
    struct claims claims;
    if (token->length > TOKEN_MAX)
        return TOKEN_MALFORMED;
    if (!look_up(cache, keys, token, &claims)) {
        enum token_fault fault = token_verify(keys, token->text, token->length, now, &claims);
        if (fault != TOKEN_FINE)
            return fault;
        remember(cache, keys, token, &claims);
    } else if (!token_key_holds(keys, &claims, now)) {
        return TOKEN_WRONG_KEY;
    } else if (!claims_current(&claims, now)) {
        return TOKEN_EXPIRED;
    }
    *ret_claims = claims;
    return TOKEN_FINE;
}
