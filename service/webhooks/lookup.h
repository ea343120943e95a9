/*
 * Looking a target up before a webhook is made of it: its host has to resolve, and to public
 * addresses alone. A connection is begun as for a delivery, and every socket refused.
 */
#ifndef SERVICE_WEBHOOKS_LOOKUP_H
#define SERVICE_WEBHOOKS_LOOKUP_H

#include <curl/curl.h>

#include "service/engine/engine.h"

struct target_lookup {
    CURL *easy;
    struct job *job; /* the WEBHOOK_ADD that waits for it */
    unsigned public_addresses;
    unsigned other_addresses;
};

/* NULL: no memory. OWNER comes back as the easy handle's CURLINFO_PRIVATE. */
bool lookup_begin(struct target_lookup *lookup, struct job *job, void *owner);

/* When the transfer has ended: whether all that was found is public. */
bool lookup_is_fine(const struct target_lookup *lookup);

void lookup_end(struct target_lookup *lookup); /* frees all but the struct */

#endif
