/*
 * Subscribers: who wants to know when a game has changed. A wake-up carries no data: whoever is
 * woken looks for what is new, so that one too many does no harm. The engine only notes what it has
 * committed; the herald, a thread of this module, wakes the subscribers, so that a commit takes as
 * long for a thousand of them as for one. The herald also wakes whoever asked to be woken at some
 * time.
 */
#ifndef SERVICE_ENGINE_SUBSCRIBERS_H
#define SERVICE_ENGINE_SUBSCRIBERS_H

#include <stdatomic.h>

#include "service/base/clock.h"
#include "service/engine/snapshot.h"

struct subscribers;

struct subscriber {
    /* Filled in before subscribing, and left alone until the end of the subscription. */
    char game[ULID_LENGTH + 1]; /* "": all games */
    const char *creator;        /* of all games only this creator's, borrowed; NULL: any */
    /* On the herald's thread. It must not block, nor subscribe or unsubscribe anybody. EVENTS is
     * how many have been committed; 0: the time has come, or all are woken. */
    void (*wake)(struct subscriber *subscriber, unsigned events);

    /* When to wake at the latest, by the clock of the subscribers; INT64_MAX: never. May be changed
     * at any time. */
    _Atomic int64_t wake_at;

    struct subscriber *next; /* the module's, like PLACE */
    struct subscriber **place;
};

/* CLOCK is for wake_at and must never be set back. The herald looks at it every PERIOD
 * milliseconds; 0: only subscribers_look does. NULL: no memory or no thread. */
struct subscribers *subscribers_new(const struct clock *clock, unsigned period);
void subscribers_free(struct subscribers *subscribers); /* none are left */

void subscribe(struct subscribers *subscribers, struct subscriber *subscriber);
/* Returns when SUBSCRIBER is not being woken and will not be any more. */
void unsubscribe(struct subscribers *subscribers, struct subscriber *subscriber);

/* EVENTS have been committed that led to SNAPSHOT. By the engine; returns at once. */
void subscribers_tell(struct subscribers *subscribers, struct snapshot *snapshot, unsigned events);

/* Wakes everybody. Any thread but the herald's. */
void subscribers_wake_all(struct subscribers *subscribers);

/* Wakes those whose time has come. */
void subscribers_look(struct subscribers *subscribers);

int64_t subscribers_now(const struct subscribers *subscribers);

#endif
