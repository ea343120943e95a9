/*
 * The engine: the single writer. Commands wait in a bounded queue; one thread decides them,
 * appends their events and commits once for all that waited; only then are the new snapshots
 * published and the callers woken. What anyone sees is on disk.
 */
#ifndef SERVICE_ENGINE_ENGINE_H
#define SERVICE_ENGINE_ENGINE_H

#include "service/auth/invite.h"
#include "service/auth/token.h"
#include "service/base/clock.h"
#include "service/engine/snapshot.h"
#include "service/engine/subscribers.h"
#include "service/engine/tails.h"
#include "service/fairness/commitment.h"
#include "service/record/attendance.h"
#include "service/store/notes.h"
#include "service/store/outbox.h"

struct engine;

struct engine_settings {
    struct store *store;
    const struct keys *keys;
    struct clock clock;
    struct clock steady; /* for subscribers: never set back */
    /* A deadline that went by while nothing ran is put off until so long after the start. */
    int64_t restart_grace;
    struct random_source random;
    size_t cached_games; /* snapshots kept */
    size_t queue_length;
    void (*broken)(void *context); /* once, any thread: the store is broken, end the process */
    void *broken_context;
    /* After a commit, on the engine's thread: there may be more to deliver. NULL: nobody asks. */
    void (*outbox_filled)(void *context);
    void *outbox_context;
};

struct engine *engine_start(const struct engine_settings *settings); /* NULL: no memory */

/* Answers what waits, then stops the thread. No submit may follow. */
void engine_stop(struct engine *engine);

enum lookup { LOOKUP_FOUND, LOOKUP_NOT_FOUND, LOOKUP_UNAVAILABLE };

/* The newest snapshot of a game, from the cache or folded from the store; the caller releases it.
 * Any thread. */
enum lookup engine_snapshot(struct engine *engine, const char *game,
                            struct snapshot **ret_snapshot);

enum job_kind {
    JOB_CREATE,
    JOB_COMMAND,
    JOB_ATTENDANCE, /* a command about people and time */
    JOB_REFRESH,
    JOB_REVOKE,
    JOB_PROBE,
    JOB_WEBHOOK, /* a change of webhooks, or of what they are told */
    JOB_REPORT,  /* what came of a delivery */
    JOB_NOTE     /* a note that the caller, a player, makes or takes away */
};

enum job_outcome {
    JOB_DONE,       /* accepted; snapshot is set if it has changed a game */
    JOB_REFUSED,    /* refusal says why; snapshot is set if the game exists */
    JOB_NOT_FOUND,  /* no such game */
    JOB_TOKEN_DEAD, /* the caller's generation is no longer the game's */
    JOB_BAD_INVITE, /* no invite of this game that holds now */
    JOB_KEY_REUSED, /* same Idempotency-Key, another body */
    JOB_TOO_MANY,   /* webhooks; nothing was changed */
    JOB_BLOCKED,    /* the webhook's address is none that may be called, by whoever looked it up;
                       the engine does not */
    JOB_UNAVAILABLE /* nothing was changed; try again later */
};

/* What JOB_WEBHOOK asks for. The webhook's game and owner follow from the job's game and caller;
 * other members are for WEBHOOK_ADD, which sets id and created_at, the rest want the id. */
enum webhook_change_kind {
    WEBHOOK_ADD,
    WEBHOOK_REMOVE,
    WEBHOOK_PING,           /* sets seq and part */
    WEBHOOK_REDELIVER,      /* the delivery of seq and part */
    WEBHOOK_REDELIVER_SINCE /* all of events behind seq; sets count, and seq to the last of them */
};

struct webhook_change {
    enum webhook_change_kind kind;
    struct webhook webhook;
    uint32_t seq;
    uint32_t part;
    uint32_t count;
    bool more; /* events are left behind the last one */
};

enum note_change_kind {
    NOTE_PUT,   /* over the one of that name */
    NOTE_DELETE /* JOB_NOT_FOUND if there is none */
};

/* What JOB_NOTE asks for. */
struct note_change {
    enum note_change_kind kind;
    char name[NOTE_NAME_BYTES];
    const char *body; /* NOTE_PUT: up to NOTE_BODY_BYTES, borrowed until DONE is called */
    size_t length;
};

/* A command on its way through the engine. The submitter owns it and keeps it until DONE has been
 * called. */
struct job {
    enum job_kind kind;
    char game[ULID_LENGTH + 1]; /* JOB_COMMAND */
    struct claims caller;       /* role ROLE_NONE without a token */
    struct command command;
    char spelled[SPELLED_BYTES]; /* COMMAND_REVEAL: the cards as sent, sorted, joined */
    union {
        struct created_details created; /* JOB_CREATE: without seeds */
        struct webhook_change webhook;  /* JOB_WEBHOOK */
        struct delivery_report report;  /* JOB_REPORT */
        struct note_change note;        /* JOB_NOTE */
        struct attendance attendance;   /* JOB_ATTENDANCE */
    };
    struct joined_details joined;       /* COMMAND_JOIN: name, external id, entropy if sent */
    bool has_entropy;                   /* COMMAND_JOIN: the client sent entropy */
    char invite[INVITE_LENGTH + 1];     /* COMMAND_JOIN: tells the player */
    char token_id[TOKEN_ID_LENGTH + 1]; /* JOB_REVOKE */
    int64_t token_until;                /* JOB_REVOKE: seconds */
    bool has_key;                       /* Idempotency-Key was sent */
    uint8_t key_scope[32];
    uint8_t key_body[32];

    int64_t arrived;               /* when it was submitted; set by the engine */
    void (*done)(struct job *job); /* on the engine's thread, after the commit */
    void *owner;

    enum job_outcome outcome;
    enum refusal refusal;
    bool replayed;               /* answered as the first time: see engine_replay */
    uint32_t replayed_version;   /* of the game as it was then */
    int64_t at;                  /* refresh, webhook: when it was done first, in milliseconds */
    char subject[SUBJECT_BYTES]; /* JOB_WEBHOOK: what is remembered beside the game */
    uint8_t player;              /* join, reinvite: whom it was about */
    struct snapshot *snapshot;   /* for the submitter to release; NULL if there is none */

    struct job *next; /* the engine's */
};

/* False when the queue is full or the engine is stopping: nothing will happen, DONE is not
 * called. */
bool engine_submit(struct engine *engine, struct job *job);

/* Sets the snapshot of a job that was answered as the first time: the game as it was then, which
 * may take a while to fold, so the engine's own thread does not do it. To be called by the
 * submitter after DONE; does nothing for other jobs. The outcome becomes JOB_UNAVAILABLE if that
 * fails. */
void engine_replay(struct engine *engine, struct job *job);

/* Whether a token was revoked. Any thread. */
bool engine_revoked(struct engine *engine, const char *token_id);

/* A reader of committed data for the calling thread to use and give back; NULL if there is none
 * to be had. */
struct store_reader *engine_reader(struct engine *engine);
void engine_reader_return(struct engine *engine, struct store_reader *reader);

/* Whoever wants to know when something has been committed. */
struct subscribers *engine_subscribers(struct engine *engine);

/* The tail of a game's log, to be closed by the caller; NULL: no memory. */
struct tail *engine_tail(struct engine *engine, const char *game);

struct engine_counts {
    uint64_t commands;
    uint64_t refusals;
    uint64_t commits;
    uint64_t events;
    uint64_t timeouts;  /* deadlines that went by */
    uint64_t reminders; /* of deadlines */
    uint64_t cache_hits;
    uint64_t cache_misses;
    size_t queued;
    size_t cached;
};
struct engine_counts engine_counts(struct engine *engine);

#endif
