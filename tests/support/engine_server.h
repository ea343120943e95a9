/*
 * A server with routes of the test's own, on an engine that runs in this process and has a game of
 * three that has begun.
 */
#ifndef TESTS_SUPPORT_ENGINE_SERVER_H
#define TESTS_SUPPORT_ENGINE_SERVER_H

#include <pthread.h>

#include "tests/support/running_engine.h"
#include "tests/support/stub_service.h"

struct engine_server {
    struct running *running;
    struct stub_service stub;  /* without a server while it is stopped */
    const struct route *table; /* borrowed */
    size_t count;
    char game[ULID_LENGTH + 1];
};

/* Starts all of it. TABLE is borrowed; HEARTBEAT is as in stub_service. */
struct engine_server *engine_server_new(const struct route *table, size_t count,
                                        unsigned heartbeat);
void engine_server_free(struct engine_server *server);

/* The server alone. */
void engine_server_start(struct engine_server *server);
void engine_server_stop(struct engine_server *server);

/* Stops it in a thread of its own, so that the test can look on, and waits for its end. */
pthread_t engine_server_begin_stop(struct engine_server *server);
void engine_server_end_stop(struct engine_server *server, pthread_t stopper);

/* A connection to it. */
struct raw *engine_server_open(const struct engine_server *server);

#endif
