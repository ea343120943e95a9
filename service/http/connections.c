#include "service/http/connections.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "service/http/peer.h"
#include "service/http/reaper.h"
#include "service/http/stopwatch.h"

enum {
    SPARE_PART = 8, /* of all connections: kept for those who come */
    SHARE_PART = 8, /* of them: what one address may hold however many come */
    STREAM_END_MICROSECONDS = 500000,
    STREAM_BUFFER_BYTES = 32 * 1024,
    STREAM_SILENCE_MILLISECONDS = 45000 /* without a sign of the client that it got our bytes */
};

static int64_t allowed_time(unsigned milliseconds, unsigned fallback)
{
    return (int64_t)(milliseconds ? milliseconds : fallback) * 1000;
}

static void set_deadlines(struct connections *connections, const struct server_deadlines *deadlines)
{
    int64_t *allowed = connections->allowed;
    allowed[CONNECTION_OPENED] = allowed_time(deadlines->first_head, 10000);
    allowed[CONNECTION_BODY] = allowed_time(deadlines->body, 10000);
    allowed[CONNECTION_SUSPENDED] = INT64_MAX;
    allowed[CONNECTION_ANSWERING] = allowed_time(deadlines->answer, 120000);
    allowed[CONNECTION_STREAMING] = INT64_MAX;
    allowed[CONNECTION_IDLE] = allowed_time(deadlines->next_head, 40000);
}

static bool make_condition(pthread_cond_t *ret_condition)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    bool made = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                pthread_cond_init(ret_condition, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return made;
}

bool connections_start(struct connections *connections, const struct server_deadlines *deadlines,
                       const struct proxies *proxies, unsigned limit)
{
    *connections = (struct connections){
        .proxies = proxies, .room = limit - limit / SPARE_PART, .share = limit / SHARE_PART};
    set_deadlines(connections, deadlines);
    if (pthread_mutex_init(&connections->mutex, NULL) != 0)
        return false;
    if (!make_condition(&connections->changed))
        goto no_condition;
    if (pthread_create(&connections->reaper, NULL, reap, connections) != 0)
        goto no_thread;
    return true;

no_thread:
    pthread_cond_destroy(&connections->changed);
no_condition:
    pthread_mutex_destroy(&connections->mutex);
    return false;
}

void connections_stop(struct connections *connections)
{
    pthread_mutex_lock(&connections->mutex);
    connections->ending = true;
    pthread_cond_broadcast(&connections->changed);
    pthread_mutex_unlock(&connections->mutex);
    pthread_join(connections->reaper, NULL);
    pthread_cond_destroy(&connections->changed);
    pthread_mutex_destroy(&connections->mutex);
}

/* With the mutex held: streams have been told to end, and have so long to send their last bytes. */
static void hurry_streams(struct connections *connections)
{
    for (struct connection *at = connections->first; at; at = at->next)
        if (at->phase == CONNECTION_STREAMING)
            at->deadline = stopwatch_roughly() + STREAM_END_MICROSECONDS;
}

static bool is_busy(enum connection_phase phase)
{
    return phase != CONNECTION_OPENED && phase != CONNECTION_IDLE;
}

/* With the mutex held. */
static bool any_busy(const struct connections *connections)
{
    for (const struct connection *at = connections->first; at; at = at->next)
        if (is_busy(at->phase))
            return true;
    return false;
}

bool connections_drain(struct connections *connections, int64_t microseconds)
{
    struct timespec until = stopwatch_moment(stopwatch_microseconds() + microseconds);
    int status = 0;
    pthread_mutex_lock(&connections->mutex);
    connections->draining = true;
    hurry_streams(connections);
    while (any_busy(connections) && status == 0)
        status = pthread_cond_timedwait(&connections->changed, &connections->mutex, &until);
    bool drained = !any_busy(connections);
    pthread_mutex_unlock(&connections->mutex);
    return drained;
}

bool connections_close(struct connections *connections, int64_t microseconds)
{
    struct timespec until = stopwatch_moment(stopwatch_microseconds() + microseconds);
    int status = 0;
    pthread_mutex_lock(&connections->mutex);
    connections->closing = true;
    for (const struct connection *at = connections->first; at; at = at->next)
        shutdown(at->socket, SHUT_RDWR);
    while (connections->open > 0 && status == 0)
        status = pthread_cond_timedwait(&connections->changed, &connections->mutex, &until);
    bool closed = connections->open == 0;
    pthread_mutex_unlock(&connections->mutex);
    return closed;
}

size_t connections_open(struct connections *connections)
{
    pthread_mutex_lock(&connections->mutex);
    size_t open = connections->open;
    pthread_mutex_unlock(&connections->mutex);
    return open;
}

/* Who drains says so first and looks at the phases afterwards; here it is the other way round, so
 * that one of both sees the other. */
static void tell_drained(struct connections *connections)
{
    if (!connections->draining)
        return;
    pthread_mutex_lock(&connections->mutex);
    pthread_cond_broadcast(&connections->changed);
    pthread_mutex_unlock(&connections->mutex);
}

static void set_phase(struct connection *connection, enum connection_phase phase)
{
    struct connections *connections = connection->connections;
    const enum connection_phase before =
        atomic_load_explicit(&connection->phase, memory_order_relaxed);
    const int64_t allowed = connections->allowed[phase];
    const int64_t now = stopwatch_roughly();
    const int64_t deadline = allowed == INT64_MAX ? INT64_MAX : now + allowed;
    atomic_store_explicit(&connection->since, now, memory_order_relaxed);
    atomic_store_explicit(&connection->deadline, deadline, memory_order_relaxed);
    connection->phase = phase;
    if (is_busy(before) && !is_busy(phase))
        tell_drained(connections);
}

void connection_enter(struct connection *connection, enum connection_phase phase)
{
    if (connection)
        set_phase(connection, phase);
}

void connection_shut(struct connection *connection)
{
    if (!connection)
        return;
    pthread_mutex_lock(&connection->connections->mutex);
    shutdown(connection->socket, SHUT_RDWR);
    pthread_mutex_unlock(&connection->connections->mutex);
}

/* No socket in the list can be closed meanwhile. */
bool connection_shut_late(struct connection *connection, int64_t deadline)
{
    if (!atomic_compare_exchange_strong(&connection->deadline, &deadline, INT64_MAX))
        return false;
    shutdown(connection->socket, SHUT_RDWR);
    return true;
}

void connection_bound(const struct connection *connection)
{
    int bytes = STREAM_BUFFER_BYTES;
    unsigned silence = STREAM_SILENCE_MILLISECONDS;
    if (!connection)
        return;
    /* Without them a stream works all the same. */
    (void)setsockopt(connection->socket, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    (void)setsockopt(connection->socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &silence, sizeof silence);
}

static int socket_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/* With the mutex held. False: no memory. */
static bool meet_neighbour(struct connection *connection, const struct address *address)
{
    struct connections *connections = connection->connections;
    if (address_trusted(connections->proxies, address))
        return true;
    const struct address network = address_network(address);
    connection->neighbour = neighbour_enter(&connections->neighbours, &network);
    return connection->neighbour != NULL;
}

/* With the mutex held. */
static void put_in(struct connection *connection)
{
    struct connections *connections = connection->connections;
    connection->next = connections->first;
    if (connection->next)
        connection->next->previous = connection;
    else
        connections->last = connection;
    connections->first = connection;
    connections->open++;
    if (connections->closing)
        shutdown(connection->socket, SHUT_RDWR);
    if (connections->open == connections->room + 1)
        pthread_cond_broadcast(&connections->changed);
}

static struct connection *add(struct connections *connections, int socket,
                              const struct address *address)
{
    struct connection *added = calloc(1, sizeof *added);
    if (!added)
        return NULL;
    added->connections = connections;
    added->socket = socket;
    set_phase(added, CONNECTION_OPENED);
    pthread_mutex_lock(&connections->mutex);
    bool met = meet_neighbour(added, address);
    if (met)
        put_in(added);
    pthread_mutex_unlock(&connections->mutex);
    if (met)
        return added;
    free(added);
    return NULL;
}

static void take_out(struct connection *connection)
{
    struct connections *connections = connection->connections;
    set_phase(connection, CONNECTION_IDLE);
    pthread_mutex_lock(&connections->mutex);
    if (connection->previous)
        connection->previous->next = connection->next;
    else
        connections->first = connection->next;
    if (connection->next)
        connection->next->previous = connection->previous;
    else
        connections->last = connection->previous;
    connections->open--;
    if (connections->closing && connections->open == 0)
        pthread_cond_broadcast(&connections->changed);
    connections->shut -= connections->shut > 0;
    if (connection->neighbour)
        neighbour_leave(&connections->neighbours, connection->neighbour);
    pthread_mutex_unlock(&connections->mutex);
    free(connection);
}

void connections_notify(void *context, struct MHD_Connection *connection, void **socket_context,
                        enum MHD_ConnectionNotificationCode code)
{
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        if (*socket_context)
            take_out(*socket_context);
        *socket_context = NULL;
        return;
    }
    int socket = socket_of(connection);
    const struct address address = peer_of(connection);
    *socket_context = add(context, socket, &address);
    if (!*socket_context)
        shutdown(socket, SHUT_RDWR);
}
