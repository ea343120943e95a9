/*
 * Bearer tokens: JWTs (RFC 7519) signed with Ed25519 (RFC 8037), read as strictly as RFC 8725
 * asks. Nothing but {"alg": "EdDSA", "typ": "JWT", "kid": ours} is accepted, in whatever order.
 */
#ifndef SERVICE_AUTH_TOKEN_H
#define SERVICE_AUTH_TOKEN_H

#include "service/auth/keys.h"
#include "service/base/random.h"
#include "service/base/text.h"

enum role { ROLE_NONE, ROLE_OPERATOR, ROLE_CREATOR, ROLE_HOST, ROLE_PLAYER };

enum { TOKEN_MAX = 2048, TOKEN_ID_LENGTH = 26, TOKEN_HASH_BYTES = 16 };

struct claims {
    enum role role;
    char subject[NAME_BYTES];     /* sub: the name of operator or creator; for others it follows:
                                     "game:host", "game:p3", and token_sign does not read it */
    char game[ULID_LENGTH + 1];   /* host, player; otherwise "" */
    uint8_t player;               /* 0 to 7 for players, otherwise 255 */
    uint32_t generation;          /* gen: host, player */
    int64_t issued_at;            /* seconds */
    int64_t expires_at;           /* seconds */
    int64_t not_before;           /* seconds: the later of iat and nbf; not written by token_sign */
    char id[TOKEN_ID_LENGTH + 1]; /* jti: visible ASCII */
    /* origin: the jti of the token that was first granted and refreshed to this one since, "" if
       it is that token itself. Whoever revokes the first revokes all that came of it. */
    char origin[TOKEN_ID_LENGTH + 1];
    char key[KEY_ID_LENGTH +
             1]; /* kid of the key that it is signed with; token_sign takes its own */
};

/* Why a token is not accepted. EXPIRED: this is not the time for which it was made. */
enum token_fault {
    TOKEN_FINE,
    TOKEN_MALFORMED,
    TOKEN_WRONG_KEY,
    TOKEN_BAD_SIGNATURE,
    TOKEN_EXPIRED
};

const char *role_id(enum role role); /* "operator", …; "none" */

/* Writes the compact form, NUL-terminated, into RET_TOKEN (TOKEN_MAX bytes). Equal claims give
 * equal tokens. False if they do not fit, or if token_verify would never accept them. */
bool token_sign(const struct keys *keys, const struct claims *claims, char *ret_token);

/* Signature, form, issuer, audience and times (60 s of leeway). NOW in seconds. RET_CLAIMS is
 * written only when the answer is TOKEN_FINE. Generations, revocations and whether the game
 * exists are not checked here. */
enum token_fault token_verify(const struct keys *keys, const char *token, size_t length,
                              int64_t now, struct claims *ret_claims);

/* Whether what was signed with the key of CLAIMS is still believed at NOW, in seconds. */
bool token_key_holds(const struct keys *keys, const struct claims *claims, int64_t now);

/* A token as it was sent, and a hash of all of it under a secret of the cache: it tells tokens
 * apart, and nobody outside can choose or foresee it. */
struct sent_token {
    const char *text; /* BORROWED */
    size_t length;
    uint8_t hash[TOKEN_HASH_BYTES];
};

/* Verified tokens by their hashes, bounded, so that a repeated token costs a hash. Safe from any
 * thread. What was verified with one set of keys is not known with another: a set has to stay where
 * it is as long as there is the cache. token_cache_new answers NULL when there is no memory. */
struct token_cache;
struct token_cache *token_cache_new(size_t entries, const struct random_source *random);
struct sent_token token_sent(const struct token_cache *cache, const char *text, size_t length);
/* As token_verify. */
enum token_fault token_verify_cached(struct token_cache *cache, const struct keys *keys,
                                     const struct sent_token *token, int64_t now,
                                     struct claims *ret_claims);
void token_cache_free(struct token_cache *cache);

#endif
