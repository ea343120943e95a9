/*
 * What would go wrong: a webhook reaches into the network that the server stands in, or an address
 * that is fine is refused.
 */
#include "service/webhooks/target.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

#include "tests/support/cmocka_all.h"

static bool is_public(const char *text)
{
    struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons(443)};
    struct sockaddr_in6 in6 = {.sin6_family = AF_INET6, .sin6_port = htons(443)};
    if (inet_pton(AF_INET, text, &in.sin_addr) == 1)
        return target_is_public((const struct sockaddr *)&in);
    if (inet_pton(AF_INET6, text, &in6.sin6_addr) != 1)
        fail_msg("%s is no address", text);
    return target_is_public((const struct sockaddr *)&in6);
}

static void addresses_that_are_not_public_are_told(void **state)
{
    (void)state;
    static const char *const reserved[] = {
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "10.255.255.255",
        "100.64.0.1",
        "100.100.100.200",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.255.254",
        "168.63.129.16",
        "169.254.0.1",
        "169.254.169.254",
        "169.254.170.2",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.192",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.7",
        "203.0.113.9",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:10.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:169.254.169.254",
        "64:ff9b::10.0.0.1",
        "64:ff9b::169.254.169.254",
        "64:ff9b:1::8.8.8.8",
        "100::1",
        "2001::1",
        "2001:10::1",
        "2001:20::1",
        "2001:db8::1",
        "2002:7f00:1::1",
        "2002:808:808::1",
        "3fff::1",
        "4000::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fec0::1",
        "ff02::1",
    };
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++)
        if (is_public(reserved[i]))
            fail_msg("%s may be called", reserved[i]);
}

static void public_addresses_may_be_called(void **state)
{
    (void)state;
    static const char *const open[] = {
        "1.1.1.1",         "8.8.8.8",
        "9.255.255.255",   "11.0.0.0",
        "100.63.255.255",  "100.128.0.0",
        "126.255.255.255", "128.0.0.0",
        "162.159.135.232", "168.63.129.17",
        "169.253.255.255", "169.255.0.0",
        "172.15.255.255",  "172.32.0.0",
        "192.0.1.0",       "192.167.255.255",
        "192.169.0.0",     "198.17.255.255",
        "198.20.0.0",      "223.255.255.255",
        "::ffff:8.8.8.8",  "64:ff9b::8.8.8.8",
        "2001:200::1",     "2001:4860:4860::8888",
        "2003::1",         "2606:4700:4700::1111",
        "2a00:1450::1",    "3ffe::1",
    };
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++)
        if (!is_public(open[i]))
            fail_msg("%s may not be called", open[i]);
}

static void other_kinds_of_addresses_are_not_public(void **state)
{
    (void)state;
    struct sockaddr address = {.sa_family = AF_UNIX};
    assert_false(target_is_public(&address));
}

static enum target_form form_of(const char *url, bool allow_private)
{
    char detail[TARGET_DETAIL_BYTES] = "";
    enum target_form form = target_form_of(url, strlen(url), allow_private, detail);
    assert_true((form == TARGET_MALFORMED) == (detail[0] != '\0'));
    return form;
}

static void https_addresses_are_fine(void **state)
{
    (void)state;
    assert_number(form_of("https://example.com/hook", false), TARGET_FINE);
    assert_number(form_of("https://example.com:8443/hook?key=1", false), TARGET_FINE);
    assert_number(form_of("HTTPS://EXAMPLE.com", false), TARGET_FINE);
    assert_number(form_of("https://[2a00:1450::1]/", false), TARGET_FINE);
}

static void plain_http_has_to_be_allowed(void **state)
{
    (void)state;
    assert_number(form_of("http://example.com/hook", false), TARGET_PLAIN);
    assert_number(form_of("http://example.com/hook", true), TARGET_FINE);
}

static void what_is_no_address_of_http_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",
        "example.com/hook",
        "/hook",
        "ftp://example.com/",
        "file:///etc/passwd",
        "gopher://example.com/",
        "javascript:alert(1)",
        "https://",
        "https:/example.com/",
        "https:///example.com/",
        "https://user@example.com/",
        "https://user:word@example.com/",
        "https://example.com/#part",
        "https://example.com/a b",
        "https://example.com/\n",
        "https://ex\xc3\xa4mple.com/",
        "https://example.com:99999/",
        "https://exam ple.com/",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (form_of(wrong[i], true) != TARGET_MALFORMED)
            fail_msg("%s is taken for an address", wrong[i]);
}

static void addresses_that_are_too_long_are_refused(void **state)
{
    (void)state;
    char url[2050];
    memset(url, 'x', sizeof url - 1);
    memcpy(url, "https://example.com/", 20);
    url[2048] = '\0';
    assert_number(form_of(url, false), TARGET_FINE);
    url[2048] = 'x';
    url[2049] = '\0';
    assert_number(form_of(url, false), TARGET_MALFORMED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_that_are_not_public_are_told),
        cmocka_unit_test(public_addresses_may_be_called),
        cmocka_unit_test(other_kinds_of_addresses_are_not_public),
        cmocka_unit_test(https_addresses_are_fine),
        cmocka_unit_test(plain_http_has_to_be_allowed),
        cmocka_unit_test(what_is_no_address_of_http_is_refused),
        cmocka_unit_test(addresses_that_are_too_long_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
