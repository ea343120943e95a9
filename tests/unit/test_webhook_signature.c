/*
 * What would go wrong: receivers cannot verify what they get, or somebody else can sign it.
 */
#include "service/webhooks/signature.h"

#include <sodium.h>
#include <string.h>

#include "tests/support/cmocka_all.h"

static struct signed_message message(const char *id, int64_t seconds, const char *body)
{
    return (struct signed_message){
        .id = id, .seconds = seconds, .body = body, .length = strlen(body)};
}

/* The example that the libraries of Standard Webhooks test themselves with. */
static void a_message_is_signed_as_the_standard_says(void **state)
{
    (void)state;
    uint8_t secret[64];
    size_t length;
    char signature[SIGNATURE_HEADER_BYTES];
    const char *encoded = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    assert_number(sodium_base642bin(secret, sizeof secret, encoded, strlen(encoded), NULL, &length,
                                    NULL, sodium_base64_VARIANT_ORIGINAL),
                  0);
    struct signed_message sent =
        message("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, "{\"test\": 2432232314}");
    webhook_sign(secret, length, &sent, signature);
    assert_string_equal(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
}

static void another_id_time_or_body_has_another_signature(void **state)
{
    (void)state;
    const uint8_t secret[WEBHOOK_SECRET_BYTES] = {1, 2, 3};
    const struct signed_message messages[] = {
        message("a_1_0", 1614265330, "{}"),  message("a_1_1", 1614265330, "{}"),
        message("a_1_0", 1614265331, "{}"),  message("a_1_0", 1614265330, "{ }"),
        message("a_1_0", 16142653, "30.{}"),
    };
    enum { COUNT = sizeof messages / sizeof messages[0] };
    char signatures[COUNT][SIGNATURE_HEADER_BYTES];
    for (size_t i = 0; i < COUNT; i++) {
        webhook_sign(secret, sizeof secret, &messages[i], signatures[i]);
        for (size_t other = 0; other < i; other++)
            assert_string_not_equal(signatures[i], signatures[other]);
    }
}

static void secrets_come_out_the_same_and_differ_by_webhook_and_server(void **state)
{
    (void)state;
    const struct keys keys = {.derive = {7}};
    const struct keys others = {.derive = {8}};
    uint8_t secrets[4][WEBHOOK_SECRET_BYTES];
    webhook_secret(&keys, "01jh2k3m4n5p6q7r8s9t0v1w2x", secrets[0]);
    webhook_secret(&keys, "01jh2k3m4n5p6q7r8s9t0v1w2x", secrets[1]);
    webhook_secret(&keys, "01jh2k3m4n5p6q7r8s9t0v1w2y", secrets[2]);
    webhook_secret(&others, "01jh2k3m4n5p6q7r8s9t0v1w2x", secrets[3]);
    assert_memory_equal(secrets[0], secrets[1], WEBHOOK_SECRET_BYTES);
    assert_memory_not_equal(secrets[0], secrets[2], WEBHOOK_SECRET_BYTES);
    assert_memory_not_equal(secrets[0], secrets[3], WEBHOOK_SECRET_BYTES);
}

static void a_secret_is_shown_as_libraries_take_it(void **state)
{
    (void)state;
    const uint8_t secret[WEBHOOK_SECRET_BYTES] = {0xfb, 0xff, 0xfe};
    char text[WEBHOOK_SECRET_TEXT];
    uint8_t back[WEBHOOK_SECRET_BYTES];
    size_t length;
    webhook_secret_write(secret, text);
    assert_memory_equal(text, "whsec_", 6);
    assert_number(strlen(text), WEBHOOK_SECRET_TEXT - 1);
    assert_number(sodium_base642bin(back, sizeof back, text + 6, strlen(text + 6), NULL, &length,
                                    NULL, sodium_base64_VARIANT_ORIGINAL),
                  0);
    assert_number(length, sizeof secret);
    assert_memory_equal(back, secret, sizeof secret);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_is_signed_as_the_standard_says),
        cmocka_unit_test(another_id_time_or_body_has_another_signature),
        cmocka_unit_test(secrets_come_out_the_same_and_differ_by_webhook_and_server),
        cmocka_unit_test(a_secret_is_shown_as_libraries_take_it),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
