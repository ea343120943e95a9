#include "service/program/configuration.h"

#include <stdlib.h>

#include "tests/support/cmocka_all.h"

/* As if "spliced serve" had been called with these arguments. */
#define READ(configuration, ...)                                                                   \
    configuration_read((configuration),                                                            \
                       (int)(sizeof(char *[]){"serve", __VA_ARGS__} / sizeof(char *)),             \
                       (char *[]){"serve", __VA_ARGS__})

static int forget_environment(void **state)
{
    (void)state;
    static const char *const variables[] = {
        "SPLICED_LISTEN",  "SPLICED_DATA",        "SPLICED_OPEN",
        "SPLICED_ORIGINS", "SPLICED_CACHE_GAMES", "SPLICED_THREADS",
        "SPLICED_LOG",     "SPLICED_RATE_LIMIT",  "SPLICED_TRUSTED_PROXIES"};
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
        unsetenv(variables[i]);
    return 0;
}

static void without_arguments_only_this_machine_is_served(void **state)
{
    (void)state;
    struct configuration configuration;
    char *arguments[] = {"serve"};
    assert_number(configuration_read(&configuration, 1, arguments), SETTINGS_READ);
    assert_string_equal(configuration.address, "127.0.0.1");
    assert_number(configuration.port, 8080);
    assert_true(configuration_is_loopback(&configuration));
    assert_false(configuration.open);
    assert_null(configuration.origins[0]);
    assert_true(configuration.rate_limit);
    assert_number(configuration.proxies.count, 0);
    assert_true(configuration.threads >= 1);
    assert_number(configuration.streams, 1024);
    assert_number(configuration.heartbeat, 15);
    assert_number(configuration.restart_grace, 3600000);
}

static void flag_wins_over_variable_over_default(void **state)
{
    (void)state;
    struct configuration configuration;
    setenv("SPLICED_DATA", "/from/environment", 1);
    setenv("SPLICED_THREADS", "3", 1);
    setenv("SPLICED_OPEN", "1", 1);
    assert_number(READ(&configuration, "--data", "/from/flag"), SETTINGS_READ);
    assert_string_equal(configuration.data, "/from/flag");
    assert_number(configuration.threads, 3);
    assert_true(configuration.open);
    assert_number(configuration.cached_games, 1000);
}

static void wrong_variable_does_not_matter_when_a_flag_is_given(void **state)
{
    (void)state;
    struct configuration configuration;
    setenv("SPLICED_THREADS", "many", 1);
    assert_number(READ(&configuration, "--threads=2"), SETTINGS_READ);
    assert_number(configuration.threads, 2);
    assert_number(READ(&configuration, "--open"), SETTINGS_WRONG);
}

static void addresses_of_both_kinds(void **state)
{
    (void)state;
    struct configuration configuration;
    assert_number(READ(&configuration, "--listen", "[::1]:0"), SETTINGS_READ);
    assert_string_equal(configuration.address, "::1");
    assert_number(configuration.port, 0);
    assert_true(configuration_is_loopback(&configuration));
    assert_number(READ(&configuration, "--listen", "0.0.0.0:65535"), SETTINGS_READ);
    assert_number(configuration.port, 65535);
    assert_false(configuration_is_loopback(&configuration));
}

static void typing_errors_are_heard(void **state)
{
    (void)state;
    struct configuration configuration;
    assert_number(READ(&configuration, "--listen", "8080"), SETTINGS_WRONG);
    assert_number(READ(&configuration, "--listen", ":8080"), SETTINGS_WRONG);
    assert_number(READ(&configuration, "--listen", "127.0.0.1:65536"), SETTINGS_WRONG);
    assert_number(READ(&configuration, "--listen", "127.0.0.1:80x"), SETTINGS_WRONG);
    assert_number(READ(&configuration, "--listen", "localhost:0"), SETTINGS_WRONG);
    assert_number(READ(&configuration, "--listen", "127.0.0.256:80"), SETTINGS_WRONG);
    assert_number(READ(&configuration, "--lisden", "127.0.0.1:80"), SETTINGS_WRONG);
    assert_number(READ(&configuration, "--threads", "65"), SETTINGS_WRONG);
    assert_number(READ(&configuration, "--threads", "2x"), SETTINGS_WRONG);
    assert_number(READ(&configuration, "--threads", ""), SETTINGS_WRONG);
    assert_number(READ(&configuration, "--restart-grace", "1h"), SETTINGS_WRONG);
    assert_number(READ(&configuration, "--restart-grace", "P32D"), SETTINGS_WRONG);
    assert_number(READ(&configuration, "--log", "loud"), SETTINGS_WRONG);
    assert_number(READ(&configuration, "--open=yes"), SETTINGS_WRONG);
    assert_number(READ(&configuration, "--rate-limit", "0"), SETTINGS_WRONG);
    assert_number(READ(&configuration, "--trusted-proxies", "10.0.0.0/8"), SETTINGS_WRONG);
    assert_number(READ(&configuration, "--trusted-proxies", "10.0.0.1,,10.0.0.2"), SETTINGS_WRONG);
    assert_number(READ(&configuration, "--data"), SETTINGS_WRONG);
    assert_number(READ(&configuration, "stray"), SETTINGS_WRONG);
}

static void origins_are_cut_at_commas(void **state)
{
    (void)state;
    struct configuration configuration;
    assert_number(READ(&configuration, "--origins", "https://a.example,https://b.example"),
                  SETTINGS_READ);
    assert_string_equal(configuration.origins[0], "https://a.example");
    assert_string_equal(configuration.origins[1], "https://b.example");
    assert_null(configuration.origins[2]);
}

static void origins_that_no_browser_sends_are_refused(void **state)
{
    (void)state;
    static char *const wrong[] = {"foo",
                                  "a.example",
                                  "https://",
                                  "https://a.example/",
                                  "https://a.example/app",
                                  "https://A.example",
                                  "null",
                                  "https://a.example,b.example"};
    struct configuration configuration;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (READ(&configuration, "--origins", wrong[i]) != SETTINGS_WRONG)
            fail_msg("%s is taken", wrong[i]);
    assert_number(READ(&configuration, "--origins", "*"), SETTINGS_READ);
    assert_number(READ(&configuration, "--origins", "http://localhost:5173, http://[::1]:80"),
                  SETTINGS_READ);
    assert_string_equal(configuration.origins[1], "http://[::1]:80");
}

static void limits_can_be_turned_off(void **state)
{
    (void)state;
    struct configuration configuration;
    assert_number(READ(&configuration, "--rate-limit", "off"), SETTINGS_READ);
    assert_false(configuration.rate_limit);
    setenv("SPLICED_RATE_LIMIT", "off", 1);
    assert_number(READ(&configuration, "--rate-limit", "on"), SETTINGS_READ);
    assert_true(configuration.rate_limit);
}

static void proxies_are_cut_at_commas(void **state)
{
    (void)state;
    struct configuration configuration;
    assert_number(READ(&configuration, "--trusted-proxies", "10.0.0.1, ::1"), SETTINGS_READ);
    assert_number(configuration.proxies.count, 2);
    assert_number(configuration.proxies.list[0].bytes[15], 1);
    assert_number(configuration.proxies.list[0].bytes[12], 10);
    assert_number(configuration.proxies.list[1].bytes[12], 0);
    assert_number(READ(&configuration, "--trusted-proxies",
                       "1.0.0.1,1.0.0.2,1.0.0.3,1.0.0.4,1.0.0.5,1.0.0.6,1.0.0.7,1.0.0.8,1.0.0.9,"
                       "1.0.0.10,1.0.0.11,1.0.0.12,1.0.0.13,1.0.0.14,1.0.0.15,1.0.0.16,1.0.0.17"),
                  SETTINGS_WRONG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(without_arguments_only_this_machine_is_served, forget_environment),
        cmocka_unit_test_setup(flag_wins_over_variable_over_default, forget_environment),
        cmocka_unit_test_setup(wrong_variable_does_not_matter_when_a_flag_is_given,
                               forget_environment),
        cmocka_unit_test_setup(addresses_of_both_kinds, forget_environment),
        cmocka_unit_test_setup(typing_errors_are_heard, forget_environment),
        cmocka_unit_test_setup(origins_are_cut_at_commas, forget_environment),
        cmocka_unit_test_setup(origins_that_no_browser_sends_are_refused, forget_environment),
        cmocka_unit_test_setup(limits_can_be_turned_off, forget_environment),
        cmocka_unit_test_setup(proxies_are_cut_at_commas, forget_environment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
