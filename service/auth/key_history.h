/*
 * Keys that sign no more: their public halves, which are kept for what they have signed. Written
 * down as a text, DATA/keys/history, of a line each:
 *
 *     spliced-keys-v1
 *     longest 31536000
 *     token 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo 2027-05-30T00:00:00.000Z
 *     head 1f3NqGZ6mV1zRy0Hn5q2sB8w7dJ4tK9uL6cXpE0aQhM
 */
#ifndef SERVICE_AUTH_KEY_HISTORY_H
#define SERVICE_AUTH_KEY_HISTORY_H

#include "service/auth/key_id.h"
#include "service/base/buffer.h"

enum { RETIRED_KEYS_MAX = 64 };

enum key_purpose { KEY_TOKEN, KEY_HEAD, KEY_PURPOSES };

struct retired_key {
    enum key_purpose purpose;
    char id[KEY_ID_LENGTH + 1];
    uint8_t public_key[PUBLIC_KEY_BYTES];
    int64_t until; /* seconds: token keys are believed until then; of head keys 0, for ever */
};

struct key_history {
    int64_t longest; /* seconds for which a token has been granted at the longest, as far as it is
                        written down; 0 if it is not */
    size_t count;
    struct retired_key retired[RETIRED_KEYS_MAX]; /* the last one first */
};

/* "token", "head" */
const char *key_purpose_name(enum key_purpose purpose);

/* Reads what key_history_write writes. False for anything else, with RET_HISTORY undefined. */
bool key_history_read(const char *text, size_t length, struct key_history *ret_history);
void key_history_write(const struct key_history *history, struct buffer *buffer);

/* Whether what the key signed is to be believed at NOW, in seconds. */
bool retired_key_holds(const struct retired_key *key, int64_t now);

/* Leaves out the keys that do not hold any more at NOW. */
void key_history_forget(struct key_history *history, int64_t now);

/* Leaves out all keys of PURPOSE. */
void key_history_drop(struct key_history *history, enum key_purpose purpose);

/* Puts a key first. UNTIL as in retired_key. False if there is no room. */
bool key_history_add(struct key_history *history, enum key_purpose purpose,
                     const uint8_t public_key[PUBLIC_KEY_BYTES], int64_t until);

#endif
