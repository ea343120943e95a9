/*
 * Tokens: a word, a line end, and
 *     token     a whole token, as somebody may send it
 *     payload   a payload, which the server's own key signs
 *     parts     a header, a line end, a payload, both signed
 * Nobody can make a token without the key; and one that is accepted is told by its claims alone:
 * signing these again gives a token that says the same.
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/auth/claims.h"
#include "tests/fuzz/support/input.h"

enum {
    TIME = 1767323045, /* seconds; the corpus has tokens of that time */
    BASE64 = sodium_base64_VARIANT_URLSAFE_NO_PADDING,
    PART_MAX = 1000,
    PLAYERS = 8
};

static struct keys keys;

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    static const uint8_t seed[32] = {1};
    (void)count, (void)arguments;
    must(sodium_init() >= 0, "libsodium does not start");
    json_object_seed(1);
    signing_key_make(&keys.token, seed);
    return 0;
}

static void claims_must_be_within(const struct claims *claims)
{
    bool in_game = claims->role == ROLE_HOST || claims->role == ROLE_PLAYER;
    must(claims->role > ROLE_NONE && claims->role <= ROLE_PLAYER, "a token of no role");
    must((claims->game[0] != '\0') == in_game, "a game where none belongs, or none");
    must((claims->player < PLAYERS) == (claims->role == ROLE_PLAYER), "a player too many");
    must(claims->id[0] != '\0' && strnlen(claims->id, sizeof claims->id) < sizeof claims->id,
         "no id");
    must_be_utf8(claims->subject, strnlen(claims->subject, sizeof claims->subject),
                 "a subject that is not UTF-8");
}

/* What was accepted says the same when it is signed anew. */
static void must_mean_itself(const struct claims *claims)
{
    char token[TOKEN_MAX];
    struct claims again;
    claims_must_be_within(claims);
    if (claims->not_before > claims->issued_at)
        return; /* nbf, which no token of ours has */
    must(token_sign(&keys, claims, token), "claims that were read cannot be signed");
    must(token_verify(&keys, token, strlen(token), TIME, &again) == TOKEN_FINE,
         "a token of ours is refused");
    must(again.role == claims->role && again.player == claims->player &&
             again.generation == claims->generation && strcmp(again.game, claims->game) == 0 &&
             strcmp(again.subject, claims->subject) == 0 && strcmp(again.id, claims->id) == 0 &&
             strcmp(again.origin, claims->origin) == 0 && again.expires_at == claims->expires_at,
         "a token does not say what it was signed for");
}

static void verify(const char *token, size_t length, bool signed_by_us)
{
    struct claims claims;
    if (token_verify(&keys, token, length, TIME, &claims) != TOKEN_FINE)
        return;
    must_mean_itself(&claims);
    char own[TOKEN_MAX];
    bool is_ours =
        token_sign(&keys, &claims, own) && strlen(own) == length && memcmp(own, token, length) == 0;
    must(signed_by_us || is_ours, "a token that is not ours was accepted");
}

/* Appends LENGTH bytes in base64url, behind a dot unless they are the first. */
static void add(char *token, size_t size, const void *bytes, size_t length)
{
    size_t used = strlen(token);
    if (used > 0)
        token[used++] = '.';
    sodium_bin2base64(token + used, size - used, bytes, length, BASE64);
}

static void sign_and_verify(const struct input *header, const struct input *payload)
{
    char token[4 * TOKEN_MAX] = "";
    uint8_t signature[SIGNATURE_BYTES];
    if (header->length > PART_MAX || payload->length > PART_MAX)
        return;
    add(token, sizeof token, header->bytes, header->length);
    add(token, sizeof token, payload->bytes, payload->length);
    crypto_sign_detached(signature, NULL, (const uint8_t *)token, strlen(token),
                         keys.token.secret_key);
    add(token, sizeof token, signature, sizeof signature);
    verify(token, strlen(token), true);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input rest = input_new(data, size);
    struct input word = input_until(&rest, '\n');
    if (input_is(&word, "token")) {
        char *token = input_text(&rest);
        verify(token, rest.length, false);
        free(token);
    } else if (input_is(&word, "payload")) {
        char text[128];
        int length = snprintf(text, sizeof text,
                              "{\"alg\":\"EdDSA\",\"typ\":\"JWT\",\"kid\":\"%s\"}", keys.token.id);
        struct input header = {text, (size_t)length};
        sign_and_verify(&header, &rest);
    } else if (input_is(&word, "parts")) {
        struct input header = input_until(&rest, '\n');
        sign_and_verify(&header, &rest);
    }
    return 0;
}
