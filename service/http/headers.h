/*
 * The headers of a request: those that the service reads, gathered in one walk which also
 * refuses what libmicrohttpd 0.9.75 lets through although two readers could take it for two
 * different requests. Private to this folder.
 */
#ifndef SERVICE_HTTP_HEADERS_H
#define SERVICE_HTTP_HEADERS_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stdint.h>

enum header {
    /* At most once each. */
    HEADER_AUTHORIZATION,
    HEADER_CONTENT_ENCODING,
    HEADER_CONTENT_LENGTH,
    HEADER_CONTENT_TYPE,
    HEADER_HOST,
    HEADER_IDEMPOTENCY_KEY,
    HEADER_TRANSFER_ENCODING,
    HEADERS_ONCE,
    /* The first one counts. */
    HEADER_EXPECT = HEADERS_ONCE,
    HEADER_ORIGIN,
    HEADER_PREFLIGHT_METHOD,
    HEADER_REQUEST_ID,
    HEADERS_READ
};

struct headers {
    const char *values[HEADERS_READ]; /* NULL: absent; borrowed until the request ends */
    bool chunked;
    uint64_t content_length; /* 0 when chunked or absent */
};

/* NULL when the head is sound, otherwise one sentence on what is wrong with it. */
const char *headers_read(struct MHD_Connection *connection, const char *version,
                         struct headers *ret_headers);

/* Whether any line of that name passes TEST. Lists may stand in several lines. */
bool headers_any(struct MHD_Connection *connection, const char *name,
                 bool (*test)(const char *value, const char *argument), const char *argument);

/* The greatest weight of the lines of that name, 0 if none has any. */
int headers_greatest(struct MHD_Connection *connection, const char *name,
                     int (*weigh)(const char *value, const char *argument), const char *argument);

#endif
