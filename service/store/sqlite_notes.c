#include "service/store/notes.h"

#include <assert.h>

#include "service/store/sqlite_games.h"
#include "service/store/sqlite_query.h"
#include "service/store/sqlite_store.h"

enum store_status store_note_put(struct store *store, const char *game, uint8_t player,
                                 const char *name, const char *body, size_t length)
{
    assert(store->in_transaction);
    assert(length <= NOTE_BODY_BYTES);
    struct game_head head;
    enum store_status status = game_find(&store->connection, game, &head);
    if (status != STORE_OK)
        return status;
    QUERY(query, &store->connection, STATEMENT_NOTE_SET);
    query_number(&query, head.key);
    query_player(&query, player);
    query_text(&query, name);
    query_text_of(&query, body, length);
    struct known_game *known = known_find(store->connection.known, game);
    if (known)
        known->has_no_notes = false;
    return query_run(&query);
}

enum store_status store_note_delete(struct store *store, const char *game, uint8_t player,
                                    const char *name)
{
    assert(store->in_transaction);
    QUERY(query, &store->connection, STATEMENT_NOTE_DELETE);
    query_text(&query, game);
    query_player(&query, player);
    query_text(&query, name);
    enum store_status status = query_run(&query);
    bool deleted = status == STORE_OK && sqlite3_changes(store->connection.database) > 0;
    return status == STORE_OK && !deleted ? STORE_NOT_FOUND : status;
}

enum store_status store_notes_drop(struct store *store, const char *game, uint8_t player)
{
    assert(store->in_transaction);
    QUERY(query, &store->connection, STATEMENT_NOTES_DELETE);
    query_text(&query, game);
    query_player(&query, player);
    return query_run(&query);
}

enum store_status store_note_owners(struct store *store, const char *game, const char *name,
                                    uint8_t *ret_players)
{
    struct known_game *known = known_find(store->connection.known, game);
    *ret_players = 0;
    if (known && known->has_no_notes)
        return STORE_OK;
    QUERY(query, &store->connection, STATEMENT_NOTE_OWNERS);
    query_text(&query, game);
    query_text(&query, name);
    bool any = false;
    for (; query_row(&query); any = true) {
        uint8_t player = query_player_at(&query, 0);
        if (player == PLAYER_NONE)
            return query_unreadable(&query);
        if (sqlite3_column_int(query.statement, 1) != 0)
            *ret_players = (uint8_t)(*ret_players | 1u << player);
    }
    enum store_status status = query_status(&query);
    if (known)
        known->has_no_notes = status == STORE_OK && !any;
    return status;
}

static enum store_status read_note(struct connection *connection, const char *game, uint8_t player,
                                   const char *name, struct buffer *body)
{
    QUERY(query, connection, STATEMENT_NOTE_GET);
    query_text(&query, game);
    query_player(&query, player);
    query_text(&query, name);
    if (query_row(&query)) {
        const void *text = sqlite3_column_text(query.statement, 0);
        if (!text)
            return query_unreadable(&query);
        buffer_append(body, text, (size_t)sqlite3_column_bytes(query.statement, 0));
        return buffer_failed(body) ? STORE_UNAVAILABLE : STORE_OK;
    }
    enum store_status status = query_status(&query);
    return status == STORE_OK ? STORE_NOT_FOUND : status;
}

enum store_status store_note_read_own(struct store *store, const char *game, uint8_t player,
                                      const char *name, struct buffer *body)
{
    return read_note(&store->connection, game, player, name, body);
}

enum store_status store_note_read(struct store_reader *reader, const char *game, uint8_t player,
                                  const char *name, struct buffer *body)
{
    return read_note(&reader->connection, game, player, name, body);
}

enum store_status
store_notes_read(struct store_reader *reader, const char *game, uint8_t player, const char *prefix,
                 bool (*each)(void *context, const char *name, const char *body, size_t length),
                 void *context)
{
    QUERY(query, &reader->connection, STATEMENT_NOTES_READ);
    query_text(&query, game);
    query_player(&query, player);
    query_text(&query, prefix);
    bool more = true;
    while (more && query_row(&query)) {
        const char *name = (const char *)sqlite3_column_text(query.statement, 0);
        const char *body = (const char *)sqlite3_column_text(query.statement, 1);
        if (!name || !body)
            return query_unreadable(&query);
        more = each(context, name, body, (size_t)sqlite3_column_bytes(query.statement, 1));
    }
    return query_status(&query);
}
