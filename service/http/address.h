/*
 * IP addresses: of clients, and of proxies that are trusted to say whom they forward for.
 */
#ifndef SERVICE_HTTP_ADDRESS_H
#define SERVICE_HTTP_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct address {
    uint8_t bytes[16]; /* of IPv6; IPv4 is mapped: ::ffff:192.0.2.1 */
};

enum { PROXIES_MAX = 16 };

struct proxies {
    size_t count;
    struct address list[PROXIES_MAX];
};

/* Reads "192.0.2.1" or "2001:db8::1" from LENGTH bytes, blanks around it left out. False when it
 * is neither. */
bool address_read(const char *text, size_t length, struct address *ret_address);

/* All zeros for what is not of the internet. */
struct address address_of_socket(const struct sockaddr *name);

/* Follows one line of X-Forwarded-For, whose hops stand in the order in which they forwarded:
 * *CLIENT becomes the last hop that is no trusted proxy. A hop that cannot be read is the end of
 * what is known: *CLIENT becomes PEER, the trusted proxy that told. Lines are followed in their
 * order; *CLIENT is PEER before the first. */
void address_forwarded(const char *line, const struct proxies *trusted, const struct address *peer,
                       struct address *client);

bool address_trusted(const struct proxies *trusted, const struct address *address);

/* The part of an address that a single client cannot choose: all of IPv4, the network of IPv6. */
struct address address_network(const struct address *address);

#endif
