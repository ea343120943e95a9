/* Where one request ends and the next begins, however it is sent. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/stub_service.h"

/* As assert_refused, and the connection must be closed, what follows not be read. */
static void refused_for_good(void **state, const char *text)
{
    struct raw *raw = stub_open(state);
    const struct raw_reply *reply = raw_ask(raw, text);
    assert_reply_problem(reply, 400, "malformed_request");
    assert_string_equal(raw_header(reply, "Connection"), "close");
    assert_true(raw_is_closed(raw));
    raw_close(raw);
}

static void a_connection_serves_many_requests(void **state)
{
    struct raw *raw = stub_open(state);
    for (int i = 0; i < 3; i++) {
        const struct raw_reply *reply = raw_ask(raw, "GET /words/abc HTTP/1.1\r\n" HOST "\r\n");
        assert_number(reply->status, 200);
        assert_string_equal(reply->body, "{\"word\":\"abc\",\"name\":null}");
        assert_string_equal(raw_header(reply, "Content-Type"), "application/json");
        assert_null(raw_header(reply, "Connection"));
    }
    raw_close(raw);
}

static void requests_may_come_before_their_answers(void **state)
{
    struct raw *raw = stub_open(state);
    raw_send(raw, "GET /words/a HTTP/1.1\r\n" HOST "\r\nPOST /object HTTP/1.1\r\n" HOST JSON
                  "Content-Length: 2\r\n\r\n{}GET /words/b HTTP/1.1\r\n" HOST "\r\n");
    assert_non_null(strstr(raw_receive(raw, "GET")->body, "\"a\""));
    assert_non_null(strstr(raw_receive(raw, "POST")->body, "\"length\":2"));
    assert_non_null(strstr(raw_receive(raw, "GET")->body, "\"b\""));
    raw_close(raw);
}

static void a_body_may_come_in_chunks(void **state)
{
    struct raw *raw = stub_open(state);
    const struct raw_reply *reply =
        raw_ask(raw, "POST /object HTTP/1.1\r\n" HOST JSON "Transfer-Encoding: chunked\r\n\r\n"
                     "3\r\n{\"a\r\n5;x=y\r\n\":12}\r\n0\r\n\r\n");
    assert_number(reply->status, 200);
    assert_string_equal(reply->body, "{\"length\":8,\"minimal\":false}");
    raw_close(raw);
}

static void nothing_of_an_earlier_body_is_seen(void **state)
{
    struct raw *raw = stub_open(state);
    raw_ask(raw, "POST /object HTTP/1.1\r\n" HOST JSON
                 "Content-Length: 24\r\n\r\n{\"card\":\"a long secret\"}");
    const struct raw_reply *reply = raw_ask(raw, "POST /object HTTP/1.1\r\n" HOST JSON
                                                 "Content-Length: 12\r\n\r\n{\"card\":\"1\"}");
    assert_string_equal(reply->body, "{\"length\":12,\"minimal\":false}");
    raw_close(raw);
}

/* A body of LENGTH bytes that is a JSON object; the caller frees. */
static char *object_of(size_t length)
{
    char *body = malloc(length + 1);
    assert_non_null(body);
    memset(body, ' ', length);
    body[0] = '{';
    body[length - 1] = '}';
    body[length] = '\0';
    return body;
}

static const struct raw_reply *post_object(struct raw *raw, size_t length)
{
    char head[128];
    char *body = object_of(length);
    snprintf(head, sizeof head, "POST /object HTTP/1.1\r\n" HOST JSON "Content-Length: %zu\r\n\r\n",
             length);
    raw_send(raw, head);
    raw_send_bytes(raw, body, length);
    free(body);
    return raw_receive(raw, "POST");
}

/* Requests follow each other in the same memory. */
static void nothing_of_an_earlier_answer_is_seen(void **state)
{
    struct raw *raw = stub_open(state);
    for (int i = 0; i < 3; i++) {
        const struct raw_reply *reply = raw_ask(raw, "PATCH /file HTTP/1.1\r\n" HOST "\r\n");
        assert_number(reply->status, 405);
        assert_non_null(raw_header(reply, "Allow"));
        reply = raw_ask(raw, "GET /words/abc?name=x HTTP/1.1\r\n" HOST "\r\n");
        assert_string_equal(reply->body, "{\"word\":\"abc\",\"name\":\"x\"}");
        assert_null(raw_header(reply, "Allow"));
        reply = raw_ask(raw, "GET /words/a HTTP/1.1\r\n" HOST "\r\n");
        assert_string_equal(reply->body, "{\"word\":\"a\",\"name\":null}");
    }
    raw_close(raw);
}

/* A long target, and short ones before and behind it. */
static void targets_may_be_of_any_length(void **state)
{
    struct raw *raw = stub_open(state);
    for (int length = 1; length < 600; length += 37) {
        char text[1024];
        char wanted[1024];
        snprintf(text, sizeof text, "GET /words/a?name=%0*d HTTP/1.1\r\n" HOST "\r\n", length, 7);
        snprintf(wanted, sizeof wanted, "{\"word\":\"a\",\"name\":\"%0*d\"}", length, 7);
        assert_string_equal(raw_ask(raw, text)->body, wanted);
        assert_string_equal(raw_ask(raw, "GET /file HTTP/1.1\r\n" HOST "\r\n")->body, "hello");
    }
    raw_close(raw);
}

static void bodies_are_bounded(void **state)
{
    struct raw *raw = stub_open(state);
    assert_string_equal(post_object(raw, 65536)->body, "{\"length\":65536,\"minimal\":false}");
    assert_reply_problem(post_object(raw, 65537), 413, "payload_too_large");
    assert_reply_problem(post_object(raw, 200000), 413, "payload_too_large");
    assert_number(post_object(raw, 2)->status, 200);
    raw_close(raw);
}

static void bodies_in_chunks_are_bounded(void **state)
{
    struct raw *raw = stub_open(state);
    char *body = object_of(65537);
    raw_send(raw, "POST /object HTTP/1.1\r\n" HOST JSON "Transfer-Encoding: chunked\r\n\r\n"
                  "10001\r\n");
    raw_send_bytes(raw, body, 65537);
    raw_send(raw, "\r\n0\r\n\r\n");
    assert_reply_problem(raw_receive(raw, "POST"), 413, "payload_too_large");
    free(body);
    raw_close(raw);
}

static void a_huge_body_is_not_waited_for(void **state)
{
    struct raw *raw = stub_open(state);
    assert_reply_problem(
        raw_ask(raw, "POST /object HTTP/1.1\r\n" HOST JSON "Content-Length: 999999999\r\n\r\n"),
        413, "payload_too_large");
    assert_true(raw_is_closed(raw));
    raw_close(raw);
}

static void who_asks_before_sending_is_told_at_once(void **state)
{
    assert_text_refused(state,
                        "POST /object HTTP/1.1\r\n" HOST "Content-Type: text/plain\r\n"
                        "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n",
                        415, "unsupported_media_type");
    struct raw *raw = stub_open(state);
    raw_send(raw, "POST /object HTTP/1.1\r\n" HOST JSON
                  "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n");
    assert_number(raw_receive(raw, "POST")->status, 100);
    raw_send(raw, "{}");
    assert_number(raw_receive(raw, "POST")->status, 200);
    raw_close(raw);
}

static void a_refused_body_does_not_cost_the_connection(void **state)
{
    struct raw *raw = stub_open(state);
    char *body = object_of(200000);
    raw_send(raw, "POST /private HTTP/1.1\r\n" HOST JSON
                  "Authorization: Bearer wrong\r\nContent-Length: 200000\r\n\r\n");
    raw_send_bytes(raw, body, 200000);
    const struct raw_reply *reply = raw_receive(raw, "POST");
    assert_reply_problem(reply, 401, "unauthenticated");
    assert_string_equal(raw_header(reply, "WWW-Authenticate"), "Bearer error=\"invalid_token\"");
    assert_number(raw_ask(raw, "GET /file HTTP/1.1\r\n" HOST "\r\n")->status, 200);
    free(body);
    raw_close(raw);
}

static void two_readings_of_a_length_are_refused(void **state)
{
    refused_for_good(state, "POST /object HTTP/1.1\r\n" HOST JSON
                            "Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}");
    refused_for_good(state, "POST /object HTTP/1.1\r\n" HOST JSON
                            "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}");
    refused_for_good(state, "POST /object HTTP/1.1\r\n" HOST JSON "Content-Length: 4\r\n"
                            "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                            "GET /words/smuggled HTTP/1.1\r\n" HOST "\r\n");
    refused_for_good(state, "POST /object HTTP/1.1\r\n" HOST JSON "Content-Length : 40\r\n\r\n"
                            "GET /words/smuggled HTTP/1.1\r\n" HOST "\r\n");
    refused_for_good(state,
                     "POST /object HTTP/1.1\r\n" HOST JSON "Transfer-Encoding: gzip\r\n\r\n");
    refused_for_good(state, "POST /object HTTP/1.1\r\n" HOST JSON
                            "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n");
    refused_for_good(state, "POST /object HTTP/1.1\r\n" HOST JSON "Transfer-Encoding: chunked\r\n"
                            "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
}

static void a_folded_header_is_refused(void **state)
{
    refused_for_good(state, "GET /file HTTP/1.1\r\n" HOST "X-A: b\r\n c\r\n\r\n");
    refused_for_good(state, "POST /object HTTP/1.1\r\n" HOST JSON "Content-Lengt: 2\r\n h\r\n\r\n");
}

static void an_unclear_host_is_refused(void **state)
{
    refused_for_good(state, "GET /file HTTP/1.1\r\n\r\n");
    refused_for_good(state, "GET /file HTTP/1.1\r\n" HOST HOST "\r\n");
    struct raw *raw = stub_open(state);
    assert_number(raw_ask(raw, "GET /file HTTP/1.0\r\n\r\n")->status, 200);
    raw_close(raw);
}

static void headers_that_stand_once_do_not_stand_twice(void **state)
{
    refused_for_good(state, "GET /file HTTP/1.1\r\n" HOST
                            "Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n");
    refused_for_good(state, "POST /none HTTP/1.1\r\n" HOST JSON JSON "\r\n");
    refused_for_good(state, "GET /file HTTP/1.1\r\n" HOST "X A: b\r\n\r\n");
}

static void a_target_is_a_path(void **state)
{
    refused_for_good(state, "GET http://localhost/file HTTP/1.1\r\n" HOST "\r\n");
    refused_for_good(state, "GET file HTTP/1.1\r\n" HOST "\r\n");
    refused_for_good(state, "GET /words/a b HTTP/1.1\r\n" HOST "\r\n");
    refused_for_good(state, "GET /words/\xc3\xa9 HTTP/1.1\r\n" HOST "\r\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_connection_serves_many_requests),
        cmocka_unit_test(requests_may_come_before_their_answers),
        cmocka_unit_test(a_body_may_come_in_chunks),
        cmocka_unit_test(nothing_of_an_earlier_body_is_seen),
        cmocka_unit_test(nothing_of_an_earlier_answer_is_seen),
        cmocka_unit_test(targets_may_be_of_any_length),
        cmocka_unit_test(bodies_are_bounded),
        cmocka_unit_test(bodies_in_chunks_are_bounded),
        cmocka_unit_test(a_huge_body_is_not_waited_for),
        cmocka_unit_test(who_asks_before_sending_is_told_at_once),
        cmocka_unit_test(a_refused_body_does_not_cost_the_connection),
        cmocka_unit_test(two_readings_of_a_length_are_refused),
        cmocka_unit_test(a_folded_header_is_refused),
        cmocka_unit_test(an_unclear_host_is_refused),
        cmocka_unit_test(headers_that_stand_once_do_not_stand_twice),
        cmocka_unit_test(a_target_is_a_path),
    };
    return cmocka_run_group_tests(tests, stub_setup, stub_teardown);
}
