/*
 * The ways in which a log can be read at one address, and what the two logs, a game's and that of
 * all games, have in common in them.
 */
#ifndef SERVICE_API_WAYS_H
#define SERVICE_API_WAYS_H

#include "service/api/outgoing.h"
#include "service/http/call.h"

enum way { WAY_PAGE, WAY_EVENTS, WAY_LINES };

/* As the client's Accept wants it. */
enum way way_wanted(struct call *call);

/* Where the client goes on: a text that names the last event it has, NULL if it has none. A stream
 * is resumed by Last-Event-ID before anything else. */
struct resumption {
    const char *text;
    bool in_header;
};
struct resumption way_resumption(struct call *call, enum way way);

/* Answers that the text of RESUMPTION is wrong. */
enum call_state way_refuse(struct call *call, const struct resumption *resumption,
                           const char *detail);

/* What pages are asked for with. False: the answer is set. */
struct page_wanted {
    uint32_t limit;
    unsigned wait; /* seconds; 0: not at all */
};
bool way_read_page(struct call *call, struct page_wanted *ret_wanted);

/* Answers with what SOURCE says; it is the stream's from now on. NULL: there was no memory for
 * it. */
enum call_state way_stream(struct call *call, enum way way, struct source *source);

enum stream_format way_format(enum way way);

#endif
