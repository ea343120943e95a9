#include "service/http/address.h"

#include <arpa/inet.h>
#include <string.h>

enum { NETWORK_BYTES = 8, IPV4_BYTES = 4, IPV4_OFFSET = 12 };

static const uint8_t mapped_prefix[IPV4_OFFSET] = {[10] = 0xff, [11] = 0xff};

static struct address map_ipv4(const void *bytes)
{
    struct address address;
    memcpy(address.bytes, mapped_prefix, sizeof mapped_prefix);
    memcpy(address.bytes + IPV4_OFFSET, bytes, IPV4_BYTES);
    return address;
}

static bool is_blank(char character)
{
    return character == ' ' || character == '\t';
}

bool address_read(const char *text, size_t length, struct address *ret_address)
{
    char copy[INET6_ADDRSTRLEN];
    uint8_t ipv4[IPV4_BYTES];
    for (; length > 0 && is_blank(*text); text++)
        length--;
    while (length > 0 && is_blank(text[length - 1]))
        length--;
    if (length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (inet_pton(AF_INET, copy, ipv4) == 1) {
        *ret_address = map_ipv4(ipv4);
        return true;
    }
    return inet_pton(AF_INET6, copy, ret_address->bytes) == 1;
}

struct address address_of_socket(const struct sockaddr *name)
{
    struct address address = {.bytes = {0}};
    struct sockaddr_in ipv4;
    struct sockaddr_in6 ipv6;
    if (name && name->sa_family == AF_INET) {
        memcpy(&ipv4, name, sizeof ipv4);
        address = map_ipv4(&ipv4.sin_addr);
    } else if (name && name->sa_family == AF_INET6) {
        memcpy(&ipv6, name, sizeof ipv6);
        memcpy(address.bytes, &ipv6.sin6_addr, sizeof address.bytes);
    }
    return address;
}

bool address_trusted(const struct proxies *trusted, const struct address *address)
{
    for (size_t i = 0; trusted && i < trusted->count; i++)
        if (memcmp(&trusted->list[i], address, sizeof *address) == 0)
            return true;
    return false;
}

void address_forwarded(const char *line, const struct proxies *trusted, const struct address *peer,
                       struct address *client)
{
    for (const char *hop = line;; hop++) {
        size_t length = strcspn(hop, ",");
        struct address address;
        if (!address_read(hop, length, &address))
            *client = *peer;
        else if (!address_trusted(trusted, &address))
            *client = address;
        hop += length;
        if (*hop == '\0')
            return;
    }
}

struct address address_network(const struct address *address)
{
    struct address network = *address;
    if (memcmp(address->bytes, mapped_prefix, sizeof mapped_prefix) != 0)
        memset(network.bytes + NETWORK_BYTES, 0, sizeof network.bytes - NETWORK_BYTES);
    return network;
}
