#include "service/store/sqlite_games.h"

#include <string.h>

#include "service/store/sqlite_query.h"

/* What is none of ours is written over, whatever it is to become. */
static enum step step_at(const struct query *query, int column)
{
    const char *id = (const char *)sqlite3_column_text(query->statement, column);
    enum step step = id ? step_find(id, strlen(id)) : STEPS;
    return step != STEP_NONE || !id || id[0] == '\0' ? step : STEPS;
}

static enum game_status status_at(const struct query *query, int column)
{
    const char *id = (const char *)sqlite3_column_text(query->statement, column);
    return id ? status_find(id, strlen(id)) : STATUSES;
}

static enum store_status read_head(struct connection *connection, const char *id,
                                   struct game_head *ret_head)
{
    QUERY(query, connection, STATEMENT_GAME_KEY);
    query_text(&query, id);
    if (!query_row(&query)) {
        enum store_status status = query_status(&query);
        return status == STORE_OK ? STORE_NOT_FOUND : status;
    }
    ret_head->key = sqlite3_column_int64(query.statement, 0);
    ret_head->version = (uint32_t)sqlite3_column_int64(query.statement, 1);
    ret_head->waiting = (uint8_t)sqlite3_column_int(query.statement, 2);
    ret_head->due_at = sqlite3_column_int64(query.statement, 3);
    ret_head->status = status_at(&query, 4);
    ret_head->step = step_at(&query, 5);
    return STORE_OK;
}

enum store_status game_find(struct connection *connection, const char *id,
                            struct game_head *ret_head)
{
    const struct known_game *known = known_find(connection->known, id);
    if (known) {
        *ret_head = known->head;
        return STORE_OK;
    }
    enum store_status status = read_head(connection, id, ret_head);
    if (status == STORE_OK)
        known_add(connection->known, id, ret_head);
    return status;
}

static void query_due(struct query *query, int64_t due_at)
{
    if (due_at == NOTHING_DUE)
        query_nothing(query);
    else
        query_number(query, due_at);
}

static enum store_status set_due(struct connection *connection, struct game_head *head,
                                 int64_t due_at)
{
    if (due_at == head->due_at)
        return STORE_OK;
    QUERY(query, connection, STATEMENT_GAME_SET_DUE);
    query_number(&query, head->key);
    query_due(&query, due_at);
    head->due_at = due_at;
    return query_run(&query);
}

enum store_status game_set_due(struct connection *connection, const char *id, int64_t due_at)
{
    struct game_head head;
    enum store_status status = game_find(connection, id, &head);
    if (status == STORE_OK)
        status = set_due(connection, &head, due_at);
    struct known_game *known = known_find(connection->known, id);
    if (status == STORE_OK && known)
        known->head.due_at = due_at;
    return status;
}

static enum store_status insert_game(struct connection *connection, const struct game_row *row,
                                     int64_t *ret_key)
{
    QUERY(query, connection, STATEMENT_GAME_INSERT);
    query_text(&query, row->id);
    query_text(&query, row->name);
    query_text(&query, row->creator);
    query_number(&query, row->is_private);
    query_number(&query, row->created_at);
    query_number(&query, row->updated_at);
    query_number(&query, row->version);
    query_text(&query, status_id(row->status));
    query_text(&query, step_id(row->step));
    query_number(&query, row->players);
    query_number(&query, row->joined);
    query_number(&query, row->waiting);
    query_due(&query, row->due_at);
    enum store_status status = query_run(&query);
    *ret_key = sqlite3_last_insert_rowid(connection->database);
    return status;
}

static enum store_status update_step(struct connection *connection, const struct game_head *head,
                                     const struct game_row *row)
{
    if (head->status == row->status && head->step == row->step)
        return STORE_OK;
    QUERY(query, connection, STATEMENT_GAME_UPDATE_STEP);
    query_number(&query, head->key);
    query_text(&query, status_id(row->status));
    query_text(&query, step_id(row->step));
    return query_run(&query);
}

/* Whatever is known of the game, that its row still has the version is seen in the row. */
static enum store_status update_row(struct connection *connection, const struct game_head *head,
                                    const struct game_row *row)
{
    QUERY(query, connection, STATEMENT_GAME_UPDATE);
    query_number(&query, head->key);
    query_number(&query, row->updated_at);
    query_number(&query, row->version);
    query_number(&query, row->joined);
    query_number(&query, row->waiting);
    query_number(&query, head->version);
    enum store_status status = query_run(&query);
    bool updated = status == STORE_OK && sqlite3_changes(connection->database) > 0;
    return status == STORE_OK && !updated ? STORE_CONFLICT : status;
}

static enum store_status update_game(struct connection *connection, struct game_head *head,
                                     const struct game_row *row)
{
    enum store_status status = update_row(connection, head, row);
    if (status == STORE_OK)
        status = update_step(connection, head, row);
    /* What is to be done at once stays so until it has been done. */
    if (status == STORE_OK && head->due_at != DUE_AT_ONCE)
        status = set_due(connection, head, row->due_at);
    return status;
}

static enum store_status set_waiting(struct connection *connection, int64_t key, uint8_t player,
                                     const char *external_id)
{
    bool waits = external_id[0] != '\0';
    QUERY(query, connection, waits ? STATEMENT_WAITING_SET : STATEMENT_WAITING_CLEAR);
    query_number(&query, key);
    query_player(&query, player);
    if (waits)
        query_text(&query, external_id);
    return query_run(&query);
}

/* Touches only the players that the game waits for or waited for before. */
static enum store_status update_waiting(struct connection *connection, const struct game_head *head,
                                        const struct game_row *row)
{
    enum store_status status = STORE_OK;
    unsigned touched = (row->waiting | head->waiting) & ~(unsigned)row->waiting_same;
    for (uint8_t player = 0; status == STORE_OK && touched >> player != 0; player++) {
        bool waits = row->waiting >> player & 1;
        if (touched >> player & 1)
            status =
                set_waiting(connection, head->key, player, waits ? row->external_ids[player] : "");
    }
    return status;
}

/* The webhooks and notes of a game are as they were before it was written. */
static void remember(struct connection *connection, const struct game_head *head,
                     const struct game_row *row)
{
    struct known_game *known = known_find(connection->known, row->id);
    struct game_head now = *head;
    now.version = row->version;
    now.status = row->status;
    now.step = row->step;
    now.waiting = row->waiting;
    if (known)
        known->head = now;
    else
        known_add(connection->known, row->id, &now);
}

enum store_status game_write(struct connection *connection, const struct game_row *row,
                             uint32_t expected_version, int64_t *ret_key)
{
    struct game_head head = {.due_at = row->due_at};
    enum store_status status;
    if (expected_version == 0) {
        status = insert_game(connection, row, &head.key);
    } else {
        status = game_find(connection, row->id, &head);
        if (status == STORE_NOT_FOUND || (status == STORE_OK && head.version != expected_version))
            return STORE_CONFLICT;
        if (status == STORE_OK)
            status = update_game(connection, &head, row);
    }
    if (status == STORE_OK)
        status = update_waiting(connection, &head, row);
    if (status == STORE_OK)
        remember(connection, &head, row);
    *ret_key = head.key;
    return status;
}
