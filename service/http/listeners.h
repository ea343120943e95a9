/*
 * Listeners: requests that stay open until something happens, streams and long polls. How many
 * there may be, and how each is put to sleep and woken: no thread waits for any of them. Private to
 * this folder.
 */
#ifndef SERVICE_HTTP_LISTENERS_H
#define SERVICE_HTTP_LISTENERS_H

#include <microhttpd.h>
#include <pthread.h>

#include "service/auth/token.h"
#include "service/engine/subscribers.h"

struct request;
struct server;

enum {
    STREAMS_OF_TOKEN_MAX = 4,
    /* A listener that is awake all the while that so many events are committed cannot get rid of
     * what it has: its client does not read. */
    MISSED_EVENTS_MAX = 256
};

struct listeners {
    pthread_mutex_t mutex; /* guards all below, and what of each listener is said to be guarded */
    pthread_cond_t woken;
    size_t limit;
    size_t count;
    size_t streams; /* of those */
    size_t asleep;
    bool closing; /* nobody goes to sleep any more */
    struct listener *first;
};

struct listener {
    struct subscriber subscriber; /* first, so that a pointer to one is a pointer to the other */
    struct server *server;
    struct MHD_Connection *connection;
    struct connection *link;
    char token_id[TOKEN_ID_LENGTH + 1]; /* "" for polls, and for streams without a token */
    bool is_stream;
    /* Guarded. */
    bool asleep;
    bool called;     /* since the last listener_news */
    unsigned events; /* committed since then */
    struct listener *next;
    struct listener **place;
};

bool listeners_start(struct listeners *listeners, size_t limit);
void listeners_stop(struct listeners *listeners); /* none is left */

void listeners_count(struct listeners *listeners, size_t *ret_streams, size_t *ret_polls);

/* Wakes all, and returns when none is asleep any more; whoever wakes has to come to its end. */
void listeners_drain(struct server *server);

/* Why somebody cannot listen. */
enum listening { LISTENING, LISTENERS_FULL, LISTENERS_OF_TOKEN };

/* Begins to listen to the game of the request's path, or to all of the caller's games if the path
 * has none. LISTENER must not move, and CALLER stay, until listener_end. */
enum listening listener_begin(struct listener *listener, const struct request *request,
                              const struct claims *caller, bool is_stream);
void listener_end(struct listener *listener);

/* How many events have been committed since the last call. */
unsigned listener_news(struct listener *listener);

/* Suspends the connection until there is news or the time WAKE_AT has come. To be called from a
 * callback of the connection, which is to return at once. False: it is not suspended, since there
 * is news since the last listener_news, or all come to their end. */
bool listener_sleep(struct listener *listener, int64_t wake_at);

/* Whether it is asleep: a callback that comes all the same is of no account. */
bool listener_asleep(struct listener *listener);

int64_t listener_now(const struct listener *listener); /* the clock of WAKE_AT */

#endif
