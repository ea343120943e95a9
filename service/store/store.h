/*
 * The store: games and their logs on disk. It speaks of games and events, not of SQL, so that
 * another database fits behind it. One thread, the engine's, writes; any number read.
 */
#ifndef SERVICE_STORE_STORE_H
#define SERVICE_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/view.h"
#include "service/record/record.h"

enum store_status {
    STORE_OK,
    STORE_NOT_FOUND,
    STORE_CONFLICT,    /* another writer was there: nothing was changed */
    STORE_UNAVAILABLE, /* busy or full: nothing was changed, it may work later */
    STORE_BROKEN       /* read, write or sync failed, or the file is damaged: end the process */
};

enum { STORE_MESSAGE_BYTES = 256, SUBJECT_BYTES = 64 };

struct store;        /* the writer */
struct store_reader; /* one thread's view of committed data */

/* Opens DATA_FOLDER/spliced.db, made if missing, brings its schema up to date, and locks it
 * against a second process. False with RET_MESSAGE (STORE_MESSAGE_BYTES) saying why and what to
 * do. */
bool store_open(struct store **ret_store, const char *data_folder, char *ret_message);
void store_close(struct store *store); /* after all readers are closed */

/* One event as it is kept. */
struct stored_event {
    uint32_t seq;
    int64_t at;
    const char *type; /* wire name */
    uint8_t player;   /* 0 to 7 or PLAYER_NONE */
    const char *data; /* public part: the "data" object in RFC 8785 form */
    size_t data_length;
    const char *private_part;
    size_t private_length; /* 0: none */
    uint8_t hash[HASH_BYTES];
};

/* Instead of a time in milliseconds: nothing happens to a game by itself, or it has to be looked at
 * as soon as possible. */
#define NOTHING_DUE INT64_C(0)
#define DUE_AT_ONCE INT64_C(1)

/* What lists and timers need of a game; derived from its record, rewritten with each append. */
struct game_row {
    char id[ULID_LENGTH + 1];
    char name[NAME_BYTES];
    char creator[NAME_BYTES];
    bool is_private;
    int64_t created_at;
    int64_t updated_at;
    uint32_t version;
    enum game_status status;
    enum step step;
    uint8_t players;
    uint8_t joined;                                    /* bits */
    uint8_t waiting;                                   /* bits: players that the game waits for */
    char external_ids[PLAYERS_MAX][EXTERNAL_ID_BYTES]; /* for append; lists leave them empty */
    /* Likewise, bits: players for whom both whether the game waits for them and their external id
     * are what they were at the expected version. */
    uint8_t waiting_same;
    /* Likewise: when something happens by itself. A game that is due at once stays so, whatever is
     * appended, until store_set_due says otherwise. */
    int64_t due_at;
};

/* An answer that is remembered for a repeated Idempotency-Key: enough to make it again. */
struct remembered {
    uint8_t scope[32]; /* hash of caller, method, path and key */
    uint8_t body[32];  /* hash of the body */
    int64_t at;
    char game[ULID_LENGTH + 1];  /* "": it is about none */
    uint32_t version;            /* of the game after the command */
    uint8_t player;              /* join, reinvite: whom it was about */
    uint16_t refusal;            /* ACCEPTED, or the refusal that left an event behind */
    char subject[SUBJECT_BYTES]; /* what else it was about, in the words of who remembers it */
};

/* One transaction at a time, of any number of appends: all of it is on disk when store_commit
 * answers STORE_OK, none of it otherwise. When another call inside it does not answer STORE_OK, it
 * has to be rolled back. */
enum store_status store_begin(struct store *store);
/* Appends COUNT events and brings the game's row up to AFTER. EXPECTED_VERSION is that of the last
 * event before them, 0 for a new game; STORE_CONFLICT when it is not. What never changes (name,
 * creator, privacy, when it was made, the number of players) counts for a new game alone. */
enum store_status store_append(struct store *store, const struct game_row *after,
                               uint32_t expected_version, const struct stored_event *events,
                               size_t count);
/* As store_read_events, by the writer: with what the transaction has appended. EACH may write, but
 * not append. */
enum store_status
store_read_own_events(struct store *store, const char *game, uint32_t after, uint32_t limit,
                      bool (*each)(void *context, const struct stored_event *event), void *context);
enum store_status store_remember(struct store *store, const struct remembered *answer);
enum store_status store_revoke(struct store *store, const char *token_id, int64_t until_seconds);
enum store_status store_commit(struct store *store);
void store_rollback(struct store *store);

/* By the writer, also inside a transaction: the answer of a scope, not older than NOT_BEFORE. */
enum store_status store_recall(struct store *store, const uint8_t scope[32], int64_t not_before,
                               struct remembered *ret_answer);
/* Forgets answers older than BEFORE (milliseconds), revocations of tokens expired by then, and
 * deliveries finished some days before, in a transaction of its own. So much at a time that nobody
 * waits long: RET_MORE says that there is more to forget. */
enum store_status store_forget(struct store *store, int64_t before, bool *ret_more);

/* Moves the log of commits into the database when that is due. To be called when the writer has
 * nothing else to do, and after each batch under load. */
enum store_status store_checkpoint(struct store *store, bool idle);

/* Whether a write would work now: for readiness. Writer thread only, outside a transaction. */
enum store_status store_probe(struct store *store);

struct store_reader *store_reader_open(struct store *store); /* NULL: no memory or no file */
void store_reader_close(struct store_reader *reader);

/* Calls EACH for up to LIMIT events of GAME with seq > AFTER, in order; RET_PREV (may be NULL) is
 * the hash before the first. EACH returns false to stop. Pointers hold during the call.
 * STORE_NOT_FOUND when there is no such game. */
enum store_status store_read_events(struct store_reader *reader, const char *game, uint32_t after,
                                    uint32_t limit, uint8_t ret_prev[HASH_BYTES],
                                    bool (*each)(void *context, const struct stored_event *event),
                                    void *context);

/* An event among those of all games. */
struct feed_event {
    int64_t place; /* in the order of commits, from 1 */
    char game[ULID_LENGTH + 1];
    bool waits;                /* the game waits for somebody now, whatever it did then */
    uint8_t prev[HASH_BYTES];  /* hash of the game's event before */
    struct stored_event event; /* without its private part */
};

struct feed_filter {
    int64_t after; /* only places beyond this one */
    uint32_t limit;
    const char *creator; /* only this creator's games; NULL: all */
};

/* How far a reading of the feed has come. */
struct feed_end {
    int64_t seen; /* nothing up to this place is left */
    int64_t last; /* of all events that there are */
};

/* Calls EACH for up to LIMIT events, in order. A call looks at a bounded number of events, so that
 * it does not last long for a creator whose games are few: there is more as long as SEEN is less
 * than LAST. */
enum store_status store_read_feed(struct store_reader *reader, const struct feed_filter *filter,
                                  struct feed_end *ret_end,
                                  bool (*each)(void *context, const struct feed_event *event),
                                  void *context);

enum list_order {
    ORDER_CREATED,
    ORDER_CREATED_DESC,
    ORDER_UPDATED,
    ORDER_UPDATED_DESC,
    ORDER_NAME
};

/* Which games a list has; NULL and -1 mean any. */
struct list_filter {
    int status;             /* enum game_status or -1 */
    int step;               /* enum step or -1 */
    const char *waiting_on; /* external id of somebody the game waits for */
    const char *query;      /* part of the name, letters of ASCII in either case */
    const char *creator;    /* only this creator's */
    bool public_only;
    enum list_order order;
    uint32_t limit;
    const char *after_key; /* cursor: sort key and id of the last row seen; NULL: from the start */
    const char *after_id;
};

/* SORT_KEY is what a cursor needs of the row, with its id. STORE_NOT_FOUND when after_key is no
 * sort key of this order. */
enum store_status store_list(struct store_reader *reader, const struct list_filter *filter,
                             bool (*each)(void *context, const struct game_row *row,
                                          const char *sort_key),
                             void *context);

enum store_status store_revoked(struct store_reader *reader, int64_t now_seconds,
                                bool (*each)(void *context, const char *token_id,
                                             int64_t until_seconds),
                                void *context);

#endif
