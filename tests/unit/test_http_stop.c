/*
 * How a server ends. What an operator would see go wrong: the process falls over, or hangs, since
 * somebody happens to send what is no HTTP while it is stopped.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "service/base/log.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/stub_service.h"

enum { ROUNDS = 40, CLIENTS = 48 };

static enum call_state answer(struct call *call)
{
    return call_static(call, "text/plain", "hello", 5, "v1");
}

static const struct route table[] = {
    {METHOD_GET, "/file", WHO_ANYONE, BODY_NONE, answer, NULL},
};

/* The library itself refuses this, without asking anybody. */
static const char malformed[] = "POST /file HTTP/1.1\r\n" HOST "Content-Length: many\r\n\r\n";

struct crowd {
    struct raw *clients[CLIENTS];
    atomic_bool began;
};

static void *send_malformed(void *context)
{
    struct crowd *crowd = context;
    atomic_store(&crowd->began, true);
    for (size_t i = 0; i < CLIENTS; i++)
        (void)send(crowd->clients[i]->socket, malformed, strlen(malformed), MSG_NOSIGNAL);
    return NULL;
}

static void malformed_requests_do_not_disturb_the_end(void **state)
{
    (void)state;
    static struct crowd crowd;
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct stub_service stub = {.server = NULL};
        pthread_t sender;
        stub_service_start(&stub, table, 1, &(struct server_deadlines){0});
        for (size_t i = 0; i < CLIENTS; i++) {
            crowd.clients[i] = raw_open(server_port(stub.server));
            assert_number(raw_ask(crowd.clients[i], "GET /file HTTP/1.1\r\n" HOST "\r\n")->status,
                          200);
        }
        atomic_store(&crowd.began, false);
        assert_number(pthread_create(&sender, NULL, send_malformed, &crowd), 0);
        while (!atomic_load(&crowd.began))
            continue;
        stub_service_stop(&stub);
        pthread_join(sender, NULL);
        for (size_t i = 0; i < CLIENTS; i++)
            raw_close(crowd.clients[i]);
    }
}

static int quieten(void **state)
{
    (void)state;
    log_set_level(LOG_LEVEL_ERROR);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(malformed_requests_do_not_disturb_the_end),
    };
    return cmocka_run_group_tests(tests, quieten, NULL);
}
