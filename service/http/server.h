/*
 * The HTTP server: libmicrohttpd started, fed with calls, drained and stopped. The only folder
 * that knows libmicrohttpd is this one.
 */
#ifndef SERVICE_HTTP_SERVER_H
#define SERVICE_HTTP_SERVER_H

#include "service/http/address.h"
#include "service/http/call.h"
#include "service/http/quota.h"

struct server;

/* How long a client may take, in milliseconds; 0 means the default. A connection that is later is
 * closed without an answer. */
struct server_deadlines {
    unsigned first_head; /* opening the connection until the first request's head: 10 s */
    unsigned next_head;  /* an answer until the head of the next request: 40 s */
    unsigned body;       /* the rest of a request after its head: 10 s */
    unsigned answer;     /* taking the answer: 120 s */
};

struct server_settings {
    const char *address; /* "127.0.0.1", "::1", "0.0.0.0" */
    uint16_t port;       /* 0: any free one */
    unsigned threads;
    unsigned connections;
    struct service *service;
    const struct route *routes; /* outlives the server */
    size_t route_count;
    struct server_deadlines deadlines;
    unsigned listeners; /* streams and long polls at a time; 0: half of the connections */
    unsigned heartbeat; /* milliseconds after which a silent stream says something; 0: 15 s */
    const struct quota *quotas;    /* POLICIES of them; NULL: nobody is limited */
    const struct proxies *proxies; /* whose X-Forwarded-For is believed; NULL: nobody's */
};

enum { SERVER_MESSAGE_BYTES = 256 };

/* NULL with RET_MESSAGE (SERVER_MESSAGE_BYTES) saying why. */
struct server *server_start(const struct server_settings *settings, char *ret_message);
uint16_t server_port(const struct server *server);
/* Readiness turns to 503; no new connections; calls under way are answered; then it ends. Call
 * before engine_stop. */
void server_stop(struct server *server);

#endif
