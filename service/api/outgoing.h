/*
 * Outgoing: what a stream has in hand to be sent, as server-sent events or as lines of JSON, and
 * its way into the buffers of the connection.
 */
#ifndef SERVICE_API_OUTGOING_H
#define SERVICE_API_OUTGOING_H

#include "service/base/buffer.h"
#include "service/engine/frame.h"
#include "service/http/source.h"

enum stream_format { STREAM_OF_EVENTS, STREAM_OF_LINES };

struct outgoing {
    enum stream_format format;
    const char *rest; /* of what is in hand */
    size_t left;
    struct frame *frame; /* that it belongs to; NULL: none */
    struct buffer text;  /* or its own */
};

struct outgoing outgoing_new(enum stream_format format);
void outgoing_end(struct outgoing *outgoing);

const char *outgoing_type(enum stream_format format);      /* the media type */
const char *outgoing_heartbeat(enum stream_format format); /* what says nothing */

/* Takes something in hand, when all before has been sent. */
void outgoing_greet(struct outgoing *outgoing);                     /* what a stream begins with */
void outgoing_take(struct outgoing *outgoing, struct frame *frame); /* which it then owns */
void outgoing_take_view(struct outgoing *outgoing, const char *view, size_t length);

/* Copies up to MAXIMUM bytes into BYTES, as struct source's read. When nothing is in hand any more
 * ADVANCE takes the next in hand and returns SOURCE_HAS, or says why there is none. */
enum { SOURCE_HAS = 1 };
ssize_t outgoing_read(struct outgoing *outgoing, ssize_t (*advance)(void *context), void *context,
                      char *bytes, size_t maximum);

#endif
