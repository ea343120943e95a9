#include "service/auth/invite.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/base/text.h"

enum { MAC_BASE32_LENGTH = 52 };

static void add_text(crypto_auth_hmacsha256_state *mac, const char *text)
{
    crypto_auth_hmacsha256_update(mac, (const unsigned char *)text, strlen(text));
}

void invite_make(const struct keys *keys, const char *game, uint8_t player, uint32_t generation,
                 char ret_invite[INVITE_LENGTH + 1])
{
    char rest[32];
    snprintf(rest, sizeof rest, "|p%d|%lu", player + 1, (unsigned long)generation);
    crypto_auth_hmacsha256_state state;
    uint8_t mac[crypto_auth_hmacsha256_BYTES];
    char text[MAC_BASE32_LENGTH + 1];
    crypto_auth_hmacsha256_init(&state, keys->invite, sizeof keys->invite);
    add_text(&state, game);
    add_text(&state, rest);
    crypto_auth_hmacsha256_final(&state, mac);
    base32_encode(mac, sizeof mac, text);
    memcpy(ret_invite, text, INVITE_LENGTH);
    ret_invite[INVITE_LENGTH] = '\0';
    sodium_memzero(&state, sizeof state);
    sodium_memzero(mac, sizeof mac);
    sodium_memzero(text, sizeof text);
}

uint8_t invite_match(const struct keys *keys, const char *game, uint8_t players,
                     const uint32_t *generations, const char *invite, size_t length)
{
    if (length != INVITE_LENGTH)
        return UINT8_MAX;
    uint8_t found = UINT8_MAX;
    for (uint8_t player = 0; player < players; player++) {
        char right[INVITE_LENGTH + 1];
        invite_make(keys, game, player, generations[player], right);
        /* 0 or 255; chosen by bits, so that a match takes no longer than a miss. */
        uint8_t differs = (uint8_t)sodium_memcmp(right, invite, INVITE_LENGTH);
        found = (uint8_t)((found & differs) | (player & ~differs));
        sodium_memzero(right, sizeof right);
    }
    return found;
}
