/*
 * The payload of a token: claims as JSON and back. Nothing is checked here that needs a key or
 * the time.
 */
#ifndef SERVICE_AUTH_CLAIMS_H
#define SERVICE_AUTH_CLAIMS_H

#include "service/auth/token.h"

/* Writes the payload, members in a fixed order, into RET_TEXT of SIZE bytes and returns its
 * length; 0 if it does not fit or the claims are none that claims_read would accept. */
size_t claims_write(const struct claims *claims, char *ret_text, size_t size);

/* Reads what claims_write writes, and unknown members beside it. False, with RET_CLAIMS
 * untouched, if a claim is missing, ill-typed or does not go with the role. */
bool claims_read(const char *text, size_t length, struct claims *ret_claims);

/* Whether NOW is between not_before and expires_at, give or take 60 s by which clocks may
 * differ. In seconds. */
bool claims_current(const struct claims *claims, int64_t now);

#endif
