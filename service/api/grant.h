/*
 * Grants: the tokens that the API hands out. What a token says follows from the game's log and
 * the server's keys, so that an answer that is repeated holds the same token.
 */
#ifndef SERVICE_API_GRANT_H
#define SERVICE_API_GRANT_H

#include "service/auth/token.h"
#include "service/record/record.h"

#define SECONDS_PER_DAY    INT64_C(86400)
#define GAME_TOKEN_SECONDS (180 * SECONDS_PER_DAY) /* of hosts and players */

enum { TOKEN_DAYS_MAX = 3650 };

/* Signs CLAIMS, good for SECONDS from ISSUED_AT (seconds since 1970) on; their times and id are
 * set here. RET_TOKEN has TOKEN_MAX bytes. False when the token would be too long. */
bool grant_token(const struct keys *keys, struct claims *claims, int64_t issued_at, int64_t seconds,
                 char *ret_token);

/* The token of the game's host. */
bool host_token(const struct keys *keys, const struct record *record, char *ret_token);

/* The token of a player who joined at JOINED_AT (milliseconds). */
bool player_token(const struct keys *keys, const struct record *record, uint8_t player,
                  int64_t joined_at, char *ret_token);

#endif
