#include "service/http/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "service/base/log.h"
#include "service/http/listen.h"
#include "service/http/request.h"
#include "service/http/server_state.h"

enum {
    CONNECTION_MEMORY = 16 * 1024,
    IDLE_SECONDS = 30,
    DEFAULT_CONNECTIONS = 2048,
    DEFAULT_HEARTBEAT = 15000,
    DRAIN_MICROSECONDS = 5000000, /* for slow clients to take their answers at the end */
    CLOSE_MICROSECONDS = 2000000,
    MESSAGE_BYTES = 512
};

static void log_message(void *context, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

static void log_message(void *context, const char *format, va_list arguments)
{
    char message[MESSAGE_BYTES];
    (void)context;
    vsnprintf(message, sizeof message, format, arguments);
    message[strcspn(message, "\n")] = '\0';
    LOG_EVENT(LOG_LEVEL_INFO, "libmicrohttpd", LOG_TEXT("text", message));
}

static void panic(void *context, const char *file, unsigned line, const char *reason)
{
    (void)context;
    LOG_EVENT(LOG_LEVEL_ERROR, "libmicrohttpd gives up", LOG_TEXT("file", file),
              LOG_NUMBER("line", line), LOG_TEXT("reason", reason ? reason : ""));
    abort();
}

/* Paths and queries are wanted as they were sent: the library decodes them before they are
 * split. */
static size_t leave_escaped(void *context, struct MHD_Connection *connection, char *text)
{
    (void)context;
    (void)connection;
    return strlen(text);
}

static unsigned connections_of(const struct server_settings *settings)
{
    return settings->connections ? settings->connections : DEFAULT_CONNECTIONS;
}

static struct MHD_Daemon *start_daemon(struct server *server, int listening,
                                       const struct server_settings *settings)
{
    const unsigned flags =
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG;
    const unsigned connections = connections_of(settings);
    /* A pool of one is no pool to the library. */
    const unsigned threads = settings->threads > 1 ? settings->threads : 0;
    struct MHD_OptionItem pool[] = {{MHD_OPTION_THREAD_POOL_SIZE, threads, NULL},
                                    {MHD_OPTION_END, 0, NULL}};
    if (threads == 0)
        pool[0].option = MHD_OPTION_END;
    MHD_set_panic_func(panic, NULL);
    return MHD_start_daemon(
        flags, 0, NULL, NULL, request_handle, server, MHD_OPTION_EXTERNAL_LOGGER, log_message, NULL,
        MHD_OPTION_ARRAY, pool, MHD_OPTION_LISTEN_SOCKET, listening, MHD_OPTION_CONNECTION_LIMIT,
        connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS, MHD_OPTION_UNESCAPE_CALLBACK,
        leave_escaped, NULL, MHD_OPTION_URI_LOG_CALLBACK, request_new, server,
        MHD_OPTION_NOTIFY_COMPLETED, request_end, NULL, MHD_OPTION_NOTIFY_CONNECTION,
        connections_notify, &server->connections, MHD_OPTION_END);
}

static bool start_counting(struct server *server, const struct server_settings *settings)
{
    server->metrics = metrics_new(settings->routes, settings->route_count);
    if (settings->quotas)
        server->limits = limits_new(settings->quotas, &settings->service->random);
    return server->metrics && (server->limits || !settings->quotas);
}

static void stop_counting(struct server *server)
{
    limits_free(server->limits);
    metrics_free(server->metrics);
}

static bool start_listening(struct server *server, const struct server_settings *settings)
{
    server->heartbeat = settings->heartbeat ? settings->heartbeat : DEFAULT_HEARTBEAT;
    return listeners_start(&server->listeners, settings->listeners ? settings->listeners
                                                                   : connections_of(settings) / 2);
}

static struct server *server_new(const struct server_settings *settings)
{
    struct server *server = calloc(1, sizeof *server);
    if (!server)
        return NULL;
    server->service = settings->service;
    router_begin(&server->router, settings->routes, settings->route_count);
    request_ids_begin(&server->request_ids, &settings->service->random);
    if (settings->proxies)
        server->proxies = *settings->proxies;
    if (!start_counting(server, settings) || !suspensions_start(&server->suspensions))
        goto no_suspensions;
    if (!start_listening(server, settings))
        goto no_listeners;
    if (!connections_start(&server->connections, &settings->deadlines, &server->proxies,
                           connections_of(settings)))
        goto no_connections;
    return server;

no_connections:
    listeners_stop(&server->listeners);
no_listeners:
    suspensions_stop(&server->suspensions);
no_suspensions:
    stop_counting(server);
    free(server);
    return NULL;
}

static void server_free(struct server *server)
{
    connections_stop(&server->connections);
    listeners_stop(&server->listeners);
    suspensions_stop(&server->suspensions);
    stop_counting(server);
    free(server);
}

struct server *server_start(const struct server_settings *settings, char *ret_message)
{
    int listening = listen_open(settings->address, settings->port, ret_message);
    if (listening < 0)
        return NULL;
    struct server *server = server_new(settings);
    if (server) {
        server->port = listen_port(listening);
        server->daemon = start_daemon(server, listening, settings);
    }
    if (server && server->daemon)
        return server;
    snprintf(ret_message, SERVER_MESSAGE_BYTES, "there is not enough memory to start");
    if (server)
        server_free(server);
    close(listening);
    return NULL;
}

uint16_t server_port(const struct server *server)
{
    return server->port;
}

void server_stop(struct server *server)
{
    server->stopping = true;
    suspensions_refuse(&server->suspensions);
    MHD_socket listening = MHD_quiesce_daemon(server->daemon);
    if (listening != MHD_INVALID_SOCKET)
        close(listening);
    listeners_drain(server);
    suspensions_drain(&server->suspensions);
    if (!connections_drain(&server->connections, DRAIN_MICROSECONDS))
        LOG_EVENT(LOG_LEVEL_WARNING, "ending before all have taken their answers",
                  LOG_NUMBER("port", server->port));
    /* libmicrohttpd 0.9.75 reads from address zero when it refuses a malformed request once it has
     * been told to stop: there must be no connection left that could bring one. */
    if (!connections_close(&server->connections, CLOSE_MICROSECONDS))
        LOG_EVENT(LOG_LEVEL_WARNING, "ending with connections that do not close",
                  LOG_NUMBER("port", server->port));
    MHD_stop_daemon(server->daemon);
    server_free(server);
}
