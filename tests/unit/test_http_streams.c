/*
 * Streams and long polls, apart from what they say. What a client would see go wrong: silence
 * although something has happened, a stream that outlives its token, a server that does not end,
 * and others who pay for a client that does not read.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "service/base/log.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/running_engine.h"
#include "tests/support/stream_reader.h"
#include "tests/support/stub_service.h"

enum { LINE_BYTES = 8 * 1024, HEARTBEAT = 30 };

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

static atomic_uint rests;
static atomic_uint frees;
static atomic_uint polls;

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
    atomic_fetch_add(&rests, 1);
}

static void free_counting(struct source *source)
{
    atomic_fetch_add(&frees, 1);
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
    atomic_fetch_add(&polls, 1);
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

struct world {
    struct running *running;
    struct stub_service stub;
    char game[ULID_LENGTH + 1];
};

static void start_server(struct world *world)
{
    const struct server_deadlines deadlines = {.first_head = 60000};
    log_set_level(LOG_LEVEL_ERROR);
    world->stub.service.engine = world->running->engine;
    world->stub.service.keys = &world->running->keys;
    stub_service_start(&world->stub, table, sizeof table / sizeof *table, &deadlines);
}

static int begin(void **state)
{
    struct world *world = calloc(1, sizeof *world);
    assert_non_null(world);
    atomic_store(&rests, 0);
    atomic_store(&frees, 0);
    atomic_store(&polls, 0);
    world->running = running_new();
    running_start_game(world->running, world->game);
    world->stub.heartbeat = HEARTBEAT;
    start_server(world);
    *state = world;
    return 0;
}

static int end(void **state)
{
    struct world *world = *state;
    if (world->stub.server)
        stub_service_stop(&world->stub);
    running_free(world->running);
    free(world);
    return 0;
}

static void stop(struct world *world)
{
    stub_service_stop(&world->stub);
    world->stub.server = NULL;
}

/* One more event. */
static void happen(struct world *world)
{
    struct snapshot *snapshot = running_snapshot(world->running, world->game);
    bool paused = snapshot_record(snapshot)->game.paused;
    struct job job = job_host(world->game, paused ? COMMAND_RESUME : COMMAND_PAUSE);
    snapshot_release(snapshot);
    running_do(world->running, &job);
    assert_number(job.outcome, JOB_DONE);
    running_forget(&job);
}

static struct stream_reader *open_stream(const struct world *world, const char *query,
                                         const char *headers, int receive_bytes)
{
    char target[128];
    snprintf(target, sizeof target, "/games/%s/stream%s", world->game, query);
    return stream_open(server_port(world->stub.server), target, headers, receive_bytes);
}

/* The next line that says something. */
static unsigned long next_version(struct stream_reader *reader)
{
    const char *line;
    do {
        line = stream_line(reader);
        if (!line)
            fail_msg("the stream has ended");
    } while (line[0] == '\0');
    return strtoul(line, NULL, 10);
}

static void assert_said(struct stream_reader *reader, uint32_t first, uint32_t last)
{
    for (uint32_t version = first; version <= last; version++)
        assert_number(next_version(reader), version);
}

static void what_happens_is_said_at_once(void **state)
{
    struct world *world = *state;
    uint32_t version = running_version(world->running, world->game);
    struct stream_reader *first = open_stream(world, "", "", 0);
    struct stream_reader *second = open_stream(world, "", "", 0);
    assert_number(first->status, 200);
    assert_non_null(strstr(first->head, "Cache-Control: no-store"));
    assert_non_null(strstr(first->head, "X-Accel-Buffering: no"));
    assert_said(first, 1, version);
    assert_said(second, 1, version);
    for (unsigned i = 0; i < 20; i++) {
        happen(world);
        version++;
        assert_said(first, version, version);
        assert_said(second, version, version);
    }
    stream_close(first);
    stream_close(second);
}

static void a_silent_stream_says_that_it_is_there(void **state)
{
    struct world *world = *state;
    struct stream_reader *reader = open_stream(world, "", "", 0);
    assert_said(reader, 1, running_version(world->running, world->game));
    for (unsigned i = 0; i < 5; i++)
        assert_string_equal(stream_line(reader), "");
    assert_true(atomic_load(&rests) >= 5);
    happen(world);
    assert_said(reader, running_version(world->running, world->game),
                running_version(world->running, world->game));
    stream_close(reader);
}

/* A token of a player, that lasts for a minute. */
static const char *token_of(const struct world *world, uint8_t player, const char *id)
{
    static char token[TOKEN_MAX];
    struct claims claims = {.role = ROLE_PLAYER, .player = player, .generation = 1};
    snprintf(claims.game, sizeof claims.game, "%s", world->game);
    snprintf(claims.subject, sizeof claims.subject, "%s:p%d", world->game, player + 1);
    snprintf(claims.id, sizeof claims.id, "%s", id);
    claims.issued_at = FIXTURE_TIME / 1000;
    claims.expires_at = FIXTURE_TIME / 1000 + 60;
    assert_true(token_sign(&world->running->keys, &claims, token));
    return token;
}

#define ID_A "abcdefghijabcdefghijabcdea"
#define ID_B "abcdefghijabcdefghijabcdeb"

static struct stream_reader *open_with_token(const struct world *world, uint8_t player,
                                             const char *id)
{
    return open_stream(world, "", stream_headers("text/plain", token_of(world, player, id)), 0);
}

static void a_token_has_four_streams_at_a_time(void **state)
{
    struct world *world = *state;
    struct stream_reader *readers[4];
    for (size_t i = 0; i < 4; i++) {
        readers[i] = open_with_token(world, 0, ID_A);
        assert_number(readers[i]->status, 200);
    }
    struct stream_reader *fifth = open_with_token(world, 0, ID_A);
    assert_number(fifth->status, 429);
    assert_non_null(strstr(fifth->head, "Retry-After: "));
    stream_close(fifth);
    struct stream_reader *other = open_with_token(world, 1, ID_B);
    assert_number(other->status, 200);
    stream_close(other);
    stream_close(readers[0]);
    unsigned status;
    do { /* as soon as the server has found out */
        other = open_with_token(world, 0, ID_A);
        status = other->status;
        stream_close(other);
        usleep(100);
    } while (status != 200);
    for (size_t i = 1; i < 4; i++)
        stream_close(readers[i]);
}

static void there_is_room_for_so_many_and_no_more(void **state)
{
    struct world *world = *state;
    stop(world);
    world->stub.listeners = 3;
    start_server(world);
    struct stream_reader *readers[3];
    for (size_t i = 0; i < 3; i++) {
        readers[i] = open_stream(world, "", "", 0);
        assert_number(readers[i]->status, 200);
    }
    struct stream_reader *refused = open_stream(world, "", "", 0);
    assert_number(refused->status, 503);
    assert_non_null(strstr(refused->head, "Retry-After: "));
    stream_close(refused);
    char text[160];
    snprintf(text, sizeof text, "GET /games/%s/poll?after=900 HTTP/1.1\r\n" HOST "\r\n",
             world->game);
    struct raw *raw = raw_open(server_port(world->stub.server));
    assert_reply_problem(raw_ask(raw, text), 503, "unavailable");
    raw_close(raw);
    for (size_t i = 0; i < 3; i++)
        stream_close(readers[i]);
}

static void a_replaced_player_hears_nothing_more(void **state)
{
    struct world *world = *state;
    struct stream_reader *replaced = open_with_token(world, 1, ID_A);
    struct stream_reader *other = open_with_token(world, 2, ID_B);
    uint32_t version = running_version(world->running, world->game);
    assert_said(replaced, 1, version);
    struct job job = job_host(world->game, COMMAND_REINVITE);
    job.command.player = 1;
    running_do(world->running, &job);
    assert_number(job.outcome, JOB_DONE);
    running_forget(&job);
    assert_true(stream_ends_well(replaced));
    assert_number(replaced->text_length, 0);
    assert_said(other, 1, version + 1);
    stream_close(replaced);
    stream_close(other);
}

static void a_revoked_token_ends_its_streams(void **state)
{
    struct world *world = *state;
    struct stream_reader *revoked = open_with_token(world, 1, ID_A);
    struct stream_reader *other = open_with_token(world, 1, ID_B);
    uint32_t version = running_version(world->running, world->game);
    assert_said(revoked, 1, version);
    struct job job = {.kind = JOB_REVOKE, .token_id = ID_A};
    job.token_until = FIXTURE_TIME / 1000 + 60;
    running_do(world->running, &job);
    assert_true(stream_ends_well(revoked));
    happen(world);
    assert_said(other, 1, version + 1);
    stream_close(revoked);
    stream_close(other);
}

static void an_expired_token_ends_its_streams(void **state)
{
    struct world *world = *state;
    struct stream_reader *reader = open_with_token(world, 1, ID_A);
    assert_said(reader, 1, running_version(world->running, world->game));
    world->stub.clock.milliseconds += 150 * 1000;
    assert_true(stream_ends_well(reader));
    stream_close(reader);
}

/* Long lines, so that the kernel's buffers are soon full. */
static void who_does_not_read_is_dropped_and_nobody_else(void **state)
{
    struct world *world = *state;
    uint32_t version = running_version(world->running, world->game);
    struct stream_reader *idle = open_stream(world, "?line=8192", "", 4096);
    struct stream_reader *busy = open_stream(world, "?line=8192", "", 0);
    assert_said(busy, 1, version);
    for (unsigned i = 0; i < 400; i++) {
        happen(world);
        version++;
        assert_said(busy, version, version);
    }
    assert_false(stream_ends_well(idle));
    while (atomic_load(&frees) < 1)
        usleep(100);
    happen(world);
    assert_said(busy, version + 1, version + 1);
    stream_close(idle);
    stream_close(busy);
}

/* The first beat after it has left goes nowhere, the second one fails. */
static void who_has_left_is_found_out(void **state)
{
    struct world *world = *state;
    stream_close(open_stream(world, "", "", 0));
    while (atomic_load(&frees) < 1)
        usleep(100);
}

static void who_leaves_while_much_happens_harms_nobody(void **state)
{
    struct world *world = *state;
    uint32_t version = running_version(world->running, world->game);
    struct stream_reader *staying = open_stream(world, "", "", 0);
    assert_said(staying, 1, version);
    for (unsigned i = 0; i < 100; i++) {
        struct stream_reader *leaving = open_stream(world, "", "", 0);
        happen(world);
        stream_close(leaving);
        version++;
        assert_said(staying, version, version);
    }
    stream_close(staying);
}

static void poll(struct world *world, struct raw *raw, uint32_t after, unsigned wait)
{
    char text[200];
    snprintf(text, sizeof text, "GET /games/%s/poll?after=%u&wait=%u HTTP/1.1\r\n" HOST "\r\n",
             world->game, after, wait);
    raw_send(raw, text);
}

static void assert_polled(struct raw *raw, uint32_t version)
{
    const struct raw_reply *reply = raw_receive(raw, "GET");
    assert_number(reply->status, 200);
    assert_number(strtoul(reply->body, NULL, 10), version);
}

static void a_poll_is_answered_when_something_happens(void **state)
{
    struct world *world = *state;
    uint32_t version = running_version(world->running, world->game);
    struct raw *raw = raw_open(server_port(world->stub.server));
    poll(world, raw, 0, 60);
    assert_polled(raw, version);
    for (unsigned i = 0; i < 20; i++) {
        poll(world, raw, version, 60);
        happen(world);
        assert_polled(raw, ++version);
    }
    raw_close(raw);
}

static void a_poll_in_vain_is_answered_in_time(void **state)
{
    struct world *world = *state;
    uint32_t version = running_version(world->running, world->game);
    struct clock steady = clock_steady();
    int64_t asked = clock_now(&steady);
    struct raw *raw = raw_open(server_port(world->stub.server));
    poll(world, raw, version, 1);
    assert_polled(raw, version);
    assert_true(clock_now(&steady) - asked >= 1000);
    poll(world, raw, version - 1, 60);
    assert_polled(raw, version);
    raw_close(raw);
}

static void who_does_not_wait_for_its_poll_harms_nobody(void **state)
{
    struct world *world = *state;
    uint32_t version = running_version(world->running, world->game);
    struct raw *leaving = raw_open(server_port(world->stub.server));
    struct raw *staying = raw_open(server_port(world->stub.server));
    poll(world, leaving, version, 60);
    poll(world, staying, version, 60);
    raw_close(leaving);
    happen(world);
    assert_polled(staying, version + 1);
    raw_close(staying);
}

static void *stop_server(void *context)
{
    stub_service_stop(&((struct world *)context)->stub);
    return NULL;
}

static void the_end_of_the_server_ends_all(void **state)
{
    struct world *world = *state;
    uint32_t version = running_version(world->running, world->game);
    struct clock steady = clock_steady();
    struct stream_reader *stream = open_stream(world, "", "", 0);
    struct stream_reader *stuck = open_stream(world, "?line=8192", "", 4096);
    struct raw *raw = raw_open(server_port(world->stub.server));
    for (unsigned i = 0; i < 50; i++)
        happen(world);
    version += 50;
    assert_said(stream, 1, version);
    poll(world, raw, version, 60);
    while (atomic_load(&polls) < 1)
        usleep(100);
    int64_t told = clock_now(&steady);
    pthread_t stopper;
    assert_number(pthread_create(&stopper, NULL, stop_server, world), 0);
    assert_true(stream_ends_well(stream));
    assert_polled(raw, version);
    pthread_join(stopper, NULL);
    world->stub.server = NULL;
    assert_true(clock_now(&steady) - told < 4000);
    assert_number(atomic_load(&frees), 2);
    stream_close(stream);
    stream_close(stuck);
    raw_close(raw);
}

#define in_world(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_world(what_happens_is_said_at_once),
        in_world(a_silent_stream_says_that_it_is_there),
        in_world(a_token_has_four_streams_at_a_time),
        in_world(there_is_room_for_so_many_and_no_more),
        in_world(a_replaced_player_hears_nothing_more),
        in_world(a_revoked_token_ends_its_streams),
        in_world(an_expired_token_ends_its_streams),
        in_world(who_does_not_read_is_dropped_and_nobody_else),
        in_world(who_has_left_is_found_out),
        in_world(who_leaves_while_much_happens_harms_nobody),
        in_world(a_poll_is_answered_when_something_happens),
        in_world(a_poll_in_vain_is_answered_in_time),
        in_world(who_does_not_wait_for_its_poll_harms_nobody),
        in_world(the_end_of_the_server_ends_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
