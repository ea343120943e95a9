#include "service/http/suspend.h"

#include "service/http/request.h"
#include "service/http/server_state.h"

bool suspensions_start(struct suspensions *suspensions)
{
    *suspensions = (struct suspensions){.count = 0};
    if (pthread_mutex_init(&suspensions->mutex, NULL) != 0)
        return false;
    if (pthread_cond_init(&suspensions->emptied, NULL) == 0)
        return true;
    pthread_mutex_destroy(&suspensions->mutex);
    return false;
}

void suspensions_refuse(struct suspensions *suspensions)
{
    pthread_mutex_lock(&suspensions->mutex);
    suspensions->refusing = true;
    pthread_mutex_unlock(&suspensions->mutex);
}

void suspensions_drain(struct suspensions *suspensions)
{
    pthread_mutex_lock(&suspensions->mutex);
    while (suspensions->count > 0)
        pthread_cond_wait(&suspensions->emptied, &suspensions->mutex);
    pthread_mutex_unlock(&suspensions->mutex);
}

void suspensions_stop(struct suspensions *suspensions)
{
    pthread_cond_destroy(&suspensions->emptied);
    pthread_mutex_destroy(&suspensions->mutex);
}

static bool enter(struct suspensions *suspensions, struct request *request)
{
    pthread_mutex_lock(&suspensions->mutex);
    bool open = !suspensions->refusing;
    if (open) {
        request->suspension = SUSPENSION_QUEUED;
        suspensions->count++;
    }
    pthread_mutex_unlock(&suspensions->mutex);
    return open;
}

/* As soon as the connection is resumed its thread may answer and free REQUEST: nothing of it is
 * touched afterwards. */
static void send_back(struct request *request)
{
    struct suspensions *suspensions = &request->server->suspensions;
    struct MHD_Connection *connection = request->connection;
    pthread_mutex_lock(&suspensions->mutex);
    request->suspension = SUSPENSION_DONE;
    pthread_mutex_unlock(&suspensions->mutex);
    MHD_resume_connection(connection);
}

static void on_done(struct job *job)
{
    send_back(job->owner);
}

/* A new webhook's target is looked up before the engine gets to know of it. */
static bool submit(const struct service *service, struct job *job)
{
    bool has_target = job->kind == JOB_WEBHOOK && job->webhook.kind == WEBHOOK_ADD;
    return has_target ? webhooks_submit(service->webhooks, job)
                      : engine_submit(service->engine, job);
}

bool suspend_submit(struct request *request)
{
    struct job *job = &request->call.job;
    job->done = on_done;
    job->owner = request;
    if (!enter(&request->server->suspensions, request))
        return false;
    request->stage = REQUEST_SUBMITTED;
    connection_enter(request->link, CONNECTION_SUSPENDED);
    /* Before the engine knows of it: a resume must never come first. */
    MHD_suspend_connection(request->connection);
    if (submit(request->server->service, job))
        return true;
    send_back(request);
    return false;
}

bool suspend_take_up(struct request *request)
{
    struct suspensions *suspensions = &request->server->suspensions;
    pthread_mutex_lock(&suspensions->mutex);
    bool done = request->suspension == SUSPENSION_DONE;
    if (done) {
        request->suspension = SUSPENSION_NONE;
        if (--suspensions->count == 0)
            pthread_cond_signal(&suspensions->emptied);
    }
    pthread_mutex_unlock(&suspensions->mutex);
    return done;
}
