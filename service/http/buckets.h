/*
 * Token buckets: how often somebody may still call. A bucket holds as many requests as its quota
 * and fills up evenly; one that is not in the table is full. The table is of a fixed size: when a
 * new bucket finds no place, the longest idle of its neighbours goes, which has filled up by then
 * unless very many call at once. Private to this folder.
 */
#ifndef SERVICE_HTTP_BUCKETS_H
#define SERVICE_HTTP_BUCKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/http/quota.h"

/* Whose bucket it is: a keyed hash, since the place in the table is made of its bits. */
struct bucket_key {
    uint8_t bytes[16];
};

/* How a bucket stands. */
struct allowance {
    bool granted;          /* the request was taken from it */
    uint32_t remaining;    /* requests that it holds */
    uint32_t wait_seconds; /* until it holds one; 0 if it does */
};

/* Safe from any thread. */
struct buckets;

/* A table of at least COUNT buckets; NULL: no memory. */
struct buckets *buckets_new(size_t count);
void buckets_free(struct buckets *buckets); /* NULL is fine */

/* Takes a request from a bucket, if it holds one. A bucket has the same QUOTA each time. NOW is in
 * milliseconds since some moment in the past, and does not run backwards. */
struct allowance buckets_take(struct buckets *buckets, const struct bucket_key *key,
                              const struct quota *quota, int64_t now);

/* Gives a request back that was taken. */
struct allowance buckets_give_back(struct buckets *buckets, const struct bucket_key *key,
                                   const struct quota *quota, int64_t now);

#endif
