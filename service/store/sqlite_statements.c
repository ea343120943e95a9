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

#define GAME_OF(id) "(SELECT id FROM game WHERE public_id = " id ")"

/* Of a webhook, in the order in which they are read. */
#define WEBHOOK                                                                                    \
    "webhook.public_id, game.public_id, webhook.owner, webhook.about, webhook.format, "            \
    "webhook.url, webhook.types, webhook.created_at, webhook.disabled_at, webhook.reason, "        \
    "webhook.tried_at, webhook.status, webhook.fault"
#define PENDING "(SELECT count(*) FROM delivery WHERE webhook = webhook.id AND state = 'pending')"
#define SUBSCRIPTION                                                                               \
    "SELECT id, owner, about, format, types FROM webhook WHERE game = " GAME_OF("?1")

/* Of a delivery, likewise. */
#define DELIVERY                                                                                   \
    "delivery.seq, delivery.part, delivery.type, delivery.players, delivery.created_at, "          \
    "delivery.state, delivery.attempts, delivery.failures, delivery.next_at, "                     \
    "delivery.finished_at, delivery.status, delivery.fault"

static const char *const texts[STATEMENTS] = {
    [STATEMENT_BEGIN] = "BEGIN IMMEDIATE",
    [STATEMENT_COMMIT] = "COMMIT",
    [STATEMENT_ROLLBACK] = "ROLLBACK",
    [STATEMENT_PROBE] = "UPDATE probe SET count = count + 1 WHERE one = 1",

    [STATEMENT_GAME_KEY] =
        "SELECT id, version, waiting, due_at, status, step FROM game WHERE public_id = ?1",
    [STATEMENT_GAME_INSERT] =
        "INSERT INTO game (public_id, name, creator, private, created_at, updated_at, version, "
        "status, step, players, joined, waiting, due_at) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    [STATEMENT_GAME_UPDATE] =
        "UPDATE game SET updated_at = ?2, version = ?3, joined = ?4, waiting = ?5 "
        "WHERE id = ?1 AND version = ?6",
    /* Apart, since most commands leave both as they are and six indexes hold them. */
    [STATEMENT_GAME_UPDATE_STEP] = "UPDATE game SET status = ?2, step = ?3 WHERE id = ?1",
    /* Apart as well: few games have anything to wait for. */
    [STATEMENT_GAME_SET_DUE] = "UPDATE game SET due_at = ?2 WHERE id = ?1",
    [STATEMENT_GAMES_DUE] =
        "SELECT public_id FROM game WHERE due_at <= ?1 ORDER BY due_at LIMIT ?2",
    [STATEMENT_GAMES_FIRST_DUE] =
        "SELECT due_at FROM game WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1",
    [STATEMENT_WAITING_SET] =
        "INSERT INTO waiting (game, player, external_id) VALUES (?1, ?2, ?3) "
        "ON CONFLICT (game, player) DO UPDATE SET external_id = excluded.external_id "
        "WHERE external_id <> excluded.external_id",
    [STATEMENT_WAITING_CLEAR] = "DELETE FROM waiting WHERE game = ?1 AND player = ?2",

    [STATEMENT_NOTE_SET] = "INSERT INTO note (game, player, name, body) VALUES (?1, ?2, ?3, ?4) "
                           "ON CONFLICT (game, player, name) DO UPDATE SET body = excluded.body",
    [STATEMENT_NOTE_DELETE] =
        "DELETE FROM note WHERE game = " GAME_OF("?1") " AND player = ?2 AND name = ?3",
    [STATEMENT_NOTES_DELETE] = "DELETE FROM note WHERE game = " GAME_OF("?1") " AND player = ?2",
    [STATEMENT_NOTE_OWNERS] = "SELECT player, name = ?2 FROM note WHERE game = " GAME_OF("?1"),
    [STATEMENT_NOTE_GET] =
        "SELECT body FROM note WHERE game = " GAME_OF("?1") " AND player = ?2 AND name = ?3",
    [STATEMENT_NOTES_READ] =
        "SELECT name, body FROM note WHERE player = ?2 AND name >= ?3 "
        "AND substr(name, 1, length(?3)) = ?3 AND game = " GAME_OF("?1") " ORDER BY name",

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
        "INSERT OR REPLACE INTO answer (scope, body, at, game, version, player, refusal, subject) "
        "VALUES (?1, ?2, ?3, (SELECT id FROM game WHERE public_id = ?4), ?5, ?6, ?7, ?8)",
    [STATEMENT_ANSWER_GET] =
        "SELECT answer.body, answer.at, coalesce(game.public_id, ''), answer.version, "
        "answer.player, answer.refusal, answer.subject FROM answer LEFT JOIN game ON game.id = "
        "answer.game "
        "WHERE answer.scope = ?1 AND answer.at >= ?2",
    [STATEMENT_ANSWERS_FORGET] = "DELETE FROM answer WHERE scope IN "
                                 "(SELECT scope FROM answer WHERE at < ?1 ORDER BY at LIMIT ?2)",

    [STATEMENT_REVOCATION_SET] =
        "INSERT INTO revocation (token_id, until) VALUES (?1, ?2) "
        "ON CONFLICT (token_id) DO UPDATE SET until = max(until, excluded.until)",
    [STATEMENT_REVOCATIONS] = "SELECT token_id, until FROM revocation WHERE until > ?1",
    [STATEMENT_REVOCATIONS_FORGET] = "DELETE FROM revocation WHERE until < ?1",

    [STATEMENT_WEBHOOK_INSERT] =
        "INSERT INTO webhook (public_id, game, owner, about, format, url, types, created_at) "
        "VALUES (?1, " GAME_OF("?2") ", ?3, ?4, ?5, ?6, ?7, ?8)",
    [STATEMENT_WEBHOOK_DELETE] = "DELETE FROM webhook WHERE public_id = ?3 "
                                 "AND game = " GAME_OF("?1") " AND owner IS ?2",
    [STATEMENT_WEBHOOKS_DELETE] =
        "DELETE FROM webhook WHERE game = " GAME_OF("?1") " AND owner IS ?2",
    [STATEMENT_WEBHOOK_COUNT] =
        "SELECT count(*) FROM webhook WHERE game = " GAME_OF("?1") " AND owner IS ?2",
    [STATEMENT_WEBHOOK_SUBSCRIPTIONS] = SUBSCRIPTION " AND disabled_at IS NULL",
    [STATEMENT_WEBHOOK_SUBSCRIPTION] = SUBSCRIPTION " AND owner IS ?2 AND public_id = ?3",
    [STATEMENT_WEBHOOK_ENABLE] =
        "UPDATE webhook SET disabled_at = NULL, reason = NULL WHERE id = ?1",
    [STATEMENT_WEBHOOK_DISABLE] = "UPDATE webhook SET disabled_at = ?2, reason = ?3 WHERE id = ?1",
    [STATEMENT_WEBHOOK_TRIED] =
        "UPDATE webhook SET tried_at = ?2, status = ?3, fault = ?4 WHERE id = ?1",
    [STATEMENT_WEBHOOK_DUE] =
        "UPDATE webhook SET (due_at, failing) = (SELECT next_at, attempts > 0 FROM delivery "
        "WHERE webhook = ?1 AND state = 'pending' ORDER BY seq, part LIMIT 1) WHERE id = ?1",
    [STATEMENT_WEBHOOK_KEY] = "SELECT id FROM webhook WHERE public_id = ?1",
    [STATEMENT_WEBHOOK_READ] =
        "SELECT " WEBHOOK ", " PENDING " FROM webhook JOIN game ON game.id = webhook.game "
        "WHERE webhook.public_id = ?3 AND game.public_id = ?1 AND webhook.owner IS ?2",
    [STATEMENT_WEBHOOKS_READ] =
        "SELECT " WEBHOOK ", " PENDING " FROM game JOIN webhook ON webhook.game = game.id "
        "WHERE game.public_id = ?1 AND webhook.owner IS ?2 ORDER BY webhook.id",
    /* CROSS JOIN: the webhooks that are due come first, each with its first delivery. */
    [STATEMENT_WEBHOOKS_DUE] =
        "SELECT " WEBHOOK ", 0, " DELIVERY " FROM webhook CROSS JOIN delivery "
        "CROSS JOIN game ON game.id = webhook.game "
        "WHERE webhook.failing = ?1 AND webhook.due_at <= ?2 AND delivery.webhook = webhook.id "
        "AND (delivery.seq, delivery.part) = (SELECT seq, part FROM delivery AS first "
        "WHERE first.webhook = webhook.id AND first.state = 'pending' ORDER BY seq, part LIMIT 1) "
        "ORDER BY webhook.due_at LIMIT ?3",
    [STATEMENT_WEBHOOK_NEXT_DUE] =
        "SELECT min(at) FROM ("
        "SELECT min(due_at) AS at FROM webhook WHERE failing = 0 AND due_at > ?1 UNION ALL "
        "SELECT min(due_at) FROM webhook WHERE failing = 1 AND due_at > ?1)",

    [STATEMENT_DELIVERY_SET] =
        "INSERT INTO delivery (webhook, seq, part, type, players, created_at, state, next_at) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'pending', ?7) "
        "ON CONFLICT (webhook, seq, part) DO UPDATE SET state = 'pending', attempts = 0, "
        "failures = 0, next_at = excluded.next_at, finished_at = NULL, status = NULL, fault = NULL",
    [STATEMENT_DELIVERY_SUPERSEDE] =
        "UPDATE delivery SET state = 'superseded', finished_at = ?5 WHERE webhook = ?1 "
        "AND part = ?3 AND seq < ?2 AND state = 'pending' AND players & ~?4 = 0",
    [STATEMENT_DELIVERY_AGAIN] =
        "UPDATE delivery SET state = 'pending', attempts = 0, failures = 0, next_at = ?4, "
        "finished_at = NULL, status = NULL, fault = NULL WHERE webhook = ?1 AND seq = ?2 "
        "AND part = ?3",
    [STATEMENT_DELIVERY_REPORT] =
        "UPDATE delivery SET state = ?4, attempts = ?5, failures = ?6, next_at = ?7, "
        "finished_at = ?8, status = ?9, fault = ?10 "
        "WHERE webhook = ?1 AND seq = ?2 AND part = ?3 AND state = 'pending'",
    [STATEMENT_DELIVERIES_FAIL] = "UPDATE delivery SET state = 'failed', finished_at = ?2 "
                                  "WHERE webhook = ?1 AND state = 'pending'",
    [STATEMENT_DELIVERIES_READ] = "SELECT " DELIVERY " FROM delivery "
                                  "WHERE webhook = (SELECT id FROM webhook WHERE public_id = ?1) "
                                  "AND (created_at, seq, part) < (?2, ?3, ?4) "
                                  "ORDER BY created_at DESC, seq DESC, part DESC LIMIT ?5",
    [STATEMENT_DELIVERIES_FORGET] =
        "DELETE FROM delivery WHERE (webhook, seq, part) IN (SELECT webhook, seq, part "
        "FROM delivery WHERE finished_at < ?1 ORDER BY finished_at LIMIT ?2)",
    [STATEMENT_PING_PENDING] = "SELECT part FROM delivery WHERE webhook = ?1 AND seq = 0 "
                               "AND state = 'pending'",
    [STATEMENT_PING_COUNT] = "UPDATE webhook SET pings = pings + 1 WHERE id = ?1 RETURNING pings",

    LISTS(STATEMENT_LIST_ALL, ALL),
    LISTS(STATEMENT_LIST_CREATOR, CREATOR),
    LISTS(STATEMENT_LIST_WAITING, WAITING),
};

const char *statement_text(enum statement which)
{
    return texts[which];
}
