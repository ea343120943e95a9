/* Requests that wait for the engine: answered when it is done, whatever happens meanwhile. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/engine_server.h"

#define PROBE "GET /probe HTTP/1.1\r\n" HOST "\r\n"

static enum call_state probe(struct call *call)
{
    if (!call_job(call, JOB_PROBE))
        return CALL_ANSWERED;
    return call_submit(call);
}

static void probed(struct call *call)
{
    if (call_job_done(call))
        call_static(call, "text/plain", "ready", 5, NULL);
}

static enum call_state create(struct call *call)
{
    struct job made = job_create(3);
    if (!call_job(call, JOB_CREATE))
        return CALL_ANSWERED;
    call->job.command = made.command;
    call->job.created = made.created;
    return call_submit(call);
}

static void created(struct call *call)
{
    if (!call_job_done(call))
        return;
    buffer_text(&call->owned, snapshot_record(call->job.snapshot)->id);
    call_json(call, 201);
}

static enum call_state pause_game(struct call *call)
{
    if (!call_job(call, JOB_COMMAND))
        return CALL_ANSWERED;
    call->job.command = (struct command){.type = COMMAND_PAUSE, .player = PLAYER_NONE};
    return call_submit(call);
}

static void paused(struct call *call)
{
    if (call_job_done(call))
        call_view(call, call->job.snapshot);
}

static const struct route table[] = {
    {METHOD_GET, "/probe", WHO_ANYONE, BODY_NONE, probe, probed},
    {METHOD_POST, "/games", WHO_ANYONE, BODY_OPTIONAL, create, created},
    {METHOD_POST, "/games/{game}/pause", WHO_HOST, BODY_NONE, pause_game, paused},
};

static int begin(void **state)
{
    *state = engine_server_new(table, sizeof table / sizeof *table, 0);
    return 0;
}

static int end(void **state)
{
    engine_server_free(*state);
    return 0;
}

/* Waits until the engine has COUNT jobs in its queue. */
static void wait_queued(const struct engine_server *server, size_t count)
{
    while (engine_counts(server->running->engine).queued < count)
        usleep(100);
}

static void all_that_wait_are_answered(void **state)
{
    enum { CLIENTS = 20 };
    struct engine_server *server = *state;
    struct raw *clients[CLIENTS];
    struct gate gate;
    gate_close(server->running, &gate);
    for (size_t i = 0; i < CLIENTS; i++) {
        clients[i] = engine_server_open(server);
        raw_send(clients[i], PROBE);
    }
    wait_queued(server, CLIENTS);
    gate_open(&gate);
    for (size_t i = 0; i < CLIENTS; i++) {
        assert_string_equal(raw_receive(clients[i], "GET")->body, "ready");
        assert_string_equal(raw_ask(clients[i], PROBE)->body, "ready");
        raw_close(clients[i]);
    }
}

static void who_leaves_while_waiting_harms_nobody(void **state)
{
    struct engine_server *server = *state;
    struct gate gate;
    gate_close(server->running, &gate);
    struct raw *leaving = engine_server_open(server);
    struct raw *staying = engine_server_open(server);
    raw_send(leaving, PROBE);
    raw_send(staying, PROBE);
    wait_queued(server, 2);
    raw_close(leaving);
    gate_open(&gate);
    assert_string_equal(raw_receive(staying, "GET")->body, "ready");
    raw_close(staying);
}

static void a_full_queue_is_told_at_once(void **state)
{
    struct engine_server *server = *state;
    struct gate gate;
    engine_server_stop(server);
    server->running->queue_length = 1;
    running_restart(server->running);
    engine_server_start(server);

    gate_close(server->running, &gate);
    struct raw *waiting = engine_server_open(server);
    struct raw *refused = engine_server_open(server);
    raw_send(waiting, PROBE);
    wait_queued(server, 1);
    const struct raw_reply *reply = raw_ask(refused, PROBE);
    assert_reply_problem(reply, 503, "unavailable");
    assert_string_equal(raw_header(reply, "Retry-After"), "1");
    assert_non_null(strstr(reply->body, "\"retry_after\":1"));
    gate_open(&gate);
    assert_string_equal(raw_receive(waiting, "GET")->body, "ready");
    assert_string_equal(raw_ask(refused, PROBE)->body, "ready");
    raw_close(waiting);
    raw_close(refused);
}

static const struct raw_reply *create_with(struct raw *raw, const char *key, const char *body)
{
    char text[512];
    snprintf(text, sizeof text,
             "POST /games HTTP/1.1\r\n" HOST JSON "Idempotency-Key: %s\r\n"
             "Content-Length: %zu\r\n\r\n%s",
             key, strlen(body), body);
    return raw_ask(raw, text);
}

static void a_repeated_request_is_answered_as_before(void **state)
{
    struct raw *raw = engine_server_open(*state);
    char game[ULID_LENGTH + 1];
    const struct raw_reply *reply = create_with(raw, "key-1", "{}");
    assert_number(reply->status, 201);
    assert_null(raw_header(reply, "Idempotent-Replayed"));
    assert_number(reply->body_length, ULID_LENGTH);
    memcpy(game, reply->body, sizeof game);
    reply = create_with(raw, "\"key-1\"", "{}");
    assert_number(reply->status, 201);
    assert_string_equal(reply->body, game);
    assert_string_equal(raw_header(reply, "Idempotent-Replayed"), "true");
    assert_string_not_equal(create_with(raw, "key-2", "{}")->body, game);
    assert_reply_problem(create_with(raw, "key-1", "{\"a\":1}"), 422, "idempotency_key_reused");
    assert_reply_problem(create_with(raw, "a key", "{}"), 422, "invalid_field");
    raw_close(raw);
}

static void a_refusal_is_a_problem(void **state)
{
    struct engine_server *server = *state;
    char game[ULID_LENGTH + 1];
    char token[TOKEN_MAX];
    char text[2 * TOKEN_MAX];
    running_create(server->running, 3, game);
    struct claims host = job_host(game, COMMAND_PAUSE).caller;
    snprintf(host.subject, sizeof host.subject, "%s:host", game);
    snprintf(host.id, sizeof host.id, "abcdefghijabcdefghijabcdef");
    host.issued_at = FIXTURE_TIME / 1000;
    host.expires_at = FIXTURE_TIME / 1000 + 60;
    assert_true(token_sign(&server->running->keys, &host, token));
    snprintf(text, sizeof text,
             "POST /games/%s/pause HTTP/1.1\r\n" HOST "Authorization: Bearer %s\r\n\r\n", game,
             token);
    struct raw *raw = engine_server_open(server);
    assert_reply_problem(raw_ask(raw, text), 409, "not_started");
    raw_close(raw);
}

static bool is_listening(uint16_t port)
{
    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool connected = connect(client, (const struct sockaddr *)&address, sizeof address) == 0;
    close(client);
    return connected;
}

static void the_end_waits_for_those_who_wait(void **state)
{
    struct engine_server *server = *state;
    struct gate gate;
    uint16_t port = server_port(server->stub.server);
    gate_close(server->running, &gate);
    struct raw *waiting = engine_server_open(server);
    struct raw *late = engine_server_open(server);
    struct raw *leaving = engine_server_open(server);
    raw_send(waiting, PROBE);
    raw_send(leaving, PROBE);
    assert_number(raw_ask(late, "GET /nowhere HTTP/1.1\r\n" HOST "\r\n")->status, 404);
    wait_queued(server, 2);
    pthread_t stopper = engine_server_begin_stop(server);
    while (is_listening(port))
        usleep(100);
    assert_reply_problem(raw_ask(late, PROBE), 503, "unavailable");
    raw_close(leaving);
    gate_open(&gate);
    const struct raw_reply *reply = raw_receive(waiting, "GET");
    assert_string_equal(reply->body, "ready");
    assert_string_equal(raw_header(reply, "Connection"), "close");
    engine_server_end_stop(server, stopper);
    raw_close(waiting);
    raw_close(late);
}

#define in_world(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_world(all_that_wait_are_answered),   in_world(who_leaves_while_waiting_harms_nobody),
        in_world(a_full_queue_is_told_at_once), in_world(a_repeated_request_is_answered_as_before),
        in_world(a_refusal_is_a_problem),       in_world(the_end_waits_for_those_who_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
