/*
 * Targets that are being looked up, each for a job that waits for it.
 */
#include <stdlib.h>

#include "service/webhooks/sender.h"

bool webhooks_submit(struct webhooks *webhooks, struct job *job)
{
    if (webhooks->settings.allow_private)
        return engine_submit(webhooks->engine, job);
    pthread_mutex_lock(&webhooks->mutex);
    bool taken = webhooks->running && webhooks->asking < LOOKUPS_MAX;
    if (taken) {
        job->next = webhooks->asked;
        webhooks->asked = job;
        webhooks->asking++;
    }
    pthread_mutex_unlock(&webhooks->mutex);
    if (taken)
        webhooks_wake(webhooks);
    return taken;
}

static void count_ended(struct webhooks *webhooks)
{
    pthread_mutex_lock(&webhooks->mutex);
    webhooks->asking--;
    pthread_mutex_unlock(&webhooks->mutex);
}

static void refuse(struct webhooks *webhooks, struct job *job, enum job_outcome outcome)
{
    count_ended(webhooks);
    job->outcome = outcome;
    job->done(job);
}

static struct job *take_asked(struct webhooks *webhooks)
{
    pthread_mutex_lock(&webhooks->mutex);
    struct job *asked = webhooks->asked;
    webhooks->asked = NULL;
    pthread_mutex_unlock(&webhooks->mutex);
    return asked;
}

static bool begin(struct webhooks *webhooks, struct job *job)
{
    struct waiting_lookup *waiting = calloc(1, sizeof *waiting);
    if (!waiting)
        return false;
    waiting->task = TASK_LOOKUP;
    if (lookup_begin(&waiting->lookup, job, waiting) &&
        curl_multi_add_handle(webhooks->multi, waiting->lookup.easy) == CURLM_OK) {
        waiting->next = webhooks->lookups;
        webhooks->lookups = waiting;
        return true;
    }
    lookup_end(&waiting->lookup);
    free(waiting);
    return false;
}

void lookups_begin(struct webhooks *webhooks)
{
    struct job *next;
    for (struct job *job = take_asked(webhooks); job; job = next) {
        next = job->next;
        if (!begin(webhooks, job))
            refuse(webhooks, job, JOB_UNAVAILABLE);
    }
}

static void unlink_lookup(struct webhooks *webhooks, const struct waiting_lookup *waiting)
{
    struct waiting_lookup **place = &webhooks->lookups;
    while (*place != waiting)
        place = &(*place)->next;
    *place = waiting->next;
}

void lookup_ended(struct webhooks *webhooks, struct waiting_lookup *waiting)
{
    struct job *job = waiting->lookup.job;
    bool fine = lookup_is_fine(&waiting->lookup);
    unlink_lookup(webhooks, waiting);
    lookup_end(&waiting->lookup);
    free(waiting);
    if (!fine)
        refuse(webhooks, job, JOB_BLOCKED);
    else if (engine_submit(webhooks->engine, job))
        count_ended(webhooks);
    else
        refuse(webhooks, job, JOB_UNAVAILABLE);
}

void lookups_cancel(struct webhooks *webhooks)
{
    struct job *next;
    for (struct job *job = take_asked(webhooks); job; job = next) {
        next = job->next;
        refuse(webhooks, job, JOB_UNAVAILABLE);
    }
    while (webhooks->lookups) {
        struct waiting_lookup *waiting = webhooks->lookups;
        webhooks->lookups = waiting->next;
        curl_multi_remove_handle(webhooks->multi, waiting->lookup.easy);
        refuse(webhooks, waiting->lookup.job, JOB_UNAVAILABLE);
        lookup_end(&waiting->lookup);
        free(waiting);
    }
}
