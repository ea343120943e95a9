/*
 * Signatures of Standard Webhooks 1.0: HMAC-SHA-256 over id, time and body with a secret that only
 * the service and the owner of the webhook know. Secrets are not stored: they follow from the
 * server's keys and the webhook's id.
 */
#ifndef SERVICE_WEBHOOKS_SIGNATURE_H
#define SERVICE_WEBHOOKS_SIGNATURE_H

#include "service/auth/keys.h"

enum {
    WEBHOOK_SECRET_BYTES = 32,
    WEBHOOK_SECRET_TEXT = 6 + 44 + 1, /* "whsec_", base64 and a NUL */
    SIGNATURE_HEADER_BYTES = 3 + 44 + 1
};

void webhook_secret(const struct keys *keys, const char *webhook,
                    uint8_t ret_secret[WEBHOOK_SECRET_BYTES]);

/* As it is shown once: "whsec_…". */
void webhook_secret_write(const uint8_t secret[WEBHOOK_SECRET_BYTES],
                          char ret_text[WEBHOOK_SECRET_TEXT]);

/* What is signed. */
struct signed_message {
    const char *id;
    int64_t seconds; /* when it is sent */
    const char *body;
    size_t length;
};

/* The header webhook-signature: "v1,…". */
void webhook_sign(const uint8_t *secret, size_t secret_length, const struct signed_message *message,
                  char ret_signature[SIGNATURE_HEADER_BYTES]);

#endif
