/*
 * A server that says the versions of its game:
 *     GET /games/{game}/stream?line=            each on a line, of that many bytes
 *     GET /games/{game}/poll?after=&wait=       as soon as it is greater than AFTER
 */
#ifndef TESTS_SUPPORT_COUNTING_SERVER_H
#define TESTS_SUPPORT_COUNTING_SERVER_H

#include <stdatomic.h>

#include "tests/support/engine_server.h"
#include "tests/support/stream_reader.h"

/* What has happened to its streams and polls since the test began. */
struct counting_totals {
    atomic_uint rests; /* streams that had nothing more to say */
    atomic_uint frees; /* streams that have ended */
    atomic_uint polls; /* polls that listen */
};

extern struct counting_totals counting_totals;

/* For cmocka; the state is a struct engine_server with a fast heartbeat. */
int counting_set_up(void **state);
int counting_tear_down(void **state);

#define COUNTING_TEST(test)                                                                        \
    cmocka_unit_test_setup_teardown(test, counting_set_up, counting_tear_down)

/* One more event. */
void counting_happen(struct engine_server *server);

/* As stream_open, for the game's stream with QUERY. */
struct stream_reader *counting_stream(const struct engine_server *server, const char *query,
                                      const char *headers, int receive_bytes);

/* Asks for a version after AFTER, within WAIT seconds. */
void counting_poll(const struct engine_server *server, struct raw *raw, uint32_t after,
                   unsigned wait);

/* That the answer is VERSION. */
void assert_polled(struct raw *raw, uint32_t version);

#endif
