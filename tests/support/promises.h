/*
 * What an engine has promised: commands of all kinds, done at random on a few games, each with its
 * Idempotency-Key, and everything that was acknowledged noted. After a crash the engine is asked
 * for all of it.
 */
#ifndef TESTS_SUPPORT_PROMISES_H
#define TESTS_SUPPORT_PROMISES_H

#include "tests/support/repeats.h"
#include "tests/support/running_engine.h"

enum { PROMISED_GAMES = 4, PROMISED_KEYS = 64, TOGETHER_MAX = PROMISED_GAMES + 2 };

struct promised_game {
    char id[ULID_LENGTH + 1];
    uint32_t version; /* the newest that was acknowledged */
    uint8_t head[HASH_BYTES];
};

/* A command that was acknowledged. */
struct promised_key {
    struct job job; /* as it was submitted */
    enum job_outcome outcome;
    uint32_t version;
    char game[ULID_LENGTH + 1];
};

struct promises {
    struct running *running;
    struct repeats *chance;
    struct promised_game games[PROMISED_GAMES];
    size_t game_count;
    struct promised_key keys[PROMISED_KEYS]; /* the last ones */
    size_t key_count;                        /* ever kept since the last check */
    struct job lost[TOGETHER_MAX];           /* the last batch, if it failed */
    size_t lost_count;
    unsigned revoked; /* tokens, numbered from 0 */
    uint32_t next_key;
    unsigned commands; /* acknowledged */
    unsigned survived; /* batches that were not acknowledged, but found */
    unsigned vanished; /* those that were not found */
};

void promises_begin(struct promises *promises, struct running *running, struct repeats *chance);

/* Some commands as one batch, or once more those of the last batch if that came to nothing, of
 * which nothing may have happened meanwhile. False: none of them was done. */
bool promises_act(struct promises *promises);

/* The engine has been started anew: everything that was acknowledged is there, the file is sound,
 * the logs are whole and the rows agree with them. What was not acknowledged is there as a whole
 * or not at all. Fails the test if not. */
void promises_check(struct promises *promises);

#endif
