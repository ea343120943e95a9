#include "service/webhooks/target.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "service/store/outbox.h"

/* The first BITS bits of ADDRESS. */
struct block4 {
    uint32_t address;
    unsigned bits;
};

struct block6 {
    uint8_t address[16];
    unsigned bits;
};

#define IP4(a, b, c, d)                                                                            \
    ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))

/* IANA's special-purpose registry, and multicast. */
static const struct block4 reserved4[] = {
    {IP4(0, 0, 0, 0), 8},       {IP4(10, 0, 0, 0), 8},
    {IP4(100, 64, 0, 0), 10}, /* carriers' own networks, and metadata of some providers */
    {IP4(127, 0, 0, 0), 8},     {IP4(168, 63, 129, 16), 32}, /* a provider's wire server */
    {IP4(169, 254, 0, 0), 16}, /* link-local, and metadata of most providers */
    {IP4(172, 16, 0, 0), 12},   {IP4(192, 0, 0, 0), 24},
    {IP4(192, 0, 2, 0), 24},    {IP4(192, 88, 99, 0), 24},
    {IP4(192, 168, 0, 0), 16},  {IP4(198, 18, 0, 0), 15},
    {IP4(198, 51, 100, 0), 24}, {IP4(203, 0, 113, 0), 24},
    {IP4(224, 0, 0, 0), 3}, /* multicast, the future, broadcast */
};

/* Within what is handed out to the public, 2000::/3. */
static const struct block6 reserved6[] = {
    {{0x20, 0x01, 0x00}, 23},       /* Teredo and other experiments */
    {{0x20, 0x01, 0x0d, 0xb8}, 32}, /* for documents */
    {{0x20, 0x02}, 16},             /* 6to4 */
    {{0x3f, 0xff, 0x00}, 20},       /* for documents */
};

static const struct block6 public6 = {{0x20}, 3};
/* Ways to write an IPv4 address, which stands in the last four bytes. */
static const struct block6 mapped6 = {{[10] = 0xff, [11] = 0xff}, 96};
static const struct block6 translated6 = {{0x00, 0x64, 0xff, 0x9b}, 96};

static bool is_public4(uint32_t address)
{
    for (size_t i = 0; i < sizeof reserved4 / sizeof reserved4[0]; i++)
        if ((address ^ reserved4[i].address) >> (32 - reserved4[i].bits) == 0)
            return false;
    return true;
}

static bool is_in(const uint8_t address[16], const struct block6 *block)
{
    unsigned bytes = block->bits / 8;
    unsigned rest = block->bits % 8;
    if (memcmp(address, block->address, bytes) != 0)
        return false;
    return rest == 0 || (address[bytes] ^ block->address[bytes]) >> (8 - rest) == 0;
}

static bool is_public6(const uint8_t address[16])
{
    if (is_in(address, &mapped6) || is_in(address, &translated6))
        return is_public4(IP4(address[12], address[13], address[14], address[15]));
    for (size_t i = 0; i < sizeof reserved6 / sizeof reserved6[0]; i++)
        if (is_in(address, &reserved6[i]))
            return false;
    return is_in(address, &public6);
}

bool target_is_public(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET) {
        struct sockaddr_in in;
        memcpy(&in, address, sizeof in);
        return is_public4(ntohl(in.sin_addr.s_addr));
    }
    if (address->sa_family == AF_INET6) {
        struct sockaddr_in6 in6;
        memcpy(&in6, address, sizeof in6);
        return is_public6(in6.sin6_addr.s6_addr);
    }
    return false;
}

static bool is_printable(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] <= ' ' || text[i] > '~')
            return false;
    return length > 0;
}

static bool has_part(CURLU *parts, CURLUPart which)
{
    char *part = NULL;
    bool found = curl_url_get(parts, which, &part, 0) == CURLUE_OK;
    curl_free(part);
    return found;
}

static bool has_scheme(CURLU *parts, const char *wanted)
{
    char *scheme = NULL;
    if (curl_url_get(parts, CURLUPART_SCHEME, &scheme, 0) != CURLUE_OK)
        return false;
    bool is_wanted = strcmp(scheme, wanted) == 0;
    curl_free(scheme);
    return is_wanted;
}

/* Between the scheme and the host; curl would take one to three slashes. */
static bool has_two_slashes(const char *url)
{
    const char *slashes = strchr(url, ':');
    return slashes != NULL && strspn(slashes + 1, "/") == 2;
}

/* NULL when nothing is. */
static const char *what_is_wrong(CURLU *parts, const char *url)
{
    if (!has_two_slashes(url) ||
        curl_url_set(parts, CURLUPART_URL, url, CURLU_NON_SUPPORT_SCHEME) != CURLUE_OK)
        return "must be an absolute address like https://example.com/hook";
    if (!has_scheme(parts, "https") && !has_scheme(parts, "http"))
        return "must begin with https://";
    if (has_part(parts, CURLUPART_USER) || has_part(parts, CURLUPART_PASSWORD))
        return "must have no name and no password before the host";
    if (has_part(parts, CURLUPART_FRAGMENT))
        return "must have no fragment, nothing behind a #";
    return NULL;
}

enum target_form target_form_of(const char *url, size_t length, bool allow_private,
                                char *ret_detail)
{
    const char *wrong = "must be up to 2048 characters of ASCII, without blanks";
    bool is_plain = false;
    if (length < WEBHOOK_URL_BYTES && is_printable(url, length)) {
        CURLU *parts = curl_url();
        wrong = parts ? what_is_wrong(parts, url) : "cannot be read now";
        is_plain = !wrong && has_scheme(parts, "http");
        curl_url_cleanup(parts);
    }
    if (wrong) {
        snprintf(ret_detail, TARGET_DETAIL_BYTES, "%s", wrong);
        return TARGET_MALFORMED;
    }
    return is_plain && !allow_private ? TARGET_PLAIN : TARGET_FINE;
}
