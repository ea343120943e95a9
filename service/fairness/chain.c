#include "service/fairness/chain.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>

#include "service/base/text.h"

/* Longer games than ULIDs have no heads. */
enum { HEAD_TEXT_MAX = 192 };

void event_hash(const char *canonical, size_t length, uint8_t ret_hash[HASH_BYTES])
{
    crypto_hash_sha256(ret_hash, (const unsigned char *)canonical, length);
}

/* The text that is signed; returns its length, 0 if it does not fit. */
static size_t head_text(const char *game, uint64_t seq, const uint8_t hash[HASH_BYTES],
                        char ret_text[HEAD_TEXT_MAX])
{
    char hex[2 * HASH_BYTES + 1];
    hex_encode(hash, HASH_BYTES, hex);
    int length =
        snprintf(ret_text, HEAD_TEXT_MAX, "spliced-head-v1|%s|%" PRIu64 "|%s", game, seq, hex);
    return length > 0 && length < HEAD_TEXT_MAX ? (size_t)length : 0;
}

void head_sign(const char *game, uint64_t seq, const uint8_t hash[HASH_BYTES],
               const uint8_t secret_key[SECRET_KEY_BYTES], uint8_t ret_signature[SIGNATURE_BYTES])
{
    char text[HEAD_TEXT_MAX];
    size_t length = head_text(game, seq, hash, text);
    assert(length > 0);
    crypto_sign_detached(ret_signature, NULL, (const unsigned char *)text, length, secret_key);
}

bool head_verify(const char *game, uint64_t seq, const uint8_t hash[HASH_BYTES],
                 const uint8_t public_key[PUBLIC_KEY_BYTES],
                 const uint8_t signature[SIGNATURE_BYTES])
{
    char text[HEAD_TEXT_MAX];
    size_t length = head_text(game, seq, hash, text);
    return length > 0 && crypto_sign_verify_detached(signature, (const unsigned char *)text, length,
                                                     public_key) == 0;
}
