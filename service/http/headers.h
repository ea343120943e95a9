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
    /* Lists, which may stand in several lines. */
    HEADER_ACCEPT,
    HEADER_FORWARDED_FOR,
    HEADER_IF_NONE_MATCH,
    HEADER_PREFER,
    HEADERS_READ
};

struct headers {
    struct MHD_Connection *connection;
    const char *values[HEADERS_READ]; /* the first; NULL: absent; borrowed until the request ends */
    unsigned repeated;                /* bit (1 << header) when there are more of them */
    bool chunked;
    uint64_t content_length; /* 0 when chunked or absent */
};

/* NULL when the head is sound, otherwise one sentence on what is wrong with it. */
const char *headers_read(struct MHD_Connection *connection, const char *version,
                         struct headers *ret_headers);

/* Calls VISIT with every line of a header, in the order in which they stand, until it says false.
 */
void headers_each(const struct headers *headers, enum header header,
                  bool (*visit)(void *context, const char *value), void *context);

/* Whether any line passes TEST. */
bool headers_any(const struct headers *headers, enum header header,
                 bool (*test)(const char *value, const char *argument), const char *argument);

/* The greatest weight of all lines, 0 if none has any. */
int headers_greatest(const struct headers *headers, enum header header,
                     int (*weigh)(const char *value, const char *argument), const char *argument);

#endif
