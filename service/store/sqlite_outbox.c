/*
 * Deliveries: what webhooks are still to be told, and what became of what they were told.
 */
#include <assert.h>
#include <string.h>

#include "service/store/sqlite_store.h"
#include "service/store/sqlite_webhooks.h"

static const char *const state_ids[DELIVERY_STATES] = {
    [DELIVERY_PENDING] = "pending",
    [DELIVERY_DELIVERED] = "delivered",
    [DELIVERY_FAILED] = "failed",
    [DELIVERY_SUPERSEDED] = "superseded",
};

const char *delivery_state_id(enum delivery_state state)
{
    return state < DELIVERY_STATES ? state_ids[state] : "";
}

enum delivery_kind delivery_kind_of(const struct delivery *delivery)
{
    if (delivery->seq == 0)
        return DELIVERY_PING;
    return delivery->part < PARTS_OF_KIND ? DELIVERY_EVENT : DELIVERY_WAITED_ON;
}

static enum delivery_state state_find(const unsigned char *id)
{
    enum delivery_state state = 0;
    while (state < DELIVERY_STATES && strcmp(state_ids[state], (const char *)id) != 0)
        state++;
    return state;
}

/* The columns of a delivery from FIRST on. False if they are none of ours. */
static bool delivery_row(const struct query *query, int first, struct delivery *ret_delivery)
{
    sqlite3_stmt *statement = query->statement;
    const unsigned char *state = sqlite3_column_text(statement, first + 5);
    *ret_delivery = (struct delivery){
        .seq = (uint32_t)sqlite3_column_int64(statement, first),
        .part = (uint32_t)sqlite3_column_int64(statement, first + 1),
        .players = (uint8_t)sqlite3_column_int(statement, first + 3),
        .created_at = sqlite3_column_int64(statement, first + 4),
        .state = state ? state_find(state) : DELIVERY_STATES,
        .attempts = (uint32_t)sqlite3_column_int64(statement, first + 6),
        .failures = (uint32_t)sqlite3_column_int64(statement, first + 7),
        .next_at = sqlite3_column_int64(statement, first + 8),
        .finished_at = sqlite3_column_int64(statement, first + 9),
        .status = (unsigned)sqlite3_column_int(statement, first + 10),
    };
    return ret_delivery->state != DELIVERY_STATES &&
           query_text_at(query, first + 2, ret_delivery->type, sizeof ret_delivery->type) &&
           query_optional_text_at(query, first + 11, ret_delivery->fault,
                                  sizeof ret_delivery->fault);
}

static enum store_status supersede(struct connection *connection, int64_t webhook,
                                   const struct delivery *delivery, int64_t at)
{
    QUERY(query, connection, STATEMENT_DELIVERY_SUPERSEDE);
    query_number(&query, webhook);
    query_number(&query, delivery->seq);
    query_number(&query, delivery->part);
    query_number(&query, delivery->players);
    query_number(&query, at);
    return query_run(&query);
}

static enum store_status set_delivery(struct connection *connection, int64_t webhook,
                                      const struct delivery *delivery, int64_t at)
{
    QUERY(query, connection, STATEMENT_DELIVERY_SET);
    query_number(&query, webhook);
    query_number(&query, delivery->seq);
    query_number(&query, delivery->part);
    query_text(&query, delivery->type);
    query_number(&query, delivery->players);
    query_number(&query, delivery->created_at);
    query_number(&query, at);
    return query_run(&query);
}

enum store_status store_deliver(struct store *store, int64_t webhook,
                                const struct delivery *delivery, int64_t at)
{
    assert(store->in_transaction);
    struct connection *connection = &store->connection;
    enum store_status status = STORE_OK;
    if (delivery_kind_of(delivery) == DELIVERY_WAITED_ON)
        status = supersede(connection, webhook, delivery, at);
    if (status == STORE_OK)
        status = set_delivery(connection, webhook, delivery, at);
    return status == STORE_OK ? webhook_set_due(connection, webhook) : status;
}

static enum store_status set_again(struct connection *connection, int64_t webhook, uint32_t seq,
                                   uint32_t part, int64_t at)
{
    QUERY(query, connection, STATEMENT_DELIVERY_AGAIN);
    query_number(&query, webhook);
    query_number(&query, seq);
    query_number(&query, part);
    query_number(&query, at);
    enum store_status status = query_run(&query);
    bool changed = status == STORE_OK && sqlite3_changes(connection->database) > 0;
    return status == STORE_OK && !changed ? STORE_NOT_FOUND : status;
}

enum store_status store_redeliver(struct store *store, int64_t webhook, uint32_t seq, uint32_t part,
                                  int64_t at)
{
    assert(store->in_transaction);
    enum store_status status = set_again(&store->connection, webhook, seq, part, at);
    return status == STORE_OK ? webhook_set_due(&store->connection, webhook) : status;
}

/* The first number of the first row; *RET_FOUND is false without one. */
static enum store_status read_number(struct connection *connection, enum statement which,
                                     int64_t webhook, uint32_t *ret_number, bool *ret_found)
{
    QUERY(query, connection, which);
    query_number(&query, webhook);
    *ret_found = query_row(&query);
    if (*ret_found)
        *ret_number = (uint32_t)sqlite3_column_int64(query.statement, 0);
    return *ret_found ? query_run(&query) : query_status(&query);
}

enum store_status store_ping_part(struct store *store, int64_t webhook, uint32_t *ret_part)
{
    assert(store->in_transaction);
    bool found;
    enum store_status status =
        read_number(&store->connection, STATEMENT_PING_PENDING, webhook, ret_part, &found);
    if (status == STORE_OK && !found)
        status = read_number(&store->connection, STATEMENT_PING_COUNT, webhook, ret_part, &found);
    return status == STORE_OK && !found ? STORE_NOT_FOUND : status;
}

static enum store_status find_key(struct connection *connection, const char *webhook,
                                  int64_t *ret_key)
{
    QUERY(query, connection, STATEMENT_WEBHOOK_KEY);
    query_text(&query, webhook);
    if (query_row(&query)) {
        *ret_key = sqlite3_column_int64(query.statement, 0);
        return STORE_OK;
    }
    enum store_status status = query_status(&query);
    return status == STORE_OK ? STORE_NOT_FOUND : status;
}

static enum store_status note_attempt(struct connection *connection, int64_t key,
                                      const struct delivery_report *report)
{
    QUERY(query, connection, STATEMENT_WEBHOOK_TRIED);
    query_number(&query, key);
    query_number(&query, report->at);
    query_number_or_nothing(&query, report->delivery.status);
    query_text_or_nothing(&query, report->delivery.fault);
    return query_run(&query);
}

static enum store_status update_delivery(struct connection *connection, int64_t key,
                                         const struct delivery *delivery)
{
    QUERY(query, connection, STATEMENT_DELIVERY_REPORT);
    query_number(&query, key);
    query_number(&query, delivery->seq);
    query_number(&query, delivery->part);
    query_text(&query, delivery_state_id(delivery->state));
    query_number(&query, delivery->attempts);
    query_number(&query, delivery->failures);
    query_number(&query, delivery->next_at);
    query_number_or_nothing(&query, delivery->finished_at);
    query_number_or_nothing(&query, delivery->status);
    query_text_or_nothing(&query, delivery->fault);
    return query_run(&query);
}

enum store_status store_report(struct store *store, const struct delivery_report *report)
{
    assert(store->in_transaction);
    struct connection *connection = &store->connection;
    int64_t key;
    enum store_status status = find_key(connection, report->webhook, &key);
    if (status == STORE_NOT_FOUND)
        return STORE_OK;
    if (status == STORE_OK)
        status = update_delivery(connection, key, &report->delivery);
    if (status == STORE_OK && report->tried)
        status = note_attempt(connection, key, report);
    if (status == STORE_OK && report->disables[0] != '\0')
        status = webhook_disable(connection, key, report->at, report->disables);
    return status == STORE_OK ? webhook_set_due(connection, key) : status;
}

enum store_status store_forget_deliveries(struct store *store, int64_t before, uint32_t limit,
                                          uint32_t *ret_count)
{
    assert(store->in_transaction);
    QUERY(query, &store->connection, STATEMENT_DELIVERIES_FORGET);
    query_number(&query, before);
    query_number(&query, limit);
    enum store_status status = query_run(&query);
    *ret_count = status == STORE_OK ? (uint32_t)sqlite3_changes(store->connection.database) : 0;
    return status;
}

enum store_status
store_deliveries_read(struct store_reader *reader, const char *webhook,
                      const struct delivery_place *behind, uint32_t limit,
                      bool (*each)(void *context, const struct delivery *delivery), void *context)
{
    QUERY(query, &reader->connection, STATEMENT_DELIVERIES_READ);
    query_text(&query, webhook);
    query_number(&query, behind ? behind->created_at : INT64_MAX);
    query_number(&query, behind ? behind->seq : 0);
    query_number(&query, behind ? behind->part : 0);
    query_number(&query, limit);
    bool more = true;
    while (more && query_row(&query)) {
        struct delivery delivery;
        if (!delivery_row(&query, 0, &delivery))
            return query_unreadable(&query);
        more = each(context, &delivery);
    }
    return query_status(&query);
}

enum store_status store_due(struct store_reader *reader, bool failing, int64_t now, uint32_t limit,
                            bool (*each)(void *context, const struct webhook *webhook,
                                         const struct delivery *delivery),
                            void *context)
{
    QUERY(query, &reader->connection, STATEMENT_WEBHOOKS_DUE);
    query_number(&query, failing);
    query_number(&query, now);
    query_number(&query, limit);
    bool more = true;
    while (more && query_row(&query)) {
        struct webhook webhook;
        struct delivery delivery;
        if (!webhook_row(&query, &webhook) || !delivery_row(&query, WEBHOOK_COLUMNS, &delivery))
            return query_unreadable(&query);
        more = each(context, &webhook, &delivery);
    }
    return query_status(&query);
}

enum store_status store_next_due(struct store_reader *reader, int64_t now, int64_t *ret_at)
{
    QUERY(query, &reader->connection, STATEMENT_WEBHOOK_NEXT_DUE);
    query_number(&query, now);
    *ret_at = INT64_MAX;
    if (query_row(&query) && sqlite3_column_type(query.statement, 0) != SQLITE_NULL)
        *ret_at = sqlite3_column_int64(query.statement, 0);
    return query_status(&query);
}
