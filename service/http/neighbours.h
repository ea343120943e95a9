/*
 * How many connections each address has open, so that one that holds very many of them can be told
 * to make way first. Private to this folder. Not safe from several threads: the caller has a lock.
 */
#ifndef SERVICE_HTTP_NEIGHBOURS_H
#define SERVICE_HTTP_NEIGHBOURS_H

#include <stddef.h>

#include "service/http/address.h"

/* Chains of a fixed number. Whoever picks addresses that share a chain makes it as long as there
 * may be connections at most, which is still short. */
enum { NEIGHBOUR_CHAINS = 1024 };

struct neighbour {
    struct address address;
    size_t connections;
    size_t shut; /* of those: told to make way, and not gone yet */
    struct neighbour *next;
};

/* All zero to begin with. When every connection has left, nothing is held. */
struct neighbours {
    struct neighbour *chains[NEIGHBOUR_CHAINS];
};

/* Counts a connection of ADDRESS. What is returned stays until as many have left; NULL: no
 * memory. */
struct neighbour *neighbour_enter(struct neighbours *neighbours, const struct address *address);

void neighbour_leave(struct neighbours *neighbours, struct neighbour *neighbour);

#endif
