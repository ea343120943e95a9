/*
 * What a public key is called, and how it is written down.
 */
#ifndef SERVICE_AUTH_KEY_ID_H
#define SERVICE_AUTH_KEY_ID_H

#include "service/fairness/chain.h"

enum { KEY_ID_LENGTH = 43 }; /* 32 bytes in base64url */

/* The key itself in base64url without padding, NUL-terminated: "x" of its JWK. */
void key_write(const uint8_t public_key[PUBLIC_KEY_BYTES], char ret_text[KEY_ID_LENGTH + 1]);

/* Reads what key_write writes. False for anything else, and for points that are no key: of small
 * order, beside the curve, not in the one right form. */
bool key_parse(const char *text, size_t length, uint8_t ret_public_key[PUBLIC_KEY_BYTES]);

/* The kid: the thumbprint of RFC 7638. */
void key_id_make(const uint8_t public_key[PUBLIC_KEY_BYTES], char ret_id[KEY_ID_LENGTH + 1]);

#endif
