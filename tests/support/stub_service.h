/*
 * A server in this process with routes made up for tests, so that HTTP is tested apart from the
 * API.
 */
#ifndef TESTS_SUPPORT_STUB_SERVICE_H
#define TESTS_SUPPORT_STUB_SERVICE_H

#include "service/http/server.h"
#include "tests/support/fixtures.h"
#include "tests/support/raw_http.h"

#define HOST "Host: localhost\r\n"
#define JSON "Content-Type: application/json\r\n"

struct stub_service {
    struct fixed_clock clock;
    struct fixed_random random;
    struct keys keys;
    struct service service;
    struct server *server;
    const struct quota *quotas;    /* of server_start; NULL unless set before */
    const struct proxies *proxies; /* likewise */
    unsigned listeners;            /* likewise, 0 unless set before */
    unsigned heartbeat;            /* likewise */
};

/* Starts a server of TABLE on a free port. What SERVICE has already (engine, keys, clock, origins)
 * is left; the rest is made up. Fails the test if it does not start. */
void stub_service_start(struct stub_service *stub, const struct route *table, size_t count,
                        const struct server_deadlines *deadlines);
void stub_service_stop(struct stub_service *stub);

/* Setup and teardown of a group: a server without an engine, for pages of https://a.example, with
 *     GET /words/{word}?name=   the word and the name, as an object
 *     GET /file                 "hello" as text/plain with the ETag "v1"
 *     GET /silent               a handler that sets no answer
 *     POST /object, /optional, /none, /private (with a token)
 *                               length of the body, and whether a short answer is preferred
 *     DELETE /none              204 */
int stub_setup(void **state);
int stub_teardown(void **state);

/* A connection to the server of the group. */
struct raw *stub_open(void **state);

/* Checks that REPLY is that problem. */
void assert_reply_problem(const struct raw_reply *reply, unsigned status, const char *code);

/* Sends TEXT on a connection of its own, and checks that the reply is that problem. */
void assert_text_refused(void **state, const char *text, unsigned status, const char *code);

#endif
