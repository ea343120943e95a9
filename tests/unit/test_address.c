/* Whose address a call comes from, with and without proxies. */
#include "service/http/address.h"

#include <arpa/inet.h>
#include <string.h>

#include "tests/support/cmocka_all.h"

static struct address address(const char *text)
{
    struct address read;
    if (!address_read(text, strlen(text), &read))
        fail_msg("%s is an address", text);
    return read;
}

static void assert_same(const struct address *got, const char *wanted)
{
    char text[INET6_ADDRSTRLEN];
    struct address want = address(wanted);
    inet_ntop(AF_INET6, got->bytes, text, sizeof text);
    if (memcmp(got, &want, sizeof want) != 0)
        fail_msg("%s should be %s", text, wanted);
}

static void addresses_of_both_kinds_are_read(void **state)
{
    (void)state;
    struct address mapped = address("::ffff:192.0.2.1");
    assert_same(&mapped, " 192.0.2.1\t");
    struct address short_form = address("2001:db8:0:0::1");
    assert_same(&short_form, "2001:db8::1");
}

static void what_is_no_address_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        " ",
                                        "unknown",
                                        "192.0.2",
                                        "192.0.2.1:80",
                                        "[2001:db8::1]",
                                        "192.0.2.1 192.0.2.2",
                                        "1111:2222:3333:4444:5555:6666:7777:8888:9999:aaaa:bbbb"};
    struct address read;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (address_read(texts[i], strlen(texts[i]), &read))
            fail_msg("%s was read", texts[i]);
}

static void sockets_of_both_kinds_have_one(void **state)
{
    (void)state;
    struct sockaddr_in ipv4 = {.sin_family = AF_INET};
    struct sockaddr_in6 ipv6 = {.sin6_family = AF_INET6};
    inet_pton(AF_INET, "192.0.2.1", &ipv4.sin_addr);
    inet_pton(AF_INET6, "2001:db8::1", &ipv6.sin6_addr);
    struct address got = address_of_socket((const struct sockaddr *)&ipv4);
    assert_same(&got, "192.0.2.1");
    got = address_of_socket((const struct sockaddr *)&ipv6);
    assert_same(&got, "2001:db8::1");
}

static void one_client_has_all_addresses_of_its_network(void **state)
{
    (void)state;
    struct address client = address("2001:db8:1:2:3:4:5:6");
    struct address network = address_network(&client);
    assert_same(&network, "2001:db8:1:2::");
    client = address("192.0.2.1");
    network = address_network(&client);
    assert_same(&network, "192.0.2.1");
}

/* Where a call comes from that a trusted proxy, 10.0.0.1, has brought with these lines. 10.0.0.2 is
 * another trusted proxy. */
static struct address client_of(const char *const *lines)
{
    struct proxies proxies = {.count = 2, .list = {address("10.0.0.1"), address("10.0.0.2")}};
    struct address peer = proxies.list[0];
    struct address client = peer;
    for (; *lines; lines++)
        address_forwarded(*lines, &proxies, &peer, &client);
    return client;
}

static void the_last_hop_that_is_not_trusted_is_the_client(void **state)
{
    (void)state;
    static const struct {
        const char *lines[4];
        const char *client;
    } cases[] = {
        {{NULL}, "10.0.0.1"},
        {{"192.0.2.1"}, "192.0.2.1"},
        {{"2001:db8::1"}, "2001:db8::1"},
        {{"192.0.2.1, 10.0.0.2"}, "192.0.2.1"},
        {{"192.0.2.1", "10.0.0.2"}, "192.0.2.1"},
        {{"198.51.100.7,192.0.2.1"}, "192.0.2.1"},
        {{"198.51.100.7", "192.0.2.1"}, "192.0.2.1"},
        {{"10.0.0.2"}, "10.0.0.1"},
        {{""}, "10.0.0.1"},
        {{"unknown"}, "10.0.0.1"},
        {{"198.51.100.7, unknown"}, "10.0.0.1"},
        {{"198.51.100.7, unknown, 10.0.0.2"}, "10.0.0.1"},
        {{"unknown, 192.0.2.1"}, "192.0.2.1"},
        {{"192.0.2.1,"}, "10.0.0.1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct address client = client_of(cases[i].lines);
        assert_same(&client, cases[i].client);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_of_both_kinds_are_read),
        cmocka_unit_test(what_is_no_address_is_refused),
        cmocka_unit_test(sockets_of_both_kinds_have_one),
        cmocka_unit_test(one_client_has_all_addresses_of_its_network),
        cmocka_unit_test(the_last_hop_that_is_not_trusted_is_the_client),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
