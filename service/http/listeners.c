#include "service/http/listeners.h"

#include <stdio.h>
#include <string.h>

#include "service/http/request.h"
#include "service/http/server_state.h"

bool listeners_start(struct listeners *listeners, size_t limit)
{
    *listeners = (struct listeners){.limit = limit};
    if (pthread_mutex_init(&listeners->mutex, NULL) != 0)
        return false;
    if (pthread_cond_init(&listeners->woken, NULL) == 0)
        return true;
    pthread_mutex_destroy(&listeners->mutex);
    return false;
}

void listeners_stop(struct listeners *listeners)
{
    pthread_cond_destroy(&listeners->woken);
    pthread_mutex_destroy(&listeners->mutex);
}

void listeners_count(struct listeners *listeners, size_t *ret_streams, size_t *ret_polls)
{
    pthread_mutex_lock(&listeners->mutex);
    *ret_streams = listeners->streams;
    *ret_polls = listeners->count - listeners->streams;
    pthread_mutex_unlock(&listeners->mutex);
}

static struct subscribers *subscribers_of(const struct server *server)
{
    return engine_subscribers(server->service->engine);
}

void listeners_drain(struct server *server)
{
    struct listeners *listeners = &server->listeners;
    pthread_mutex_lock(&listeners->mutex);
    listeners->closing = true;
    bool any = listeners->count > 0;
    pthread_mutex_unlock(&listeners->mutex);
    if (!any)
        return;
    subscribers_wake_all(subscribers_of(server));
    pthread_mutex_lock(&listeners->mutex);
    while (listeners->asleep > 0)
        pthread_cond_wait(&listeners->woken, &listeners->mutex);
    pthread_mutex_unlock(&listeners->mutex);
}

/* As soon as the connection is resumed its thread may free the listener: nothing of it is touched
 * afterwards. */
static void resume(struct listeners *listeners, struct MHD_Connection *connection)
{
    MHD_resume_connection(connection);
    pthread_mutex_lock(&listeners->mutex);
    if (--listeners->asleep == 0)
        pthread_cond_signal(&listeners->woken);
    pthread_mutex_unlock(&listeners->mutex);
}

static void wake(struct subscriber *subscriber, unsigned events)
{
    struct listener *listener = (struct listener *)subscriber;
    struct listeners *listeners = &listener->server->listeners;
    pthread_mutex_lock(&listeners->mutex);
    bool asleep = listener->asleep;
    listener->asleep = false;
    listener->called = true;
    listener->events += events;
    bool stuck = listener->events > MISSED_EVENTS_MAX;
    atomic_store(&subscriber->wake_at, INT64_MAX);
    pthread_mutex_unlock(&listeners->mutex);
    if (asleep)
        resume(listeners, listener->connection);
    else if (stuck)
        connection_shut(listener->link);
}

static size_t count_of_token(const struct listeners *listeners, const char *token_id)
{
    size_t count = 0;
    for (const struct listener *at = listeners->first; at; at = at->next)
        if (strcmp(at->token_id, token_id) == 0)
            count++;
    return count;
}

/* With the mutex held. */
static enum listening may_enter(const struct listeners *listeners, const struct listener *listener)
{
    const char *token_id = listener->token_id;
    if (listeners->closing || listeners->count >= listeners->limit)
        return LISTENERS_FULL;
    if (token_id[0] != '\0' && count_of_token(listeners, token_id) >= STREAMS_OF_TOKEN_MAX)
        return LISTENERS_OF_TOKEN;
    return LISTENING;
}

static enum listening enter(struct listeners *listeners, struct listener *listener)
{
    pthread_mutex_lock(&listeners->mutex);
    enum listening outcome = may_enter(listeners, listener);
    if (outcome == LISTENING) {
        listener->next = listeners->first;
        listener->place = &listeners->first;
        if (listener->next)
            listener->next->place = &listener->next;
        listeners->first = listener;
        listeners->count++;
        listeners->streams += listener->is_stream;
    }
    pthread_mutex_unlock(&listeners->mutex);
    return outcome;
}

enum listening listener_begin(struct listener *listener, const struct request *request,
                              const struct claims *caller, bool is_stream)
{
    *listener = (struct listener){.subscriber = {.wake = wake, .wake_at = INT64_MAX},
                                  .server = request->server,
                                  .connection = request->connection,
                                  .link = request->link,
                                  .is_stream = is_stream};
    memcpy(listener->subscriber.game, request->call.game, sizeof listener->subscriber.game);
    if (caller->role == ROLE_CREATOR)
        listener->subscriber.creator = caller->subject;
    if (is_stream)
        memcpy(listener->token_id, caller->id, sizeof listener->token_id);
    enum listening outcome = enter(&request->server->listeners, listener);
    if (outcome == LISTENING)
        subscribe(subscribers_of(request->server), &listener->subscriber);
    return outcome;
}

void listener_end(struct listener *listener)
{
    struct listeners *listeners = &listener->server->listeners;
    unsubscribe(subscribers_of(listener->server), &listener->subscriber);
    pthread_mutex_lock(&listeners->mutex);
    *listener->place = listener->next;
    if (listener->next)
        listener->next->place = listener->place;
    listeners->count--;
    listeners->streams -= listener->is_stream;
    pthread_mutex_unlock(&listeners->mutex);
}

unsigned listener_news(struct listener *listener)
{
    struct listeners *listeners = &listener->server->listeners;
    pthread_mutex_lock(&listeners->mutex);
    unsigned events = listener->events;
    listener->events = 0;
    listener->called = false;
    pthread_mutex_unlock(&listeners->mutex);
    return events;
}

bool listener_sleep(struct listener *listener, int64_t wake_at)
{
    struct listeners *listeners = &listener->server->listeners;
    pthread_mutex_lock(&listeners->mutex);
    bool sleeps = !listener->called && !listeners->closing;
    if (sleeps) {
        atomic_store(&listener->subscriber.wake_at, wake_at);
        listener->asleep = true;
        listeners->asleep++;
        /* With the mutex held: a resume must never come first. */
        MHD_suspend_connection(listener->connection);
    }
    pthread_mutex_unlock(&listeners->mutex);
    return sleeps;
}

bool listener_asleep(struct listener *listener)
{
    struct listeners *listeners = &listener->server->listeners;
    pthread_mutex_lock(&listeners->mutex);
    bool asleep = listener->asleep;
    pthread_mutex_unlock(&listeners->mutex);
    return asleep;
}

int64_t listener_now(const struct listener *listener)
{
    return subscribers_now(subscribers_of(listener->server));
}
