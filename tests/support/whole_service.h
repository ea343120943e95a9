/*
 * The whole service in this process: store, engine, sender of webhooks, HTTP server with the real
 * routes, with time and randomness that tests hold in their hands. Called in the same order it does
 * the same to the byte.
 */
#ifndef TESTS_SUPPORT_WHOLE_SERVICE_H
#define TESTS_SUPPORT_WHOLE_SERVICE_H

#include "service/http/server.h"
#include "tests/support/fixtures.h"

struct whole_service {
    const char *folder; /* of the data, borrowed */
    bool sends;         /* webhooks, to addresses of this machine too; otherwise they stay */
    struct fixed_clock clock;
    struct fixed_random engine_random;
    struct fixed_random http_random;
    struct fixed_random webhook_random;
    struct keys keys;
    struct store *store;
    struct webhooks *webhooks;
    struct engine *engine;
    struct service service;
    struct server *server;
};

/* Starts it on FOLDER and on a free port, open to all who want to create games, with one thread
 * for HTTP. Fails the test if it does not start. */
void whole_service_start(struct whole_service *whole, const char *folder, bool sends);
void whole_service_stop(struct whole_service *whole);

enum { WHOLE_TOKEN_BYTES = TOKEN_MAX };

/* A token of somebody who belongs to no game, or of GAME's host or PLAYER, generation 1. */
void whole_service_token(const struct whole_service *whole, enum role role, const char *game,
                         uint8_t player, char ret_token[WHOLE_TOKEN_BYTES]);

#endif
