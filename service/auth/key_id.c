#include "service/auth/key_id.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/base/text.h"

enum { BASE64 = sodium_base64_VARIANT_URLSAFE_NO_PADDING };

void key_write(const uint8_t public_key[PUBLIC_KEY_BYTES], char ret_text[KEY_ID_LENGTH + 1])
{
    sodium_bin2base64(ret_text, KEY_ID_LENGTH + 1, public_key, PUBLIC_KEY_BYTES, BASE64);
}

bool key_parse(const char *text, size_t length, uint8_t ret_public_key[PUBLIC_KEY_BYTES])
{
    uint8_t key[PUBLIC_KEY_BYTES];
    size_t decoded = 0;
    if (!base64url_decode(text, length, key, sizeof key, &decoded) || decoded != sizeof key ||
        crypto_core_ed25519_is_valid_point(key) != 1)
        return false;
    memcpy(ret_public_key, key, sizeof key);
    return true;
}

/* The hash of the required members, sorted, without blanks. */
void key_id_make(const uint8_t public_key[PUBLIC_KEY_BYTES], char ret_id[KEY_ID_LENGTH + 1])
{
    char x[KEY_ID_LENGTH + 1];
    char members[128];
    uint8_t hash[crypto_hash_sha256_BYTES];
    key_write(public_key, x);
    snprintf(members, sizeof members, "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"%s\"}", x);
    crypto_hash_sha256(hash, (const unsigned char *)members, strlen(members));
    sodium_bin2base64(ret_id, KEY_ID_LENGTH + 1, hash, sizeof hash, BASE64);
}
