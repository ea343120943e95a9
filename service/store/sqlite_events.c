#include "service/store/sqlite_events.h"

#include <assert.h>
#include <string.h>

#include "service/store/sqlite_games.h"
#include "service/store/sqlite_store.h"

static enum store_status insert_event(struct connection *connection, int64_t game,
                                      const struct stored_event *event)
{
    QUERY(query, connection, STATEMENT_EVENT_INSERT);
    query_number(&query, game);
    query_number(&query, event->seq);
    query_number(&query, event->at);
    query_text(&query, event->type);
    query_player(&query, event->player);
    query_text_of(&query, event->data, event->data_length);
    if (event->private_length > 0)
        query_text_of(&query, event->private_part, event->private_length);
    else
        query_nothing(&query);
    query_bytes(&query, event->hash, sizeof event->hash);
    return query_run(&query);
}

enum store_status store_append(struct store *store, const struct game_row *after,
                               uint32_t expected_version, const struct stored_event *events,
                               size_t count)
{
    assert(store->in_transaction);
    assert(after->version == expected_version + count);
    int64_t game = 0;
    enum store_status status = game_write(&store->connection, after, expected_version, &game);
    for (size_t i = 0; status == STORE_OK && i < count; i++)
        status = insert_event(&store->connection, game, &events[i]);
    return status;
}

/* The hash of the event at SEQ, zeros before the first. */
static enum store_status read_hash(struct connection *connection, int64_t game, uint32_t seq,
                                   uint8_t ret_hash[HASH_BYTES])
{
    memset(ret_hash, 0, HASH_BYTES);
    if (seq == 0)
        return STORE_OK;
    QUERY(query, connection, STATEMENT_EVENT_HASH);
    query_number(&query, game);
    query_number(&query, seq);
    if (query_row(&query) && !query_bytes_at(&query, 0, ret_hash, HASH_BYTES))
        return query_unreadable(&query);
    return query_status(&query);
}

bool event_at(const struct query *query, struct stored_event *ret_event)
{
    sqlite3_stmt *statement = query->statement;
    *ret_event = (struct stored_event){
        .seq = (uint32_t)sqlite3_column_int64(statement, 0),
        .at = sqlite3_column_int64(statement, 1),
        .type = (const char *)sqlite3_column_text(statement, 2),
        .player = query_player_at(query, 3),
        .data = (const char *)sqlite3_column_text(statement, 4),
        .private_part = (const char *)sqlite3_column_text(statement, 5),
    };
    ret_event->data_length = (size_t)sqlite3_column_bytes(statement, 4);
    ret_event->private_length = (size_t)sqlite3_column_bytes(statement, 5);
    return ret_event->type && ret_event->data &&
           query_bytes_at(query, 6, ret_event->hash, HASH_BYTES);
}

static enum store_status read_page(struct connection *connection, int64_t game, uint32_t after,
                                   uint32_t limit,
                                   bool (*each)(void *context, const struct stored_event *event),
                                   void *context)
{
    QUERY(query, connection, STATEMENT_EVENTS_AFTER);
    query_number(&query, game);
    query_number(&query, after);
    query_number(&query, limit);
    bool more = true;
    while (more && query_row(&query)) {
        struct stored_event event;
        if (!event_at(&query, &event))
            return query_unreadable(&query);
        more = each(context, &event);
    }
    return query_status(&query);
}

enum store_status store_read_events(struct store_reader *reader, const char *game, uint32_t after,
                                    uint32_t limit, uint8_t ret_prev[HASH_BYTES],
                                    bool (*each)(void *context, const struct stored_event *event),
                                    void *context)
{
    struct connection *connection = &reader->connection;
    struct game_head head;
    enum store_status status = game_find(connection, game, &head);
    if (status == STORE_OK && ret_prev)
        status = read_hash(connection, head.key, after, ret_prev);
    if (status == STORE_OK)
        status = read_page(connection, head.key, after, limit, each, context);
    assert(connection_at_rest(connection));
    return status;
}

enum store_status
store_read_own_events(struct store *store, const char *game, uint32_t after, uint32_t limit,
                      bool (*each)(void *context, const struct stored_event *event), void *context)
{
    assert(store->in_transaction);
    struct game_head head;
    enum store_status status = game_find(&store->connection, game, &head);
    return status == STORE_OK ? read_page(&store->connection, head.key, after, limit, each, context)
                              : status;
}
