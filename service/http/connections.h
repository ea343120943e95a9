/*
 * The open connections, and the thread that closes those whose client is too slow:
 * libmicrohttpd counts its timeout from the last byte, so a client that sends a byte now and then
 * would hold a connection for ever. Private to this folder.
 */
#ifndef SERVICE_HTTP_CONNECTIONS_H
#define SERVICE_HTTP_CONNECTIONS_H

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "service/http/neighbours.h"
#include "service/http/server.h"

/* What a connection is doing; each but SUSPENDED and STREAMING has a deadline. */
enum connection_phase {
    CONNECTION_OPENED,    /* nothing asked yet */
    CONNECTION_BODY,      /* the head of a request is complete */
    CONNECTION_SUSPENDED, /* the request waits for the engine */
    CONNECTION_ANSWERING,
    CONNECTION_STREAMING, /* the answer goes on as long as the client stays */
    CONNECTION_IDLE,      /* answered: the next request may come */
    CONNECTION_PHASES
};

struct connection {
    struct connections *connections;
    struct connection *previous;
    struct connection *next;
    struct neighbour *neighbour; /* NULL: of a trusted proxy, which stands for many clients */
    int socket;
    /* Set by the thread that serves it without the mutex, PHASE last, so that who reads it first
     * does not take an old time for that of a new phase. */
    _Atomic(enum connection_phase) phase;
    _Atomic int64_t since; /* it does so, and the deadline: microseconds of the stopwatch */
    _Atomic int64_t deadline;
};

struct connections {
    pthread_mutex_t mutex; /* guards the list, the counts, and the sockets from being closed */
    pthread_cond_t changed;
    pthread_t reaper;
    int64_t allowed[CONNECTION_PHASES]; /* microseconds */
    struct connection *first;           /* who came last */
    struct connection *last;
    size_t open;
    struct neighbours neighbours;
    const struct proxies *proxies;
    size_t room;  /* open ones that need not make way */
    size_t share; /* connections that an address may have before it makes way first */
    size_t shut;  /* told to make way; until as many have gone, no more are */
    atomic_bool draining;
    bool closing; /* all are shut, and whoever comes is */
    bool ending;
};

/* Starts the reaper. Of LIMIT connections that there may be some are kept free: see making_room.h.
 * PROXIES (NULL for none) are borrowed until connections_stop. False: no memory or no thread. */
bool connections_start(struct connections *connections, const struct server_deadlines *deadlines,
                       const struct proxies *proxies, unsigned limit);

/* Stops the reaper; no connection is open any more. */
void connections_stop(struct connections *connections);

/* Waits until no request is under way, at most MICROSECONDS; false if some still are. */
bool connections_drain(struct connections *connections, int64_t microseconds);

/* Closes all connections, those that come meanwhile too, and waits until the library has let go of
 * them, at most MICROSECONDS; false if it still has some. */
bool connections_close(struct connections *connections, int64_t microseconds);

/* MHD_OPTION_NOTIFY_CONNECTION; CONTEXT is the struct connections. The socket's context becomes
 * its struct connection, NULL when there was no memory: the socket is then shut. */
void connections_notify(void *context, struct MHD_Connection *connection, void **socket_context,
                        enum MHD_ConnectionNotificationCode code);

size_t connections_open(struct connections *connections); /* how many there are */

/* CONNECTION may be NULL. */
void connection_enter(struct connection *connection, enum connection_phase phase);

/* Closes the socket, so that the library finds the client gone. Any thread, as long as the
 * connection is there; it may be NULL. */
void connection_shut(struct connection *connection);

/* The same for a connection that has had a DEADLINE, by whoever holds the mutex. False, and nothing
 * is done: it has just gone on to something else. */
bool connection_shut_late(struct connection *connection, int64_t deadline);

/* For an answer that goes on: what lies in the kernel for a client that does not read, and for how
 * long, is kept small. */
void connection_bound(const struct connection *connection);

#endif
