#include "service/api/grant.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/json/parts.h"

enum {
    MILLISECONDS = 1000,
    BASE32_OF_HASH = (crypto_auth_hmacsha256_BYTES * 8 + 4) / 5 + 1 /* and a NUL */
};

/* "token|" game or role "|" subject "|" generation "|" issued at, under the key that is for
 * this. */
static void claims_make_id(const struct keys *keys, struct claims *claims)
{
    char text[ULID_LENGTH + NAME_BYTES + 64];
    int length = snprintf(text, sizeof text, "token|%s|%s|%u|%lld",
                          claims->game[0] != '\0' ? claims->game : role_id(claims->role),
                          claims->subject, claims->generation, (long long)claims->issued_at);
    uint8_t hash[crypto_auth_hmacsha256_BYTES];
    char encoded[BASE32_OF_HASH];
    crypto_auth_hmacsha256(hash, (const unsigned char *)text, (unsigned long long)length,
                           keys->derive);
    base32_encode(hash, sizeof hash, encoded);
    memcpy(claims->id, encoded, TOKEN_ID_LENGTH);
    claims->id[TOKEN_ID_LENGTH] = '\0';
}

bool grant_token(const struct keys *keys, struct claims *claims, int64_t issued_at, int64_t seconds,
                 char *ret_token)
{
    claims->issued_at = issued_at;
    claims->expires_at = issued_at + seconds;
    claims_make_id(keys, claims);
    return token_sign(keys, claims, ret_token);
}

bool host_token(const struct keys *keys, const struct record *record, char *ret_token)
{
    struct claims claims = {
        .role = ROLE_HOST, .player = PLAYER_NONE, .generation = record->host_generation};
    snprintf(claims.game, sizeof claims.game, "%s", record->id);
    snprintf(claims.subject, sizeof claims.subject, "%s:host", record->id);
    return grant_token(keys, &claims, record->created_at / MILLISECONDS, GAME_TOKEN_SECONDS,
                       ret_token);
}

bool player_token(const struct keys *keys, const struct record *record, uint8_t player,
                  int64_t joined_at, char *ret_token)
{
    struct claims claims = {
        .role = ROLE_PLAYER, .player = player, .generation = record->people[player].generation};
    snprintf(claims.game, sizeof claims.game, "%s", record->id);
    snprintf(claims.subject, sizeof claims.subject, "%s:%s", record->id, player_id(player));
    return grant_token(keys, &claims, joined_at / MILLISECONDS, GAME_TOKEN_SECONDS, ret_token);
}
