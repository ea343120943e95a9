#include "service/api/feed.h"

#include <stdlib.h>
#include <string.h>

#include "service/api/handlers.h"
#include "service/api/ways.h"

/* How often a page goes on looking for events among those of others, before it answers with what
 * it has. */
enum { LOOKS_MAX = 20, PLACE_BYTES = 8 };

void feed_cursor_write(int64_t place, char ret_text[FEED_CURSOR_LENGTH + 1])
{
    uint8_t bytes[PLACE_BYTES];
    for (size_t i = 0; i < PLACE_BYTES; i++)
        bytes[i] = (uint8_t)((uint64_t)place >> 8 * (PLACE_BYTES - 1 - i));
    hex_encode(bytes, sizeof bytes, ret_text);
}

bool feed_cursor_read(const char *text, int64_t *ret_place)
{
    uint8_t bytes[PLACE_BYTES];
    uint64_t place = 0;
    if (!hex_decode(text, strlen(text), bytes, sizeof bytes))
        return false;
    for (size_t i = 0; i < PLACE_BYTES; i++)
        place = place << 8 | bytes[i];
    *ret_place = (int64_t)place;
    return *ret_place >= 0;
}

void feed_item(const struct feed_event *event, struct feed_item *ret_item)
{
    const struct stored_event *stored = &event->event;
    ret_item->envelope = (struct event_envelope){
        .seq = stored->seq,
        .at = stored->at,
        .type = stored->type,
        .player = stored->player,
        .prev = event->prev,
        .data = stored->data,
        .data_length = stored->data_length,
    };
    feed_cursor_write(event->place, ret_item->cursor);
    ret_item->place = (struct event_place){.game = event->game, .cursor = ret_item->cursor};
}

const char *feed_creator(const struct call *call)
{
    return call->caller.role == ROLE_OPERATOR ? NULL : call->caller.subject;
}

/* A page on its way into the answer. */
struct feed_page {
    struct call *call;
    uint32_t count;
    struct feed_end end;
};

static bool take_event(void *context, const struct feed_event *event)
{
    struct feed_page *page = context;
    struct buffer *buffer = &page->call->owned;
    struct feed_item item;
    feed_item(event, &item);
    if (page->count++ > 0)
        buffer_char(buffer, ',');
    event_write_placed(&item.envelope, event->event.hash, &item.place, buffer);
    return !buffer_failed(buffer);
}

static enum store_status read_page(struct store_reader *reader, uint32_t limit,
                                   struct feed_page *page)
{
    enum store_status status;
    int looks = 0;
    do {
        const struct feed_filter filter = {.after = page->end.seen,
                                           .limit = limit - page->count,
                                           .creator = feed_creator(page->call)};
        status = store_read_feed(reader, &filter, &page->end, take_event, page);
    } while (status == STORE_OK && page->count < limit && page->end.seen < page->end.last &&
             ++looks < LOOKS_MAX);
    return status;
}

static bool fill_page(uint32_t limit, struct feed_page *page)
{
    struct engine *engine = page->call->service->engine;
    struct store_reader *reader = engine_reader(engine);
    enum store_status status = STORE_UNAVAILABLE;
    if (reader) {
        status = read_page(reader, limit, page);
        engine_reader_return(engine, reader);
    }
    if (status != STORE_OK)
        call_problem(page->call, "unavailable");
    return status == STORE_OK;
}

static void write_end(struct json_writer *writer, const struct feed_end *end)
{
    char cursor[FEED_CURSOR_LENGTH + 1];
    feed_cursor_write(end->seen, cursor);
    write_member_text_or_null(writer, "next", end->seen < end->last ? cursor : NULL);
    feed_cursor_write(end->last, cursor);
    write_key(writer, "head");
    write_object(writer);
    write_member_text(writer, "cursor", cursor);
    write_object_end(writer);
}

static enum call_state answer_page(struct call *call, int64_t after,
                                   const struct page_wanted *wanted)
{
    struct feed_page page = {.call = call, .end.seen = after};
    struct json_writer writer = json_writer_start(&call->owned);
    if (wanted->wait > 0 && !call_listen(call))
        return CALL_ANSWERED;
    write_object(&writer);
    write_key(&writer, "items");
    write_array(&writer);
    if (!fill_page(wanted->limit, &page))
        return CALL_ANSWERED;
    if (page.count == 0 && page.end.seen >= page.end.last && wanted->wait > 0) {
        enum call_state state = call_wait(call, wanted->wait);
        if (state != CALL_ANSWERED)
            return state;
    }
    write_array_end(&writer);
    write_end(&writer, &page.end);
    write_object_end(&writer);
    return call_json(call, 200);
}

/* Whether the feed has come as far as PLACE: that of a backup may not have. False: the answer is
 * set. */
static bool check_place(struct call *call, const struct resumption *resumption, int64_t place)
{
    struct feed_page page = {.call = call, .end.seen = place};
    if (!fill_page(0, &page))
        return false;
    if (place <= page.end.last)
        return true;
    way_refuse(call, resumption, "There is no event that far: these data are of an earlier time.");
    return false;
}

/* The place that the client goes on from, 0 without one. False: the answer is set. */
static bool read_after(struct call *call, enum way way, int64_t *ret_after)
{
    struct resumption resumption = way_resumption(call, way);
    *ret_after = 0;
    if (!resumption.text)
        return true;
    if (feed_cursor_read(resumption.text, ret_after))
        return check_place(call, &resumption, *ret_after);
    way_refuse(call, &resumption, "Send the cursor of an event, or of \"head\".");
    return false;
}

enum call_state feed_get(struct call *call)
{
    enum way way = way_wanted(call);
    struct page_wanted wanted;
    int64_t after;
    if (!read_after(call, way, &after) || (way == WAY_PAGE && !way_read_page(call, &wanted)) ||
        !call_query_done(call))
        return CALL_ANSWERED;
    if (way == WAY_PAGE)
        return answer_page(call, after, &wanted);
    if (call_is_head(call))
        return call_static(call, outgoing_type(way_format(way)), "", 0, NULL);
    return way_stream(call, way, feed_source_new(call, way_format(way), after));
}
