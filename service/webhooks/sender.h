/*
 * What the files of the sender share. Private to this folder.
 */
#ifndef SERVICE_WEBHOOKS_SENDER_H
#define SERVICE_WEBHOOKS_SENDER_H

#include <pthread.h>
#include <stdatomic.h>

#include "service/webhooks/lookup.h"
#include "service/webhooks/transfer.h"
#include "service/webhooks/webhooks.h"

enum {
    FLIGHTS_MAX = 256,
    RETRIES_MAX = 128, /* of them, so that webhooks that hang never keep others waiting */
    LOOKUPS_MAX = 64
};

/* What an easy handle of the multi handle belongs to: the first member of both. */
enum task { TASK_FLIGHT, TASK_LOOKUP };

enum flight_state {
    FLIGHT_CHOSEN,
    FLIGHT_SENDING,
    FLIGHT_JUDGED,    /* the report is to be given to the engine */
    FLIGHT_REPORTING, /* the engine has it */
    FLIGHT_REPORTED
};

/* A delivery on its way, the only one of its webhook. */
struct flight {
    enum task task;
    _Atomic enum flight_state state; /* REPORTING to REPORTED is the engine's thread's step */
    struct webhooks *webhooks;
    bool failing; /* it has been tried in vain before */
    struct webhook webhook;
    struct delivery delivery;
    struct transfer transfer;
    struct job job; /* the report */
};

struct waiting_lookup {
    enum task task;
    struct target_lookup lookup;
    struct waiting_lookup *next;
};

struct webhooks {
    struct webhooks_settings settings;
    struct engine *engine;
    CURLM *multi;
    pthread_t thread;
    atomic_bool awake; /* something may have become due */
    atomic_uint_least64_t attempts;
    atomic_uint_least64_t delivered;
    atomic_uint_least64_t disabled;

    pthread_mutex_t mutex; /* of what follows */
    bool running;
    struct job *asked; /* lookups that have not begun, newest first */
    size_t asking;     /* all that have not ended */

    /* The thread's own. */
    struct flight *flights[FLIGHTS_MAX];
    size_t flight_count;
    size_t retry_count;
    struct waiting_lookup *lookups;
    int64_t next_due;
};

/* flights.c */

/* Lets go of flights that have been reported, chooses others that are due and sends them off. */
void flights_begin(struct webhooks *webhooks);
/* The POST of a flight has ended, with curl's RESULT; its easy handle is out of the multi handle.
 */
void flight_landed(struct flight *flight, CURLcode result);
/* Gives reports to the engine. */
void flights_report(struct webhooks *webhooks);
/* Whether any waits for the engine, or to be given to it. */
bool flights_unreported(const struct webhooks *webhooks);
/* Gives up all that is not with the engine. */
void flights_cancel(struct webhooks *webhooks);

/* lookups.c */

void lookups_begin(struct webhooks *webhooks);
void lookup_ended(struct webhooks *webhooks, struct waiting_lookup *waiting);
void lookups_cancel(struct webhooks *webhooks);

#endif
