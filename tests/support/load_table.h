/*
 * One table of the load: what it sends next, what it was answered, what it has been promised.
 * Fails no test by itself, since it runs on a thread: a fault is noted as text.
 */
#ifndef TESTS_SUPPORT_LOAD_TABLE_H
#define TESTS_SUPPORT_LOAD_TABLE_H

#include "rules/options.h"
#include "service/program/play_bot.h"
#include "tests/support/client.h"

enum { KEPT_MAX = 64, LOAD_PATH_BYTES = 160, FAULT_BYTES = 512, LATENCIES = 256 };

enum sent_kind { SENT_CREATE, SENT_JOIN, SENT_ACTION, SENT_PAUSE, SENT_RESUME, SENT_OTHER };

/* A command with its key, and the answer once it is there. */
struct sent {
    enum sent_kind kind;
    size_t player; /* of a join, and whose action it is */
    char key[64];  /* the whole header */
    char path[LOAD_PATH_BYTES];
    char *token; /* owned, NULL: none */
    char *body;  /* owned */
    long status; /* 0: not answered */
    char *answer;
    size_t answer_length;
};

struct load_table {
    struct client client;
    struct seeded_random seeded;
    struct random_source random;
    unsigned number;
    unsigned sent_count;
    const char *creator_token; /* that games are created with; NULL: none. Borrowed */

    char game[ULID_LENGTH + 1]; /* "": none yet */
    size_t players;
    size_t joined;
    char *host_token;
    char *invites[PLAYERS_MAX];
    char *tokens[PLAYERS_MAX];
    struct play_bot bots[PLAYERS_MAX];
    bool paused;
    bool hooked;        /* has a webhook */
    unsigned played;    /* commands after the draft */
    json_int_t version; /* the newest that was acknowledged */

    bool has_pending;
    struct sent pending; /* sent, perhaps, and not answered */
    struct sent kept[KEPT_MAX];
    size_t kept_count; /* ever kept since the last check */

    uint64_t requests;
    uint64_t commands;
    uint64_t games;
    uint64_t unanswered;
    uint64_t survived;
    uint32_t latencies[LATENCIES]; /* how many answers took about 2^(i/8) microseconds */
    bool unreachable;              /* the last request was not answered */
    char fault[FAULT_BYTES];       /* "": none */
};

void load_table_begin(struct load_table *table, unsigned number, uint64_t seed);
void load_table_end(struct load_table *table);

/* One command, with the looks that it takes to choose it. False: the server does not answer, or
 * something was wrong with what it answered. */
bool load_table_step(struct load_table *table);

/* See load_check. False with the fault noted. */
bool load_table_check(struct load_table *table);

/* Sends the command that is pending and takes in its answer. */
bool load_table_send(struct load_table *table);

/* A GET of the table's game (PATH begins with "/") or anything else ("/v1/…"); status 0: no
 * answer. */
struct answer load_table_get(struct load_table *table, const char *path, const char *token);

/* Notes a fault, unless there is one already, and returns false. */
bool load_table_fault(struct load_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The middle of the latency that stands for place I, in milliseconds. */
double load_latency(size_t i);

void sent_free(struct sent *sent);

#endif
