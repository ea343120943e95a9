#include "tests/support/stub_service.h"

#include <stdio.h>
#include <string.h>

#include "service/base/log.h"
#include "service/base/parse.h"
#include "service/json/writer.h"
#include "tests/support/cmocka_all.h"

static enum call_state get_word(struct call *call)
{
    const char *name = call_query(call, "name");
    struct json_writer writer = json_writer_start(&call->owned);
    write_object(&writer);
    write_member_text(&writer, "word", call->word);
    write_member_text_or_null(&writer, "name", name);
    write_object_end(&writer);
    return call_json(call, 200);
}

static enum call_state get_file(struct call *call)
{
    return call_static(call, "text/plain; charset=utf-8", "hello", 5, "v1");
}

static enum call_state post_body(struct call *call)
{
    struct json_writer writer = json_writer_start(&call->owned);
    write_object(&writer);
    write_member_number(&writer, "length", (int64_t)call->body_length);
    write_member_flag(&writer, "minimal", call->minimal);
    write_object_end(&writer);
    return call_json(call, 200);
}

static enum call_state say_nothing(struct call *call)
{
    (void)call;
    return CALL_ANSWERED;
}

static enum call_state answer_204(struct call *call)
{
    return call_json(call, 204);
}

static const struct route stub_routes[] = {
    {METHOD_GET, "/words/{word}", WHO_ANYONE, BODY_NONE, get_word, NULL},
    {METHOD_GET, "/file", WHO_ANYONE, BODY_NONE, get_file, NULL},
    {METHOD_POST, "/object", WHO_ANYONE, BODY_OBJECT, post_body, NULL},
    {METHOD_POST, "/optional", WHO_ANYONE, BODY_OPTIONAL, post_body, NULL},
    {METHOD_POST, "/none", WHO_ANYONE, BODY_NONE, post_body, NULL},
    {METHOD_POST, "/private", WHO_TOKEN, BODY_OBJECT, post_body, NULL},
    {METHOD_DELETE, "/none", WHO_ANYONE, BODY_NONE, answer_204, NULL},
    {METHOD_GET, "/silent", WHO_ANYONE, BODY_NONE, say_nothing, NULL},
};

static void make_keys(struct keys *keys)
{
    uint8_t seed[32];
    memset(seed, 1, sizeof seed);
    signing_key_make(&keys->token, seed);
    memset(seed, 2, sizeof seed);
    signing_key_make(&keys->head, seed);
    memset(keys->invite, 3, sizeof keys->invite);
    memset(keys->derive, 4, sizeof keys->derive);
}

void stub_service_start(struct stub_service *stub, const struct route *table, size_t count,
                        const struct server_deadlines *deadlines)
{
    char message[SERVER_MESSAGE_BYTES];
    parse_prepare();
    atomic_store(&stub->clock.milliseconds, FIXTURE_TIME);
    if (!stub->service.keys) {
        make_keys(&stub->keys);
        stub->service.keys = &stub->keys;
    }
    if (!stub->service.clock.now)
        stub->service.clock = clock_fixed(&stub->clock);
    stub->service.random = random_fixed(&stub->random);
    stub->service.tokens = token_cache_new(16, &stub->service.random);
    assert_non_null(stub->service.tokens);
    const struct server_settings settings = {.address = "127.0.0.1",
                                             .threads = 2,
                                             .connections = 64,
                                             .service = &stub->service,
                                             .routes = table,
                                             .route_count = count,
                                             .deadlines = *deadlines,
                                             .quotas = stub->quotas,
                                             .proxies = stub->proxies,
                                             .listeners = stub->listeners,
                                             .heartbeat = stub->heartbeat};
    stub->server = server_start(&settings, message);
    if (!stub->server)
        fail_msg("%s", message);
}

void stub_service_stop(struct stub_service *stub)
{
    server_stop(stub->server);
    token_cache_free(stub->service.tokens);
}

int stub_setup(void **state)
{
    static const char *const origins[] = {"https://a.example", NULL};
    static struct stub_service stub;
    const struct server_deadlines deadlines = {.first_head = 60000};
    log_set_level(LOG_LEVEL_ERROR);
    stub = (struct stub_service){.service.origins = origins};
    stub_service_start(&stub, stub_routes, sizeof stub_routes / sizeof *stub_routes, &deadlines);
    *state = &stub;
    return 0;
}

int stub_teardown(void **state)
{
    stub_service_stop(*state);
    return 0;
}

struct raw *stub_open(void **state)
{
    const struct stub_service *stub = *state;
    return raw_open(server_port(stub->server));
}

void assert_reply_problem(const struct raw_reply *reply, unsigned status, const char *code)
{
    char member[64];
    snprintf(member, sizeof member, "\"code\":\"%s\"", code);
    if (reply->status != status || !strstr(reply->body, member))
        fail_msg("should be %u %s:\n%s\n%s", status, code, reply->head, reply->body);
    assert_string_equal(raw_header(reply, "Content-Type"), "application/problem+json");
    assert_string_equal(raw_header(reply, "Cache-Control"), "no-store");
    assert_non_null(raw_header(reply, "X-Request-Id"));
}

/* Sends TEXT on a connection of its own; the reply must be that problem. */
void assert_text_refused(void **state, const char *text, unsigned status, const char *code)
{
    struct raw *raw = stub_open(state);
    assert_reply_problem(raw_ask(raw, text), status, code);
    raw_close(raw);
}
