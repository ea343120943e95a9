#include "service/http/idempotency.h"

#include <sodium.h>
#include <string.h>

static bool is_visible(char character)
{
    return character > 0x20 && character < 0x7f;
}

/* The end of a quoted string: no character of a key. */
enum { QUOTE_END = -1, QUOTE_BROKEN = -2 };

/* The next character of a quoted string, *TEXT moving behind it. */
static int next_quoted(const char **text)
{
    char character = *(*text)++;
    if (character == '"')
        return QUOTE_END;
    if (character == '\\') {
        character = *(*text)++;
        if (character != '"' && character != '\\')
            return QUOTE_BROKEN;
    }
    return is_visible(character) ? character : QUOTE_BROKEN;
}

static bool read_quoted(const char *text, char *ret_key)
{
    size_t length = 0;
    for (;;) {
        int character = next_quoted(&text);
        if (character == QUOTE_END)
            break;
        if (character == QUOTE_BROKEN || length == IDEMPOTENCY_KEY_MAX)
            return false;
        ret_key[length++] = (char)character;
    }
    ret_key[length] = '\0';
    return length > 0 && *text == '\0';
}

static bool read_bare(const char *text, char *ret_key)
{
    size_t length = 0;
    while (is_visible(text[length]) && length < IDEMPOTENCY_KEY_MAX) {
        ret_key[length] = text[length];
        length++;
    }
    ret_key[length] = '\0';
    return length > 0 && text[length] == '\0';
}

bool idempotency_key_read(const char *value, char *ret_key)
{
    return *value == '"' ? read_quoted(value + 1, ret_key) : read_bare(value, ret_key);
}

/* With the NUL behind it, so that no two lists of parts read the same. */
static void hash_text(crypto_hash_sha256_state *state, const char *text)
{
    crypto_hash_sha256_update(state, (const unsigned char *)text, strlen(text) + 1);
}

static void hash_owner(crypto_hash_sha256_state *state, const struct key_owner *owner)
{
    bool anonymous = owner->caller->role == ROLE_NONE;
    hash_text(state, role_id(owner->caller->role));
    hash_text(state, anonymous ? "anonymous" : owner->caller->subject);
    hash_text(state, owner->invite);
    if (anonymous && owner->invite[0] == '\0')
        crypto_hash_sha256_update(state, owner->client->bytes, sizeof owner->client->bytes);
}

void idempotency_scope(const struct key_owner *owner, const char *method, const char *path,
                       size_t path_length, const char *key, uint8_t ret_scope[32])
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    hash_owner(&state, owner);
    hash_text(&state, method);
    crypto_hash_sha256_update(&state, (const unsigned char *)path, path_length);
    hash_text(&state, "");
    hash_text(&state, key);
    crypto_hash_sha256_final(&state, ret_scope);
}

void idempotency_body(const char *bytes, size_t length, uint8_t ret_hash[32])
{
    crypto_hash_sha256(ret_hash, (const unsigned char *)bytes, length);
}
