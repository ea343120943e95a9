/* What the server answers to sound requests, whatever the handlers do. */
#include <stdlib.h>
#include <string.h>

#include "service/base/log.h"
#include "tests/support/capture.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/stub_service.h"

static void escapes_do_not_change_what_a_path_is(void **state)
{
    assert_text_refused(state, "GET /words%2Fabc HTTP/1.1\r\n" HOST "\r\n", 404, "not_found");
    assert_text_refused(state, "GET /words/abc%2F.. HTTP/1.1\r\n" HOST "\r\n", 404, "not_found");
    assert_text_refused(state, "GET /file%00 HTTP/1.1\r\n" HOST "\r\n", 404, "not_found");
    assert_text_refused(state, "GET /words/a%00b HTTP/1.1\r\n" HOST "\r\n", 404, "not_found");
    assert_text_refused(state, "GET /words/../file HTTP/1.1\r\n" HOST "\r\n", 404, "not_found");
    assert_text_refused(state, "GET /file/ HTTP/1.1\r\n" HOST "\r\n", 404, "not_found");
    struct raw *raw = stub_open(state);
    assert_string_equal(
        raw_ask(raw, "GET /words/%61%62?name=a%26b+c HTTP/1.1\r\n" HOST "\r\n")->body,
        "{\"word\":\"ab\",\"name\":\"a&b c\"}");
    raw_close(raw);
}

static void parameters_that_nobody_knows_are_refused(void **state)
{
    assert_text_refused(state, "GET /words/a?nam=1 HTTP/1.1\r\n" HOST "\r\n", 422, "invalid_field");
    assert_text_refused(state, "GET /words/a?name=1&name=2 HTTP/1.1\r\n" HOST "\r\n", 422,
                        "invalid_field");
    assert_text_refused(state, "GET /words/a?name=%zz HTTP/1.1\r\n" HOST "\r\n", 422,
                        "invalid_field");
    assert_text_refused(state, "POST /none?a=1 HTTP/1.1\r\n" HOST "\r\n", 422, "invalid_field");
}

static void head_is_get_without_the_body(void **state)
{
    struct raw *raw = stub_open(state);
    const struct raw_reply *reply = raw_ask(raw, "HEAD /file HTTP/1.1\r\n" HOST "\r\n");
    assert_number(reply->status, 200);
    assert_string_equal(raw_header(reply, "Content-Length"), "5");
    assert_string_equal(raw_header(reply, "ETag"), "\"v1\"");
    assert_string_equal(raw_ask(raw, "GET /file HTTP/1.1\r\n" HOST "\r\n")->body, "hello");
    reply = raw_ask(raw, "HEAD /object HTTP/1.1\r\n" HOST "\r\n");
    assert_number(reply->status, 405);
    assert_string_equal(raw_header(reply, "Allow"), "POST, OPTIONS");
    raw_close(raw);
}

static void other_methods_are_told_the_right_ones(void **state)
{
    struct raw *raw = stub_open(state);
    const struct raw_reply *reply = raw_ask(raw, "PATCH /none HTTP/1.1\r\n" HOST "\r\n");
    assert_reply_problem(reply, 405, "method_not_allowed");
    assert_string_equal(raw_header(reply, "Allow"), "POST, DELETE, OPTIONS");
    reply = raw_ask(raw, "DELETE /file HTTP/1.1\r\n" HOST "\r\n");
    assert_reply_problem(reply, 405, "method_not_allowed");
    assert_string_equal(raw_header(reply, "Allow"), "GET, HEAD, OPTIONS");
    raw_close(raw);
    assert_text_refused(state, "PATCH /nowhere HTTP/1.1\r\n" HOST "\r\n", 404, "not_found");
}

static void options_tells_the_methods(void **state)
{
    struct raw *raw = stub_open(state);
    const struct raw_reply *reply = raw_ask(raw, "OPTIONS /private HTTP/1.1\r\n" HOST "\r\n");
    assert_number(reply->status, 204);
    assert_string_equal(raw_header(reply, "Allow"), "POST, OPTIONS");
    assert_null(raw_header(reply, "Access-Control-Allow-Origin"));
    assert_null(raw_header(reply, "Content-Length"));
    raw_close(raw);
    assert_text_refused(state, "OPTIONS /nowhere HTTP/1.1\r\n" HOST "\r\n", 404, "not_found");
}

static void pages_of_known_origins_may_ask(void **state)
{
    struct raw *raw = stub_open(state);
    const struct raw_reply *reply =
        raw_ask(raw, "OPTIONS /private HTTP/1.1\r\n" HOST "Origin: https://a.example\r\n"
                     "Access-Control-Request-Method: POST\r\n\r\n");
    assert_number(reply->status, 204);
    assert_string_equal(raw_header(reply, "Access-Control-Allow-Origin"), "https://a.example");
    assert_string_equal(raw_header(reply, "Access-Control-Allow-Methods"), "POST, OPTIONS");
    assert_non_null(strstr(raw_header(reply, "Access-Control-Allow-Headers"), "Idempotency-Key"));
    reply = raw_ask(raw, "GET /words/a HTTP/1.1\r\n" HOST "Origin: https://a.example\r\n\r\n");
    assert_string_equal(raw_header(reply, "Access-Control-Allow-Origin"), "https://a.example");
    assert_string_equal(raw_header(reply, "Vary"), "Authorization, Origin");
    reply = raw_ask(raw, "GET /nowhere HTTP/1.1\r\n" HOST "Origin: https://a.example\r\n\r\n");
    assert_string_equal(raw_header(reply, "Access-Control-Allow-Origin"), "https://a.example");
    raw_close(raw);
}

static void pages_of_other_origins_may_not(void **state)
{
    struct raw *raw = stub_open(state);
    const struct raw_reply *reply =
        raw_ask(raw, "OPTIONS /private HTTP/1.1\r\n" HOST "Origin: https://b.example\r\n"
                     "Access-Control-Request-Method: POST\r\n\r\n");
    assert_number(reply->status, 204);
    assert_null(raw_header(reply, "Access-Control-Allow-Origin"));
    assert_null(raw_header(reply, "Access-Control-Allow-Methods"));
    assert_string_equal(raw_header(reply, "Vary"), "Origin");
    raw_close(raw);
}

/* A compressed body taken for a broken one says nothing of what to do about it. */
static void bodies_have_to_come_as_they_are(void **state)
{
    struct raw *raw = stub_open(state);
    const struct raw_reply *reply =
        raw_ask(raw, "POST /object HTTP/1.1\r\n" HOST JSON
                     "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}");
    assert_reply_problem(reply, 415, "unsupported_media_type");
    assert_string_equal(raw_header(reply, "Accept-Encoding"), "identity");
    reply = raw_ask(raw, "POST /object HTTP/1.1\r\n" HOST JSON
                         "Content-Encoding: Identity\r\nContent-Length: 2\r\n\r\n{}");
    assert_number(reply->status, 200);
    raw_close(raw);
    assert_text_refused(state,
                        "POST /object HTTP/1.1\r\n" HOST JSON "Content-Encoding: identity\r\n"
                        "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}",
                        400, "malformed_request");
}

static void bodies_have_to_be_json(void **state)
{
    assert_text_refused(state, "POST /object HTTP/1.1\r\n" HOST "Content-Length: 2\r\n\r\n{}", 415,
                        "unsupported_media_type");
    assert_text_refused(
        state,
        "POST /object HTTP/1.1\r\n" HOST
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 2\r\n\r\n{}",
        415, "unsupported_media_type");
    assert_text_refused(state, "POST /object HTTP/1.1\r\n" HOST JSON "Content-Length: 2\r\n\r\n[]",
                        400, "malformed_json");
    assert_text_refused(state, "POST /object HTTP/1.1\r\n" HOST JSON "Content-Length: 1\r\n\r\n{",
                        400, "malformed_json");
    assert_text_refused(state, "POST /object HTTP/1.1\r\n" HOST JSON "\r\n", 400, "malformed_json");
    assert_text_refused(state, "POST /object HTTP/1.1\r\n" HOST "\r\n", 400, "malformed_json");
}

static void no_body_means_none_or_an_empty_object(void **state)
{
    struct raw *raw = stub_open(state);
    assert_number(raw_ask(raw, "POST /none HTTP/1.1\r\n" HOST "\r\n")->status, 200);
    assert_number(
        raw_ask(raw, "POST /none HTTP/1.1\r\n" HOST JSON "Content-Length: 2\r\n\r\n{}")->status,
        200);
    assert_number(raw_ask(raw, "POST /optional HTTP/1.1\r\n" HOST "\r\n")->status, 200);
    const struct raw_reply *reply =
        raw_ask(raw, "POST /none HTTP/1.1\r\n" HOST JSON "Content-Length: 7\r\n\r\n{\"a\":1}");
    assert_reply_problem(reply, 422, "invalid_field");
    assert_non_null(strstr(reply->body, "\"pointer\":\"/a\""));
    raw_close(raw);
}

static void the_body_of_a_get_means_nothing(void **state)
{
    struct raw *raw = stub_open(state);
    raw_send(raw, "GET /words/a HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\nxyz"
                  "GET /words/b HTTP/1.1\r\n" HOST "\r\n");
    assert_non_null(strstr(raw_receive(raw, "GET")->body, "\"a\""));
    assert_non_null(strstr(raw_receive(raw, "GET")->body, "\"b\""));
    raw_close(raw);
}

static void answers_are_of_a_type_that_is_accepted(void **state)
{
    assert_text_refused(state, "GET /words/a HTTP/1.1\r\n" HOST "Accept: text/html\r\n\r\n", 406,
                        "not_acceptable");
    assert_text_refused(state, "GET /file HTTP/1.1\r\n" HOST "Accept: application/json\r\n\r\n",
                        406, "not_acceptable");
    assert_text_refused(state, "POST /none HTTP/1.1\r\n" HOST "Accept: text/html\r\n\r\n", 406,
                        "not_acceptable");
    assert_text_refused(state, "GET /nowhere HTTP/1.1\r\n" HOST "Accept: text/html\r\n\r\n", 404,
                        "not_found");
    struct raw *raw = stub_open(state);
    assert_number(raw_ask(raw, "GET /words/a HTTP/1.1\r\n" HOST
                               "Accept: text/html\r\nAccept: application/json\r\n\r\n")
                      ->status,
                  200);
    assert_number(raw_ask(raw, "POST /none HTTP/1.1\r\n" HOST
                               "Accept: text/html\r\naccept: application/*\r\n\r\n")
                      ->status,
                  200);
    assert_number(raw_ask(raw, "GET /words/a HTTP/1.1\r\n" HOST
                               "Accept: text/html\r\nAccept: image/png\r\n\r\n")
                      ->status,
                  406);
    assert_number(raw_ask(raw, "GET /file HTTP/1.1\r\n" HOST "Accept: text/*\r\n\r\n")->status,
                  200);
    raw_close(raw);
}

static void what_a_client_has_is_not_sent_again(void **state)
{
    struct raw *raw = stub_open(state);
    const struct raw_reply *reply =
        raw_ask(raw, "GET /file HTTP/1.1\r\n" HOST "If-None-Match: W/\"v0\", \"v1\"\r\n\r\n");
    assert_number(reply->status, 304);
    assert_string_equal(raw_header(reply, "ETag"), "\"v1\"");
    assert_string_equal(raw_header(reply, "Cache-Control"), "public, max-age=300");
    assert_null(raw_header(reply, "Content-Type"));
    assert_null(raw_header(reply, "X-Content-Type-Options"));
    reply = raw_ask(raw, "GET /file HTTP/1.1\r\n" HOST "If-None-Match: \"v0\"\r\n"
                         "If-None-Match: \"v1\"\r\n\r\n");
    assert_number(reply->status, 304);
    reply = raw_ask(raw, "GET /file HTTP/1.1\r\n" HOST "If-None-Match: \"v0\"\r\n"
                         "X: y\r\nif-none-match: \"v2\"\r\nIf-None-Match: \"v1\"\r\n\r\n");
    assert_number(reply->status, 304);
    reply = raw_ask(raw, "GET /file HTTP/1.1\r\n" HOST "If-None-Match: \"v0\"\r\n"
                         "If-None-Match: \"v2\"\r\n\r\n");
    assert_number(reply->status, 200);
    reply = raw_ask(raw, "GET /file HTTP/1.1\r\n" HOST "If-None-Match: \"v2\"\r\n\r\n");
    assert_string_equal(reply->body, "hello");
    raw_close(raw);
}

static void a_short_answer_is_only_for_commands(void **state)
{
    struct raw *raw = stub_open(state);
    const struct raw_reply *reply =
        raw_ask(raw, "POST /none HTTP/1.1\r\n" HOST "Prefer: return=minimal\r\n\r\n");
    assert_non_null(strstr(reply->body, "\"minimal\":true"));
    reply = raw_ask(raw, "POST /none HTTP/1.1\r\n" HOST "Prefer: respond-async\r\n"
                         "Prefer: return=minimal\r\n\r\n");
    assert_non_null(strstr(reply->body, "\"minimal\":true"));
    reply = raw_ask(raw, "DELETE /none HTTP/1.1\r\n" HOST "\r\n");
    assert_number(reply->status, 204);
    assert_null(raw_header(reply, "Content-Type"));
    raw_close(raw);
}

static void request_ids_come_back(void **state)
{
    struct raw *raw = stub_open(state);
    const struct raw_reply *reply =
        raw_ask(raw, "GET /file HTTP/1.1\r\n" HOST "X-Request-Id: my-id_1.2\r\n\r\n");
    assert_string_equal(raw_header(reply, "X-Request-Id"), "my-id_1.2");
    reply = raw_ask(raw, "GET /file HTTP/1.1\r\n" HOST "X-Request-Id: a b\r\n\r\n");
    assert_number(strlen(raw_header(reply, "X-Request-Id")), 32);
    reply = raw_ask(raw, "GET /silent HTTP/1.1\r\n" HOST "X-Request-Id: for-the-log\r\n\r\n");
    assert_reply_problem(reply, 500, "internal");
    assert_non_null(strstr(reply->body, "\"request_id\":\"for-the-log\""));
    raw_close(raw);
}

static void a_request_leaves_one_line_without_secrets(void **state)
{
    struct raw *raw = stub_open(state);
    log_set_level(LOG_LEVEL_INFO);
    struct capture capture = capture_begin();
    raw_ask(raw, "GET /words/secretword?name=secretname HTTP/1.1\r\n" HOST
                 "Authorization: Bearer secrettoken\r\nX-Request-Id: line-1\r\n\r\n");
    char *text = capture_end(&capture);
    log_set_level(LOG_LEVEL_ERROR);
    raw_close(raw);
    assert_non_null(strstr(text, "\"request_id\":\"line-1\""));
    assert_non_null(strstr(text, "\"method\":\"GET\",\"route\":\"/words/{word}\",\"status\":401"));
    assert_null(strstr(text, "secret"));
    assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
    free(text);
}

static void a_used_port_is_told(void **state)
{
    const struct stub_service *stub = *state;
    char message[SERVER_MESSAGE_BYTES] = "";
    struct server_settings settings = {.address = "127.0.0.1", .port = server_port(stub->server)};
    assert_null(server_start(&settings, message));
    assert_non_null(strstr(message, "127.0.0.1"));
    settings.address = "localhost.example";
    assert_null(server_start(&settings, message));
    assert_non_null(strstr(message, "localhost.example"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes_do_not_change_what_a_path_is),
        cmocka_unit_test(parameters_that_nobody_knows_are_refused),
        cmocka_unit_test(head_is_get_without_the_body),
        cmocka_unit_test(other_methods_are_told_the_right_ones),
        cmocka_unit_test(options_tells_the_methods),
        cmocka_unit_test(pages_of_known_origins_may_ask),
        cmocka_unit_test(pages_of_other_origins_may_not),
        cmocka_unit_test(bodies_have_to_come_as_they_are),
        cmocka_unit_test(bodies_have_to_be_json),
        cmocka_unit_test(no_body_means_none_or_an_empty_object),
        cmocka_unit_test(the_body_of_a_get_means_nothing),
        cmocka_unit_test(answers_are_of_a_type_that_is_accepted),
        cmocka_unit_test(what_a_client_has_is_not_sent_again),
        cmocka_unit_test(a_short_answer_is_only_for_commands),
        cmocka_unit_test(request_ids_come_back),
        cmocka_unit_test(a_request_leaves_one_line_without_secrets),
        cmocka_unit_test(a_used_port_is_told),
    };
    return cmocka_run_group_tests(tests, stub_setup, stub_teardown);
}
