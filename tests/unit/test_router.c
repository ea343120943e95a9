#include "service/http/router.h"

#include <string.h>

#include "service/http/percent.h"
#include "tests/support/cmocka_all.h"

#define GAME_ID "01arz3ndektsv4rrffq69g5fav"

static enum call_state nothing(struct call *call)
{
    (void)call;
    return CALL_ANSWERED;
}

static const struct route table[] = {
    {METHOD_GET, "/v1/games", WHO_ANYONE, BODY_NONE, nothing, NULL},
    {METHOD_POST, "/v1/games", WHO_CREATES, BODY_OBJECT, nothing, NULL},
    {METHOD_POST, "/v1/games/check", WHO_ANYONE, BODY_OBJECT, nothing, NULL},
    {METHOD_GET, "/v1/games/{game}", WHO_ANYONE, BODY_NONE, nothing, NULL},
    {METHOD_POST, "/v1/games/{game}/players/{player}/reinvite", WHO_HOST, BODY_NONE, nothing, NULL},
    {METHOD_DELETE, "/v1/games/{game}/blockades/{n}", WHO_PARTY, BODY_NONE, nothing, NULL},
    {METHOD_GET, "/v1/catalogue/{kind}", WHO_ANYONE, BODY_NONE, nothing, NULL},
};

static struct found find(enum method method, const char *path)
{
    const struct sought sought = {method, path, strlen(path)};
    static struct router router;
    router_begin(&router, table, sizeof table / sizeof *table);
    return router_find(&router, &sought);
}

static void assert_route(enum method method, const char *path, const char *pattern)
{
    struct found found = find(method, path);
    if (!found.route)
        fail_msg("%s has no route", path);
    assert_string_equal(found.route->path, pattern);
    assert_int_equal(found.route->method, method);
}

static void assert_nowhere(const char *path)
{
    struct found found = find(METHOD_GET, path);
    if (found.pattern || found.route || found.allowed)
        fail_msg("%s is a path: %s", path, found.pattern);
}

static void a_path_leads_to_its_route(void **state)
{
    (void)state;
    assert_route(METHOD_GET, "/v1/games", "/v1/games");
    assert_route(METHOD_POST, "/v1/games", "/v1/games");
    assert_route(METHOD_POST, "/v1/games/check", "/v1/games/check");
    assert_route(METHOD_GET, "/v1/games/" GAME_ID, "/v1/games/{game}");
    assert_route(METHOD_GET, "/v1/%67ames/%301arz3ndektsv4rrffq69g5fav", "/v1/games/{game}");
}

static void a_path_tells_what_it_names(void **state)
{
    (void)state;
    struct found found = find(METHOD_POST, "/v1/games/" GAME_ID "/players/p8/reinvite");
    assert_string_equal(found.names.game, GAME_ID);
    assert_number(found.names.player, 7);
    assert_string_equal(found.names.word, "");

    found = find(METHOD_DELETE, "/v1/games/" GAME_ID "/blockades/12");
    assert_string_equal(found.names.word, "12");
    assert_number(found.names.player, 255);

    found = find(METHOD_GET, "/v1/catalogue/unit_upgrades");
    assert_string_equal(found.names.word, "unit_upgrades");
    assert_string_equal(found.names.game, "");
}

static void what_is_not_quite_a_path_is_none(void **state)
{
    (void)state;
    assert_nowhere("");
    assert_nowhere("/");
    assert_nowhere("//");
    assert_nowhere("/v1");
    assert_nowhere("/v1/games/");
    assert_nowhere("//v1/games");
    assert_nowhere("/v1//games");
    assert_nowhere("/v1/games/.");
    assert_nowhere("/v1/games/x/..");
    assert_nowhere("/V1/games");
    assert_nowhere("/v1/games/check/");
    assert_nowhere("/v1/games/" GAME_ID "x");
    assert_nowhere("/v1/games/01ARZ3NDEKTSV4RRFFQ69G5FAV");
    assert_nowhere("/a/b/c/d/e/f/g/h/i/j/k/l");
}

static void placeholders_take_only_what_they_stand_for(void **state)
{
    (void)state;
    assert_nowhere("/v1/games/" GAME_ID "/players/p0/reinvite");
    assert_nowhere("/v1/games/" GAME_ID "/players/p9/reinvite");
    assert_nowhere("/v1/games/" GAME_ID "/players/p10/reinvite");
    assert_nowhere("/v1/games/" GAME_ID "/players//reinvite");
    assert_nowhere("/v1/games/" GAME_ID "/blockades/1a");
    assert_nowhere("/v1/games/" GAME_ID "/blockades/1234567890");
    assert_nowhere("/v1/catalogue/");
    assert_nowhere("/v1/catalogue/a%20b");
    assert_nowhere("/v1/catalogue/%C3%A9");
    assert_nowhere("/v1/catalogue/123456789012345678901234567890123456789012345678901234567890"
                   "1234567890123");
}

static void an_escaped_slash_is_no_slash(void **state)
{
    (void)state;
    assert_nowhere("/v1%2Fgames");
    assert_nowhere("/v1/games%2fcheck");
    assert_nowhere("/v1/catalogue/a%2Fb");
}

static void broken_escapes_are_no_path(void **state)
{
    (void)state;
    assert_nowhere("/v1/games%00");
    assert_nowhere("/v1/catalogue/abc%00def");
    assert_nowhere("/v1/catalogue/%zz");
    assert_nowhere("/v1/catalogue/a%");
    assert_nowhere("/v1/catalogue/a%4");
    assert_nowhere("/v1/catalogue/%ff");
    assert_nowhere("/v1/catalogue/%C0%AE");
}

static void a_long_path_is_none(void **state)
{
    (void)state;
    char path[4096];
    memset(path, 'a', sizeof path);
    memcpy(path, "/v1/catalogue/", 14);
    path[sizeof path - 1] = '\0';
    assert_nowhere(path);
}

static void a_path_without_the_method_tells_its_methods(void **state)
{
    (void)state;
    char allow[ALLOW_BYTES];
    struct found found = find(METHOD_DELETE, "/v1/games");
    assert_null(found.route);
    assert_string_equal(found.pattern, "/v1/games");
    router_allow(found.allowed, allow);
    assert_string_equal(allow, "GET, HEAD, POST, OPTIONS");

    found = find(METHODS, "/v1/games/check");
    assert_null(found.route);
    router_allow(found.allowed, allow);
    assert_string_equal(allow, "POST, OPTIONS");
}

static void all_methods_have_room(void **state)
{
    (void)state;
    char allow[ALLOW_BYTES];
    router_allow((1U << METHODS) - 1, allow);
    assert_string_equal(allow, "GET, HEAD, POST, PUT, DELETE, OPTIONS");
}

static void methods_have_their_names(void **state)
{
    (void)state;
    assert_int_equal(method_find("GET"), METHOD_GET);
    assert_int_equal(method_find("HEAD"), METHOD_GET);
    assert_int_equal(method_find("PUT"), METHOD_PUT);
    assert_int_equal(method_find("DELETE"), METHOD_DELETE);
    assert_int_equal(method_find("get"), METHODS);
    assert_int_equal(method_find("PATCH"), METHODS);
    assert_int_equal(method_find(""), METHODS);
}

static void decoding_keeps_to_the_given_bytes(void **state)
{
    (void)state;
    char text[] = "a+b%2";
    size_t length = 5;
    assert_false(percent_decode(text, &length, true));
    char plus[] = "a+b%2Bc";
    length = 7;
    assert_true(percent_decode(plus, &length, true));
    assert_number(length, 5);
    assert_memory_equal(plus, "a b+c", 5);
    char path[] = "a+b";
    length = 3;
    assert_true(percent_decode(path, &length, false));
    assert_memory_equal(path, "a+b", 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_leads_to_its_route),
        cmocka_unit_test(a_path_tells_what_it_names),
        cmocka_unit_test(what_is_not_quite_a_path_is_none),
        cmocka_unit_test(placeholders_take_only_what_they_stand_for),
        cmocka_unit_test(an_escaped_slash_is_no_slash),
        cmocka_unit_test(broken_escapes_are_no_path),
        cmocka_unit_test(a_long_path_is_none),
        cmocka_unit_test(a_path_without_the_method_tells_its_methods),
        cmocka_unit_test(all_methods_have_room),
        cmocka_unit_test(methods_have_their_names),
        cmocka_unit_test(decoding_keeps_to_the_given_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
