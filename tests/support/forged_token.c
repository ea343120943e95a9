#include "tests/support/forged_token.h"

#include <sodium.h>
#include <string.h>

void forged_add(char token[FORGED_MAX], const void *bytes, size_t length)
{
    size_t used = strlen(token);
    if (used > 0)
        token[used++] = '.';
    sodium_bin2base64(token + used, FORGED_MAX - used, bytes, length,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void forge_token(const struct signing_key *key, const char *header, const char *payload,
                 char ret_token[FORGED_MAX])
{
    uint8_t signature[SIGNATURE_BYTES];
    ret_token[0] = '\0';
    forged_add(ret_token, header, strlen(header));
    forged_add(ret_token, payload, strlen(payload));
    crypto_sign_detached(signature, NULL, (const unsigned char *)ret_token, strlen(ret_token),
                         key->secret_key);
    forged_add(ret_token, signature, sizeof signature);
}
