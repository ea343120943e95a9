/*
 * Rate limits: each call is counted against the bucket of who makes it, and refused when that is
 * empty, before it costs anything. Not counted are OPTIONS, probes, and requests that are no sound
 * HTTP. Private to this folder.
 */
#ifndef SERVICE_HTTP_LIMITS_H
#define SERVICE_HTTP_LIMITS_H

#include <microhttpd.h>

#include "service/base/random.h"
#include "service/http/buckets.h"

struct request;

/* What a request was counted against; nothing when quota is NULL. */
struct counted {
    enum policy policy;
    const struct quota *quota;
    struct bucket_key key;
    struct allowance allowance;
};

struct limits {
    struct buckets *buckets;
    struct quota quotas[POLICIES];
    uint8_t secret[16]; /* nobody can choose whose neighbour to be */
};

/* QUOTAS has POLICIES of them and is copied. NULL: no memory. */
struct limits *limits_new(const struct quota *quotas, const struct random_source *random);
void limits_free(struct limits *limits); /* NULL is fine */

/* Counts a request, whose caller is identified. False: the answer is set (429). */
bool limits_admit(struct request *request);

/* Takes it that the request cost nothing. */
void limits_give_back(struct request *request);

/* The headers that tell how the bucket stands. False: no memory. */
bool limits_add_headers(const struct counted *counted, struct MHD_Response *response);

#endif
