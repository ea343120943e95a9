/*
 * The payload of tokens: which claims are believed once the signature is good.
 */
#include "service/auth/claims.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_all.h"

#define GAME   "01kb8q5n3c7v9x2d4f6g8h0j1k"
#define FOR_US "\"iss\":\"spliced\",\"aud\":\"spliced\","
#define TIMES  "\"iat\":1000,\"exp\":2000,\"jti\":\"x\""

static const char player[] =
    "{" FOR_US "\"sub\":\"" GAME ":p3\",\"role\":\"player\",\"game\":\"" GAME
    "\",\"player\":\"p3\",\"gen\":1," TIMES "}";
static const char host[] = "{" FOR_US "\"sub\":\"" GAME ":host\",\"role\":\"host\",\"game\":\"" GAME
                           "\",\"gen\":1," TIMES "}";
static const char creator[] = "{" FOR_US "\"sub\":\"bot\",\"role\":\"creator\"," TIMES "}";
static const char operator[] = "{" FOR_US "\"sub\":\"me\",\"role\":\"operator\"," TIMES "}";

static bool is_read(const char *payload)
{
    struct claims claims;
    return claims_read(payload, strlen(payload), &claims);
}

/* PAYLOAD with its only OLD replaced by NEW. */
static const char *with(const char *payload, const char *old, const char *new)
{
    static char changed[2048];
    const char *place = strstr(payload, old);
    assert_non_null(place);
    assert_null(strstr(place + 1, old));
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(place - payload), payload, new,
             place + strlen(old));
    return changed;
}

struct change {
    const char *old;
    const char *new;
};

static void assert_all_refused(const char *payload, const struct change *changes, size_t count)
{
    assert_true(is_read(payload));
    for (size_t i = 0; i < count; i++)
        if (is_read(with(payload, changes[i].old, changes[i].new)))
            fail_msg("accepted %s in place of %s", changes[i].new, changes[i].old);
}

#define assert_refused(payload, ...)                                                               \
    do {                                                                                           \
        static const struct change changes_[] = {__VA_ARGS__};                                     \
        assert_all_refused((payload), changes_, sizeof changes_ / sizeof changes_[0]);             \
    } while (0)

/* Without it nothing that was refreshed could be revoked with the token that it came of. */
static void the_origin_of_a_refreshed_token_is_kept(void **state)
{
    (void)state;
    struct claims claims;
    const char *payload = with(creator, "\"jti\":\"x\"", "\"jti\":\"x\",\"origin\":\"first\"");
    assert_true(claims_read(payload, strlen(payload), &claims));
    assert_string_equal(claims.origin, "first");
    char text[1024];
    size_t length = claims_write(&claims, text, sizeof text);
    assert_true(length > 0);
    claims.origin[0] = '\0';
    assert_true(claims_read(text, length, &claims));
    assert_string_equal(claims.origin, "first");
    assert_string_equal(claims.id, "x");
    assert_true(claims_read(creator, strlen(creator), &claims));
    assert_string_equal(claims.origin, "");
    assert_refused(creator, {"\"jti\":\"x\"", "\"jti\":\"x\",\"origin\":\"\""},
                   {"\"jti\":\"x\"", "\"jti\":\"x\",\"origin\":null"},
                   {"\"jti\":\"x\"", "\"jti\":\"x\",\"origin\":\"abcdefghijklmnopqrstuvwxyz2\""});
}

static void issuer_and_audience_must_be_this_service(void **state)
{
    (void)state;
    assert_refused(creator, {"\"iss\":\"spliced\",", ""}, {"\"aud\":\"spliced\",", ""},
                   {"\"iss\":\"spliced\"", "\"iss\":\"splicedx\""},
                   {"\"iss\":\"spliced\"", "\"iss\":null"},
                   {"\"aud\":\"spliced\"", "\"aud\":\"other\""},
                   {"\"aud\":\"spliced\"", "\"aud\":[\"spliced\"]"});
}

static void times_are_integers_that_every_language_reads(void **state)
{
    (void)state;
    assert_refused(
        creator, {"\"iat\":1000,", ""}, {"\"exp\":2000,", ""}, {"\"exp\":2000", "\"exp\":\"2000\""},
        {"\"exp\":2000", "\"exp\":2000.0"}, {"\"exp\":2000", "\"exp\":2e3"},
        {"\"exp\":2000", "\"exp\":-1"}, {"\"exp\":2000", "\"exp\":9007199254740992"},
        {"\"exp\":2000", "\"exp\":99999999999999999999"}, {"\"exp\":2000", "\"exp\":null"},
        {"\"exp\":2000", "\"exp\":true"}, {"\"iat\":1000", "\"iat\":\"1000\""},
        {"\"iat\":1000", "\"iat\":1000.5"}, {"\"iat\":1000", "\"nbf\":\"0\",\"iat\":1000"},
        {"\"iat\":1000", "\"nbf\":null,\"iat\":1000"}, {"\"iat\":1000", "\"nbf\":-5,\"iat\":1000"});
    assert_true(is_read(with(creator, "\"exp\":2000", "\"exp\":9007199254740991")));
}

static void a_token_needs_an_id_and_a_name(void **state)
{
    (void)state;
    assert_refused(
        creator, {",\"jti\":\"x\"", ""}, {"\"jti\":\"x\"", "\"jti\":\"\""},
        {"\"jti\":\"x\"", "\"jti\":7"}, {"\"jti\":\"x\"", "\"jti\":\"a b\""},
        {"\"jti\":\"x\"", "\"jti\":\"123456789012345678901234567\""}, {"\"sub\":\"bot\",", ""},
        {"\"sub\":\"bot\"", "\"sub\":\"\""}, {"\"sub\":\"bot\"", "\"sub\":\"b\\not\""},
        {"\"sub\":\"bot\"", "\"sub\":\"b\\u0000t\""}, {"\"sub\":\"bot\"", "\"sub\":[\"bot\"]"});
    assert_true(is_read(with(creator, "\"jti\":\"x\"", "\"jti\":\"12345678901234567890123456\"")));
}

static void a_role_must_be_one_that_there_is(void **state)
{
    (void)state;
    assert_refused(
        creator, {"\"role\":\"creator\",", ""}, {"\"role\":\"creator\"", "\"role\":\"none\""},
        {"\"role\":\"creator\"", "\"role\":\"Creator\""},
        {"\"role\":\"creator\"", "\"role\":\"admin\""}, {"\"role\":\"creator\"", "\"role\":2"},
        {"\"role\":\"creator\"", "\"role\":[\"creator\",\"operator\"]"});
}

static void a_player_has_game_place_and_generation(void **state)
{
    (void)state;
    assert_refused(
        player, {"\"game\":\"" GAME "\",", ""}, {"\"player\":\"p3\",", ""}, {"\"gen\":1,", ""},
        {"\"player\":\"p3\"", "\"player\":\"p4\""}, {"\"player\":\"p3\"", "\"player\":\"p0\""},
        {"\"player\":\"p3\"", "\"player\":\"p9\""}, {"\"player\":\"p3\"", "\"player\":\"p33\""},
        {"\"player\":\"p3\"", "\"player\":\"p\""}, {"\"player\":\"p3\"", "\"player\":\"P3\""},
        {"\"player\":\"p3\"", "\"player\":3"}, {"\"gen\":1", "\"gen\":-1"},
        {"\"gen\":1", "\"gen\":4294967296"}, {"\"gen\":1", "\"gen\":\"1\""},
        {"\"gen\":1", "\"gen\":1.0"},
        {"\"game\":\"" GAME "\"", "\"game\":\"01kb8q5n3c7v9x2d4f6g8h0j1m\""},
        {"\"game\":\"" GAME "\"", "\"game\":\"\""}, {"\"game\":\"" GAME "\"", "\"game\":7"},
        {":p3\"", ":host\""}, {":p3\"", ":p4\""});
    assert_true(is_read(with(player, "\"gen\":1", "\"gen\":4294967295")));
}

static void a_host_is_no_player(void **state)
{
    (void)state;
    assert_refused(host, {"\"game\":\"" GAME "\",", ""}, {"\"gen\":1,", ""},
                   {"\"gen\":1,", "\"gen\":1,\"player\":\"p3\","},
                   {"\"gen\":1,", "\"gen\":1,\"player\":null,"}, {":host\"", ":p3\""},
                   {"\"role\":\"host\"", "\"role\":\"player\""},
                   {"\"role\":\"host\"", "\"role\":\"operator\""});
}

static void operators_and_creators_belong_to_no_game(void **state)
{
    (void)state;
    assert_refused(operator, {"\"iat\"", "\"game\":\"" GAME "\",\"iat\""},
                   {"\"iat\"", "\"player\":\"p1\",\"iat\""}, {"\"iat\"", "\"gen\":0,\"iat\""},
                   {"\"role\":\"operator\"", "\"role\":\"host\""});
    assert_refused(creator, {"\"iat\"", "\"game\":null,\"iat\""},
                   {"\"role\":\"creator\"", "\"role\":\"player\""});
}

static void unknown_claims_do_no_harm_but_double_ones_do(void **state)
{
    (void)state;
    assert_true(is_read(with(creator, "\"iat\"", "\"scope\":[{\"a\":null}],\"iat\"")));
    assert_refused(creator, {"\"iat\"", "\"exp\":2000,\"iat\""},
                   {"\"iat\"", "\"role\":\"operator\",\"iat\""},
                   {"\"iat\"", "\"x\":{\"a\":1,\"a\":2},\"iat\""},
                   {"\"role\":\"creator\"", "\"role\":\"creator\",\"role\":\"operator\""});
}

static void what_is_no_object_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"", "{", "[]", "null", "\"x\"", "{}", "7"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(is_read(wrong[i]));
    char deep[2000];
    memset(deep, '[', sizeof deep);
    struct claims claims = {.generation = 77};
    assert_false(claims_read(deep, sizeof deep, &claims));
    assert_number(claims.generation, 77);
}

static void claims_hold_from_a_minute_before_to_a_minute_after(void **state)
{
    (void)state;
    struct claims claims;
    assert_true(claims_read(creator, strlen(creator), &claims));
    assert_false(claims_current(&claims, 1000 - 61));
    assert_true(claims_current(&claims, 1000 - 60));
    assert_true(claims_current(&claims, 2000 + 59));
    assert_false(claims_current(&claims, 2000 + 60));
    const char *later = with(creator, "\"iat\"", "\"nbf\":1500,\"iat\"");
    assert_true(claims_read(later, strlen(later), &claims));
    assert_false(claims_current(&claims, 1500 - 61));
    assert_true(claims_current(&claims, 1500 - 60));
    const char *earlier = with(creator, "\"iat\"", "\"nbf\":500,\"iat\"");
    assert_true(claims_read(earlier, strlen(earlier), &claims));
    assert_false(claims_current(&claims, 1000 - 61));
}

static void what_is_written_is_read_back(void **state)
{
    (void)state;
    const char *const payloads[] = {player, host, creator, operator};
    for (size_t i = 0; i < sizeof payloads / sizeof payloads[0]; i++) {
        struct claims claims;
        char text[512];
        assert_true(claims_read(payloads[i], strlen(payloads[i]), &claims));
        size_t length = claims_write(&claims, text, sizeof text);
        assert_number(length, strlen(payloads[i]));
        assert_memory_equal(text, payloads[i], length);
        assert_number(claims_write(&claims, text, length), length);
        assert_number(claims_write(&claims, text, length - 1), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_origin_of_a_refreshed_token_is_kept),
        cmocka_unit_test(issuer_and_audience_must_be_this_service),
        cmocka_unit_test(times_are_integers_that_every_language_reads),
        cmocka_unit_test(a_token_needs_an_id_and_a_name),
        cmocka_unit_test(a_role_must_be_one_that_there_is),
        cmocka_unit_test(a_player_has_game_place_and_generation),
        cmocka_unit_test(a_host_is_no_player),
        cmocka_unit_test(operators_and_creators_belong_to_no_game),
        cmocka_unit_test(unknown_claims_do_no_harm_but_double_ones_do),
        cmocka_unit_test(what_is_no_object_is_refused),
        cmocka_unit_test(claims_hold_from_a_minute_before_to_a_minute_after),
        cmocka_unit_test(what_is_written_is_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
