/*
 * Sources: where the bytes of a stream come from. A stream is an answer that goes on as long as the
 * client stays; its source knows what there is to say, the stream when to say it.
 */
#ifndef SERVICE_HTTP_SOURCE_H
#define SERVICE_HTTP_SOURCE_H

#include <stdbool.h>
#include <sys/types.h>

/* What a source answers when it has no bytes. */
enum source_state {
    SOURCE_EMPTY = 0,   /* there is nothing to say before the next news */
    SOURCE_OVER = -1,   /* there never will be */
    SOURCE_ON_WAY = -2, /* it is still looking: to be asked again at once */
    SOURCE_FAILED = -3  /* it cannot be told now; the client may come again */
};

struct source {
    /* Copies what comes next, up to MAXIMUM bytes, into BYTES and returns their number, or a
     * source_state. NEWS: something has been committed since the last call, or this is the first.
     */
    ssize_t (*read)(struct source *source, bool news, char *bytes, size_t maximum);
    /* Nothing has happened for a while: what is kept for speed alone may go. */
    void (*rest)(struct source *source);
    void (*free)(struct source *source);
    const char *heartbeat; /* static; sent when nothing else has been for a while */
};

#endif
