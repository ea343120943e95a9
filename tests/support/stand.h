/*
 * What an end-to-end test stands on: the program running on a folder of its own, a client, and
 * tokens of an operator and a creator.
 */
#ifndef TESTS_SUPPORT_STAND_H
#define TESTS_SUPPORT_STAND_H

#include "tests/support/client.h"
#include "tests/support/fixtures.h"
#include "tests/support/program.h"

struct stand {
    const char *path;             /* of the program */
    const char *const *arguments; /* of serve, as program_start takes them */
    struct test_folder folder;
    struct program program;
    struct client client;
    char *operator_token;
    char *creator_token; /* of the creator "tester" */
};

/* PATH is the program, RECORDED the file for what is sent and got (NULL: nothing is recorded). */
void stand_begin(struct stand *stand, const char *path, const char *recorded,
                 const char *const *arguments);
void stand_end(struct stand *stand); /* stops the program, which must end well */

/* kill -9 and a new start on the same folder. Clients of the old address are of no use then; the
 * stand's own is made anew. */
void stand_kill_and_restart(struct stand *stand);
/* The second half of that, after the program has been killed. */
void stand_start_again(struct stand *stand);

/* A token made beside the server, for the caller to free. */
char *stand_token(const struct stand *stand, const char *role, const char *name);

/* Fetches the transcript of a game and runs the program's verify on it; fails the test unless it
 * holds and says WORDS. */
void stand_verify(struct stand *stand, const char *game, const char *words);

#endif
