/* Clients that are too slow. Deadlines are short here; waiting is for the server to act. */
#include <string.h>

#include "service/base/log.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/stub_service.h"

#define REQUEST "GET /thing HTTP/1.1\r\n" HOST "\r\n"

static enum call_state get_thing(struct call *call)
{
    return call_static(call, "text/plain", "thing", 5, NULL);
}

static const struct route table[] = {
    {METHOD_GET, "/thing", WHO_ANYONE, BODY_NONE, get_thing, NULL},
    {METHOD_POST, "/thing", WHO_ANYONE, BODY_OPTIONAL, get_thing, NULL},
};

static void start(struct stub_service *stub, struct server_deadlines deadlines)
{
    log_set_level(LOG_LEVEL_ERROR);
    *stub = (struct stub_service){.server = NULL};
    stub_service_start(stub, table, sizeof table / sizeof *table, &deadlines);
}

/* Sends TEXT and waits until the connection is closed without an answer. */
static void assert_shut(const struct stub_service *stub, const char *text)
{
    struct raw *raw = raw_open(server_port(stub->server));
    raw_send(raw, text);
    if (!raw_is_closed(raw))
        fail_msg("still open, or answered: %s", text);
    raw_close(raw);
}

static void a_slow_head_is_not_waited_for(void **state)
{
    (void)state;
    struct stub_service stub;
    start(&stub, (struct server_deadlines){.first_head = 50});
    assert_shut(&stub, "");
    assert_shut(&stub, "G");
    assert_shut(&stub, "GET /thing HTTP/1.1\r\nHost:");
    stub_service_stop(&stub);
}

static void a_slow_body_is_not_waited_for(void **state)
{
    (void)state;
    struct stub_service stub;
    start(&stub, (struct server_deadlines){.body = 50});
    assert_shut(&stub, "POST /thing HTTP/1.1\r\n" HOST JSON "Content-Length: 10\r\n\r\n{");
    assert_shut(&stub, "POST /thing HTTP/1.1\r\n" HOST JSON
                       "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n");
    stub_service_stop(&stub);
}

static void the_next_request_may_take_its_time(void **state)
{
    (void)state;
    struct stub_service stub;
    start(&stub, (struct server_deadlines){.first_head = 50});
    struct raw *raw = raw_open(server_port(stub.server));
    assert_string_equal(raw_ask(raw, REQUEST)->body, "thing");
    /* By the time that a later connection is late, this one is older than 50 ms. */
    assert_shut(&stub, "");
    assert_string_equal(raw_ask(raw, REQUEST)->body, "thing");
    raw_close(raw);
    stub_service_stop(&stub);
}

static void but_not_for_ever(void **state)
{
    (void)state;
    struct stub_service stub;
    start(&stub, (struct server_deadlines){.next_head = 50});
    struct raw *raw = raw_open(server_port(stub.server));
    assert_string_equal(raw_ask(raw, REQUEST)->body, "thing");
    raw_send(raw, "GET /thi");
    assert_true(raw_is_closed(raw));
    raw_close(raw);
    stub_service_stop(&stub);
}

static void open_connections_do_not_keep_the_server_from_ending(void **state)
{
    (void)state;
    struct stub_service stub;
    start(&stub, (struct server_deadlines){.first_head = 60000});
    struct raw *fresh = raw_open(server_port(stub.server));
    struct raw *used = raw_open(server_port(stub.server));
    assert_string_equal(raw_ask(used, REQUEST)->body, "thing");
    stub_service_stop(&stub);
    assert_true(raw_is_closed(fresh));
    assert_true(raw_is_closed(used));
    raw_close(fresh);
    raw_close(used);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slow_head_is_not_waited_for),
        cmocka_unit_test(a_slow_body_is_not_waited_for),
        cmocka_unit_test(the_next_request_may_take_its_time),
        cmocka_unit_test(but_not_for_ever),
        cmocka_unit_test(open_connections_do_not_keep_the_server_from_ending),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
