#include "service/auth/token.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/auth/claims.h"
#include "service/base/parse.h"

enum {
    BASE64 = sodium_base64_VARIANT_URLSAFE_NO_PADDING,
    SIGNATURE_LENGTH = 86 /* of 64 bytes in base64url */
};

/* One of the three parts of a token, in base64url. */
struct part {
    const char *text;
    size_t length;
};

/* Appends "." (unless it is the first part) and LENGTH bytes in base64url; false if TOKEN would
 * have no room for them. */
static bool add_part(char token[TOKEN_MAX], const void *bytes, size_t length)
{
    size_t used = strlen(token);
    size_t dot = used > 0 ? 1 : 0;
    if (sodium_base64_encoded_len(length, BASE64) > TOKEN_MAX - used - dot)
        return false;
    if (dot > 0)
        token[used] = '.';
    sodium_bin2base64(token + used + dot, TOKEN_MAX - used - dot, bytes, length, BASE64);
    return true;
}

bool token_sign(const struct keys *keys, const struct claims *claims, char *ret_token)
{
    char header[128];
    char payload[TOKEN_MAX];
    uint8_t signature[SIGNATURE_BYTES];
    snprintf(header, sizeof header, "{\"alg\":\"EdDSA\",\"typ\":\"JWT\",\"kid\":\"%s\"}",
             keys->token.id);
    size_t length = claims_write(claims, payload, sizeof payload);
    ret_token[0] = '\0';
    if (length == 0 || !add_part(ret_token, header, strlen(header)) ||
        !add_part(ret_token, payload, length))
        return false;
    crypto_sign_detached(signature, NULL, (const unsigned char *)ret_token, strlen(ret_token),
                         keys->token.secret_key);
    return add_part(ret_token, signature, sizeof signature);
}

/* Exactly three parts; an empty one is for its reader to refuse. */
static bool split(const char *token, size_t length, struct part ret_parts[3])
{
    for (int i = 0; i < 3; i++) {
        const char *dot = memchr(token, '.', length);
        if ((dot != NULL) != (i < 2))
            return false;
        size_t part = dot ? (size_t)(dot - token) : length;
        ret_parts[i] = (struct part){token, part};
        token += dot ? part + 1 : part;
        length -= dot ? part + 1 : part;
    }
    return true;
}

static bool decode(struct part part, void *ret_bytes, size_t size, size_t *ret_length)
{
    return base64url_decode(part.text, part.length, ret_bytes, size, ret_length);
}

/* A key by which a token can be verified; both are the keys' own. */
struct verifier {
    const char *id;
    const uint8_t *public_key;
};

/* The key that is called ID, if it is one for tokens and believed at NOW. */
static bool find_key(const struct keys *keys, const char *id, int64_t now,
                     struct verifier *ret_verifier)
{
    *ret_verifier = (struct verifier){keys->token.id, keys->token.public_key};
    if (strcmp(id, keys->token.id) == 0)
        return true;
    for (size_t i = 0; i < keys->history.count; i++) {
        const struct retired_key *key = &keys->history.retired[i];
        *ret_verifier = (struct verifier){key->id, key->public_key};
        if (key->purpose == KEY_TOKEN && strcmp(id, key->id) == 0 && retired_key_holds(key, now))
            return true;
    }
    return false;
}

bool token_key_holds(const struct keys *keys, const struct claims *claims, int64_t now)
{
    struct verifier verifier;
    return find_key(keys, claims->key, now, &verifier);
}

/* The header has alg, typ and kid and nothing else, so neither crit nor a key of the sender. */
static enum token_fault check_header(const struct keys *keys, struct part part, int64_t now,
                                     struct verifier *ret_verifier)
{
    char bytes[TOKEN_MAX];
    size_t length;
    if (!decode(part, bytes, sizeof bytes, &length))
        return TOKEN_MALFORMED;
    enum token_fault fault = TOKEN_MALFORMED;
    const char *algorithm, *type, *key;
    json_t *header = parse_json(bytes, length, JSON_REJECT_DUPLICATES, NULL);
    if (json_unpack_ex(header, NULL, JSON_STRICT, "{s:s, s:s, s:s}", "alg", &algorithm, "typ",
                       &type, "kid", &key) == 0 &&
        strcmp(algorithm, "EdDSA") == 0 && strcmp(type, "JWT") == 0)
        fault = find_key(keys, key, now, ret_verifier) ? TOKEN_FINE : TOKEN_WRONG_KEY;
    json_decref(header);
    return fault;
}

static enum token_fault check_signature(const uint8_t *public_key, const char *token,
                                        const struct part parts[3])
{
    uint8_t signature[SIGNATURE_BYTES];
    size_t length;
    if (parts[2].length != SIGNATURE_LENGTH ||
        !decode(parts[2], signature, sizeof signature, &length))
        return TOKEN_MALFORMED;
    size_t signed_length = parts[0].length + 1 + parts[1].length;
    if (crypto_sign_verify_detached(signature, (const unsigned char *)token, signed_length,
                                    public_key) != 0)
        return TOKEN_BAD_SIGNATURE;
    return TOKEN_FINE;
}

enum token_fault token_verify(const struct keys *keys, const char *token, size_t length,
                              int64_t now, struct claims *ret_claims)
{
    struct part parts[3];
    if (length > TOKEN_MAX || !split(token, length, parts))
        return TOKEN_MALFORMED;
    struct verifier verifier;
    enum token_fault fault = check_header(keys, parts[0], now, &verifier);
    if (fault == TOKEN_FINE)
        fault = check_signature(verifier.public_key, token, parts);
    if (fault != TOKEN_FINE)
        return fault;
    char payload[TOKEN_MAX];
    size_t payload_length;
    struct claims claims;
    if (!decode(parts[1], payload, sizeof payload, &payload_length) ||
        !claims_read(payload, payload_length, &claims))
        return TOKEN_MALFORMED;
    memcpy(claims.key, verifier.id, sizeof claims.key);
    if (!claims_current(&claims, now))
        return TOKEN_EXPIRED;
    *ret_claims = claims;
    return TOKEN_FINE;
}
