/*
 * A server that does only the unavoidable work, with the libraries and settings of the service:
 *
 *     GET  /static/BYTES    a fixed answer of that many bytes
 *     GET  /unchanged       an empty 304
 *     GET  /stream          a stream of what is published
 *     POST /events/BYTES    the body is parsed as JSON and inserted as an event, in a synchronised
 *                           commit for all that wait; then a fixed answer of that many bytes
 *     POST /publish/BYTES   the same, and that many bytes go to every stream; the answer is empty
 *
 * usage: bench_bare FILE, of a database that is made
 */
#include <jansson.h>
#include <microhttpd.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/bench/bare_commits.h"
#include "tests/bench/bare_fanout.h"

enum {
    BODY_BYTES_MAX = 4096,
    STATIC_BYTES_MAX = 256 * 1024,
    STATICS_MAX = 64,
    CONNECTIONS_MAX = 4096,
    CONNECTION_MEMORY = 16 * 1024,
    IDLE_SECONDS = 30
};

struct request {
    char body[BODY_BYTES_MAX];
    size_t length;
    size_t bytes; /* of the answer */
    bool publishes;
    bool submitted;
    struct commit commit;
    struct MHD_Connection *connection;
};

static struct commits *commits;
static struct MHD_Response *unchanged;
static pthread_mutex_t statics_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct {
    size_t bytes;
    struct MHD_Response *response;
} statics[STATICS_MAX];

/* The answer of BYTES, made once. */
static struct MHD_Response *static_answer(size_t bytes)
{
    static char text[STATIC_BYTES_MAX];
    struct MHD_Response *response = NULL;
    if (bytes > sizeof text)
        return NULL;
    pthread_mutex_lock(&statics_mutex);
    size_t i = 0;
    while (i < STATICS_MAX && statics[i].response && statics[i].bytes != bytes)
        i++;
    if (i < STATICS_MAX && !statics[i].response) {
        statics[i].bytes = bytes;
        statics[i].response = MHD_create_response_from_buffer(bytes, text, MHD_RESPMEM_PERSISTENT);
        MHD_add_response_header(statics[i].response, "Content-Type", "application/json");
    }
    if (i < STATICS_MAX)
        response = statics[i].response;
    pthread_mutex_unlock(&statics_mutex);
    return response;
}

static size_t bytes_in(const char *url)
{
    const char *number = strrchr(url, '/');
    return number ? strtoul(number + 1, NULL, 10) : 0;
}

static enum MHD_Result answer(struct MHD_Connection *connection, size_t bytes)
{
    struct MHD_Response *response = static_answer(bytes);
    unsigned status = bytes > 0 ? MHD_HTTP_OK : MHD_HTTP_NO_CONTENT;
    return response ? MHD_queue_response(connection, status, response) : MHD_NO;
}

static enum MHD_Result get(struct MHD_Connection *connection, const char *url)
{
    if (strcmp(url, "/unchanged") == 0)
        return MHD_queue_response(connection, MHD_HTTP_NOT_MODIFIED, unchanged);
    if (strcmp(url, "/stream") == 0)
        return fanout_answer(connection);
    return answer(connection, bytes_in(url));
}

static void on_committed(struct commit *commit)
{
    struct request *request = commit->owner;
    struct MHD_Connection *connection = request->connection;
    if (request->publishes)
        fanout_publish(request->bytes);
    MHD_resume_connection(connection);
}

static enum MHD_Result submit(struct request *request)
{
    json_t *json = json_loadb(request->body, request->length, JSON_REJECT_DUPLICATES, NULL);
    if (!json)
        return MHD_NO;
    json_decref(json);
    request->commit = (struct commit){
        .data = request->body, .length = request->length, .done = on_committed, .owner = request};
    request->submitted = true;
    MHD_suspend_connection(request->connection);
    commits_submit(commits, &request->commit);
    return MHD_YES;
}

static enum MHD_Result post(struct request *request, const char *bytes, size_t *length)
{
    if (*length > 0) {
        if (*length > sizeof request->body - request->length)
            return MHD_NO;
        memcpy(request->body + request->length, bytes, *length);
        request->length += *length;
        *length = 0;
        return MHD_YES;
    }
    if (!request->submitted)
        return submit(request);
    return answer(request->connection, request->publishes ? 0 : request->bytes);
}

/* A request without a body needs no memory of its own. */
static char without_body;

static enum MHD_Result begin(struct MHD_Connection *connection, const char *url, const char *method,
                             void **ret_request)
{
    *ret_request = &without_body;
    if (strcmp(method, "POST") != 0)
        return MHD_YES;
    struct request *request = malloc(sizeof *request);
    if (!request)
        return MHD_NO;
    request->length = 0;
    request->submitted = false;
    request->bytes = bytes_in(url);
    request->publishes = strncmp(url, "/publish/", 9) == 0;
    request->connection = connection;
    if (request->publishes && (request->bytes < 2 || request->bytes > FANOUT_BYTES_MAX))
        request->bytes = FANOUT_BYTES_MAX;
    *ret_request = request;
    return MHD_YES;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *bytes,
                              size_t *length, void **request)
{
    (void)context;
    (void)version;
    if (!*request)
        return begin(connection, url, method, request);
    return *request == &without_body ? get(connection, url) : post(*request, bytes, length);
}

static void end(void *context, struct MHD_Connection *connection, void **request,
                enum MHD_RequestTerminationCode code)
{
    (void)context;
    (void)connection;
    (void)code;
    if (*request != &without_body)
        free(*request);
}

static struct MHD_Daemon *start(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const struct MHD_OptionItem pool[] = {
        {cores > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, cores, NULL},
        {MHD_OPTION_END, 0, NULL}};
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL,
        handle, NULL, MHD_OPTION_ARRAY, pool, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)CONNECTIONS_MAX, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS, MHD_OPTION_NOTIFY_COMPLETED, end,
        NULL, MHD_OPTION_END);
}

int main(int argc, char **argv)
{
    sigset_t signals;
    int number;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    signal(SIGPIPE, SIG_IGN);
    if (argc != 2) {
        fputs("usage: bench_bare FILE\n", stderr);
        return 2;
    }
    json_object_seed(0);
    unchanged = MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
    commits = commits_start(argv[1]);
    struct MHD_Daemon *daemon = commits ? start() : NULL;
    if (!daemon || !unchanged)
        return 1;
    printf("bare listens on http://127.0.0.1:%u\n",
           MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
    fflush(stdout);
    while (sigwait(&signals, &number) != 0)
        continue;
    fanout_end();
    MHD_stop_daemon(daemon);
    commits_stop(commits);
    MHD_destroy_response(unchanged);
    for (size_t i = 0; i < STATICS_MAX && statics[i].response; i++)
        MHD_destroy_response(statics[i].response);
    return 0;
}
