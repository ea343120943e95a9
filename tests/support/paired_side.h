/*
 * One of two services that are told the same and whose games differ in one hidden card alone, and
 * all that anybody but its owner gets to know of it, as bytes: answers with their heads, streams,
 * what webhooks were told, the log. What the time of day or the speed of the machine decides is
 * blotted out.
 */
#ifndef TESTS_SUPPORT_PAIRED_SIDE_H
#define TESTS_SUPPORT_PAIRED_SIDE_H

#include "service/base/buffer.h"
#include "tests/support/client.h"
#include "tests/support/receiver.h"
#include "tests/support/whole_service.h"

enum { SIDE_STREAMS = 3, SIDE_HOOKS = 3 };

/* Something that comes bit by bit, on a connection of its own. */
struct side_stream {
    int socket;
    struct buffer got;
};

struct side {
    struct whole_service whole;
    struct test_folder folder;
    struct receiver *receiver; /* borrowed; both sides have the same */
    int own_errors;            /* where the standard error went before */
    char game[ULID_LENGTH + 1];
    uint8_t players;
    char host[WHOLE_TOKEN_BYTES];
    char operator[WHOLE_TOKEN_BYTES];
    char tokens[PLAYERS_MAX][WHOLE_TOKEN_BYTES];
    struct side_stream streams[SIDE_STREAMS];
    char hooks[SIDE_HOOKS][ULID_LENGTH + 1];
    size_t told_before[SIDE_HOOKS]; /* requests of the other side */
    size_t marked_told[SIDE_HOOKS]; /* and how far all had come at side_mark */
    json_int_t marked_version;
    size_t marked_trace;
    bool cut;              /* what came after that does not count */
    struct buffer trace;   /* answers to others than the owner */
    struct buffer told;    /* what the webhooks were told */
    struct buffer log;     /* once the side has ended */
    struct buffer private; /* answers to the owner: these do differ */
};

/* Starts a service whose log goes to a file, and its game: all players join, and the streams and
 * webhooks of everybody and of WATCHER begin. BODY creates the game. Until side_end the standard
 * error of the test is that log: a test that fails meanwhile says so there, in a folder that stays
 * in /tmp. */
void side_begin(struct side *side, struct receiver *receiver, const char *body, uint8_t watcher);

/* Remembers how much has been said up to VERSION; drops what was said since. */
void side_mark(struct side *side, json_int_t version);
void side_cut(struct side *side);

/* Ends the service, and gathers streams, webhooks and log. */
void side_end(struct side *side);
void side_free(struct side *side);

/* Sends a request and returns its answer, head and body, which the caller frees. BODY may be
 * NULL. */
struct buffer side_ask(struct side *side, const char *method, const char *target, const char *token,
                       const char *body);

/* The same, kept in TRACE. */
void side_keep(struct side *side, struct buffer *trace, const char *method, const char *target,
               const char *token, const char *body);

/* The body of an answer as JSON, for the caller to free; fails the test unless STATUS came. */
json_t *side_json(const struct buffer *answer, const char *status);

/* Waits until the streams and the webhooks have all that has happened up to VERSION. */
void side_settle(struct side *side, json_int_t version);

#endif
