/*
 * Which tokens have been revoked, in memory, since every request asks. Any thread may ask; only
 * the engine changes it.
 */
#ifndef SERVICE_ENGINE_REVOCATIONS_H
#define SERVICE_ENGINE_REVOCATIONS_H

#include <pthread.h>

#include "service/auth/token.h"

enum { REVOCATION_MARKS = 8192 };

struct revocation {
    char token_id[TOKEN_ID_LENGTH + 1];
    int64_t until; /* seconds: the token has expired by then */
};

struct revocations {
    pthread_rwlock_t lock;
    struct revocation *list; /* in the order of token ids */
    size_t count;
    size_t capacity;
    /* A bit for each token, which some share: without it nobody need wait for the lock. */
    _Atomic uint64_t marks[REVOCATION_MARKS / 64];
};

bool revocations_begin(struct revocations *revocations);
void revocations_end(struct revocations *revocations);

/* Makes room for MORE than there are, so that adding them cannot fail. False: no memory. */
bool revocations_reserve(struct revocations *revocations, size_t more);

/* Adds a token for which room was made; one that is there already is kept for longer if need be. */
void revocations_add(struct revocations *revocations, const char *token_id, int64_t until);

/* Forgets tokens that have expired by NOW (seconds). */
void revocations_forget(struct revocations *revocations, int64_t now);

bool revocations_contain(struct revocations *revocations, const char *token_id);

#endif
