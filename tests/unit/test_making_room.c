/*
 * Who is shut out when there are too many connections: sockets of our own at both ends, and a clock
 * that stands where a test says.
 */
#include "service/http/making_room.h"

#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/cmocka_all.h"

enum { ROOM = 10, SHARE = 3, MOST = 32, NOW = 100000000, SECOND = 1000000, CROWD = 7, PHONE = 8 };

struct line {
    struct connections connections;
    struct connection list[MOST];
    int far_ends[MOST];
    size_t count;
};

static struct address address(uint8_t number)
{
    return (struct address){.bytes = {[10] = 0xff, [11] = 0xff, [12] = 192, [15] = number}};
}

/* Somebody who came behind all the others and has been in PHASE for so long; returns its number. */
static size_t come(struct line *line, uint8_t number, enum connection_phase phase, int64_t since)
{
    int ends[2];
    assert_true(line->count < MOST);
    assert_number(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    const size_t index = line->count++;
    struct connection *connection = &line->list[index];
    struct connections *connections = &line->connections;
    const struct address from = address(number);
    bool waits_for_us = phase == CONNECTION_SUSPENDED || phase == CONNECTION_STREAMING;
    *connection = (struct connection){.connections = connections,
                                      .socket = ends[0],
                                      .phase = phase,
                                      .since = NOW - since,
                                      .deadline = waits_for_us ? INT64_MAX : NOW + 10 * SECOND,
                                      .next = connections->first};
    connection->neighbour = neighbour_enter(&connections->neighbours, &from);
    assert_non_null(connection->neighbour);
    *(connection->next ? &connection->next->previous : &connections->last) = connection;
    connections->first = connection;
    connections->open++;
    line->far_ends[index] = ends[1];
    return index;
}

static void come_many(struct line *line, size_t count, enum connection_phase phase, int64_t since)
{
    for (size_t i = 0; i < count; i++)
        come(line, CROWD, phase, since);
}

static bool is_shut(const struct line *line, size_t index)
{
    char byte;
    return recv(line->far_ends[index], &byte, 1, MSG_DONTWAIT) == 0;
}

static size_t shut_count(const struct line *line)
{
    size_t count = 0;
    for (size_t i = 0; i < line->count; i++)
        count += is_shut(line, i);
    return count;
}

static int begin(void **state)
{
    static struct line line;
    line = (struct line){.connections = {.room = ROOM, .share = SHARE}};
    *state = &line;
    return 0;
}

static int end(void **state)
{
    struct line *line = *state;
    for (size_t i = 0; i < line->count; i++) {
        if (line->list[i].neighbour)
            neighbour_leave(&line->connections.neighbours, line->list[i].neighbour);
        close(line->list[i].socket);
        close(line->far_ends[i]);
    }
    for (size_t i = 0; i < NEIGHBOUR_CHAINS; i++)
        if (line->connections.neighbours.chains[i])
            return -1;
    return 0;
}

static void nobody_goes_while_there_is_room(void **state)
{
    struct line *line = *state;
    come_many(line, ROOM, CONNECTION_OPENED, 10 * SECOND);
    connections_make_room(&line->connections, NOW);
    assert_number(shut_count(line), 0);
}

/* Who has waited longest is not who is in the way. */
static void a_crowd_goes_before_a_slow_client_of_another_address(void **state)
{
    struct line *line = *state;
    size_t phone = come(line, PHONE, CONNECTION_BODY, 5 * SECOND);
    size_t eldest = line->count;
    come_many(line, ROOM + 3, CONNECTION_BODY, 0);
    connections_make_room(&line->connections, NOW);
    assert_false(is_shut(line, phone));
    assert_number(shut_count(line), 4);
    for (size_t i = 0; i < 4; i++)
        assert_true(is_shut(line, eldest + i));
}

static void a_crowd_that_asks_nothing_more_goes_as_well(void **state)
{
    struct line *line = *state;
    come_many(line, ROOM + 2, CONNECTION_IDLE, 0);
    connections_make_room(&line->connections, NOW);
    assert_number(shut_count(line), 2);
}

static void a_crowd_keeps_its_share(void **state)
{
    struct line *line = *state;
    for (uint8_t number = 20; number < 20 + ROOM; number++)
        come(line, number, CONNECTION_OPENED, 0);
    come_many(line, SHARE + 2, CONNECTION_OPENED, 0);
    connections_make_room(&line->connections, NOW);
    assert_number(shut_count(line), 2);
    connections_make_room(&line->connections, NOW);
    assert_number(shut_count(line), 2);
}

static void what_is_being_answered_is_left_alone(void **state)
{
    struct line *line = *state;
    come_many(line, 4, CONNECTION_SUSPENDED, 20 * SECOND);
    come_many(line, 4, CONNECTION_STREAMING, 20 * SECOND);
    come_many(line, 4, CONNECTION_ANSWERING, 0);
    size_t idle = come(line, CROWD, CONNECTION_IDLE, 0);
    connections_make_room(&line->connections, NOW);
    assert_true(is_shut(line, idle));
    assert_number(shut_count(line), 1);
}

static void a_trusted_proxy_is_no_crowd(void **state)
{
    struct line *line = *state;
    come_many(line, ROOM + 3, CONNECTION_BODY, SECOND / 2);
    for (size_t i = 0; i < line->count; i++) {
        neighbour_leave(&line->connections.neighbours, line->list[i].neighbour);
        line->list[i].neighbour = NULL;
    }
    connections_make_room(&line->connections, NOW);
    assert_number(shut_count(line), 0);
    connections_make_room(&line->connections, NOW + SECOND);
    assert_number(shut_count(line), 3);
}

static void without_a_crowd_those_go_who_keep_us_waiting(void **state)
{
    struct line *line = *state;
    for (uint8_t number = 20; number < 20 + ROOM; number++)
        come(line, number, CONNECTION_IDLE, 30 * SECOND);
    size_t silent = come(line, PHONE, CONNECTION_OPENED, SECOND);
    size_t newcomer = come(line, PHONE, CONNECTION_OPENED, 0);
    connections_make_room(&line->connections, NOW);
    assert_true(is_shut(line, silent));
    assert_false(is_shut(line, newcomer));
    assert_number(shut_count(line), 1);
}

static void in_the_end_those_go_who_may_come_back(void **state)
{
    struct line *line = *state;
    for (uint8_t number = 20; number < 22 + ROOM; number++)
        come(line, number, CONNECTION_IDLE, 2 * SECOND);
    connections_make_room(&line->connections, NOW);
    assert_number(shut_count(line), 2);
    assert_true(is_shut(line, 0));
    assert_true(is_shut(line, 1));
}

/* Until those have gone who were told to, nobody else has to. */
static void no_more_go_than_are_too_many(void **state)
{
    struct line *line = *state;
    come_many(line, ROOM + 2, CONNECTION_OPENED, SECOND);
    connections_make_room(&line->connections, NOW);
    connections_make_room(&line->connections, NOW);
    assert_number(line->connections.shut, 2);
    assert_number(shut_count(line), 2);
}

#define in_line(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_line(nobody_goes_while_there_is_room),
        in_line(a_crowd_goes_before_a_slow_client_of_another_address),
        in_line(a_crowd_that_asks_nothing_more_goes_as_well),
        in_line(a_crowd_keeps_its_share),
        in_line(what_is_being_answered_is_left_alone),
        in_line(a_trusted_proxy_is_no_crowd),
        in_line(without_a_crowd_those_go_who_keep_us_waiting),
        in_line(in_the_end_those_go_who_may_come_back),
        in_line(no_more_go_than_are_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
