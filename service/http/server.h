/*
 * The HTTP server: libmicrohttpd started, fed with calls, drained and stopped. The only folder
 * that knows libmicrohttpd is this one.
 */
#ifndef SERVICE_HTTP_SERVER_H
#define SERVICE_HTTP_SERVER_H

#include "service/http/call.h"

struct server;

struct server_settings {
    const char *address; /* "127.0.0.1", "::1", "0.0.0.0" */
    uint16_t port;       /* 0: any free one */
    unsigned threads;
    unsigned connections;
    struct service *service;
};

/* NULL with RET_MESSAGE (256 bytes) saying why. */
struct server *server_start(const struct server_settings *settings, char *ret_message);
uint16_t server_port(const struct server *server);
/* Readiness turns to 503; no new connections; calls under way are answered; then it ends. Call
 * before engine_stop. */
void server_stop(struct server *server);

#endif
