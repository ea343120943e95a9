/*
 * Quotas: how often one caller may call, by what it is told apart by.
 */
#ifndef SERVICE_HTTP_QUOTA_H
#define SERVICE_HTTP_QUOTA_H

#include <stdint.h>

/* What a call is counted against. */
enum policy {
    POLICY_TOKEN,       /* the token that it bears */
    POLICY_ADDRESS,     /* the address that it comes from, without a token */
    POLICY_FAILED_AUTH, /* that address, with a token that is none */
    POLICY_CREATE,      /* that address without a token, for a game: it stays for ever */
    POLICIES
};

/* So many at once, and so many again in that time. Neither is 0; seconds is a day at most. */
struct quota {
    uint32_t requests;
    uint32_t seconds;
};

const char *policy_name(enum policy policy); /* "token", "address", "failed_auth", "create" */

extern const struct quota default_quotas[POLICIES];

#endif
