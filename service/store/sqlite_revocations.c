#include <assert.h>

#include "service/store/sqlite_query.h"
#include "service/store/sqlite_store.h"

enum store_status store_revoke(struct store *store, const char *token_id, int64_t until_seconds)
{
    assert(store->in_transaction);
    QUERY(query, &store->connection, STATEMENT_REVOCATION_SET);
    query_text(&query, token_id);
    query_number(&query, until_seconds);
    return query_run(&query);
}

enum store_status store_revoked(struct store_reader *reader, int64_t now_seconds,
                                bool (*each)(void *context, const char *token_id,
                                             int64_t until_seconds),
                                void *context)
{
    QUERY(query, &reader->connection, STATEMENT_REVOCATIONS);
    query_number(&query, now_seconds);
    bool more = true;
    while (more && query_row(&query)) {
        const unsigned char *token_id = sqlite3_column_text(query.statement, 0);
        if (!token_id)
            return query_unreadable(&query);
        more = each(context, (const char *)token_id, sqlite3_column_int64(query.statement, 1));
    }
    return query_status(&query);
}
