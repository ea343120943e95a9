#include "service/store/due.h"

#include <assert.h>

#include "service/store/sqlite_games.h"
#include "service/store/sqlite_query.h"
#include "service/store/sqlite_store.h"

enum store_status store_set_due(struct store *store, const char *game, int64_t due_at)
{
    assert(store->in_transaction);
    return game_set_due(&store->connection, game, due_at);
}

enum store_status store_due_games(struct store *store, int64_t until, uint32_t limit,
                                  bool (*each)(void *context, const char *game), void *context)
{
    QUERY(query, &store->connection, STATEMENT_GAMES_DUE);
    query_number(&query, until);
    query_number(&query, limit);
    bool more = true;
    while (more && query_row(&query)) {
        char game[ULID_LENGTH + 1];
        if (!query_text_at(&query, 0, game, sizeof game))
            return query_unreadable(&query);
        more = each(context, game);
    }
    return query_status(&query);
}

enum store_status store_first_due(struct store *store, int64_t *ret_at)
{
    QUERY(query, &store->connection, STATEMENT_GAMES_FIRST_DUE);
    *ret_at = INT64_MAX;
    if (query_row(&query))
        *ret_at = sqlite3_column_int64(query.statement, 0);
    return query_status(&query);
}
