#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/auth/token.h"
#include "tests/support/cmocka_all.h"

enum { NOW = 1767323045, HOUR = 3600 };

static struct keys keys;
static struct keys wrong_keys; /* the same name, another key: nothing verifies with it */

static int make_keys(void **state)
{
    (void)state;
    uint8_t seed[32];
    memset(seed, 1, sizeof seed);
    signing_key_make(&keys.token, seed);
    memset(seed, 2, sizeof seed);
    signing_key_make(&wrong_keys.token, seed);
    memcpy(wrong_keys.token.id, keys.token.id, sizeof keys.token.id);
    return 0;
}

static void sign(int number, char ret_token[TOKEN_MAX])
{
    struct claims claims = {
        .role = ROLE_CREATOR,
        .player = 255,
        .issued_at = NOW,
        .expires_at = NOW + HOUR,
    };
    snprintf(claims.subject, sizeof claims.subject, "bot");
    snprintf(claims.id, sizeof claims.id, "id-%d", number);
    if (!token_sign(&keys, &claims, ret_token))
        fail_msg("the token cannot be signed");
}

static struct token_cache *new_cache(size_t entries)
{
    const struct random_source random = random_system();
    return token_cache_new(entries, &random);
}

static enum token_fault verify(struct token_cache *cache, const struct keys *with,
                               const char *token, size_t length, int64_t now,
                               struct claims *ret_claims)
{
    const struct sent_token sent = token_sent(cache, token, length);
    return token_verify_cached(cache, with, &sent, now, ret_claims);
}

/* What the cache alone says: nothing else would take the token with these keys. */
static enum token_fault remembered(struct token_cache *cache, const char *token,
                                   struct claims *ret_claims)
{
    struct signing_key right = keys.token;
    keys.token = wrong_keys.token;
    enum token_fault fault = verify(cache, &keys, token, strlen(token), NOW, ret_claims);
    keys.token = right;
    return fault;
}

static void a_repeated_token_is_not_verified_again(void **state)
{
    (void)state;
    struct token_cache *cache = new_cache(64);
    char token[TOKEN_MAX];
    struct claims claims;
    sign(1, token);
    size_t length = strlen(token);
    assert_number(verify(cache, &wrong_keys, token, length, NOW, &claims), TOKEN_BAD_SIGNATURE);
    assert_number(verify(cache, &keys, token, length, NOW, &claims), TOKEN_FINE);
    memset(&claims, 0, sizeof claims);
    assert_number(remembered(cache, token, &claims), TOKEN_FINE);
    assert_string_equal(claims.id, "id-1");
    assert_string_equal(claims.subject, "bot");
    assert_number(claims.role, ROLE_CREATOR);
    token_cache_free(cache);
}

/* Otherwise tokens of stolen keys would be taken after the keys have been replaced. */
static void what_other_keys_have_verified_does_not_count(void **state)
{
    (void)state;
    struct token_cache *cache = new_cache(64);
    char token[TOKEN_MAX];
    struct claims claims;
    sign(1, token);
    size_t length = strlen(token);
    assert_number(verify(cache, &keys, token, length, NOW, &claims), TOKEN_FINE);
    assert_number(verify(cache, &wrong_keys, token, length, NOW, &claims), TOKEN_BAD_SIGNATURE);
    assert_number(remembered(cache, token, &claims), TOKEN_FINE);
    token_cache_free(cache);
}

static void a_remembered_token_expires_all_the_same(void **state)
{
    (void)state;
    struct token_cache *cache = new_cache(64);
    char token[TOKEN_MAX];
    struct claims claims;
    sign(1, token);
    size_t length = strlen(token);
    assert_number(verify(cache, &keys, token, length, NOW, &claims), TOKEN_FINE);
    assert_number(verify(cache, &keys, token, length, NOW + HOUR + 59, &claims), TOKEN_FINE);
    assert_number(verify(cache, &keys, token, length, NOW + HOUR + 60, &claims), TOKEN_EXPIRED);
    assert_number(verify(cache, &keys, token, length, NOW - 61, &claims), TOKEN_EXPIRED);
    token_cache_free(cache);
}

static void a_changed_token_is_another_token(void **state)
{
    (void)state;
    struct token_cache *cache = new_cache(64);
    char token[TOKEN_MAX + 1];
    struct claims claims;
    sign(1, token);
    size_t length = strlen(token);
    assert_number(verify(cache, &keys, token, length, NOW, &claims), TOKEN_FINE);
    assert_number(verify(cache, &keys, token, length - 1, NOW, &claims), TOKEN_MALFORMED);
    token[length - 5] = token[length - 5] == 'A' ? 'B' : 'A';
    assert_number(verify(cache, &keys, token, length, NOW, &claims), TOKEN_BAD_SIGNATURE);
    token_cache_free(cache);
}

static void refusals_are_not_remembered_as_good(void **state)
{
    (void)state;
    struct token_cache *cache = new_cache(64);
    char token[TOKEN_MAX];
    char large[TOKEN_MAX + 1];
    struct claims claims = {.generation = 77};
    sign(1, token);
    memset(large, 'x', sizeof large);
    for (int i = 0; i < 3; i++) {
        assert_number(verify(cache, &wrong_keys, token, strlen(token), NOW, &claims),
                      TOKEN_BAD_SIGNATURE);
        assert_number(verify(cache, &keys, "", 0, NOW, &claims), TOKEN_MALFORMED);
        assert_number(verify(cache, &keys, large, sizeof large, NOW, &claims), TOKEN_MALFORMED);
    }
    assert_number(claims.generation, 77);
    token_cache_free(cache);
}

/* However many tokens come, the cache keeps no more than it was made for, and each token has
 * its own claims. */
static void a_small_cache_forgets_but_never_confuses(void **state)
{
    (void)state;
    enum { ENTRIES = 8, TOKENS = 100 };
    struct token_cache *cache = new_cache(ENTRIES);
    int kept = 0;
    for (int i = 0; i < TOKENS; i++) {
        char token[TOKEN_MAX], id[16];
        struct claims claims;
        sign(i, token);
        assert_number(verify(cache, &keys, token, strlen(token), NOW, &claims), TOKEN_FINE);
        snprintf(id, sizeof id, "id-%d", i);
        assert_string_equal(claims.id, id);
    }
    for (int i = 0; i < TOKENS; i++) {
        char token[TOKEN_MAX];
        struct claims claims;
        sign(i, token);
        kept += remembered(cache, token, &claims) == TOKEN_FINE;
    }
    assert_in_range(kept, 1, ENTRIES);
    token_cache_free(cache);
}

/* Whoever knew the hash of a token could look for another one that has the same. */
static void nobody_can_foresee_a_hash(void **state)
{
    (void)state;
    struct token_cache *caches[] = {new_cache(8), new_cache(8)};
    char token[TOKEN_MAX];
    sign(1, token);
    const struct sent_token sent = token_sent(caches[0], token, strlen(token));
    const struct sent_token again = token_sent(caches[0], token, strlen(token));
    const struct sent_token longer = token_sent(caches[0], token, strlen(token) + 1);
    const struct sent_token elsewhere = token_sent(caches[1], token, strlen(token));
    assert_memory_equal(again.hash, sent.hash, sizeof sent.hash);
    assert_memory_not_equal(longer.hash, sent.hash, sizeof sent.hash);
    assert_memory_not_equal(elsewhere.hash, sent.hash, sizeof sent.hash);
    token_cache_free(caches[0]);
    token_cache_free(caches[1]);
}

static void a_cache_of_no_size_still_verifies(void **state)
{
    (void)state;
    struct token_cache *cache = new_cache(0);
    char token[TOKEN_MAX];
    struct claims claims;
    sign(1, token);
    assert_number(verify(cache, &keys, token, strlen(token), NOW, &claims), TOKEN_FINE);
    token_cache_free(cache);
    token_cache_free(NULL);
    assert_null(new_cache(SIZE_MAX));
}

enum { THREADS = 4, ROUNDS = 200, SHARED_TOKENS = 6 };

struct worker {
    struct token_cache *cache;
    char (*tokens)[TOKEN_MAX];
    int wrong;
};

static void *verify_many(void *context)
{
    struct worker *worker = context;
    for (int i = 0; i < ROUNDS; i++) {
        const char *token = worker->tokens[i % SHARED_TOKENS];
        char id[16];
        struct claims claims;
        snprintf(id, sizeof id, "id-%d", i % SHARED_TOKENS);
        if (verify(worker->cache, &keys, token, strlen(token), NOW, &claims) != TOKEN_FINE ||
            strcmp(claims.id, id) != 0)
            worker->wrong++;
    }
    return NULL;
}

static void threads_share_a_cache(void **state)
{
    (void)state;
    struct token_cache *cache = new_cache(4); /* smaller than what they ask for */
    static char tokens[SHARED_TOKENS][TOKEN_MAX];
    struct worker workers[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < SHARED_TOKENS; i++)
        sign(i, tokens[i]);
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){cache, tokens, 0};
        assert_number(pthread_create(&threads[i], NULL, verify_many, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_number(pthread_join(threads[i], NULL), 0);
        assert_number(workers[i].wrong, 0);
    }
    token_cache_free(cache);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_repeated_token_is_not_verified_again),
        cmocka_unit_test(what_other_keys_have_verified_does_not_count),
        cmocka_unit_test(a_remembered_token_expires_all_the_same),
        cmocka_unit_test(a_changed_token_is_another_token),
        cmocka_unit_test(refusals_are_not_remembered_as_good),
        cmocka_unit_test(a_small_cache_forgets_but_never_confuses),
        cmocka_unit_test(nobody_can_foresee_a_hash),
        cmocka_unit_test(a_cache_of_no_size_still_verifies),
        cmocka_unit_test(threads_share_a_cache),
    };
    return cmocka_run_group_tests(tests, make_keys, NULL);
}
