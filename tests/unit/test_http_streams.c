/*
 * Streams, apart from what they say. What a client would see go wrong: silence although something
 * has happened, a stream that outlives its token, a server that does not end, and others who pay
 * for a client that does not read.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/counting_server.h"

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
    struct engine_server *server = *state;
    uint32_t version = running_version(server->running, server->game);
    struct stream_reader *first = counting_stream(server, "", "", 0);
    struct stream_reader *second = counting_stream(server, "", "", 0);
    assert_number(first->status, 200);
    assert_non_null(strstr(first->head, "Cache-Control: no-store"));
    assert_non_null(strstr(first->head, "X-Accel-Buffering: no"));
    assert_said(first, 1, version);
    assert_said(second, 1, version);
    for (unsigned i = 0; i < 20; i++) {
        counting_happen(server);
        version++;
        assert_said(first, version, version);
        assert_said(second, version, version);
    }
    stream_close(first);
    stream_close(second);
}

static void a_silent_stream_says_that_it_is_there(void **state)
{
    struct engine_server *server = *state;
    struct stream_reader *reader = counting_stream(server, "", "", 0);
    assert_said(reader, 1, running_version(server->running, server->game));
    for (unsigned i = 0; i < 5; i++)
        assert_string_equal(stream_line(reader), "");
    assert_true(atomic_load(&counting_totals.rests) >= 5);
    counting_happen(server);
    assert_said(reader, running_version(server->running, server->game),
                running_version(server->running, server->game));
    stream_close(reader);
}

/* A token of a player, that lasts for a minute. */
static const char *token_of(const struct engine_server *server, uint8_t player, const char *id)
{
    static char token[TOKEN_MAX];
    struct claims claims = {.role = ROLE_PLAYER, .player = player, .generation = 1};
    snprintf(claims.game, sizeof claims.game, "%s", server->game);
    snprintf(claims.subject, sizeof claims.subject, "%s:p%d", server->game, player + 1);
    snprintf(claims.id, sizeof claims.id, "%s", id);
    claims.issued_at = FIXTURE_TIME / 1000;
    claims.expires_at = FIXTURE_TIME / 1000 + 60;
    assert_true(token_sign(&server->running->keys, &claims, token));
    return token;
}

#define ID_A "abcdefghijabcdefghijabcdea"
#define ID_B "abcdefghijabcdefghijabcdeb"

static struct stream_reader *open_with_token(const struct engine_server *server, uint8_t player,
                                             const char *id)
{
    return counting_stream(server, "", stream_headers("text/plain", token_of(server, player, id)),
                           0);
}

static void a_token_has_four_streams_at_a_time(void **state)
{
    struct engine_server *server = *state;
    struct stream_reader *readers[4];
    for (size_t i = 0; i < 4; i++) {
        readers[i] = open_with_token(server, 0, ID_A);
        assert_number(readers[i]->status, 200);
    }
    struct stream_reader *fifth = open_with_token(server, 0, ID_A);
    assert_number(fifth->status, 429);
    assert_non_null(strstr(fifth->head, "Retry-After: "));
    stream_close(fifth);
    struct stream_reader *other = open_with_token(server, 1, ID_B);
    assert_number(other->status, 200);
    stream_close(other);
    stream_close(readers[0]);
    unsigned status;
    do { /* as soon as the server has found out */
        other = open_with_token(server, 0, ID_A);
        status = other->status;
        stream_close(other);
        usleep(100);
    } while (status != 200);
    for (size_t i = 1; i < 4; i++)
        stream_close(readers[i]);
}

static void there_is_room_for_so_many_and_no_more(void **state)
{
    struct engine_server *server = *state;
    engine_server_stop(server);
    server->stub.listeners = 3;
    engine_server_start(server);
    struct stream_reader *readers[3];
    for (size_t i = 0; i < 3; i++) {
        readers[i] = counting_stream(server, "", "", 0);
        assert_number(readers[i]->status, 200);
    }
    struct stream_reader *refused = counting_stream(server, "", "", 0);
    assert_number(refused->status, 503);
    assert_non_null(strstr(refused->head, "Retry-After: "));
    stream_close(refused);
    char text[160];
    snprintf(text, sizeof text, "GET /games/%s/poll?after=900 HTTP/1.1\r\n" HOST "\r\n",
             server->game);
    struct raw *raw = engine_server_open(server);
    assert_reply_problem(raw_ask(raw, text), 503, "unavailable");
    raw_close(raw);
    for (size_t i = 0; i < 3; i++)
        stream_close(readers[i]);
}

static void a_replaced_player_hears_nothing_more(void **state)
{
    struct engine_server *server = *state;
    struct stream_reader *replaced = open_with_token(server, 1, ID_A);
    struct stream_reader *other = open_with_token(server, 2, ID_B);
    uint32_t version = running_version(server->running, server->game);
    assert_said(replaced, 1, version);
    running_host(server->running, server->game, COMMAND_REINVITE, 1);
    assert_true(stream_ends_well(replaced));
    assert_number(replaced->text_length, 0);
    assert_said(other, 1, version + 1);
    stream_close(replaced);
    stream_close(other);
}

static void a_revoked_token_ends_its_streams(void **state)
{
    struct engine_server *server = *state;
    struct stream_reader *revoked = open_with_token(server, 1, ID_A);
    struct stream_reader *other = open_with_token(server, 1, ID_B);
    uint32_t version = running_version(server->running, server->game);
    assert_said(revoked, 1, version);
    struct job job = {.kind = JOB_REVOKE, .token_id = ID_A};
    job.token_until = FIXTURE_TIME / 1000 + 60;
    running_do(server->running, &job);
    assert_true(stream_ends_well(revoked));
    counting_happen(server);
    assert_said(other, 1, version + 1);
    stream_close(revoked);
    stream_close(other);
}

static void an_expired_token_ends_its_streams(void **state)
{
    struct engine_server *server = *state;
    struct stream_reader *reader = open_with_token(server, 1, ID_A);
    assert_said(reader, 1, running_version(server->running, server->game));
    server->stub.clock.milliseconds += 150 * 1000;
    assert_true(stream_ends_well(reader));
    stream_close(reader);
}

/* Long lines, so that the kernel's buffers are soon full. */
static void who_does_not_read_is_dropped_and_nobody_else(void **state)
{
    struct engine_server *server = *state;
    uint32_t version = running_version(server->running, server->game);
    struct stream_reader *idle = counting_stream(server, "?line=8192", "", 4096);
    struct stream_reader *busy = counting_stream(server, "?line=8192", "", 0);
    assert_said(busy, 1, version);
    for (unsigned i = 0; i < 400; i++) {
        counting_happen(server);
        version++;
        assert_said(busy, version, version);
    }
    assert_false(stream_ends_well(idle));
    while (atomic_load(&counting_totals.frees) < 1)
        usleep(100);
    counting_happen(server);
    assert_said(busy, version + 1, version + 1);
    stream_close(idle);
    stream_close(busy);
}

/* The first beat after it has left goes nowhere, the second one fails. */
static void who_has_left_is_found_out(void **state)
{
    struct engine_server *server = *state;
    stream_close(counting_stream(server, "", "", 0));
    while (atomic_load(&counting_totals.frees) < 1)
        usleep(100);
}

static void who_leaves_while_much_happens_harms_nobody(void **state)
{
    struct engine_server *server = *state;
    uint32_t version = running_version(server->running, server->game);
    struct stream_reader *staying = counting_stream(server, "", "", 0);
    assert_said(staying, 1, version);
    for (unsigned i = 0; i < 100; i++) {
        struct stream_reader *leaving = counting_stream(server, "", "", 0);
        counting_happen(server);
        stream_close(leaving);
        version++;
        assert_said(staying, version, version);
    }
    stream_close(staying);
}

static void the_end_of_the_server_ends_all(void **state)
{
    struct engine_server *server = *state;
    uint32_t version = running_version(server->running, server->game);
    struct clock steady = clock_steady();
    struct stream_reader *stream = counting_stream(server, "", "", 0);
    struct stream_reader *stuck = counting_stream(server, "?line=8192", "", 4096);
    struct raw *raw = engine_server_open(server);
    for (unsigned i = 0; i < 50; i++)
        counting_happen(server);
    version += 50;
    assert_said(stream, 1, version);
    counting_poll(server, raw, version, 60);
    while (atomic_load(&counting_totals.polls) < 1)
        usleep(100);
    int64_t told = clock_now(&steady);
    pthread_t stopper = engine_server_begin_stop(server);
    assert_true(stream_ends_well(stream));
    assert_polled(raw, version);
    engine_server_end_stop(server, stopper);
    assert_true(clock_now(&steady) - told < 4000);
    assert_number(atomic_load(&counting_totals.frees), 2);
    stream_close(stream);
    stream_close(stuck);
    raw_close(raw);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        COUNTING_TEST(what_happens_is_said_at_once),
        COUNTING_TEST(a_silent_stream_says_that_it_is_there),
        COUNTING_TEST(a_token_has_four_streams_at_a_time),
        COUNTING_TEST(there_is_room_for_so_many_and_no_more),
        COUNTING_TEST(a_replaced_player_hears_nothing_more),
        COUNTING_TEST(a_revoked_token_ends_its_streams),
        COUNTING_TEST(an_expired_token_ends_its_streams),
        COUNTING_TEST(who_does_not_read_is_dropped_and_nobody_else),
        COUNTING_TEST(who_has_left_is_found_out),
        COUNTING_TEST(who_leaves_while_much_happens_harms_nobody),
        COUNTING_TEST(the_end_of_the_server_ends_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
