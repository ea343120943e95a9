#include "tests/support/counting_server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"

enum { LINE_BYTES = 8 * 1024, HEARTBEAT = 30 };

struct counting_totals counting_totals;

/* Says the versions of a game, a line for each. */
struct counting {
    struct source source;
    struct engine *engine;
    char game[ULID_LENGTH + 1];
    size_t line_bytes; /* of each line; 0: as many as it takes */
    bool stale;
    uint32_t version; /* of the game */
    uint32_t said;
    size_t rest; /* blanks still to come before the end of the line */
};

static void look(struct counting *counting)
{
    struct snapshot *snapshot;
    if (engine_snapshot(counting->engine, counting->game, &snapshot) != LOOKUP_FOUND)
        return;
    counting->version = snapshot_record(snapshot)->game.version;
    counting->stale = false;
    snapshot_release(snapshot);
}

static ssize_t count_on(struct source *source, bool news, char *bytes, size_t maximum)
{
    struct counting *counting = (struct counting *)source;
    if (news)
        look(counting);
    if (counting->rest > 0) {
        size_t length = counting->rest < maximum ? counting->rest : maximum;
        memset(bytes, ' ', length);
        counting->rest -= length;
        if (counting->rest == 0)
            bytes[length - 1] = '\n';
        return (ssize_t)length;
    }
    if (counting->said == counting->version)
        return SOURCE_EMPTY;
    int length = snprintf(bytes, maximum, "%u", ++counting->said);
    counting->rest = counting->line_bytes > 0 ? counting->line_bytes : 1;
    return length;
}

static void note_rest(struct source *source)
{
    (void)source;
    atomic_fetch_add(&counting_totals.rests, 1);
}

static void free_counting(struct source *source)
{
    atomic_fetch_add(&counting_totals.frees, 1);
    free(source);
}

static enum call_state stream_versions(struct call *call)
{
    long long line_bytes;
    if (!call_query_number(call, "line", 0, LINE_BYTES, 0, &line_bytes) || !call_query_done(call))
        return CALL_ANSWERED;
    struct counting *counting = calloc(1, sizeof *counting);
    assert_non_null(counting);
    counting->source = (struct source){count_on, note_rest, free_counting, "\n"};
    counting->engine = call->service->engine;
    counting->line_bytes = (size_t)line_bytes;
    memcpy(counting->game, call->game, sizeof counting->game);
    return call_stream(call, &counting->source, "text/plain");
}

/* Answers the version as soon as it is greater than "after". */
static enum call_state poll_version(struct call *call)
{
    long long after, wait;
    if (!call_query_number(call, "after", 0, 1000, 0, &after) ||
        !call_query_number(call, "wait", 1, 60, 1, &wait) || !call_query_done(call))
        return CALL_ANSWERED;
    if (!call_listen(call))
        return CALL_ANSWERED;
    atomic_fetch_add(&counting_totals.polls, 1);
    long long version = snapshot_record(call->snapshot)->game.version;
    if (version <= after) {
        enum call_state state = call_wait(call, (unsigned)wait);
        if (state != CALL_ANSWERED)
            return state;
    }
    buffer_number(&call->owned, version);
    return call_json(call, 200);
}

static const struct route table[] = {
    {METHOD_GET, "/games/{game}/stream", WHO_ANYONE, BODY_NONE, stream_versions, NULL},
    {METHOD_GET, "/games/{game}/poll", WHO_ANYONE, BODY_NONE, poll_version, NULL},
};

int counting_set_up(void **state)
{
    atomic_store(&counting_totals.rests, 0);
    atomic_store(&counting_totals.frees, 0);
    atomic_store(&counting_totals.polls, 0);
    *state = engine_server_new(table, sizeof table / sizeof *table, HEARTBEAT);
    return 0;
}

int counting_tear_down(void **state)
{
    engine_server_free(*state);
    return 0;
}

void counting_happen(struct engine_server *server)
{
    struct snapshot *snapshot = running_snapshot(server->running, server->game);
    bool paused = snapshot_record(snapshot)->game.paused;
    snapshot_release(snapshot);
    running_host(server->running, server->game, paused ? COMMAND_RESUME : COMMAND_PAUSE,
                 PLAYER_NONE);
}

struct stream_reader *counting_stream(const struct engine_server *server, const char *query,
                                      const char *headers, int receive_bytes)
{
    char target[128];
    snprintf(target, sizeof target, "/games/%s/stream%s", server->game, query);
    return stream_open(server_port(server->stub.server), target, headers, receive_bytes);
}

void counting_poll(const struct engine_server *server, struct raw *raw, uint32_t after,
                   unsigned wait)
{
    char text[200];
    snprintf(text, sizeof text, "GET /games/%s/poll?after=%u&wait=%u HTTP/1.1\r\n" HOST "\r\n",
             server->game, after, wait);
    raw_send(raw, text);
}

void assert_polled(struct raw *raw, uint32_t version)
{
    const struct raw_reply *reply = raw_receive(raw, "GET");
    assert_number(reply->status, 200);
    assert_number(strtoul(reply->body, NULL, 10), version);
}
