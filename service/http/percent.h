/*
 * Percent-encoding of targets (RFC 3986), decoded strictly: no bad escape, no NUL, only UTF-8.
 */
#ifndef SERVICE_HTTP_PERCENT_H
#define SERVICE_HTTP_PERCENT_H

#include <stdbool.h>
#include <stddef.h>

/* Decodes TEXT in place, *LENGTH becoming the new, never greater length. PLUS: a plus sign is a
 * blank, as in queries. False when it is not well-formed; TEXT is then undefined. */
bool percent_decode(char *text, size_t *length, bool plus);

#endif
