/*
 * Streams: the answer of a request becomes what its source says, for as long as the client stays
 * and its token holds. Private to this folder.
 */
#ifndef SERVICE_HTTP_STREAM_H
#define SERVICE_HTTP_STREAM_H

#include <microhttpd.h>

#include "service/http/source.h"

struct request;
struct live_stream;

/* A stream of what SOURCE says, which it frees. NULL with the answer set (429, 503) and SOURCE
 * freed. */
struct live_stream *live_stream_new(struct request *request, struct source *source);
void live_stream_free(struct live_stream *stream);

/* The response that sends STREAM, and frees it in the end. NULL: no memory, STREAM is as before. */
struct MHD_Response *live_stream_response(struct live_stream *stream);

#endif
