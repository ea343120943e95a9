/*
 * The events of all games in the order of their commits. That is the order of their row ids: one
 * connection writes, and nothing is deleted from the log.
 */
#include <assert.h>
#include <string.h>

#include "service/store/sqlite_events.h"
#include "service/store/sqlite_query.h"
#include "service/store/sqlite_store.h"

enum { LOOKED_AT_MAX = 2000 };

static enum store_status read_last(struct connection *connection, int64_t *ret_last)
{
    QUERY(query, connection, STATEMENT_FEED_LAST);
    *ret_last = query_row(&query) ? sqlite3_column_int64(query.statement, 0) : 0;
    return query_status(&query);
}

/* The hash of the event before, zeros before a game's first. */
static bool read_prev(const struct query *query, uint8_t ret_prev[HASH_BYTES])
{
    memset(ret_prev, 0, HASH_BYTES);
    return sqlite3_column_type(query->statement, 10) == SQLITE_NULL ||
           query_bytes_at(query, 10, ret_prev, HASH_BYTES);
}

static bool read_row(const struct query *query, struct feed_event *ret_event)
{
    ret_event->place = sqlite3_column_int64(query->statement, 7);
    ret_event->waits = sqlite3_column_int(query->statement, 9) != 0;
    return event_at(query, &ret_event->event) &&
           query_text_at(query, 8, ret_event->game, sizeof ret_event->game) &&
           read_prev(query, ret_event->prev);
}

static enum store_status read_rows(struct connection *connection, const struct feed_filter *filter,
                                   int64_t until, struct feed_end *end,
                                   bool (*each)(void *context, const struct feed_event *event),
                                   void *context)
{
    QUERY(query, connection, STATEMENT_FEED_AFTER);
    query_number(&query, filter->after);
    query_number(&query, until);
    query_text(&query, filter->creator);
    query_number(&query, filter->limit);
    uint32_t count = 0;
    bool more = true;
    while (more && query_row(&query)) {
        struct feed_event event;
        if (!read_row(&query, &event))
            return query_unreadable(&query);
        end->seen = event.place;
        more = each(context, &event) && ++count < filter->limit;
    }
    if (more)
        end->seen = until;
    return query_status(&query);
}

enum store_status store_read_feed(struct store_reader *reader, const struct feed_filter *filter,
                                  struct feed_end *ret_end,
                                  bool (*each)(void *context, const struct feed_event *event),
                                  void *context)
{
    struct connection *connection = &reader->connection;
    *ret_end = (struct feed_end){.seen = filter->after};
    enum store_status status = read_last(connection, &ret_end->last);
    if (status != STORE_OK || filter->after >= ret_end->last)
        return status;
    int64_t left = ret_end->last - filter->after;
    int64_t until = filter->after + (left < LOOKED_AT_MAX ? left : LOOKED_AT_MAX);
    status = read_rows(connection, filter, until, ret_end, each, context);
    assert(connection_at_rest(connection));
    return status;
}
