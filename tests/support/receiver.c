#include "tests/support/receiver.h"

#include <errno.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "service/base/buffer.h"
#include "tests/support/cmocka_all.h"

enum { PATHS_MAX = 32, RECEIVED_MAX = 8192, BODY_BYTES_MAX = 1 << 20, WAIT_SECONDS = 60 };

struct receiver {
    struct MHD_Daemon *daemon;
    unsigned port;
    pthread_mutex_t mutex; /* of what follows */
    pthread_cond_t changed;
    struct {
        char path[64];
        struct reply reply;
    } replies[PATHS_MAX];
    size_t reply_count;
    struct received received[RECEIVED_MAX];
    size_t received_count;
};

/* With the mutex held. */
static struct reply reply_to(const struct receiver *receiver, const char *path)
{
    for (size_t i = 0; i < receiver->reply_count; i++)
        if (strcmp(receiver->replies[i].path, path) == 0)
            return receiver->replies[i].reply;
    return (struct reply){.status = 200};
}

static void copy_header(struct MHD_Connection *connection, const char *name, char *ret_value,
                        size_t size)
{
    const char *value = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
    snprintf(ret_value, size, "%s", value ? value : "");
}

/* Remembers the request and waits until it may be answered. */
static struct reply take(struct receiver *receiver, struct MHD_Connection *connection,
                         const char *path, struct buffer *body)
{
    pthread_mutex_lock(&receiver->mutex);
    if (receiver->received_count < RECEIVED_MAX) {
        struct received *received = &receiver->received[receiver->received_count++];
        snprintf(received->path, sizeof received->path, "%s", path);
        copy_header(connection, "webhook-id", received->id, sizeof received->id);
        copy_header(connection, "webhook-timestamp", received->timestamp,
                    sizeof received->timestamp);
        copy_header(connection, "webhook-signature", received->signature,
                    sizeof received->signature);
        received->body = strndup(body->bytes ? body->bytes : "", body->length);
        pthread_cond_broadcast(&receiver->changed);
    }
    struct reply reply;
    while ((reply = reply_to(receiver, path)).status == 0)
        pthread_cond_wait(&receiver->changed, &receiver->mutex);
    pthread_mutex_unlock(&receiver->mutex);
    return reply;
}

static enum MHD_Result answer(struct MHD_Connection *connection, const struct reply *reply)
{
    const char *body = reply->body ? reply->body : "";
    struct MHD_Response *response =
        MHD_create_response_from_buffer(strlen(body), (void *)body, MHD_RESPMEM_MUST_COPY);
    if (reply->retry_after)
        MHD_add_response_header(response, "Retry-After", reply->retry_after);
    if (reply->location)
        MHD_add_response_header(response, "Location", reply->location);
    enum MHD_Result result = MHD_queue_response(connection, reply->status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *path,
                              const char *method, const char *version, const char *bytes,
                              size_t *length, void **request)
{
    (void)method;
    (void)version;
    struct buffer *body = *request;
    if (!body) {
        body = malloc(sizeof *body);
        *body = buffer_new(BODY_BYTES_MAX);
        *request = body;
        return MHD_YES;
    }
    if (*length > 0) {
        buffer_append(body, bytes, *length);
        *length = 0;
        return MHD_YES;
    }
    struct reply reply = take(context, connection, path, body);
    return answer(connection, &reply);
}

static void end(void *context, struct MHD_Connection *connection, void **request,
                enum MHD_RequestTerminationCode code)
{
    (void)context;
    (void)connection;
    (void)code;
    if (*request)
        buffer_free(*request);
    free(*request);
}

struct receiver *receiver_new(void)
{
    struct receiver *receiver = calloc(1, sizeof *receiver);
    pthread_mutex_init(&receiver->mutex, NULL);
    pthread_cond_init(&receiver->changed, NULL);
    receiver->daemon = MHD_start_daemon(
        MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL, 0, NULL,
        NULL, handle, receiver, MHD_OPTION_NOTIFY_COMPLETED, end, NULL, MHD_OPTION_END);
    if (!receiver->daemon)
        fail_msg("the receiver does not start");
    receiver->port = MHD_get_daemon_info(receiver->daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
    return receiver;
}

void receiver_free(struct receiver *receiver)
{
    pthread_mutex_lock(&receiver->mutex);
    receiver->reply_count = 0;
    pthread_cond_broadcast(&receiver->changed);
    pthread_mutex_unlock(&receiver->mutex);
    MHD_stop_daemon(receiver->daemon);
    for (size_t i = 0; i < receiver->received_count; i++)
        free(receiver->received[i].body);
    pthread_cond_destroy(&receiver->changed);
    pthread_mutex_destroy(&receiver->mutex);
    free(receiver);
}

const char *receiver_url(const struct receiver *receiver, const char *path)
{
    static char url[128];
    snprintf(url, sizeof url, "http://127.0.0.1:%u%s", receiver->port, path);
    return url;
}

void receiver_set(struct receiver *receiver, const char *path, struct reply reply)
{
    pthread_mutex_lock(&receiver->mutex);
    size_t place = 0;
    while (place < receiver->reply_count && strcmp(receiver->replies[place].path, path) != 0)
        place++;
    if (place == receiver->reply_count && place < PATHS_MAX)
        receiver->reply_count++;
    snprintf(receiver->replies[place].path, sizeof receiver->replies[place].path, "%s", path);
    receiver->replies[place].reply = reply;
    pthread_cond_broadcast(&receiver->changed);
    pthread_mutex_unlock(&receiver->mutex);
}

/* With the mutex held: the request of that number, NULL if it has not come. */
static const struct received *find(const struct receiver *receiver, const char *path, size_t index)
{
    for (size_t i = 0; i < receiver->received_count; i++)
        if (strcmp(receiver->received[i].path, path) == 0 && index-- == 0)
            return &receiver->received[i];
    return NULL;
}

void receiver_wait(struct receiver *receiver, const char *path, size_t count)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += WAIT_SECONDS;
    pthread_mutex_lock(&receiver->mutex);
    int result = 0;
    while (count > 0 && !find(receiver, path, count - 1) && result == 0)
        result = pthread_cond_timedwait(&receiver->changed, &receiver->mutex, &until);
    pthread_mutex_unlock(&receiver->mutex);
    if (result != 0)
        fail_msg("%s got %zu requests, should get %zu", path, receiver_count(receiver, path),
                 count);
}

size_t receiver_count(struct receiver *receiver, const char *path)
{
    pthread_mutex_lock(&receiver->mutex);
    size_t count = 0;
    while (find(receiver, path, count))
        count++;
    pthread_mutex_unlock(&receiver->mutex);
    return count;
}

const struct received *receiver_get(struct receiver *receiver, const char *path, size_t index)
{
    pthread_mutex_lock(&receiver->mutex);
    const struct received *received = find(receiver, path, index);
    pthread_mutex_unlock(&receiver->mutex);
    if (!received)
        fail_msg("%s did not get request %zu", path, index);
    return received;
}
