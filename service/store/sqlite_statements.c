#include "service/store/sqlite_statements.h"

/* A list's rows come from FROM and pass the filter; a parameter that is NULL lets all pass. The
 * page begins behind the row whose key and id are ?1 and ?2. */
#define LIST(from, key, beyond, direction)                                                         \
    "SELECT " key ", public_id, name, creator, private, created_at, updated_at, version, status, " \
    "step, players, joined, waiting FROM " from "(" key ", public_id) " beyond " (?1, ?2) "        \
    "AND (?3 IS NULL OR status = ?3) AND (?4 IS NULL OR step = ?4) AND private <= ?5 "             \
    "AND (?6 IS NULL OR instr(lower(name), lower(?6)) > 0) "                                       \
    "ORDER BY " key direction ", public_id" direction " LIMIT ?7"

#define ALL     "game WHERE "
#define CREATOR "game WHERE creator = ?8 AND "
/* CROSS JOIN: the few games that wait for somebody come first, whatever else there is. */
#define WAITING                                                                                    \
    "(SELECT DISTINCT game AS key FROM waiting WHERE external_id = ?9) AS wanted "                 \
    "CROSS JOIN game ON game.id = wanted.key WHERE (?8 IS NULL OR creator = ?8) AND "

#define LISTS(first, from)                                                                         \
    [(first)] = LIST(from, "created_at", ">", ""),                                                 \
    [(first) + 1] = LIST(from, "created_at", "<", " DESC"),                                        \
    [(first) + 2] = LIST(from, "updated_at", ">", ""),                                             \
    [(first) + 3] = LIST(from, "updated_at", "<", " DESC"),                                        \
    [(first) + 4] = LIST(from, "name", ">", "")

static const char *const texts[STATEMENTS] = {
    [STATEMENT_BEGIN] = "BEGIN IMMEDIATE",
    [STATEMENT_COMMIT] = "COMMIT",
    [STATEMENT_ROLLBACK] = "ROLLBACK",
    [STATEMENT_PROBE] = "UPDATE probe SET count = count + 1 WHERE one = 1",

    [STATEMENT_GAME_KEY] = "SELECT id, version, waiting FROM game WHERE public_id = ?1",
    [STATEMENT_GAME_INSERT] =
        "INSERT INTO game (public_id, name, creator, private, created_at, updated_at, version, "
        "status, step, players, joined, waiting) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    [STATEMENT_GAME_UPDATE] =
        "UPDATE game SET updated_at = ?2, version = ?3, joined = ?4, waiting = ?5 WHERE id = ?1",
    /* Apart, since most commands leave both as they are and six indexes hold them. */
    [STATEMENT_GAME_UPDATE_STEP] = "UPDATE game SET status = ?2, step = ?3 "
                                   "WHERE id = ?1 AND (status <> ?2 OR step <> ?3)",
    [STATEMENT_WAITING_SET] =
        "INSERT INTO waiting (game, player, external_id) VALUES (?1, ?2, ?3) "
        "ON CONFLICT (game, player) DO UPDATE SET external_id = excluded.external_id "
        "WHERE external_id <> excluded.external_id",
    [STATEMENT_WAITING_CLEAR] = "DELETE FROM waiting WHERE game = ?1 AND player = ?2",

    [STATEMENT_EVENT_INSERT] =
        "INSERT INTO event (game, seq, at, type, player, data, private, hash) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [STATEMENT_EVENT_HASH] = "SELECT hash FROM event WHERE game = ?1 AND seq = ?2",
    [STATEMENT_EVENTS_AFTER] = "SELECT seq, at, type, player, data, private, hash FROM event "
                               "WHERE game = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3",
    [STATEMENT_FEED_LAST] = "SELECT max(id) FROM event",
    /* CROSS JOIN: through the events in their order, whatever else there is. */
    [STATEMENT_FEED_AFTER] =
        "SELECT event.seq, event.at, event.type, event.player, event.data, NULL, event.hash, "
        "event.id, game.public_id, game.waiting, before.hash FROM event "
        "CROSS JOIN game ON game.id = event.game "
        "LEFT JOIN event AS before ON before.game = event.game AND before.seq = event.seq - 1 "
        "WHERE event.id > ?1 AND event.id <= ?2 AND (?3 IS NULL OR game.creator = ?3) "
        "ORDER BY event.id LIMIT ?4",

    [STATEMENT_ANSWER_SET] =
        "INSERT OR REPLACE INTO answer (scope, body, at, game, version, player, refusal) "
        "VALUES (?1, ?2, ?3, (SELECT id FROM game WHERE public_id = ?4), ?5, ?6, ?7)",
    [STATEMENT_ANSWER_GET] =
        "SELECT answer.body, answer.at, coalesce(game.public_id, ''), answer.version, "
        "answer.player, answer.refusal FROM answer LEFT JOIN game ON game.id = answer.game "
        "WHERE answer.scope = ?1 AND answer.at >= ?2",
    [STATEMENT_ANSWERS_FORGET] = "DELETE FROM answer WHERE scope IN "
                                 "(SELECT scope FROM answer WHERE at < ?1 ORDER BY at LIMIT ?2)",

    [STATEMENT_REVOCATION_SET] =
        "INSERT INTO revocation (token_id, until) VALUES (?1, ?2) "
        "ON CONFLICT (token_id) DO UPDATE SET until = max(until, excluded.until)",
    [STATEMENT_REVOCATIONS] = "SELECT token_id, until FROM revocation WHERE until > ?1",
    [STATEMENT_REVOCATIONS_FORGET] = "DELETE FROM revocation WHERE until < ?1",

    LISTS(STATEMENT_LIST_ALL, ALL),
    LISTS(STATEMENT_LIST_CREATOR, CREATOR),
    LISTS(STATEMENT_LIST_WAITING, WAITING),
};

const char *statement_text(enum statement which)
{
    return texts[which];
}
