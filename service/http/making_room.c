#include "service/http/making_room.h"

enum {
    FIRST_PATIENCE_MICROSECONDS = 300000,  /* with a client that asks nothing */
    PATIENCE_MICROSECONDS = 1000000,       /* with one that does not ask all, or not again */
    ANSWER_PATIENCE_MICROSECONDS = 5000000 /* with one that does not take its answer */
};

/* Who may be closed, which the next of these only is if nobody is by the one before. */
enum reason { CROWDS, KEEPS_US_WAITING, MAY_COME_BACK, REASONS };

static bool lasts(const struct connection *connection, int64_t now, int64_t patience)
{
    return now - connection->since > patience;
}

/* One of very many of its address, and no answer is on its way to it. */
static bool crowds(const struct connection *connection)
{
    const struct neighbour *neighbour = connection->neighbour;
    const enum connection_phase phase = connection->phase;
    bool asks_or_idles =
        phase == CONNECTION_OPENED || phase == CONNECTION_BODY || phase == CONNECTION_IDLE;
    return asks_or_idles && neighbour &&
           neighbour->connections > connection->connections->share + neighbour->shut;
}

static bool keeps_us_waiting(const struct connection *connection, int64_t now)
{
    const enum connection_phase phase = connection->phase;
    return (phase == CONNECTION_OPENED && lasts(connection, now, FIRST_PATIENCE_MICROSECONDS)) ||
           (phase == CONNECTION_BODY && lasts(connection, now, PATIENCE_MICROSECONDS));
}

/* Has been served and may come back, or does not take its answer. */
static bool may_come_back(const struct connection *connection, int64_t now)
{
    const enum connection_phase phase = connection->phase;
    return (phase == CONNECTION_IDLE && lasts(connection, now, PATIENCE_MICROSECONDS)) ||
           (phase == CONNECTION_ANSWERING && lasts(connection, now, ANSWER_PATIENCE_MICROSECONDS));
}

static bool makes_way(const struct connection *connection, enum reason reason, int64_t now)
{
    switch (reason) {
    case CROWDS:
        return crowds(connection);
    case KEEPS_US_WAITING:
        return keeps_us_waiting(connection, now);
    case MAY_COME_BACK:
        return may_come_back(connection, now);
    case REASONS:
        break;
    }
    return false;
}

/* Those who came first go first, up to MOST of them. Returns how many went. */
static size_t shut(struct connections *connections, size_t most, enum reason reason, int64_t now)
{
    size_t count = 0;
    for (struct connection *at = connections->last; at && count < most; at = at->previous) {
        int64_t deadline = at->deadline;
        /* Without one it is waiting for us, or has been shut already. */
        if (deadline == INT64_MAX || !makes_way(at, reason, now) ||
            !connection_shut_late(at, deadline))
            continue;
        if (at->neighbour)
            at->neighbour->shut++;
        count++;
    }
    return count;
}

void connections_make_room(struct connections *connections, int64_t now)
{
    const size_t wanted = connections->room + connections->shut;
    size_t went = 0;
    if (connections->open <= wanted)
        return;
    for (enum reason reason = CROWDS; went == 0 && reason < REASONS; reason++)
        went = shut(connections, connections->open - wanted, reason, now);
    connections->shut += went;
}
