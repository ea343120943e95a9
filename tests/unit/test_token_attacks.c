/*
 * Tokens of people who try: what RFC 8725 warns of, and what is known of Ed25519. None may be
 * accepted, whatever the token says about itself.
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/forged_token.h"

enum { NOW = 1767323045 };

#define PAYLOAD(more)                                                                              \
    "{\"iss\":\"spliced\",\"aud\":\"spliced\",\"sub\":\"oscar\",\"role\":\"operator\","            \
    "\"iat\":1767323045,\"exp\":1767326645,\"jti\":\"x\"" more "}"

static const char payload[] = PAYLOAD("");
static struct keys keys;
static char good_header[200];

static int make_keys(void **state)
{
    (void)state;
    uint8_t seed[32];
    memset(seed, 1, sizeof seed);
    signing_key_make(&keys.token, seed);
    memset(seed, 2, sizeof seed);
    signing_key_make(&keys.head, seed);
    snprintf(good_header, sizeof good_header, "{\"alg\":\"EdDSA\",\"typ\":\"JWT\",\"kid\":\"%s\"}",
             keys.token.id);
    return 0;
}

static enum token_fault verified(const char *token)
{
    struct claims claims;
    return token_verify(&keys, token, strlen(token), NOW, &claims);
}

static enum token_fault verified_with(const char *header, const char *text)
{
    char token[FORGED_MAX];
    forge_token(&keys.token, header, text, token);
    return verified(token);
}

/* Header and payload without a signature. */
static void begin_token(const char *algorithm, char ret_token[FORGED_MAX])
{
    char header[200];
    snprintf(header, sizeof header, "{\"alg\":\"%s\",\"typ\":\"JWT\",\"kid\":\"%s\"}", algorithm,
             keys.token.id);
    ret_token[0] = '\0';
    forged_add(ret_token, header, strlen(header));
    forged_add(ret_token, payload, strlen(payload));
}

static void the_forger_can_make_a_good_one(void **state)
{
    (void)state;
    assert_number(verified_with(good_header, payload), TOKEN_FINE);
}

/* RFC 8725, 2.1 and 3.1 */
static void no_algorithm_is_no_signature(void **state)
{
    (void)state;
    static const char *const none[] = {"none", "None", "NONE", "nOnE", ""};
    char token[FORGED_MAX];
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        begin_token(none[i], token);
        assert_number(verified(token), TOKEN_MALFORMED); /* two parts */
        memcpy(token + strlen(token), ".", 2);
        assert_number(verified(token), TOKEN_MALFORMED); /* and an empty one */
    }
    begin_token("EdDSA", token);
    memcpy(token + strlen(token), ".", 2);
    assert_number(verified(token), TOKEN_MALFORMED);
}

/* RFC 8725, 2.1: everybody knows the public key, which must not do as the secret of a MAC. */
static void the_public_key_is_no_secret_of_a_mac(void **state)
{
    (void)state;
    char token[FORGED_MAX];
    uint8_t mac[crypto_auth_hmacsha512_BYTES];
    for (int long_mac = 0; long_mac < 2; long_mac++) {
        begin_token(long_mac ? "HS512" : "HS256", token);
        const unsigned char *text = (const unsigned char *)token;
        if (long_mac)
            crypto_auth_hmacsha512(mac, text, strlen(token), keys.token.public_key);
        else
            crypto_auth_hmacsha256(mac, text, strlen(token), keys.token.public_key);
        forged_add(token, mac, long_mac ? crypto_auth_hmacsha512_BYTES : 32);
        assert_number(verified(token), TOKEN_MALFORMED);
    }
    /* The same under the right name: 64 bytes that are no signature. */
    begin_token("EdDSA", token);
    crypto_auth_hmacsha512(mac, (const unsigned char *)token, strlen(token), keys.token.public_key);
    forged_add(token, mac, sizeof mac);
    assert_number(verified(token), TOKEN_BAD_SIGNATURE);
}

/* RFC 8725, 2.6 and 3.10: what the header says about keys and further processing. */
static void a_token_brings_no_key_of_its_own(void **state)
{
    (void)state;
    static const char *const members[] = {
        "\"jwk\":{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"11qYAYKxCrfVS_7TyWQH\"}",
        "\"jku\":\"https://evil.example/jwks.json\"",
        "\"x5u\":\"https://evil.example/chain.pem\"",
        "\"x5c\":[\"MIIB\"]",
        "\"x5t\":\"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo\"",
        "\"cty\":\"JWT\"",
        "\"b64\":false,\"crit\":[\"b64\"]",
        "\"crit\":[]",
        "\"zip\":\"DEF\"",
        "\"kid\":\"x\"",
        "\"alg\":\"none\"",
        "\"exp\":1767326645",
    };
    char header[600];
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        snprintf(header, sizeof header, "{%s,%s", members[i], good_header + 1);
        if (verified_with(header, payload) != TOKEN_MALFORMED)
            fail_msg("accepted: %s", header);
        snprintf(header, sizeof header, "%.*s,%s}", (int)strlen(good_header) - 1, good_header,
                 members[i]);
        if (verified_with(header, payload) != TOKEN_MALFORMED)
            fail_msg("accepted: %s", header);
    }
}

static void a_kid_is_a_name_and_nothing_else(void **state)
{
    (void)state;
    static const char *const ids[] = {
        "../../../../dev/null",
        "' OR 1=1 --",
        "token.key",
        "0",
        " ",
        "*",
        "",
        "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
    };
    char header[300];
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        snprintf(header, sizeof header, "{\"alg\":\"EdDSA\",\"typ\":\"JWT\",\"kid\":\"%s\"}",
                 ids[i]);
        assert_number(verified_with(header, payload), TOKEN_WRONG_KEY);
    }
    /* The key of heads is published too, and signs other things. */
    snprintf(header, sizeof header, "{\"alg\":\"EdDSA\",\"typ\":\"JWT\",\"kid\":\"%s\"}",
             keys.head.id);
    char token[FORGED_MAX];
    forge_token(&keys.head, header, payload, token);
    assert_number(verified(token), TOKEN_WRONG_KEY);
}

/* RFC 8725, 3.4, 2.7 and 3.8 to 3.11: a good signature is not enough. */
static void what_is_signed_must_be_a_token_of_ours(void **state)
{
    (void)state;
    char nested[FORGED_MAX], deep[1200];
    forge_token(&keys.token, good_header, payload, nested);
    memset(deep, '[', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    const char *const wrong[] = {
        nested,
        "spliced-head-v1|01kb8q5n3c7v9x2d4f6g8h0j1k|1|00",
        "",
        " ",
        "null",
        "[" PAYLOAD("") "]",
        "\xef\xbb\xbf" PAYLOAD(""),
        PAYLOAD("") PAYLOAD(""),
        PAYLOAD("") "\n.",
        PAYLOAD(",\"role\":\"operator\""),
        PAYLOAD(",\"exp\":9999999999"),
        PAYLOAD(",\"nbf\":\"1\""),
        PAYLOAD(",\"nbf\":1e3"),
        PAYLOAD(",\"x\":\"\\ud800\""),
        PAYLOAD(",\"x\":\"\xff\""),
        PAYLOAD(",\"x\":NaN"),
        PAYLOAD(",\"x\":1,"),
        deep,
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (verified_with(good_header, wrong[i]) != TOKEN_MALFORMED)
            fail_msg("accepted: %.200s", wrong[i]);
    assert_number(verified_with(deep, payload), TOKEN_MALFORMED);
    assert_number(verified_with(good_header, PAYLOAD(",\"nbf\":1767323106")), TOKEN_EXPIRED);
    assert_number(verified_with(good_header, PAYLOAD(",\"nbf\":1767323105")), TOKEN_FINE);
}

/* One token, one text: whoever keeps lists of them by their text is not to be fooled. */
static void base64_has_one_form(void **state)
{
    (void)state;
    static const char *const blots[] = {"=",  "==", " ", "\n",  "\r\n",
                                        "\t", "+",  "/", "%3D", "\xc3\xa4"};
    char token[FORGED_MAX], changed[FORGED_MAX + 16];
    forge_token(&keys.token, good_header, PAYLOAD(",\"x\":\"?>?>\""), token);
    assert_number(verified(token), TOKEN_FINE);
    size_t first = strcspn(token, ".");
    size_t second = first + 1 + strcspn(token + first + 1, ".");
    const size_t places[] = {0, 4, first, first + 1, first + 5, second, second + 1, strlen(token)};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        for (size_t k = 0; k < sizeof blots / sizeof *blots; k++) {
            snprintf(changed, sizeof changed, "%.*s%s%s", (int)places[i], token, blots[k],
                     token + places[i]);
            if (verified(changed) == TOKEN_FINE)
                fail_msg("accepted with \"%s\" at %zu", blots[k], places[i]);
        }
    }
    size_t exchanged = 0;
    for (size_t i = 0; token[i] != '\0'; i++) {
        char before = token[i];
        if (before != '-' && before != '_')
            continue;
        token[i] = before == '-' ? '+' : '/';
        assert_number(verified(token) != TOKEN_FINE, true);
        token[i] = before;
        exchanged++;
    }
    assert_true(exchanged > 0);
}

/* The eight points of small order, and what else decodes to them: with such a key R = identity,
 * S = 0 signs every text, by the letter of the equation. */
static const char *const small_points[] = {
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "0100000000000000000000000000000000000000000000000000000000000080",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
};

enum { SMALL_POINTS = sizeof small_points / sizeof *small_points };

static void read_point(size_t index, uint8_t ret_point[PUBLIC_KEY_BYTES])
{
    assert_true(
        hex_decode(small_points[index], strlen(small_points[index]), ret_point, PUBLIC_KEY_BYTES));
}

static void keys_of_small_order_verify_nothing(void **state)
{
    (void)state;
    char token[FORGED_MAX], text[KEY_ID_LENGTH + 1];
    uint8_t signature[SIGNATURE_BYTES] = {0};
    uint8_t parsed[PUBLIC_KEY_BYTES];
    const struct keys before = keys;
    for (size_t key = 0; key < SMALL_POINTS; key++) {
        read_point(key, keys.token.public_key);
        key_write(keys.token.public_key, text);
        assert_false(key_parse(text, KEY_ID_LENGTH, parsed));
        for (size_t point = 0; point < SMALL_POINTS; point++) {
            read_point(point, signature);
            begin_token("EdDSA", token);
            forged_add(token, signature, sizeof signature);
            assert_number(verified(token), TOKEN_BAD_SIGNATURE);
        }
    }
    keys = before;
    for (size_t point = 0; point < SMALL_POINTS; point++) { /* and none signs under ours */
        read_point(point, signature);
        begin_token("EdDSA", token);
        forged_add(token, signature, sizeof signature);
        assert_number(verified(token), TOKEN_BAD_SIGNATURE);
    }
}

/* RFC 8032, 5.1.7: S is below the order L; S + L would satisfy the equation as well. */
static void signatures_are_not_malleable(void **state)
{
    (void)state;
    static const uint8_t order[32] = {0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58,       0xd6,
                                      0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, [31] = 0x10};
    char good[FORGED_MAX], token[FORGED_MAX];
    uint8_t signature[SIGNATURE_BYTES];
    begin_token("EdDSA", good);
    crypto_sign_detached(signature, NULL, (const unsigned char *)good, strlen(good),
                         keys.token.secret_key);
    for (int times = 0; times < 16; times++) { /* beyond, it does not fit into 32 bytes */
        snprintf(token, sizeof token, "%s", good);
        forged_add(token, signature, sizeof signature);
        assert_number(verified(token), times == 0 ? TOKEN_FINE : TOKEN_BAD_SIGNATURE);
        unsigned carry = 0;
        for (int i = 0; i < 32; i++) {
            carry += (unsigned)signature[32 + i] + order[i];
            signature[32 + i] = (uint8_t)carry;
            carry >>= 8;
        }
        if (carry > 0)
            break;
    }
    memcpy(signature + 32, order, sizeof order); /* S = L, which is 0 */
    snprintf(token, sizeof token, "%s", good);
    forged_add(token, signature, sizeof signature);
    assert_number(verified(token), TOKEN_BAD_SIGNATURE);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_forger_can_make_a_good_one),
        cmocka_unit_test(no_algorithm_is_no_signature),
        cmocka_unit_test(the_public_key_is_no_secret_of_a_mac),
        cmocka_unit_test(a_token_brings_no_key_of_its_own),
        cmocka_unit_test(a_kid_is_a_name_and_nothing_else),
        cmocka_unit_test(what_is_signed_must_be_a_token_of_ours),
        cmocka_unit_test(base64_has_one_form),
        cmocka_unit_test(keys_of_small_order_verify_nothing),
        cmocka_unit_test(signatures_are_not_malleable),
    };
    return cmocka_run_group_tests(tests, make_keys, NULL);
}
