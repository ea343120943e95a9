/*
 * Tokens as token_sign never makes them: any header, any payload, any signature. What a careless
 * version of the program could make, somebody who tries, or the thief of a key.
 */
#ifndef TESTS_SUPPORT_FORGED_TOKEN_H
#define TESTS_SUPPORT_FORGED_TOKEN_H

#include "service/auth/token.h"

enum { FORGED_MAX = 4 * TOKEN_MAX };

/* Appends LENGTH bytes in base64url as the next part of TOKEN, behind a dot unless it is empty. */
void forged_add(char token[FORGED_MAX], const void *bytes, size_t length);

/* HEADER and PAYLOAD, signed by KEY. */
void forge_token(const struct signing_key *key, const char *header, const char *payload,
                 char ret_token[FORGED_MAX]);

#endif
