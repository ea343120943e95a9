/*
 * The server's keys: one Ed25519 key for tokens, one for heads of logs, one secret for invites.
 * They are kept as 32-byte seeds in files of the data folder, mode 0600.
 */
#ifndef SERVICE_AUTH_KEYS_H
#define SERVICE_AUTH_KEYS_H

#include "service/base/buffer.h"
#include "service/base/random.h"
#include "service/fairness/chain.h"

enum { KEY_ID_LENGTH = 43 }; /* RFC 7638 thumbprint: base64url of SHA-256 */

struct signing_key {
    char id[KEY_ID_LENGTH + 1];
    uint8_t public_key[PUBLIC_KEY_BYTES];
    uint8_t secret_key[SECRET_KEY_BYTES];
};

struct keys {
    struct signing_key token;
    struct signing_key head;
    uint8_t invite[32];
    uint8_t derive[32]; /* for what must come out the same twice, such as token ids */
};

/* Reads the keys of DATA_FOLDER; makes those that are missing. False after a message on standard
 * error. */
bool keys_open(struct keys *ret_keys, const char *data_folder, const struct random_source *source);

/* Whether DATA_FOLDER has all of them. What cannot be looked at counts as there: keys_open says
 * what is wrong with it. */
bool keys_exist(const char *data_folder);

/* From a 32-byte seed, for tests and for keys_open. */
void signing_key_make(struct signing_key *ret_key, const uint8_t seed[32]);

void keys_close(struct keys *keys); /* wipes them */

/* {"keys": […]} of RFC 7517 / RFC 8037: both public keys, never a private member. */
void keys_write_jwks(const struct keys *keys, struct buffer *buffer);

#endif
