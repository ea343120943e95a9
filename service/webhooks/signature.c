#include "service/webhooks/signature.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define SECRET_PREFIX "whsec_"

static void add_text(crypto_auth_hmacsha256_state *state, const char *text)
{
    crypto_auth_hmacsha256_update(state, (const unsigned char *)text, strlen(text));
}

void webhook_secret(const struct keys *keys, const char *webhook,
                    uint8_t ret_secret[WEBHOOK_SECRET_BYTES])
{
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, keys->derive, sizeof keys->derive);
    add_text(&state, "webhook|");
    add_text(&state, webhook);
    crypto_auth_hmacsha256_final(&state, ret_secret);
    sodium_memzero(&state, sizeof state);
}

void webhook_secret_write(const uint8_t secret[WEBHOOK_SECRET_BYTES],
                          char ret_text[WEBHOOK_SECRET_TEXT])
{
    size_t prefix = strlen(SECRET_PREFIX);
    memcpy(ret_text, SECRET_PREFIX, prefix);
    sodium_bin2base64(ret_text + prefix, WEBHOOK_SECRET_TEXT - prefix, secret, WEBHOOK_SECRET_BYTES,
                      sodium_base64_VARIANT_ORIGINAL);
}

void webhook_sign(const uint8_t *secret, size_t secret_length, const struct signed_message *message,
                  char ret_signature[SIGNATURE_HEADER_BYTES])
{
    char time[32];
    uint8_t mac[crypto_auth_hmacsha256_BYTES];
    snprintf(time, sizeof time, ".%lld.", (long long)message->seconds);
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, secret, secret_length);
    add_text(&state, message->id);
    add_text(&state, time);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)message->body, message->length);
    crypto_auth_hmacsha256_final(&state, mac);
    sodium_memzero(&state, sizeof state);
    memcpy(ret_signature, "v1,", 3);
    sodium_bin2base64(ret_signature + 3, SIGNATURE_HEADER_BYTES - 3, mac, sizeof mac,
                      sodium_base64_VARIANT_ORIGINAL);
}
