/*
 * A request: what stands behind a call, from its first line until its answer has been sent.
 * Private to this folder.
 */
#ifndef SERVICE_HTTP_REQUEST_H
#define SERVICE_HTTP_REQUEST_H

#include "service/http/headers.h"
#include "service/http/limits.h"
#include "service/http/listeners.h"
#include "service/http/query.h"
#include "service/http/router.h"
#include "service/http/stream.h"
#include "service/http/suspend.h"

/* A body that is refused is read to its end, so that the answer reaches a client that is still
 * sending and the connection stays good; beyond this size the connection is closed instead. */
enum { DROP_BYTES_MAX = 1 << 20, ANSWER_BYTES_MAX = 64 << 20 };

enum request_stage {
    REQUEST_HEAD,      /* its head is coming in */
    REQUEST_BODY,      /* its body is being taken */
    REQUEST_SUBMITTED, /* its job is with the engine */
    REQUEST_WAITING,   /* it waits for something to happen */
    REQUEST_ANSWERED
};

/* What caches may do with the answer. */
enum caching {
    CACHING_NONE,    /* no-store */
    CACHING_PRIVATE, /* the caller's, to be checked each time */
    CACHING_PUBLIC   /* the same for all, as long as the process runs */
};

struct request {
    struct request *next_kept; /* request_memory's, and the room for the target without its NUL */
    size_t room;
    struct server *server;
    struct MHD_Connection *connection;
    struct connection *link; /* NULL: no memory for one */
    enum request_stage stage;
    enum suspension suspension;
    int64_t begun; /* microseconds of the stopwatch */
    enum method method;
    const char *method_name; /* as it is logged */
    bool is_options;
    bool refused; /* before the body: what comes of it is dropped */
    bool closes;  /* the connection is not good for another request */
    uint64_t received;
    struct buffer body;
    struct headers headers;
    struct sent_token token; /* if one was sent that looks like one */
    bool bad_token;          /* one was sent that is not good */
    bool out_of_memory;      /* or nobody can tell */
    bool decided;            /* the engine has done, or not, what was asked for */
    struct counted counted;
    struct found found;
    struct query query;
    enum caching caching;
    bool is_problem;
    struct snapshot *viewed; /* released with the request; NULL if it is one of the call's */
    bool listens;            /* the listener has begun */
    struct listener listener;
    int64_t listens_since;      /* by the listener's clock */
    struct live_stream *stream; /* what is to be the answer, until it is queued */
    bool streams;               /* it was: the request is over, the stream goes on without it */
    struct source *long_answer; /* likewise what is to be sent bit by bit, until it is queued */
    size_t path_length;
    struct call call;
    char target[]; /* raw; the query behind the path is decoded in place */
};

/* Forgets an answer that has been begun. */
void call_clear(struct call *call);

/* Callbacks of libmicrohttpd; CONTEXT is the struct server. */
void *request_new(void *context, const char *target, struct MHD_Connection *connection);
enum MHD_Result request_handle(void *context, struct MHD_Connection *connection, const char *url,
                               const char *method, const char *version, const char *bytes,
                               size_t *length, void **request);
void request_end(void *context, struct MHD_Connection *connection, void **request,
                 enum MHD_RequestTerminationCode code);

#endif
