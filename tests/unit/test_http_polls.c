/*
 * Long polls, apart from what they say. What a client would see go wrong: silence although
 * something has happened, an answer that never comes, others who pay for one that does not wait.
 */
#include <stdlib.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/counting_server.h"

static void a_poll_is_answered_when_something_happens(void **state)
{
    struct engine_server *server = *state;
    uint32_t version = running_version(server->running, server->game);
    struct raw *raw = engine_server_open(server);
    counting_poll(server, raw, 0, 60);
    assert_polled(raw, version);
    for (unsigned i = 0; i < 20; i++) {
        counting_poll(server, raw, version, 60);
        counting_happen(server);
        assert_polled(raw, ++version);
    }
    raw_close(raw);
}

static void a_poll_in_vain_is_answered_in_time(void **state)
{
    struct engine_server *server = *state;
    uint32_t version = running_version(server->running, server->game);
    struct clock steady = clock_steady();
    int64_t asked = clock_now(&steady);
    struct raw *raw = engine_server_open(server);
    counting_poll(server, raw, version, 1);
    assert_polled(raw, version);
    assert_true(clock_now(&steady) - asked >= 1000);
    counting_poll(server, raw, version - 1, 60);
    assert_polled(raw, version);
    raw_close(raw);
}

static void who_does_not_wait_for_its_poll_harms_nobody(void **state)
{
    struct engine_server *server = *state;
    uint32_t version = running_version(server->running, server->game);
    struct raw *leaving = engine_server_open(server);
    struct raw *staying = engine_server_open(server);
    counting_poll(server, leaving, version, 60);
    counting_poll(server, staying, version, 60);
    raw_close(leaving);
    counting_happen(server);
    assert_polled(staying, version + 1);
    raw_close(staying);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        COUNTING_TEST(a_poll_is_answered_when_something_happens),
        COUNTING_TEST(a_poll_in_vain_is_answered_in_time),
        COUNTING_TEST(who_does_not_wait_for_its_poll_harms_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
