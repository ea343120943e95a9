#include "service/http/neighbours.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/hash.h"

static struct neighbour **chain_of(struct neighbours *neighbours, const struct address *address)
{
    uint64_t hash = hash_bytes(address->bytes, sizeof address->bytes);
    return &neighbours->chains[hash % NEIGHBOUR_CHAINS];
}

struct neighbour *neighbour_enter(struct neighbours *neighbours, const struct address *address)
{
    struct neighbour **chain = chain_of(neighbours, address);
    struct neighbour *neighbour = *chain;
    while (neighbour && memcmp(&neighbour->address, address, sizeof *address) != 0)
        neighbour = neighbour->next;
    if (!neighbour) {
        neighbour = malloc(sizeof *neighbour);
        if (!neighbour)
            return NULL;
        *neighbour = (struct neighbour){.address = *address, .next = *chain};
        *chain = neighbour;
    }
    neighbour->connections++;
    return neighbour;
}

void neighbour_leave(struct neighbours *neighbours, struct neighbour *neighbour)
{
    neighbour->shut -= neighbour->shut > 0;
    if (--neighbour->connections > 0)
        return;
    struct neighbour **place = chain_of(neighbours, &neighbour->address);
    while (*place != neighbour)
        place = &(*place)->next;
    *place = neighbour->next;
    free(neighbour);
}
