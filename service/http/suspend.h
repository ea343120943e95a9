/*
 * Suspending: a request whose job is with the engine is put aside, and taken up again when the
 * job is done. Only this file and listeners.c suspend and resume. Private to this folder.
 */
#ifndef SERVICE_HTTP_SUSPEND_H
#define SERVICE_HTTP_SUSPEND_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct request;

/* Where a request stands; guarded by the mutex of its suspensions. */
enum suspension { SUSPENSION_NONE, SUSPENSION_QUEUED, SUSPENSION_DONE };

struct suspensions {
    pthread_mutex_t mutex;
    pthread_cond_t emptied;
    size_t count; /* requests that are not SUSPENSION_NONE */
    bool refusing;
};

bool suspensions_start(struct suspensions *suspensions);

/* No request is suspended from now on. */
void suspensions_refuse(struct suspensions *suspensions);

/* Afterwards: returns when no request is suspended any more. The engine still runs. */
void suspensions_drain(struct suspensions *suspensions);

void suspensions_stop(struct suspensions *suspensions);

/* Suspends REQUEST and gives its job to the engine; its stage is REQUEST_SUBMITTED from then on.
 * False: the engine does not take it, then the request is on its way back already; or the server
 * is stopping, then it was never suspended. */
bool suspend_submit(struct request *request);

/* Takes REQUEST up again, from the callback that follows its resumption or from its end. False:
 * its job is not done, or it was not suspended. */
bool suspend_take_up(struct request *request);

#endif
