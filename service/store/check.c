#include "service/store/check.h"

#include <stdio.h>
#include <string.h>

#include "service/base/buffer.h"
#include "service/fairness/chain.h"
#include "service/json/event_json.h"

enum { EVENT_BYTES_MAX = 1024 * 1024 };

/* In the order of the tables' keys, so that nothing has to be sorted. */
static const char all_events[] =
    "SELECT game.public_id, game.version, event.seq, event.at, event.type, event.player, "
    "       event.data, event.hash "
    "FROM game LEFT JOIN event ON event.game = game.id "
    "ORDER BY game.id, event.seq";

/* How far a reading of all logs has come. */
struct walk {
    struct database_count count;
    char game[ULID_LENGTH + 1]; /* "" before the first */
    int64_t version;            /* that the game says it has */
    int64_t seq;                /* of its last event */
    uint8_t hash[HASH_BYTES];
    struct buffer canonical;
};

static bool tell(char *ret_message, const char *what, const char *detail)
{
    snprintf(ret_message, STORE_MESSAGE_BYTES, "the database is damaged: %s: %s", what, detail);
    return false;
}

static bool tell_failure(sqlite3 *database, char *ret_message)
{
    snprintf(ret_message, STORE_MESSAGE_BYTES, "cannot check the database: %s",
             sqlite3_errmsg(database));
    return false;
}

static bool tell_event(const struct walk *walk, const char *what, char *ret_message)
{
    snprintf(ret_message, STORE_MESSAGE_BYTES, "the database is damaged: game %s, event %lld: %s",
             walk->game, (long long)walk->seq, what);
    return false;
}

/* PRAGMA integrity_check answers one row, "ok", when all is well. */
static bool check_pages(sqlite3 *database, char *ret_message)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(database, "PRAGMA integrity_check(1)", -1, &statement, NULL) !=
            SQLITE_OK ||
        sqlite3_step(statement) != SQLITE_ROW) {
        sqlite3_finalize(statement);
        return tell_failure(database, ret_message);
    }
    const char *answer = (const char *)sqlite3_column_text(statement, 0);
    bool whole = answer && strcmp(answer, "ok") == 0;
    if (!whole)
        tell(ret_message, "integrity_check", answer ? answer : "no answer");
    sqlite3_finalize(statement);
    return whole;
}

/* A row for each reference to what is not there. */
static bool check_references(sqlite3 *database, char *ret_message)
{
    sqlite3_stmt *statement = NULL;
    int result = sqlite3_prepare_v2(database, "PRAGMA foreign_key_check", -1, &statement, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_step(statement);
    if (result == SQLITE_ROW)
        tell(ret_message, "a row refers to nothing, in table",
             (const char *)sqlite3_column_text(statement, 0));
    else if (result != SQLITE_DONE)
        tell_failure(database, ret_message);
    sqlite3_finalize(statement);
    return result == SQLITE_DONE;
}

static bool end_game(const struct walk *walk, char *ret_message)
{
    if (walk->game[0] == '\0' || walk->seq == walk->version)
        return true;
    return tell_event(walk,
                      walk->seq < walk->version ? "the events after it are missing"
                                                : "the game's version says that there are fewer",
                      ret_message);
}

/* The game of the row, which may be the one of the row before. */
static bool enter_game(struct walk *walk, sqlite3_stmt *row, char *ret_message)
{
    const char *game = (const char *)sqlite3_column_text(row, 0);
    if (game && strcmp(game, walk->game) == 0)
        return true;
    if (!end_game(walk, ret_message))
        return false;
    snprintf(walk->game, sizeof walk->game, "%s", game ? game : "?");
    walk->version = sqlite3_column_int64(row, 1);
    walk->seq = 0;
    memset(walk->hash, 0, sizeof walk->hash);
    walk->count.games++;
    return true;
}

static bool check_hash(struct walk *walk, sqlite3_stmt *row, char *ret_message)
{
    bool is_anybodys = sqlite3_column_type(row, 5) == SQLITE_NULL;
    const struct event_envelope envelope = {
        .seq = (uint32_t)walk->seq,
        .at = sqlite3_column_int64(row, 3),
        .type = (const char *)sqlite3_column_text(row, 4),
        .player = is_anybodys ? PLAYER_NONE : (uint8_t)(sqlite3_column_int(row, 5) - 1),
        .prev = walk->hash,
        .data = (const char *)sqlite3_column_text(row, 6),
        .data_length = (size_t)sqlite3_column_bytes(row, 6),
    };
    const void *stored = sqlite3_column_blob(row, 7);
    if (!envelope.type || !envelope.data || !stored || sqlite3_column_bytes(row, 7) != HASH_BYTES)
        return tell_event(walk, "it cannot be read", ret_message);
    uint8_t hash[HASH_BYTES];
    buffer_clear(&walk->canonical);
    event_write_canonical(&envelope, &walk->canonical);
    if (buffer_failed(&walk->canonical))
        return tell_event(walk, "it is too large", ret_message);
    event_hash(walk->canonical.bytes, walk->canonical.length, hash);
    if (memcmp(hash, stored, sizeof hash) != 0)
        return tell_event(walk, "it has not the hash that follows from it", ret_message);
    memcpy(walk->hash, hash, sizeof hash);
    return true;
}

static bool check_row(struct walk *walk, sqlite3_stmt *row, char *ret_message)
{
    if (!enter_game(walk, row, ret_message))
        return false;
    if (sqlite3_column_type(row, 2) == SQLITE_NULL) /* a game without events */
        return true;
    if (sqlite3_column_int64(row, 2) != walk->seq + 1)
        return tell_event(walk, "the next one is missing", ret_message);
    walk->seq++;
    walk->count.events++;
    return check_hash(walk, row, ret_message);
}

static bool check_logs(sqlite3 *database, struct walk *walk, char *ret_message)
{
    sqlite3_stmt *statement = NULL;
    bool whole = true;
    int result = sqlite3_prepare_v2(database, all_events, -1, &statement, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_step(statement);
    while (whole && result == SQLITE_ROW) {
        whole = check_row(walk, statement, ret_message);
        result = sqlite3_step(statement);
    }
    if (whole && result != SQLITE_DONE)
        whole = tell_failure(database, ret_message);
    sqlite3_finalize(statement);
    return whole && end_game(walk, ret_message);
}

bool database_check(sqlite3 *database, struct database_count *ret_count, char *ret_message)
{
    struct walk walk = {.canonical = buffer_new(EVENT_BYTES_MAX)};
    bool whole = check_pages(database, ret_message) && check_references(database, ret_message) &&
                 check_logs(database, &walk, ret_message);
    buffer_free(&walk.canonical);
    if (whole)
        *ret_count = walk.count;
    return whole;
}
