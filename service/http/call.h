/*
 * A call: one request on its way to its answer. Handlers see a call, never libmicrohttpd. What
 * hangs on a call goes with it: handlers free nothing.
 */
#ifndef SERVICE_HTTP_CALL_H
#define SERVICE_HTTP_CALL_H

#include "service/auth/invite.h"
#include "service/auth/token.h"
#include "service/engine/engine.h"
#include "service/http/problems.h"
#include "service/http/source.h"
#include "service/json/reader.h"
#include "service/webhooks/webhooks.h"

enum method { METHOD_GET, METHOD_POST, METHOD_PUT, METHOD_DELETE, METHODS };

/* What the process serves with. Everything in it outlives all calls. */
struct service {
    struct engine *engine;
    struct webhooks *webhooks;
    _Atomic(const struct keys *) keys; /* in force: others take their place while calls go on */
    struct token_cache *tokens;
    struct clock clock;
    struct random_source random;
    bool open;                  /* games may be created without a token */
    const char *const *origins; /* allowed for CORS, NULL-terminated; "*" allows all */
    int64_t started_at;
};

/* Who may call a route. ANYONE may also send a token; a bad one is refused all the same. */
enum who {
    WHO_ANYONE,  /* public views and files */
    WHO_PROBE,   /* ANYONE, and as often as they like: whether the service works */
    WHO_INVITED, /* ANYONE; an invite in the body, call->invite, proves more than a token (join) */
    WHO_CREATES, /* operator or creator; without a token when the server is open */
    WHO_PLAYER,  /* a player of this game */
    WHO_HOST,    /* host of this game, its creator, an operator */
    WHO_PARTY,   /* WHO_PLAYER or WHO_HOST */
    WHO_TOKEN,   /* whoever has a valid token */
    WHO_OWNER,   /* operator or creator */
    WHO_OPERATOR
};

enum body_rule { BODY_NONE, BODY_OPTIONAL, BODY_OBJECT };

/* How far a handler has come. */
enum call_state {
    CALL_ANSWERED,  /* the answer is set */
    CALL_SUBMITTED, /* call->job is with the engine; finish makes the answer from its outcome */
    CALL_WAITS,     /* handle is called again when something has happened */
    CALL_AGAIN      /* handle is called again at once */
};

struct call;

struct route {
    enum method method;
    const char *path; /* template: "/v1/games/{game}/players/{player}/reinvite" */
    enum who who;
    enum body_rule body;
    enum call_state (*handle)(struct call *call);
    void (*finish)(struct call *call); /* NULL when handle always answers */
};

enum { PATH_WORD_BYTES = 72, REQUEST_ID_BYTES = 65, QUERY_MAX = 16, HEADERS_MAX = 8 };

struct call {
    struct service *service;
    const struct route *route;
    char request_id[REQUEST_ID_BYTES];

    /* Of the path: the game's id, the player's number, the remaining word ({kind}, {code}). */
    char game[ULID_LENGTH + 1];
    uint8_t player;
    char word[PATH_WORD_BYTES];

    /* Who calls. snapshot is that of the path's game when the route names one and the caller may
     * know of it: the framework has looked it up, checked the caller's generation and answered
     * 404 otherwise. */
    struct claims caller;
    struct snapshot *snapshot;
    enum audience audience; /* which view of the path's game the caller sees */

    /* For WHO_INVITED: the invite of the path's game that came in the body, set by the handler
     * once it has seen that it is one. As long as it is "", every problem with a private game is
     * answered as if there were no such game. */
    char invite[INVITE_LENGTH + 1];

    json_t *body; /* NULL when there is none */
    const char *body_bytes;
    size_t body_length;
    bool minimal; /* Prefer: return=minimal */

    /* The answer. */
    unsigned status;
    const char *content_type; /* static */
    const char *bytes;        /* BORROWED until the answer is sent, or in OWNED */
    size_t length;
    struct buffer owned;
    char etag[96]; /* with its quotes; "" for none */
    size_t header_count;

    void *request; /* the framework's */

    /* The last two members are not cleared for each call. */
    struct {
        const char *name; /* static */
        char value[256];
    } headers[HEADERS_MAX];
    struct job job; /* prepared by call_job; before, only job.snapshot counts */
};

/* The value of a query parameter, decoded, or NULL. Parameters that the handler does not ask for
 * with this before call_query_done are refused by it: false means that the answer is set. What is
 * read needs it before the answer is made; only GET routes take parameters at all. */
const char *call_query(struct call *call, const char *name);
bool call_query_done(struct call *call);
/* A whole number from a query parameter. False: not one within MINIMUM … MAXIMUM, the answer is
 * set. FALLBACK when it is absent. */
bool call_query_number(struct call *call, const char *name, long long minimum, long long maximum,
                       long long fallback, long long *ret_number);

const char *call_header(struct call *call, const char *name); /* NULL when absent */

/* Answers. Each returns CALL_ANSWERED for the handler to return. */
enum call_state call_problem(struct call *call, const char *code);
enum call_state call_problem_with(struct call *call, const char *code,
                                  const struct problem_extra *extra);
enum call_state call_faults(struct call *call, const struct json_faults *faults); /* 422 */
/* What was written into call->owned (nothing for 204), as application/json unless
 * call->content_type says otherwise. */
enum call_state call_json(struct call *call, unsigned status);
/* The caller's view of SNAPSHOT with its ETag: 200, 304, or 204 when MINIMAL was preferred.
 * SNAPSHOT is call->snapshot or call->job.snapshot, which the framework releases in any case, or
 * another one that the call takes over. */
enum call_state call_view(struct call *call, struct snapshot *snapshot);
/* The ETag of the caller's view of RECORD, for an answer that tells it. */
void call_tag_view(struct call *call, const struct record *record);
/* Bytes that live as long as the process; ETAG (strong, without quotes) may be NULL. 304 is made
 * by the framework when If-None-Match says so. */
enum call_state call_static(struct call *call, const char *content_type, const void *bytes,
                            size_t length, const char *etag);
void call_add_header(struct call *call, const char *name, const char *value);

/* Which of TYPES the client would rather have: that of the greatest weight in Accept, of equals the
 * first. 0 when it would have none of them. */
size_t call_preferred(struct call *call, const char *const *types, size_t count);

/* Long polls. call_listen comes before handle looks what there is. If that is nothing, call_wait
 * says what to do: CALL_ANSWERED, since SECONDS have passed since the first call_listen, to answer
 * that there is nothing; anything else is to be returned. False: the answer is set (503). */
bool call_listen(struct call *call);
enum call_state call_wait(struct call *call, unsigned seconds);

/* The answer is what SOURCE says, as long as the client stays; SOURCE is the server's from now on.
 * What is committed to the path's game, or without one to any of the caller's games, is news to
 * it. Not for HEAD. */
enum call_state call_stream(struct call *call, struct source *source, const char *content_type);
bool call_is_head(const struct call *call);

/* The answer is all that SOURCE says until it is over, too much for memory; SOURCE is the server's
 * from now on. */
enum call_state call_long_answer(struct call *call, struct source *source,
                                 const char *content_type);

/* Writes what the server counts of calls and connections into call->owned, in the text format 0.0.4
 * of Prometheus. */
void call_write_metrics(struct call *call);

/* Prepares call->job for a command of the path's game (or a create) by the caller, idempotency key
 * included; what a job of another kind tells (created, webhook, …) is for the handler to set whole.
 * False: the Idempotency-Key is not one, the answer is set. */
bool call_job(struct call *call, enum job_kind kind);
/* Hands call->job to the engine: CALL_SUBMITTED, or CALL_ANSWERED with 503. */
enum call_state call_submit(struct call *call);
/* For finish: answers every outcome but JOB_DONE with its problem; true when the handler is to
 * make the answer of a JOB_DONE itself (headers of a replay are set). */
bool call_job_done(struct call *call);

/* The table of routes, in api/routes.c, which server_start is given. */
extern const struct route routes[];
extern const size_t route_count;

#endif
