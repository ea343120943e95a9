/*
 * The header Authorization (RFC 6750).
 */
#ifndef SERVICE_HTTP_BEARER_H
#define SERVICE_HTTP_BEARER_H

/* The token in VALUE, which must be "Bearer", one blank and a token; NULL when it is not. */
const char *bearer_token(const char *value);

#endif
