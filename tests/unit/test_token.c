#include "service/auth/token.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/forged_token.h"

static struct keys keys;

enum { NOW = 1767323045, HOUR = 3600, BASE64 = sodium_base64_VARIANT_URLSAFE_NO_PADDING };

static int make_keys(void **state)
{
    (void)state;
    uint8_t seed[32];
    memset(seed, 1, sizeof seed);
    signing_key_make(&keys.token, seed);
    memset(seed, 2, sizeof seed);
    signing_key_make(&keys.head, seed);
    return 0;
}

static struct claims player_claims(void)
{
    return (struct claims){
        .role = ROLE_PLAYER,
        .game = "01kb8q5n3c7v9x2d4f6g8h0j1k",
        .player = 2,
        .generation = 7,
        .issued_at = NOW,
        .expires_at = NOW + HOUR,
        .id = "a2b3c4d5e6f7g2h3j4k5m6n7p2",
    };
}

static struct claims creator_claims(const char *name)
{
    struct claims claims = {
        .role = ROLE_CREATOR,
        .player = 255,
        .issued_at = NOW,
        .expires_at = NOW + HOUR,
        .id = "x",
    };
    snprintf(claims.subject, sizeof claims.subject, "%s", name);
    return claims;
}

static void sign(const struct claims *claims, char ret_token[TOKEN_MAX])
{
    if (!token_sign(&keys, claims, ret_token))
        fail_msg("the token cannot be signed");
}

static enum token_fault verified(const char *token)
{
    struct claims claims;
    return token_verify(&keys, token, strlen(token), NOW, &claims);
}

/* What a token with HEADER is told; KID in it stands for the id of the token key. */
static enum token_fault verified_header(const char *header)
{
    char filled[512];
    char token[FORGED_MAX];
    const char *mark = strstr(header, "KID");
    int before = mark ? (int)(mark - header) : (int)strlen(header);
    snprintf(filled, sizeof filled, "%.*s%s%s", before, header, mark ? keys.token.id : "",
             mark ? mark + 3 : "");
    forge_token(&keys.token, filled,
                "{\"iss\":\"spliced\",\"aud\":\"spliced\",\"sub\":\"bot\",\"role\":\"creator\","
                "\"iat\":1767323045,\"exp\":1767326645,\"jti\":\"x\"}",
                token);
    return verified(token);
}

static void every_role_comes_back_as_it_was_signed(void **state)
{
    (void)state;
    static const char *const subjects[] = {"", "Zoë \"the\" 🂡", "a bot"};
    for (enum role role = ROLE_OPERATOR; role <= ROLE_PLAYER; role++) {
        struct claims claims =
            role <= ROLE_CREATOR ? creator_claims(subjects[role]) : player_claims();
        claims.role = role;
        claims.player = role == ROLE_PLAYER ? 2 : 255;
        char token[TOKEN_MAX];
        sign(&claims, token);
        struct claims back;
        assert_number(token_verify(&keys, token, strlen(token), NOW, &back), TOKEN_FINE);
        assert_number(back.role, role);
        assert_string_equal(back.game, claims.game);
        assert_number(back.player, claims.player);
        assert_number(back.generation, claims.generation);
        assert_number(back.issued_at, NOW);
        assert_number(back.expires_at, NOW + HOUR);
        assert_string_equal(back.id, claims.id);
    }
}

static void a_subject_names_player_host_or_bot(void **state)
{
    (void)state;
    struct claims claims = player_claims();
    char token[TOKEN_MAX];
    struct claims back;
    sign(&claims, token);
    assert_number(token_verify(&keys, token, strlen(token), NOW, &back), TOKEN_FINE);
    assert_string_equal(back.subject, "01kb8q5n3c7v9x2d4f6g8h0j1k:p3");
    claims.role = ROLE_HOST;
    sign(&claims, token);
    assert_number(token_verify(&keys, token, strlen(token), NOW, &back), TOKEN_FINE);
    assert_string_equal(back.subject, "01kb8q5n3c7v9x2d4f6g8h0j1k:host");
    claims = creator_claims("Zoë's bot");
    sign(&claims, token);
    assert_number(token_verify(&keys, token, strlen(token), NOW, &back), TOKEN_FINE);
    assert_string_equal(back.subject, "Zoë's bot");
}

static void roles_are_called_as_documented(void **state)
{
    (void)state;
    assert_string_equal(role_id(ROLE_NONE), "none");
    assert_string_equal(role_id(ROLE_OPERATOR), "operator");
    assert_string_equal(role_id(ROLE_CREATOR), "creator");
    assert_string_equal(role_id(ROLE_HOST), "host");
    assert_string_equal(role_id(ROLE_PLAYER), "player");
}

static void a_token_is_what_other_libraries_expect(void **state)
{
    (void)state;
    struct claims claims = player_claims();
    char token[TOKEN_MAX], again[TOKEN_MAX], want[FORGED_MAX], header[200];
    sign(&claims, token);
    sign(&claims, again);
    assert_string_equal(token, again);
    snprintf(header, sizeof header, "{\"alg\":\"EdDSA\",\"typ\":\"JWT\",\"kid\":\"%s\"}",
             keys.token.id);
    forge_token(
        &keys.token, header,
        "{\"iss\":\"spliced\",\"aud\":\"spliced\",\"sub\":\"01kb8q5n3c7v9x2d4f6g8h0j1k:p3\","
        "\"role\":\"player\",\"game\":\"01kb8q5n3c7v9x2d4f6g8h0j1k\",\"player\":\"p3\","
        "\"gen\":7,\"iat\":1767323045,\"exp\":1767326645,"
        "\"jti\":\"a2b3c4d5e6f7g2h3j4k5m6n7p2\"}",
        want);
    assert_string_equal(token, want);
}

static void claims_that_could_not_be_verified_are_not_signed(void **state)
{
    (void)state;
    char token[TOKEN_MAX];
    struct claims wrong[11];
    for (size_t i = 0; i < 6; i++)
        wrong[i] = player_claims();
    for (size_t i = 6; i < 11; i++)
        wrong[i] = creator_claims("bot");
    wrong[0].role = ROLE_NONE;
    wrong[1].player = 8;
    wrong[2].player = 255;
    memcpy(wrong[3].game, "no game", 8);
    wrong[4].expires_at = INT64_C(1) << 53;
    wrong[5].issued_at = -1;
    memcpy(wrong[6].subject, "a\nb", 4);
    wrong[7].subject[0] = '\0';
    wrong[8].id[0] = '\0';
    memcpy(wrong[9].subject, "\xff\xfe", 3);
    memcpy(wrong[10].id, "a b", 4);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (token_sign(&keys, &wrong[i], token))
            fail_msg("claims %zu were signed", i);
}

static void the_longest_names_fit(void **state)
{
    (void)state;
    char name[NAME_BYTES] = "";
    for (int i = 0; i < NAME_POINTS_MAX; i++)
        memcpy(name + 4 * i, "🂡", 5);
    struct claims claims = creator_claims(name);
    char token[TOKEN_MAX];
    sign(&claims, token);
    assert_number(verified(token), TOKEN_FINE);
    for (int i = 0; i < NAME_POINTS_MAX; i++)
        name[i] = '"';
    name[NAME_POINTS_MAX] = '\0';
    claims = creator_claims(name);
    sign(&claims, token);
    assert_number(verified(token), TOKEN_FINE);
}

static void the_header_may_say_nothing_else(void **state)
{
    (void)state;
    assert_number(verified_header("{\"alg\":\"EdDSA\",\"typ\":\"JWT\",\"kid\":\"KID\"}"),
                  TOKEN_FINE);
    assert_number(verified_header("{ \"kid\":\"KID\", \"typ\":\"JWT\",\"alg\":\"EdDSA\" }"),
                  TOKEN_FINE);
    static const char *const wrong[] = {
        "{\"alg\":\"none\",\"typ\":\"JWT\",\"kid\":\"KID\"}",
        "{\"alg\":\"HS256\",\"typ\":\"JWT\",\"kid\":\"KID\"}",
        "{\"alg\":\"Ed25519\",\"typ\":\"JWT\",\"kid\":\"KID\"}",
        "{\"alg\":\"eddsa\",\"typ\":\"JWT\",\"kid\":\"KID\"}",
        "{\"alg\":[\"EdDSA\"],\"typ\":\"JWT\",\"kid\":\"KID\"}",
        "{\"alg\":null,\"typ\":\"JWT\",\"kid\":\"KID\"}",
        "{\"alg\":\"EdDSA\",\"typ\":\"jwt\",\"kid\":\"KID\"}",
        "{\"alg\":\"EdDSA\",\"typ\":\"at+jwt\",\"kid\":\"KID\"}",
        "{\"typ\":\"JWT\",\"kid\":\"KID\"}",
        "{\"alg\":\"EdDSA\",\"kid\":\"KID\"}",
        "{\"alg\":\"EdDSA\",\"typ\":\"JWT\"}",
        "{\"alg\":\"EdDSA\"}",
        "{\"alg\":\"EdDSA\",\"typ\":\"JWT\",\"kid\":7}",
        "{\"alg\":\"EdDSA\",\"typ\":\"JWT\",\"kid\":\"KID\",\"crit\":[\"exp\"]}",
        "{\"alg\":\"EdDSA\",\"typ\":\"JWT\",\"kid\":\"KID\",\"jku\":\"https://evil.example/\"}",
        "{\"alg\":\"EdDSA\",\"typ\":\"JWT\",\"kid\":\"KID\",\"zip\":\"DEF\"}",
        "{\"alg\":\"none\",\"alg\":\"EdDSA\",\"typ\":\"JWT\",\"kid\":\"KID\"}",
        "{\"alg\":\"EdDSA\",\"typ\":\"JWT\",\"kid\":\"KID\"} x",
        "{\"alg\":\"EdDSA\",\"typ\":\"JWT\",\"kid\":\"KID\\u0000\"}",
        "[\"EdDSA\",\"JWT\",\"KID\"]",
        "\"EdDSA\"",
        "{",
        "{}",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (verified_header(wrong[i]) != TOKEN_MALFORMED)
            fail_msg("accepted: %s", wrong[i]);
}

static void only_the_token_key_counts(void **state)
{
    (void)state;
    struct claims claims = player_claims();
    struct keys swapped = keys;
    swapped.token = keys.head; /* a token signed, and named, by the key of heads */
    char token[TOKEN_MAX];
    assert_true(token_sign(&swapped, &claims, token));
    assert_number(verified(token), TOKEN_WRONG_KEY);
    memcpy(swapped.token.id, keys.token.id, sizeof keys.token.id); /* it lies about its name */
    assert_true(token_sign(&swapped, &claims, token));
    assert_number(verified(token), TOKEN_BAD_SIGNATURE);
    assert_number(verified_header("{\"alg\":\"EdDSA\",\"typ\":\"JWT\",\"kid\":\"\"}"),
                  TOKEN_WRONG_KEY);
    assert_number(verified_header("{\"alg\":\"EdDSA\",\"typ\":\"JWT\",\"kid\":\"KIDx\"}"),
                  TOKEN_WRONG_KEY);
}

/* RFC 8037, appendix A.4: a good signature, but not a token of ours. */
static void a_signed_text_without_our_header_is_refused(void **state)
{
    (void)state;
    assert_number(verified("eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc."
                           "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5B"
                           "hVsPt9g7sVvpAr_MuM0KAg"),
                  TOKEN_MALFORMED);
}

static void changing_any_character_makes_it_worthless(void **state)
{
    (void)state;
    struct claims claims = player_claims(), back;
    char token[TOKEN_MAX];
    sign(&claims, token);
    size_t length = strlen(token);
    memset(&back, 0x55, sizeof back);
    struct claims untouched = back;
    for (size_t i = 0; i < length; i++) {
        char before = token[i];
        token[i] = before == 'A' ? 'B' : 'A';
        if (token_verify(&keys, token, length, NOW, &back) == TOKEN_FINE)
            fail_msg("character %zu does not count", i);
        token[i] = before;
    }
    assert_memory_equal(&back, &untouched, sizeof back);
    assert_number(verified(token), TOKEN_FINE);
}

static void a_token_has_three_parts_in_strict_base64url(void **state)
{
    (void)state;
    struct claims claims = player_claims(), back;
    char token[TOKEN_MAX], altered[TOKEN_MAX + 8];
    sign(&claims, token);
    size_t length = strlen(token);
    static const char *const tails[] = {"=", "==", ".", ".x", " ", "\n", "A", ".."};
    for (size_t i = 0; i < sizeof tails / sizeof tails[0]; i++) {
        snprintf(altered, sizeof altered, "%s%s", token, tails[i]);
        assert_number(verified(altered), TOKEN_MALFORMED);
    }
    snprintf(altered, sizeof altered, " %s", token);
    assert_number(verified(altered), TOKEN_MALFORMED);
    assert_number(token_verify(&keys, token, length + 1, NOW, &back), TOKEN_MALFORMED); /* NUL */
    for (size_t shorter = 0; shorter < length; shorter++)
        if (token_verify(&keys, token, shorter, NOW, &back) == TOKEN_FINE)
            fail_msg("accepted with %zu characters of %zu", shorter, length);
    assert_number(verified(".."), TOKEN_MALFORMED);
    assert_number(verified("a.b.c"), TOKEN_MALFORMED);
    assert_number(verified("..x"), TOKEN_MALFORMED);
    memcpy(altered, token, length + 1);
    altered[length - 1]++; /* the last character has four bits that must be zero */
    assert_number(verified(altered), TOKEN_MALFORMED);
}

/* S + L signs the same text; a verifier that took it would know two tokens for one. */
static void a_signature_has_only_one_form(void **state)
{
    (void)state;
    static const uint8_t order[32] = {0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58,       0xd6,
                                      0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, [31] = 0x10};
    struct claims claims = player_claims();
    char token[FORGED_MAX]; /* as forged_add wants it */
    sign(&claims, token);
    char *last = strrchr(token, '.') + 1;
    uint8_t signature[SIGNATURE_BYTES];
    size_t length;
    assert_number(sodium_base642bin(signature, sizeof signature, last, strlen(last), NULL, &length,
                                    NULL, BASE64),
                  0);
    unsigned carry = 0;
    for (int i = 0; i < 32; i++) {
        carry += (unsigned)signature[32 + i] + order[i];
        signature[32 + i] = (uint8_t)carry;
        carry >>= 8;
    }
    last[-1] = '\0'; /* the dot */
    forged_add(token, signature, sizeof signature);
    assert_number(verified(token), TOKEN_BAD_SIGNATURE);
}

/* The decoder of libsodium 1.0.18 takes bytes beyond ASCII for "_". */
static void a_token_has_only_one_spelling(void **state)
{
    (void)state;
    struct claims claims = player_claims();
    char token[TOKEN_MAX];
    char *place;
    do {
        claims.generation++;
        assert_true(token_sign(&keys, &claims, token));
        place = strchr(strrchr(token, '.'), '_');
    } while (place == NULL);
    assert_number(verified(token), TOKEN_FINE);
    *place = '\x98';
    assert_number(verified(token), TOKEN_MALFORMED);
}

static void a_long_token_is_not_even_read(void **state)
{
    (void)state;
    char payload[2 * TOKEN_MAX];
    char token[FORGED_MAX];
    char header[200];
    snprintf(header, sizeof header, "{\"alg\":\"EdDSA\",\"typ\":\"JWT\",\"kid\":\"%s\"}",
             keys.token.id);
    for (int padding = 1; padding < 1400; padding++) {
        snprintf(payload, sizeof payload,
                 "{\"iss\":\"spliced\",\"aud\":\"spliced\",\"sub\":\"bot\",\"role\":\"creator\","
                 "\"iat\":1767323045,\"exp\":1767326645,\"jti\":\"x\",\"pad\":\"%*s\"}",
                 padding, "");
        forge_token(&keys.token, header, payload, token);
        bool fits = strlen(token) <= TOKEN_MAX;
        assert_number(verified(token), fits ? TOKEN_FINE : TOKEN_MALFORMED);
    }
    assert_true(strlen(token) > TOKEN_MAX);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_role_comes_back_as_it_was_signed),
        cmocka_unit_test(a_subject_names_player_host_or_bot),
        cmocka_unit_test(roles_are_called_as_documented),
        cmocka_unit_test(a_token_is_what_other_libraries_expect),
        cmocka_unit_test(claims_that_could_not_be_verified_are_not_signed),
        cmocka_unit_test(the_longest_names_fit),
        cmocka_unit_test(the_header_may_say_nothing_else),
        cmocka_unit_test(only_the_token_key_counts),
        cmocka_unit_test(a_signed_text_without_our_header_is_refused),
        cmocka_unit_test(changing_any_character_makes_it_worthless),
        cmocka_unit_test(a_token_has_three_parts_in_strict_base64url),
        cmocka_unit_test(a_signature_has_only_one_form),
        cmocka_unit_test(a_token_has_only_one_spelling),
        cmocka_unit_test(a_long_token_is_not_even_read),
    };
    return cmocka_run_group_tests(tests, make_keys, NULL);
}
