#include "service/auth/keys.h"

#include <string.h>

static void write_jwk(const uint8_t *public_key, const char *id, struct buffer *buffer)
{
    char x[KEY_ID_LENGTH + 1];
    key_write(public_key, x);
    buffer_text(buffer, "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"");
    buffer_text(buffer, x);
    buffer_text(buffer, "\",\"kid\":\"");
    buffer_text(buffer, id);
    buffer_text(buffer, "\",\"use\":\"sig\",\"alg\":\"EdDSA\"}");
}

/* After a rotation that broke off, the key in force may stand in the history too. */
static bool is_in_force(const struct keys *keys, const struct retired_key *key)
{
    const struct signing_key *now = key->purpose == KEY_HEAD ? &keys->head : &keys->token;
    return memcmp(now->public_key, key->public_key, PUBLIC_KEY_BYTES) == 0;
}

void keys_write_jwks(const struct keys *keys, int64_t now, struct buffer *buffer)
{
    buffer_text(buffer, "{\"keys\":[");
    write_jwk(keys->token.public_key, keys->token.id, buffer);
    buffer_char(buffer, ',');
    write_jwk(keys->head.public_key, keys->head.id, buffer);
    for (size_t i = 0; i < keys->history.count; i++) {
        const struct retired_key *key = &keys->history.retired[i];
        if (!retired_key_holds(key, now) || is_in_force(keys, key))
            continue;
        buffer_char(buffer, ',');
        write_jwk(key->public_key, key->id, buffer);
    }
    buffer_text(buffer, "]}");
}
