/*
 * Hashes for tables in memory (FNV-1a). Nothing secret, and nothing whose places a stranger must
 * not be able to choose: that takes a keyed hash.
 */
#ifndef SERVICE_BASE_HASH_H
#define SERVICE_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t hash_bytes(const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ at[i]) * UINT64_C(1099511628211);
    return hash;
}

static inline uint64_t hash_text(const char *text)
{
    return hash_bytes(text, strlen(text));
}

#endif
