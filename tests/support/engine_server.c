#include "tests/support/engine_server.h"

#include <stdlib.h>

#include "service/base/log.h"
#include "tests/support/cmocka_all.h"

void engine_server_start(struct engine_server *server)
{
    const struct server_deadlines deadlines = {.first_head = 60000};
    log_set_level(LOG_LEVEL_ERROR);
    server->stub.service.engine = server->running->engine;
    server->stub.service.keys = &server->running->keys;
    stub_service_start(&server->stub, server->table, server->count, &deadlines);
}

void engine_server_stop(struct engine_server *server)
{
    stub_service_stop(&server->stub);
    server->stub.server = NULL;
}

struct engine_server *engine_server_new(const struct route *table, size_t count, unsigned heartbeat)
{
    struct engine_server *server = calloc(1, sizeof *server);
    assert_non_null(server);
    server->table = table;
    server->count = count;
    server->running = running_new();
    running_start_game(server->running, server->game);
    server->stub.heartbeat = heartbeat;
    engine_server_start(server);
    return server;
}

void engine_server_free(struct engine_server *server)
{
    if (server->stub.server)
        engine_server_stop(server);
    running_free(server->running);
    free(server);
}

static void *stop(void *context)
{
    stub_service_stop(&((struct engine_server *)context)->stub);
    return NULL;
}

pthread_t engine_server_begin_stop(struct engine_server *server)
{
    pthread_t stopper;
    assert_number(pthread_create(&stopper, NULL, stop, server), 0);
    return stopper;
}

void engine_server_end_stop(struct engine_server *server, pthread_t stopper)
{
    assert_number(pthread_join(stopper, NULL), 0);
    server->stub.server = NULL;
}

struct raw *engine_server_open(const struct engine_server *server)
{
    return raw_open(server_port(server->stub.server));
}
