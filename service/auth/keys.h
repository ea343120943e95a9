/*
 * The server's keys: one Ed25519 key for tokens, one for heads of logs, one secret for invites.
 * They are kept as 32-byte seeds in files of the data folder, mode 0600. The Ed25519 keys can be
 * replaced; what they have signed is believed for as long as key_history says.
 */
#ifndef SERVICE_AUTH_KEYS_H
#define SERVICE_AUTH_KEYS_H

#include "service/auth/key_history.h"
#include "service/base/buffer.h"
#include "service/base/random.h"
#include "service/fairness/chain.h"

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
    struct key_history history;
};

/* Reads the keys of DATA_FOLDER; makes those that are missing from SOURCE, unless that is NULL.
 * False after a message on standard error. */
bool keys_open(struct keys *ret_keys, const char *data_folder, const struct random_source *source);

/* Whether DATA_FOLDER has all of them. What cannot be looked at counts as there: keys_open says
 * what is wrong with it. */
bool keys_exist(const char *data_folder);

/* From a 32-byte seed, for tests and for keys_open. */
void signing_key_make(struct signing_key *ret_key, const uint8_t seed[32]);

void keys_close(struct keys *keys); /* wipes them */

/* How a signing key is replaced. Times in seconds. */
struct rotation {
    enum key_purpose purpose;
    int64_t now;
    int64_t lifetime; /* of tokens; those that are known to be granted for longer count too */
    bool at_once;     /* nothing that was signed before, by whatever key, is believed any more */
};

/* Replaces a key of DATA_FOLDER, which must have all of them, by a new one from SOURCE. The old
 * one's public half goes into the history before, so that at no moment a token is not believed.
 * RET_KEYS is what is in force then. False after a message on standard error, with the old key
 * still in force. */
bool keys_rotate(struct keys *ret_keys, const char *data_folder, const struct rotation *rotation,
                 const struct random_source *source);

/* Writes down that a token is granted for LIFETIME seconds, unless a longer one is known. False
 * after a message on standard error. */
bool keys_note_lifetime(const char *data_folder, int64_t lifetime);

/* {"keys": […]} of RFC 7517 / RFC 8037: public keys, never a private member. Those in force are
 * first; of the others those that hold at NOW, in seconds. */
void keys_write_jwks(const struct keys *keys, int64_t now, struct buffer *buffer);

#endif
