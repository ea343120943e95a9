#include "tests/support/paired_side.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "service/base/log.h"
#include "service/json/parts.h"
#include "tests/support/cmocka_all.h"

enum { TRACE_MAX = 256 << 20, PATIENCE = 60000, REQUEST_BYTES = 8192, TURN = 1000 };

static const char *const hook_paths[SIDE_HOOKS] = {"/all", "/channel", "/player"};

static int open_connection(const struct side *side)
{
    struct sockaddr_in name = {.sin_family = AF_INET,
                               .sin_port = htons(server_port(side->whole.server))};
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (client < 0 || connect(client, (const struct sockaddr *)&name, sizeof name) != 0)
        fail_msg("no connection: %s", strerror(errno));
    return client;
}

/* HTTP/1.0, so that an answer is not cut into chunks, as the moment has it, and ends with its
 * connection. */
static int send_request(const struct side *side, const char *method, const char *target,
                        const char *token, const char *headers, const char *body)
{
    char text[REQUEST_BYTES];
    int length = snprintf(text, sizeof text,
                          "%s %s HTTP/1.0\r\nHost: localhost\r\n%s%s%s%sContent-Length: %zu\r\n"
                          "%s\r\n%s",
                          method, target, token ? "Authorization: Bearer " : "", token ? token : "",
                          token ? "\r\n" : "", headers, body ? strlen(body) : 0,
                          body ? "Content-Type: application/json\r\n" : "", body ? body : "");
    assert_true(length > 0 && (size_t)length < sizeof text);
    int client = open_connection(side);
    assert_number(send(client, text, (size_t)length, MSG_NOSIGNAL), length);
    return client;
}

/* More of what comes; false at its end. */
static bool receive(int client, struct buffer *got)
{
    char piece[65536];
    struct pollfd ready = {.fd = client, .events = POLLIN};
    if (poll(&ready, 1, PATIENCE) <= 0)
        fail_msg("nothing comes any more");
    ssize_t length = recv(client, piece, sizeof piece, 0);
    if (length > 0)
        buffer_append(got, piece, (size_t)length);
    return length > 0;
}

/* Takes out what stands between each NAME and the next END. */
static void blot(struct buffer *buffer, const char *name, char end)
{
    size_t length = strlen(name);
    size_t to = 0;
    for (size_t from = 0; from < buffer->length;) {
        buffer->bytes[to++] = buffer->bytes[from++];
        if (to < length || memcmp(buffer->bytes + to - length, name, length) != 0)
            continue;
        while (from < buffer->length && buffer->bytes[from] != end)
            from++;
    }
    buffer->length = to;
}

/* The date, and the request's id, which is made of how many the answering thread has made. */
static void blot_moment(struct buffer *answer)
{
    blot(answer, "\r\nDate: ", '\r');
    blot(answer, "\r\nX-Request-Id: ", '\r');
}

struct buffer side_ask(struct side *side, const char *method, const char *target, const char *token,
                       const char *body)
{
    struct buffer answer = buffer_new(TRACE_MAX);
    int client = send_request(side, method, target, token, "", body);
    while (receive(client, &answer))
        continue;
    close(client);
    blot_moment(&answer);
    return answer;
}

/* What the machine's speed decides: durations, how commands came together in transactions, how
 * many connections are still open, what was found in memory. */
static bool is_steady(const char *line)
{
    static const char *const others[] = {
        "spliced_http_request_seconds", "spliced_commits_total", "spliced_cache_",
        "spliced_http_connections",     "spliced_queued",        "spliced_commands_total"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strncmp(line, others[i], strlen(others[i])) == 0)
            return false;
    return true;
}

static void append_steady(struct buffer *trace, const struct buffer *answer)
{
    const char *line = answer->bytes;
    size_t left = answer->length;
    while (left > 0) {
        const char *end = memchr(line, '\n', left);
        size_t length = end ? (size_t)(end - line) + 1 : left;
        if (strncmp(line, "Content-Length", 14) != 0 && is_steady(line))
            buffer_append(trace, line, length);
        line += length;
        left -= length;
    }
}

void side_keep(struct side *side, struct buffer *trace, const char *method, const char *target,
               const char *token, const char *body)
{
    struct buffer answer = side_ask(side, method, target, token, body);
    buffer_text(trace, "\n== ");
    buffer_text(trace, target);
    buffer_text(trace, "\n");
    if (strcmp(target, "/metrics") == 0)
        append_steady(trace, &answer);
    else
        buffer_append(trace, answer.bytes, answer.length);
    buffer_free(&answer);
}

json_t *side_json(const struct buffer *answer, const char *status)
{
    const char *body = memmem(answer->bytes, answer->length, "\r\n\r\n", 4);
    if (!body || strncmp(answer->bytes + strlen("HTTP/1.1 "), status, 3) != 0)
        fail_msg("should be %s:\n%.*s", status, (int)answer->length, answer->bytes);
    body += 4;
    json_t *json =
        json_loadb(body, answer->length - (size_t)(body - answer->bytes), JSON_DECODE_ANY, NULL);
    assert_non_null(json);
    return json;
}

static json_t *ask_json(struct side *side, const char *target, const char *token, const char *body,
                        const char *status)
{
    struct buffer answer = side_ask(side, "POST", target, token, body);
    json_t *json = side_json(&answer, status);
    buffer_free(&answer);
    return json;
}

static void create(struct side *side, const char *body)
{
    json_t *created = ask_json(side, "/v1/games", NULL, body, "201");
    const json_t *invites = json_object_get(created, "invites");
    side->players = (uint8_t)json_array_size(invites);
    snprintf(side->game, sizeof side->game, "%s", text_at(created, "game/id"));
    snprintf(side->host, sizeof side->host, "%s", text_at(created, "host_token"));
    whole_service_token(&side->whole, ROLE_OPERATOR, "", 0, side->operator);
    for (uint8_t player = 0; player < side->players; player++) {
        char target[128], join[128];
        snprintf(target, sizeof target, "/v1/games/%s/join", side->game);
        snprintf(join, sizeof join, "{\"name\":\"Bot %d\",\"invite\":\"%s\"}", player + 1,
                 text_at(json_array_get(invites, player), "invite"));
        json_t *joined = ask_json(side, target, NULL, join, "201");
        snprintf(side->tokens[player], WHOLE_TOKEN_BYTES, "%s", text_at(joined, "token"));
        json_decref(joined);
    }
    json_decref(created);
}

static void begin_hooks(struct side *side, uint8_t watcher)
{
    char target[128], body[256];
    snprintf(target, sizeof target, "/v1/games/%s/webhooks", side->game);
    for (size_t i = 0; i < SIDE_HOOKS; i++) {
        snprintf(body, sizeof body, "{\"url\":\"%s\",\"format\":\"%s\"}",
                 receiver_url(side->receiver, hook_paths[i]), i == 1 ? "discord" : "standard");
        json_t *made =
            ask_json(side, target, i == 2 ? side->tokens[watcher] : side->host, body, "201");
        snprintf(side->hooks[i], sizeof side->hooks[i], "%s", text_at(made, "id"));
        json_decref(made);
    }
}

static void begin_streams(struct side *side, uint8_t watcher)
{
    char target[128];
    snprintf(target, sizeof target, "/v1/games/%s/events?view=1", side->game);
    const char *const tokens[SIDE_STREAMS] = {NULL, side->tokens[watcher], side->host};
    for (size_t i = 0; i < SIDE_STREAMS; i++) {
        side->streams[i].got = buffer_new(TRACE_MAX);
        side->streams[i].socket = send_request(
            side, "GET", target, tokens[i],
            i == 2 ? "Accept: application/x-ndjson\r\n" : "Accept: text/event-stream\r\n", NULL);
    }
}

void side_begin(struct side *side, struct receiver *receiver, const char *body, uint8_t watcher)
{
    memset(side, 0, sizeof *side);
    side->receiver = receiver;
    for (size_t i = 0; i < SIDE_HOOKS; i++)
        side->told_before[i] = receiver_count(receiver, hook_paths[i]);
    side->folder = test_folder_new();
    side->trace = side->told = side->log = side->private = buffer_new(TRACE_MAX);
    side->own_errors = dup(STDERR_FILENO);
    int file = open(test_folder_path(&side->folder, "log"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_true(side->own_errors >= 0 && file >= 0);
    dup2(file, STDERR_FILENO);
    close(file);
    log_set_level(LOG_LEVEL_DEBUG);
    whole_service_start(&side->whole, side->folder.path, true);
    create(side, body);
    begin_hooks(side, watcher);
    begin_streams(side, watcher);
}

static size_t pending(struct side *side)
{
    struct store_reader *reader = engine_reader(side->whole.engine);
    size_t count = 0;
    assert_non_null(reader);
    for (size_t i = 0; i < SIDE_HOOKS; i++) {
        struct webhook webhook;
        uint8_t owner = PLAYER_NONE;
        while (store_webhook_read(reader, side->game, owner, side->hooks[i], &webhook) ==
               STORE_NOT_FOUND)
            owner = owner == PLAYER_NONE ? 0 : (uint8_t)(owner + 1);
        count += webhook.pending;
    }
    engine_reader_return(side->whole.engine, reader);
    return count;
}

void side_settle(struct side *side, json_int_t version)
{
    char text[64];
    snprintf(text, sizeof text, "\"version\":%lld,", (long long)version);
    for (size_t i = 0; i < SIDE_STREAMS; i++) {
        struct side_stream *stream = &side->streams[i];
        while (!stream->got.length ||
               !memmem(stream->got.bytes, stream->got.length, text, strlen(text)))
            assert_true(receive(stream->socket, &stream->got));
    }
    const struct timespec pause = {.tv_nsec = 500000};
    for (unsigned tries = 0; pending(side) > 0; tries++) {
        if (tries > 2 * PATIENCE)
            fail_msg("a webhook is not told");
        nanosleep(&pause, NULL);
    }
    side->whole.clock.milliseconds += TURN;
}

void side_mark(struct side *side, json_int_t version)
{
    for (size_t i = 0; i < SIDE_HOOKS; i++)
        side->marked_told[i] = receiver_count(side->receiver, hook_paths[i]);
    side->marked_version = version;
    side->marked_trace = side->trace.length;
}

void side_cut(struct side *side)
{
    side->trace.length = side->marked_trace;
    side->cut = true;
}

/* What the receiver got of this side: the other one was told before. */
static void gather_told(struct side *side)
{
    for (size_t i = 0; i < SIDE_HOOKS; i++) {
        size_t count =
            side->cut ? side->marked_told[i] : receiver_count(side->receiver, hook_paths[i]);
        for (size_t k = side->told_before[i]; k < count; k++) {
            const struct received *received = receiver_get(side->receiver, hook_paths[i], k);
            const char *const parts[] = {hook_paths[i], received->id, received->timestamp,
                                         received->signature, received->body};
            for (size_t part = 0; part < sizeof parts / sizeof *parts; part++) {
                buffer_text(&side->told, parts[part]);
                buffer_char(&side->told, '\n');
            }
        }
    }
}

static void gather_log(struct side *side)
{
    size_t length;
    char *text = test_file_read(test_folder_path(&side->folder, "log"), &length);
    buffer_append(&side->log, text, length);
    free(text);
    blot(&side->log, "{\"time\":\"", '"');
    blot(&side->log, "\"microseconds\":", ',');
    blot(&side->log, "\"request_id\":\"", '"');
}

/* Before the line of the event SEQ. */
static void cut_stream(struct buffer *got, json_int_t seq)
{
    char text[64];
    snprintf(text, sizeof text, "\"seq\":%lld,", (long long)seq);
    const char *found = memmem(got->bytes, got->length, text, strlen(text));
    assert_non_null(found);
    while (*found != '\n')
        found--;
    got->length = (size_t)(found - got->bytes);
}

void side_end(struct side *side)
{
    whole_service_stop(&side->whole);
    for (size_t i = 0; i < SIDE_STREAMS; i++) {
        struct side_stream *stream = &side->streams[i];
        while (receive(stream->socket, &stream->got))
            continue;
        close(stream->socket);
        if (side->cut)
            cut_stream(&stream->got, side->marked_version + 1);
        blot_moment(&stream->got);
    }
    dup2(side->own_errors, STDERR_FILENO);
    close(side->own_errors);
    gather_told(side);
    gather_log(side);
    test_folder_remove(&side->folder);
}

void side_free(struct side *side)
{
    for (size_t i = 0; i < SIDE_STREAMS; i++)
        buffer_free(&side->streams[i].got);
    buffer_free(&side->trace);
    buffer_free(&side->told);
    buffer_free(&side->log);
    buffer_free(&side->private);
}
