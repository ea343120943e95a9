#include "service/engine/revocations.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/hash.h"

bool revocations_begin(struct revocations *revocations)
{
    *revocations = (struct revocations){.list = NULL};
    return pthread_rwlock_init(&revocations->lock, NULL) == 0;
}

void revocations_end(struct revocations *revocations)
{
    pthread_rwlock_destroy(&revocations->lock);
    free(revocations->list);
}

bool revocations_reserve(struct revocations *revocations, size_t more)
{
    /* Only the engine changes the capacity, so it may look without the lock. */
    if (more <= revocations->capacity - revocations->count)
        return true;
    size_t capacity = 2 * revocations->capacity + more;
    pthread_rwlock_wrlock(&revocations->lock);
    struct revocation *list = reallocarray(revocations->list, capacity, sizeof *list);
    if (list) {
        revocations->list = list;
        revocations->capacity = capacity;
    }
    pthread_rwlock_unlock(&revocations->lock);
    return list != NULL;
}

/* Where TOKEN_ID stands, or would have to. */
static size_t place_of(const struct revocations *revocations, const char *token_id)
{
    size_t low = 0;
    size_t high = revocations->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(revocations->list[middle].token_id, token_id) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool stands_at(const struct revocations *revocations, size_t place, const char *token_id)
{
    return place < revocations->count && strcmp(revocations->list[place].token_id, token_id) == 0;
}

/* The number of a token's bit. */
static size_t mark_of(const char *token_id)
{
    return hash_text(token_id) % REVOCATION_MARKS;
}

void revocations_add(struct revocations *revocations, const char *token_id, int64_t until)
{
    pthread_rwlock_wrlock(&revocations->lock);
    size_t place = place_of(revocations, token_id);
    struct revocation *revocation = &revocations->list[place];
    if (!stands_at(revocations, place, token_id)) {
        assert(revocations->count < revocations->capacity);
        memmove(revocation + 1, revocation, (revocations->count - place) * sizeof *revocation);
        revocations->count++;
        snprintf(revocation->token_id, sizeof revocation->token_id, "%s", token_id);
        revocation->until = until;
        size_t mark = mark_of(token_id);
        revocations->marks[mark / 64] |= UINT64_C(1) << mark % 64;
    } else if (revocation->until < until) {
        revocation->until = until;
    }
    pthread_rwlock_unlock(&revocations->lock);
}

/* No bit that has to stay is taken away meanwhile. */
static void set_marks(struct revocations *revocations)
{
    uint64_t marks[REVOCATION_MARKS / 64] = {0};
    for (size_t i = 0; i < revocations->count; i++) {
        size_t mark = mark_of(revocations->list[i].token_id);
        marks[mark / 64] |= UINT64_C(1) << mark % 64;
    }
    for (size_t i = 0; i < REVOCATION_MARKS / 64; i++)
        revocations->marks[i] = marks[i];
}

void revocations_forget(struct revocations *revocations, int64_t now)
{
    pthread_rwlock_wrlock(&revocations->lock);
    size_t kept = 0;
    for (size_t i = 0; i < revocations->count; i++)
        if (revocations->list[i].until > now)
            revocations->list[kept++] = revocations->list[i];
    revocations->count = kept;
    set_marks(revocations);
    pthread_rwlock_unlock(&revocations->lock);
}

bool revocations_contain(struct revocations *revocations, const char *token_id)
{
    size_t mark = mark_of(token_id);
    if (!(revocations->marks[mark / 64] >> mark % 64 & 1))
        return false;
    pthread_rwlock_rdlock(&revocations->lock);
    bool found = stands_at(revocations, place_of(revocations, token_id), token_id);
    pthread_rwlock_unlock(&revocations->lock);
    return found;
}
