/*
 * Media types: what a body is sent as, and which answers a client takes.
 */
#ifndef SERVICE_HTTP_MEDIA_H
#define SERVICE_HTTP_MEDIA_H

#include <stdbool.h>

/* Whether a Content-Type is application/json, with no parameter but charset=utf-8. */
bool media_is_json(const char *content_type);

/* Whether ACCEPT (RFC 9110 section 12.5.1) admits TYPE ("application/json"; parameters do not
 * count). The most specific range that matches decides, q=0 says no; an empty value admits
 * everything. */
bool media_accepted(const char *accept, const char *type);

/* Likewise, how much TYPE is wanted, from 0 (not at all) to 1000. */
int media_weight(const char *accept, const char *type);

/* Whether a list of preferences (RFC 7240) has the token return=minimal. */
bool media_prefers_minimal(const char *prefer);

#endif
