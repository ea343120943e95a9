#include <assert.h>
#include <string.h>

#include "service/store/outbox.h"
#include "service/store/sqlite_query.h"
#include "service/store/sqlite_store.h"

/* So many at a time, so that forgetting never keeps commands waiting for long. */
enum { FORGOTTEN_AT_ONCE = 2000 };

/* Longer than answers: people ask for days what became of a delivery. */
static const int64_t DELIVERIES_KEPT_LONGER = INT64_C(6) * 24 * 60 * 60 * 1000;

enum store_status store_remember(struct store *store, const struct remembered *answer)
{
    assert(store->in_transaction);
    QUERY(query, &store->connection, STATEMENT_ANSWER_SET);
    query_bytes(&query, answer->scope, sizeof answer->scope);
    query_bytes(&query, answer->body, sizeof answer->body);
    query_number(&query, answer->at);
    query_text(&query, answer->game);
    query_number(&query, answer->version);
    query_player(&query, answer->player);
    query_text(&query, refusal_code((enum refusal)answer->refusal));
    query_text(&query, answer->subject);
    return query_run(&query);
}

/* REFUSAL_COUNT when a code is none of ours. */
static enum refusal refusal_find(const unsigned char *code)
{
    enum refusal refusal = ACCEPTED;
    while (refusal < REFUSAL_COUNT && strcmp(refusal_code(refusal), (const char *)code) != 0)
        refusal++;
    return refusal;
}

static bool read_answer(const struct query *query, const uint8_t scope[32],
                        struct remembered *ret_answer)
{
    const unsigned char *code = sqlite3_column_text(query->statement, 5);
    enum refusal refusal = code ? refusal_find(code) : REFUSAL_COUNT;
    *ret_answer = (struct remembered){
        .at = sqlite3_column_int64(query->statement, 1),
        .version = (uint32_t)sqlite3_column_int64(query->statement, 3),
        .player = query_player_at(query, 4),
        .refusal = (uint16_t)refusal,
    };
    memcpy(ret_answer->scope, scope, sizeof ret_answer->scope);
    return refusal != REFUSAL_COUNT &&
           query_bytes_at(query, 0, ret_answer->body, sizeof ret_answer->body) &&
           query_text_at(query, 2, ret_answer->game, sizeof ret_answer->game) &&
           query_text_at(query, 6, ret_answer->subject, sizeof ret_answer->subject);
}

enum store_status store_recall(struct store *store, const uint8_t scope[32], int64_t not_before,
                               struct remembered *ret_answer)
{
    QUERY(query, &store->connection, STATEMENT_ANSWER_GET);
    query_bytes(&query, scope, sizeof ret_answer->scope);
    query_number(&query, not_before);
    if (query_row(&query))
        return read_answer(&query, scope, ret_answer) ? STORE_OK : query_unreadable(&query);
    enum store_status status = query_status(&query);
    return status == STORE_OK ? STORE_NOT_FOUND : status;
}

static enum store_status forget_answers(struct connection *connection, int64_t before,
                                        bool *ret_more)
{
    QUERY(query, connection, STATEMENT_ANSWERS_FORGET);
    query_number(&query, before);
    query_number(&query, FORGOTTEN_AT_ONCE);
    enum store_status status = query_run(&query);
    *ret_more = status == STORE_OK && sqlite3_changes(connection->database) == FORGOTTEN_AT_ONCE;
    return status;
}

static enum store_status forget_revocations(struct connection *connection, int64_t before)
{
    QUERY(query, connection, STATEMENT_REVOCATIONS_FORGET);
    query_number(&query, before / 1000);
    return query_run(&query);
}

enum store_status store_forget(struct store *store, int64_t before, bool *ret_more)
{
    *ret_more = false;
    enum store_status status = store_begin(store);
    if (status != STORE_OK)
        return status;
    status = forget_answers(&store->connection, before, ret_more);
    if (status == STORE_OK)
        status = forget_revocations(&store->connection, before);
    uint32_t deliveries = 0;
    if (status == STORE_OK)
        status = store_forget_deliveries(store, before - DELIVERIES_KEPT_LONGER, FORGOTTEN_AT_ONCE,
                                         &deliveries);
    *ret_more |= deliveries == FORGOTTEN_AT_ONCE;
    if (status == STORE_OK)
        return store_commit(store);
    store_rollback(store);
    return status;
}
