/*
 * Idempotency-Key: reading it, and the two hashes by which the engine knows a repeated request.
 */
#ifndef SERVICE_HTTP_IDEMPOTENCY_H
#define SERVICE_HTTP_IDEMPOTENCY_H

#include "service/auth/token.h"
#include "service/http/address.h"

enum { IDEMPOTENCY_KEY_MAX = 64 };

/* Reads 1 to 64 visible ASCII characters, bare or as a string of RFC 8941 ("…" with \" and \\).
 * RET_KEY has IDEMPOTENCY_KEY_MAX + 1 bytes. False when VALUE is not such a key. */
bool idempotency_key_read(const char *value, char *ret_key);

/* Whose keys a request uses. */
struct key_owner {
    const struct claims *caller;
    const char *invite;           /* that came with it; "" for none */
    const struct address *client; /* tells apart those who have neither */
};

/* Whose request it is, apart from the body: hash of owner, method, path and key, so that nobody
 * meets the answers of another. PATH is raw, PATH_LENGTH bytes. */
void idempotency_scope(const struct key_owner *owner, const char *method, const char *path,
                       size_t path_length, const char *key, uint8_t ret_scope[32]);

void idempotency_body(const char *bytes, size_t length, uint8_t ret_hash[32]);

#endif
