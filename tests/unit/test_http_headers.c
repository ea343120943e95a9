/* The values of headers, as far as they need no connection. */
#include <string.h>

#include "service/http/bearer.h"
#include "service/http/conditional.h"
#include "service/http/cors.h"
#include "service/http/idempotency.h"
#include "service/http/media.h"
#include "tests/support/cmocka_all.h"

static void assert_key(const char *value, const char *want)
{
    char key[IDEMPOTENCY_KEY_MAX + 1];
    if (!idempotency_key_read(value, key))
        fail_msg("%s is no key", value);
    assert_string_equal(key, want);
}

static void assert_no_key(const char *value)
{
    char key[IDEMPOTENCY_KEY_MAX + 1];
    if (idempotency_key_read(value, key))
        fail_msg("%s is taken for a key", value);
}

#define SIXTY_FOUR "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghij0123"

static void idempotency_keys_are_bare_or_quoted(void **state)
{
    (void)state;
    assert_key("8e03978e-40d5-43dd-bc93-6894a57f9324", "8e03978e-40d5-43dd-bc93-6894a57f9324");
    assert_key("\"8e03978e\"", "8e03978e");
    assert_key("\"a\\\"b\\\\c\"", "a\"b\\c");
    assert_key("a\"b", "a\"b");
    assert_key(SIXTY_FOUR, SIXTY_FOUR);
    assert_key("\"" SIXTY_FOUR "\"", SIXTY_FOUR);
}

static void what_is_no_idempotency_key_is_told(void **state)
{
    (void)state;
    assert_no_key("");
    assert_no_key("\"\"");
    assert_no_key("\"");
    assert_no_key("\"abc");
    assert_no_key("\"abc\"d");
    assert_no_key("\"abc\\\"");
    assert_no_key("\"a\\bc\"");
    assert_no_key("a b");
    assert_no_key("\"a b\"");
    assert_no_key("\xc3\xa9");
    assert_no_key(SIXTY_FOUR "x");
    assert_no_key("\"" SIXTY_FOUR "x\"");
}

static const struct claims nobody = {.role = ROLE_NONE, .player = 255};
static const struct claims operator= {.role = ROLE_OPERATOR, .subject = "ada", .player = 255};
static const struct claims creator = {.role = ROLE_CREATOR, .subject = "ada", .player = 255};
static const struct claims other = {.role = ROLE_CREATOR, .subject = "bob", .player = 255};

static void scope_of(const struct claims *caller, const char *method, const char *path,
                     const char *key, uint8_t ret_scope[32])
{
    static const struct address client;
    const struct key_owner owner = {caller, "", &client};
    idempotency_scope(&owner, method, path, strcspn(path, "?"), key, ret_scope);
}

static void assert_other_scope(const uint8_t scope[32], const struct claims *caller,
                               const char *method, const char *path, const char *key)
{
    uint8_t got[32];
    scope_of(caller, method, path, key, got);
    if (memcmp(scope, got, sizeof got) == 0)
        fail_msg("%s %s %s %s meets the answer of another", caller->subject, method, path, key);
}

static void nobody_meets_the_answer_of_another(void **state)
{
    (void)state;
    uint8_t scope[32];
    uint8_t again[32];
    scope_of(&creator, "POST", "/v1/games?x", "k1", scope);
    scope_of(&creator, "POST", "/v1/games", "k1", again);
    assert_memory_equal(scope, again, sizeof scope);
    assert_other_scope(scope, &nobody, "POST", "/v1/games", "k1");
    assert_other_scope(scope, &operator, "POST", "/v1/games", "k1");
    assert_other_scope(scope, &other, "POST", "/v1/games", "k1");
    assert_other_scope(scope, &creator, "PUT", "/v1/games", "k1");
    assert_other_scope(scope, &creator, "POST", "/v1/games/check", "k1");
    assert_other_scope(scope, &creator, "POST", "/v1/games", "k2");
    assert_other_scope(scope, &creator, "POST", "/v1/gamesk", "1");
}

/* Two players at one address who count their keys from 1, and two addresses without any token. */
static void keys_without_a_token_are_told_apart(void **state)
{
    (void)state;
    static const struct address here = {{1}}, there = {{2}};
    const struct key_owner owners[] = {{&nobody, "first", &here},
                                       {&nobody, "second", &here},
                                       {&nobody, "", &here},
                                       {&nobody, "", &there}};
    enum { OWNERS = sizeof owners / sizeof owners[0] };
    uint8_t scopes[OWNERS][32];
    for (size_t i = 0; i < OWNERS; i++)
        idempotency_scope(&owners[i], "POST", "/v1/games", 9, "1", scopes[i]);
    for (size_t i = 0; i < OWNERS; i++)
        for (size_t j = 0; j < i; j++)
            assert_memory_not_equal(scopes[i], scopes[j], sizeof scopes[i]);
    /* Who moves on with an invite in hand, or with a token, keeps the keys. */
    uint8_t again[32];
    idempotency_scope(&(struct key_owner){&nobody, "first", &there}, "POST", "/v1/games", 9, "1",
                      again);
    assert_memory_equal(again, scopes[0], sizeof again);
}

static void an_empty_body_has_a_hash_as_well(void **state)
{
    (void)state;
    uint8_t empty[32];
    uint8_t object[32];
    idempotency_body("", 0, empty);
    idempotency_body("{}", 2, object);
    assert_memory_not_equal(empty, object, sizeof empty);
}

static void a_tag_is_found_in_a_list(void **state)
{
    (void)state;
    assert_true(etag_listed("\"42-p3\"", "\"42-p3\""));
    assert_true(etag_listed("W/\"42-p3\"", "\"42-p3\""));
    assert_true(etag_listed("\"41-p3\", \"42-p3\"", "\"42-p3\""));
    assert_true(etag_listed("\"a,b\" ,,W/\"x\",\t\"42-p3\"", "\"42-p3\""));
    assert_true(etag_listed("*", "\"42-p3\""));
}

static void another_tag_is_not_taken_for_it(void **state)
{
    (void)state;
    assert_false(etag_listed("", "\"42-p3\""));
    assert_false(etag_listed("\"42-p4\"", "\"42-p3\""));
    assert_false(etag_listed("\"142-p3\"", "\"42-p3\""));
    assert_false(etag_listed("\"42-p3", "\"42-p3\""));
    assert_false(etag_listed("42-p3", "\"42-p3\""));
    assert_false(etag_listed("\"x\" *", "\"42-p3\""));
    assert_false(etag_listed("\"\"", "\"42-p3\""));
}

static void bodies_are_json_in_utf8(void **state)
{
    (void)state;
    assert_true(media_is_json("application/json"));
    assert_true(media_is_json("Application/JSON"));
    assert_true(media_is_json("application/json; charset=utf-8"));
    assert_true(media_is_json("application/json;charset=\"UTF-8\""));
    assert_false(media_is_json(""));
    assert_false(media_is_json("text/plain"));
    assert_false(media_is_json("application/json5"));
    assert_false(media_is_json("application/problem+json"));
    assert_false(media_is_json("application/json; charset=latin1"));
    assert_false(media_is_json("application/json, text/plain"));
    assert_false(media_is_json("application/x-www-form-urlencoded"));
}

static void ranges_admit_what_they_cover(void **state)
{
    (void)state;
    const char *json = "application/json";
    assert_true(media_accepted("", json));
    assert_true(media_accepted("*/*", json));
    assert_true(media_accepted("application/*", json));
    assert_true(media_accepted("application/json", json));
    assert_true(media_accepted("text/html, application/json;q=0.1", json));
    assert_true(
        media_accepted("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", json));
    assert_true(media_accepted("application/json;charset=utf-8", json));
    assert_true(media_accepted("text/plain", "text/plain; version=0.0.4; charset=utf-8"));
    assert_false(media_accepted("text/html", json));
    assert_false(media_accepted("application/xml, image/*", json));
    assert_false(media_accepted("application/jsonp", json));
    assert_false(media_accepted("*", json));
}

static void the_narrowest_range_has_the_weight(void **state)
{
    (void)state;
    const char *json = "application/json";
    assert_number(media_weight("", json), 1000);
    assert_number(media_weight("*/*", json), 1000);
    assert_number(media_weight("application/json;q=0.8, */*", json), 800);
    assert_number(media_weight("*/*;q=0.125, application/*;q=0.25", json), 250);
    assert_number(media_weight("application/json; q=1.000", json), 1000);
    assert_number(media_weight("application/json; charset=utf-8; q=0.05", json), 50);
    assert_number(media_weight("application/json;q=1.9", json), 1000);
    assert_number(media_weight("text/event-stream", json), 0);
    assert_number(media_weight("text/event-stream", "text/event-stream"), 1000);
}

static void a_weight_of_zero_says_no(void **state)
{
    (void)state;
    const char *json = "application/json";
    assert_false(media_accepted("application/json;q=0", json));
    assert_false(media_accepted("*/*, application/json; q=0.000", json));
    assert_true(media_accepted("*/*;q=0, application/json", json));
    assert_true(media_accepted("application/json;q=0.001", json));
}

static void a_short_answer_may_be_preferred(void **state)
{
    (void)state;
    assert_true(media_prefers_minimal("return=minimal"));
    assert_true(media_prefers_minimal("respond-async, Return=Minimal; x=1"));
    assert_true(media_prefers_minimal("return=\"minimal\""));
    assert_false(media_prefers_minimal("return=representation"));
    assert_false(media_prefers_minimal("minimal"));
    assert_false(media_prefers_minimal(""));
}

static void tokens_come_as_bearer(void **state)
{
    (void)state;
    assert_string_equal(bearer_token("Bearer abc.def-_~+/="), "abc.def-_~+/=");
    assert_string_equal(bearer_token("bearer abc"), "abc");
    assert_null(bearer_token("Bearer"));
    assert_null(bearer_token("Bearer "));
    assert_null(bearer_token("Bearer  abc"));
    assert_null(bearer_token("Bearer abc def"));
    assert_null(bearer_token("Bearer abc,def"));
    assert_null(bearer_token("Basic abc"));
    assert_null(bearer_token("abc"));
    assert_null(bearer_token(""));
}

static void only_configured_origins_may_read(void **state)
{
    (void)state;
    const char *const some[] = {"https://a.example", "https://b.example", NULL};
    const char *const all[] = {"*", NULL};
    const char *const none[] = {NULL};
    assert_string_equal(cors_allowed_origin(some, "https://b.example"), "https://b.example");
    assert_null(cors_allowed_origin(some, "https://b.example.evil"));
    assert_null(cors_allowed_origin(some, "http://b.example"));
    assert_null(cors_allowed_origin(some, "null"));
    assert_null(cors_allowed_origin(some, NULL));
    assert_null(cors_allowed_origin(none, "https://a.example"));
    assert_null(cors_allowed_origin(NULL, "https://a.example"));
    assert_string_equal(cors_allowed_origin(all, "https://x.example"), "*");
    assert_true(cors_varies(some));
    assert_false(cors_varies(all));
    assert_false(cors_varies(none));
    assert_false(cors_varies(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(idempotency_keys_are_bare_or_quoted),
        cmocka_unit_test(what_is_no_idempotency_key_is_told),
        cmocka_unit_test(nobody_meets_the_answer_of_another),
        cmocka_unit_test(keys_without_a_token_are_told_apart),
        cmocka_unit_test(an_empty_body_has_a_hash_as_well),
        cmocka_unit_test(a_tag_is_found_in_a_list),
        cmocka_unit_test(another_tag_is_not_taken_for_it),
        cmocka_unit_test(bodies_are_json_in_utf8),
        cmocka_unit_test(ranges_admit_what_they_cover),
        cmocka_unit_test(the_narrowest_range_has_the_weight),
        cmocka_unit_test(a_weight_of_zero_says_no),
        cmocka_unit_test(a_short_answer_may_be_preferred),
        cmocka_unit_test(tokens_come_as_bearer),
        cmocka_unit_test(only_configured_origins_may_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
