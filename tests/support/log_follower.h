/*
 * Somebody who follows a game's log by long polls, until what they wait for has happened.
 */
#ifndef TESTS_SUPPORT_LOG_FOLLOWER_H
#define TESTS_SUPPORT_LOG_FOLLOWER_H

#include "tests/support/drafting.h"

struct log_follower {
    const struct draft *draft;
    json_int_t seq; /* of the last event that was looked at */
};

enum { ANY_PLAYER = -1 };

/* The next event of TYPE (NULL: of any) that is about PLAYER, for the caller to free; what comes
 * before it is passed over. Fails the test if it does not come. */
json_t *log_await(struct log_follower *follower, const char *type, int player);

/* As log_await, but nothing is kept of it. */
void log_pass(struct log_follower *follower, const char *type, int player);

#endif
