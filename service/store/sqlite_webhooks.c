/*
 * Webhooks: who is told what happens in a game.
 */
#include "service/store/sqlite_webhooks.h"

#include <assert.h>
#include <string.h>

#include "service/store/sqlite_store.h"

static const char *const format_ids[WEBHOOK_FORMATS] = {
    [WEBHOOK_STANDARD] = "standard",
    [WEBHOOK_DISCORD] = "discord",
};

const char *webhook_format_id(enum webhook_format format)
{
    return format < WEBHOOK_FORMATS ? format_ids[format] : "";
}

enum webhook_format webhook_format_find(const char *id, size_t length)
{
    enum webhook_format format = 0;
    while (format < WEBHOOK_FORMATS &&
           (strlen(format_ids[format]) != length || memcmp(format_ids[format], id, length) != 0))
        format++;
    return format;
}

void query_text_or_nothing(struct query *query, const char *text)
{
    query_text(query, text[0] == '\0' ? NULL : text);
}

void query_number_or_nothing(struct query *query, int64_t number)
{
    if (number == 0)
        query_nothing(query);
    else
        query_number(query, number);
}

bool query_optional_text_at(const struct query *query, int column, char *ret_text, size_t size)
{
    ret_text[0] = '\0';
    return sqlite3_column_type(query->statement, column) == SQLITE_NULL ||
           query_text_at(query, column, ret_text, size);
}

static enum webhook_format format_at(const struct query *query, int column)
{
    const char *id = (const char *)sqlite3_column_text(query->statement, column);
    return id ? webhook_format_find(id, strlen(id)) : WEBHOOK_FORMATS;
}

bool webhook_row(const struct query *query, struct webhook *ret_webhook)
{
    struct webhook *to = ret_webhook;
    to->owner = query_player_at(query, 2);
    to->about = query_player_at(query, 3);
    to->format = format_at(query, 4);
    to->created_at = sqlite3_column_int64(query->statement, 7);
    to->disabled_at = sqlite3_column_int64(query->statement, 8);
    to->tried_at = sqlite3_column_int64(query->statement, 10);
    to->status = (unsigned)sqlite3_column_int(query->statement, 11);
    to->pending = (uint32_t)sqlite3_column_int64(query->statement, 13);
    return to->format != WEBHOOK_FORMATS && query_text_at(query, 0, to->id, sizeof to->id) &&
           query_text_at(query, 1, to->game, sizeof to->game) &&
           query_text_at(query, 5, to->url, sizeof to->url) &&
           query_text_at(query, 6, to->types, sizeof to->types) &&
           query_optional_text_at(query, 9, to->reason, sizeof to->reason) &&
           query_optional_text_at(query, 12, to->fault, sizeof to->fault);
}

enum store_status store_webhook_add(struct store *store, const struct webhook *webhook)
{
    assert(store->in_transaction);
    struct known_game *known = known_find(store->connection.known, webhook->game);
    if (known)
        known->has_no_webhooks = false;
    QUERY(query, &store->connection, STATEMENT_WEBHOOK_INSERT);
    query_text(&query, webhook->id);
    query_text(&query, webhook->game);
    query_player(&query, webhook->owner);
    query_player(&query, webhook->about);
    query_text(&query, webhook_format_id(webhook->format));
    query_text(&query, webhook->url);
    query_text(&query, webhook->types);
    query_number(&query, webhook->created_at);
    return query_run(&query);
}

enum store_status store_webhook_remove(struct store *store, const char *game, uint8_t owner,
                                       const char *id)
{
    assert(store->in_transaction);
    QUERY(query, &store->connection, STATEMENT_WEBHOOK_DELETE);
    query_text(&query, game);
    query_player(&query, owner);
    query_text(&query, id);
    enum store_status status = query_run(&query);
    bool removed = status == STORE_OK && sqlite3_changes(store->connection.database) > 0;
    return status == STORE_OK && !removed ? STORE_NOT_FOUND : status;
}

enum store_status store_webhooks_drop(struct store *store, const char *game, uint8_t owner)
{
    assert(store->in_transaction);
    QUERY(query, &store->connection, STATEMENT_WEBHOOKS_DELETE);
    query_text(&query, game);
    query_player(&query, owner);
    return query_run(&query);
}

enum store_status store_webhook_count(struct store *store, const char *game, uint8_t owner,
                                      unsigned *ret_count)
{
    QUERY(query, &store->connection, STATEMENT_WEBHOOK_COUNT);
    query_text(&query, game);
    query_player(&query, owner);
    if (query_row(&query))
        *ret_count = (unsigned)sqlite3_column_int(query.statement, 0);
    return query_status(&query);
}

static bool subscription_row(const struct query *query, struct subscription *ret_subscription)
{
    ret_subscription->key = sqlite3_column_int64(query->statement, 0);
    ret_subscription->owner = query_player_at(query, 1);
    ret_subscription->about = query_player_at(query, 2);
    ret_subscription->format = format_at(query, 3);
    return ret_subscription->format != WEBHOOK_FORMATS &&
           query_text_at(query, 4, ret_subscription->types, sizeof ret_subscription->types);
}

enum store_status store_subscriptions(struct store *store, const char *game,
                                      struct subscription ret_list[WEBHOOKS_MAX], size_t *ret_count)
{
    assert(store->in_transaction);
    struct known_game *known = known_find(store->connection.known, game);
    *ret_count = 0;
    if (known && known->has_no_webhooks)
        return STORE_OK;
    QUERY(query, &store->connection, STATEMENT_WEBHOOK_SUBSCRIPTIONS);
    query_text(&query, game);
    size_t count = 0;
    while (count < WEBHOOKS_MAX && query_row(&query))
        if (!subscription_row(&query, &ret_list[count++]))
            return query_unreadable(&query);
    *ret_count = count;
    enum store_status status = query_status(&query);
    if (known)
        known->has_no_webhooks = status == STORE_OK && count == 0;
    return status;
}

enum store_status store_subscription(struct store *store, const char *game, uint8_t owner,
                                     const char *id, struct subscription *ret_subscription)
{
    QUERY(query, &store->connection, STATEMENT_WEBHOOK_SUBSCRIPTION);
    query_text(&query, game);
    query_player(&query, owner);
    query_text(&query, id);
    if (query_row(&query))
        return subscription_row(&query, ret_subscription) ? STORE_OK : query_unreadable(&query);
    enum store_status status = query_status(&query);
    return status == STORE_OK ? STORE_NOT_FOUND : status;
}

enum store_status store_webhook_enable(struct store *store, int64_t webhook)
{
    assert(store->in_transaction);
    known_forget(&store->known); /* which game's it is would have to be asked for */
    QUERY(query, &store->connection, STATEMENT_WEBHOOK_ENABLE);
    query_number(&query, webhook);
    return query_run(&query);
}

static enum store_status fail_deliveries(struct connection *connection, int64_t key, int64_t at)
{
    QUERY(query, connection, STATEMENT_DELIVERIES_FAIL);
    query_number(&query, key);
    query_number(&query, at);
    return query_run(&query);
}

enum store_status webhook_disable(struct connection *connection, int64_t key, int64_t at,
                                  const char *reason)
{
    QUERY(query, connection, STATEMENT_WEBHOOK_DISABLE);
    query_number(&query, key);
    query_number(&query, at);
    query_text(&query, reason);
    enum store_status status = query_run(&query);
    return status == STORE_OK ? fail_deliveries(connection, key, at) : status;
}

enum store_status webhook_set_due(struct connection *connection, int64_t key)
{
    QUERY(query, connection, STATEMENT_WEBHOOK_DUE);
    query_number(&query, key);
    return query_run(&query);
}

enum store_status store_webhook_read(struct store_reader *reader, const char *game, uint8_t owner,
                                     const char *id, struct webhook *ret_webhook)
{
    QUERY(query, &reader->connection, STATEMENT_WEBHOOK_READ);
    query_text(&query, game);
    query_player(&query, owner);
    query_text(&query, id);
    if (query_row(&query))
        return webhook_row(&query, ret_webhook) ? STORE_OK : query_unreadable(&query);
    enum store_status status = query_status(&query);
    return status == STORE_OK ? STORE_NOT_FOUND : status;
}

enum store_status store_webhooks_read(struct store_reader *reader, const char *game, uint8_t owner,
                                      bool (*each)(void *context, const struct webhook *webhook),
                                      void *context)
{
    QUERY(query, &reader->connection, STATEMENT_WEBHOOKS_READ);
    query_text(&query, game);
    query_player(&query, owner);
    bool more = true;
    while (more && query_row(&query)) {
        struct webhook webhook;
        if (!webhook_row(&query, &webhook))
            return query_unreadable(&query);
        more = each(context, &webhook);
    }
    return query_status(&query);
}
