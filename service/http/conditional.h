/*
 * If-None-Match (RFC 9110 section 13.1.2): whether a client has the representation already.
 */
#ifndef SERVICE_HTTP_CONDITIONAL_H
#define SERVICE_HTTP_CONDITIONAL_H

#include <stdbool.h>

/* Whether VALUE is "*" or lists ETAG, which has its quotes; W/ prefixes make no difference. A
 * value that is no list of tags matches up to where it breaks. */
bool etag_listed(const char *value, const char *etag);

#endif
