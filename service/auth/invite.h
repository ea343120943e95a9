/*
 * Invites: what a player redeems for a token. Derived from the invite key, so nothing is stored
 * and a repeated create answers alike.
 */
#ifndef SERVICE_AUTH_INVITE_H
#define SERVICE_AUTH_INVITE_H

#include "service/auth/keys.h"

enum { INVITE_LENGTH = 26 };

/* base32(HMAC-SHA-256(invite key, game "|" player "|" generation))[0:26], NUL-terminated. PLAYER
 * is 0 to 7. */
void invite_make(const struct keys *keys, const char *game, uint8_t player, uint32_t generation,
                 char ret_invite[INVITE_LENGTH + 1]);

/* The player of this game whose invite of the present generation it is, or 255. Takes the same
 * time whoever's it is. GENERATIONS has PLAYERS entries. */
uint8_t invite_match(const struct keys *keys, const char *game, uint8_t players,
                     const uint32_t *generations, const char *invite, size_t length);

#endif
