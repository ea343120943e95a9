/*
 * The feed: the events of all games that an operator or creator sees, in one order.
 */
#ifndef SERVICE_API_FEED_H
#define SERVICE_API_FEED_H

#include "service/api/outgoing.h"
#include "service/http/call.h"
#include "service/json/event_json.h"

/* Where an event stands in the feed, as a word that clients hand back and need not understand. It
 * keeps its meaning for as long as the data does. */
enum { FEED_CURSOR_LENGTH = 16 };
void feed_cursor_write(int64_t place, char ret_text[FEED_CURSOR_LENGTH + 1]);
bool feed_cursor_read(const char *text, int64_t *ret_place);

/* An event's envelope and place, with the texts that they point to. */
struct feed_item {
    struct event_envelope envelope;
    struct event_place place;
    char cursor[FEED_CURSOR_LENGTH + 1];
};
/* Points into EVENT and RET_ITEM: neither may move. */
void feed_item(const struct feed_event *event, struct feed_item *ret_item);

/* Only whose games the caller sees; NULL: all. Borrowed from the call. */
const char *feed_creator(const struct call *call);

/* The source of a stream of the feed behind AFTER; NULL: no memory. */
struct source *feed_source_new(const struct call *call, enum stream_format format, int64_t after);

#endif
