/*
 * The header Authorization (RFC 6750).
 */
#ifndef SERVICE_HTTP_BEARER_H
#define SERVICE_HTTP_BEARER_H

/* The token in VALUE, which must be "Bearer", one blank and one word; NULL when it is not. That
 * each letter of the word is one that tokens have is for token_verify to see: for a token that is
 * remembered it need not be asked again. */
const char *bearer_token(const char *value);

#endif
