/*
 * The source of a stream of one game's events: each event, the notices that follow it, and, if the
 * caller wishes, the caller's own view after it.
 */
#ifndef SERVICE_API_EVENT_SOURCE_H
#define SERVICE_API_EVENT_SOURCE_H

#include "service/api/outgoing.h"
#include "service/http/call.h"

struct event_stream {
    enum stream_format format;
    uint32_t after; /* seq of the last event that the client has */
    bool views;
};

/* A source for the game and audience of CALL; NULL: no memory. */
struct source *event_source_new(const struct call *call, const struct event_stream *stream);

#endif
