/*
 * CORS (the Fetch standard): which pages of other origins may read answers. No credentials mode:
 * tokens travel in a header.
 */
#ifndef SERVICE_HTTP_CORS_H
#define SERVICE_HTTP_CORS_H

#include <stdbool.h>
#include <stddef.h>

#define CORS_EXPOSED_HEADERS                                                                       \
    "ETag, Idempotent-Replayed, Location, Preference-Applied, RateLimit, RateLimit-Policy, "       \
    "Retry-After, WWW-Authenticate, X-Request-Id"
#define CORS_ALLOWED_HEADERS                                                                       \
    "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer, "         \
    "X-Request-Id"
#define CORS_MAX_AGE "600" /* seconds for which a preflight holds */

/* What goes into Access-Control-Allow-Origin for ORIGIN (NULL when there was none): "*", ORIGIN,
 * or NULL. ORIGINS is NULL or NULL-terminated. */
const char *cors_allowed_origin(const char *const *origins, const char *origin);

/* Whether TEXT is "*", or an origin as browsers send it: scheme, host, port if it is not the usual
 * one; lower case, no path, no slash at the end. */
bool cors_origin_valid(const char *text);

/* Whether answers differ by origin, so that Vary must name it. */
bool cors_varies(const char *const *origins);

#endif
