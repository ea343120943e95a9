/*
 * The log of a game, read in four ways: a page, a page that is waited for, server-sent events, and
 * lines of JSON.
 */
#include <stdio.h>
#include <stdlib.h>

#include "service/api/event_source.h"
#include "service/api/handlers.h"
#include "service/api/log_reading.h"
#include "service/api/ways.h"
#include "service/http/query.h"

static void write_next(struct json_writer *writer, bool full, uint32_t seq)
{
    char next[16];
    snprintf(next, sizeof next, "%u", seq);
    write_member_text_or_null(writer, "next", full ? next : NULL);
}

static void write_head(struct json_writer *writer, uint32_t seq)
{
    write_key(writer, "head");
    write_object(writer);
    write_member_number(writer, "seq", seq);
    write_object_end(writer);
}

static enum call_state answer_page(struct call *call, uint32_t after,
                                   const struct page_wanted *wanted)
{
    struct log_reading reading = {.buffer = &call->owned, .separator = ',', .seq = after};
    struct json_writer writer = json_writer_start(&call->owned);
    if (wanted->wait > 0 && !call_listen(call))
        return CALL_ANSWERED;
    write_object(&writer);
    write_key(&writer, "items");
    write_array(&writer);
    enum store_status status = log_read(call->service->engine, call->game, wanted->limit, &reading);
    if (status != STORE_OK)
        return call_problem(call, status == STORE_NOT_FOUND ? "not_found" : "unavailable");
    const struct game *game = &snapshot_record(call->snapshot)->game;
    bool over = game->table.stage == STAGE_ABANDONED;
    if (reading.count == 0 && wanted->wait > 0 && !over) {
        enum call_state state = call_wait(call, wanted->wait);
        if (state != CALL_ANSWERED)
            return state;
    }
    write_array_end(&writer);
    write_next(&writer, reading.count == wanted->limit, reading.seq);
    bool ahead = reading.count > 0 && reading.seq > game->version;
    write_head(&writer, ahead ? reading.seq : game->version);
    write_object_end(&writer);
    return call_json(call, 200);
}

/* The seq that the client goes on from, 0 without one. False: the answer is set. */
static bool read_after(struct call *call, enum way way, uint32_t *ret_after)
{
    struct resumption resumption = way_resumption(call, way);
    long long after = 0;
    if (resumption.text && !whole_number_read(resumption.text, 0, UINT32_MAX, &after)) {
        way_refuse(call, &resumption, "Send the number of an event, or 0.");
        return false;
    }
    *ret_after = (uint32_t)after;
    if (way == WAY_PAGE || *ret_after <= snapshot_record(call->snapshot)->game.version)
        return true;
    way_refuse(call, &resumption, "The log has not come that far: send the number of an event.");
    return false;
}

/* Nothing will ever follow what the client has. */
static bool is_at_the_end(const struct call *call, uint32_t after)
{
    const struct game *game = &snapshot_record(call->snapshot)->game;
    return game->table.stage == STAGE_ABANDONED && after == game->version;
}

static enum call_state answer_stream(struct call *call, enum way way, uint32_t after)
{
    long long views;
    struct event_stream wanted = {.format = way_format(way), .after = after};
    if (!call_query_number(call, "view", 0, 1, 0, &views) || !call_query_done(call))
        return CALL_ANSWERED;
    wanted.views = views == 1;
    /* Tells clients that come back by themselves to stop. */
    if (is_at_the_end(call, after))
        return call_json(call, 204);
    if (call_is_head(call))
        return call_static(call, outgoing_type(wanted.format), "", 0, NULL);
    return way_stream(call, way, event_source_new(call, &wanted));
}

enum call_state events_get(struct call *call)
{
    enum way way = way_wanted(call);
    struct page_wanted wanted;
    uint32_t after;
    if (!read_after(call, way, &after))
        return CALL_ANSWERED;
    if (way != WAY_PAGE)
        return answer_stream(call, way, after);
    if (!way_read_page(call, &wanted) || !call_query_done(call))
        return CALL_ANSWERED;
    return answer_page(call, after, &wanted);
}
