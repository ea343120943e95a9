#include "service/api/event_source.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 16 };

struct event_source {
    struct source source; /* first, so that a pointer to one is a pointer to the other */
    struct engine *engine;
    struct tail *tail;
    char game[ULID_LENGTH + 1];
    enum audience audience;
    bool views;

    struct outgoing outgoing;
    bool greeted;
    bool stale;      /* the tail has to look whether the game has gone on */
    uint32_t sent;   /* seq of the last event that was taken in hand */
    uint8_t told;    /* whose notices behind it were, bits */
    uint32_t viewed; /* version of the last view that was */
    size_t next;
    size_t count;
    struct frame *frames[CHUNK]; /* from NEXT on: to be taken in hand */
};

/* Whether an event is there to be taken. */
static ssize_t have_frames(struct event_source *source)
{
    if (source->next < source->count)
        return SOURCE_HAS;
    source->next = 0;
    source->count = 0;
    if (!tail_frames(source->tail, source->sent, CHUNK, source->frames, &source->count))
        return SOURCE_FAILED;
    return source->count > 0 ? SOURCE_HAS : SOURCE_EMPTY;
}

static void take_frame(struct event_source *source)
{
    struct frame *frame = source->frames[source->next++];
    source->sent = frame->seq;
    source->told = 0;
    outgoing_take(&source->outgoing, frame);
}

/* The view as it is now, which may be ahead of the events; then they follow. */
static bool take_view(struct event_source *source)
{
    struct snapshot *snapshot;
    size_t length;
    if (engine_snapshot(source->engine, source->game, &snapshot) != LOOKUP_FOUND)
        return false;
    const char *view = snapshot_view(snapshot, source->audience, &length);
    source->viewed = snapshot_record(snapshot)->game.version;
    if (view)
        outgoing_take_view(&source->outgoing, view, length);
    snapshot_release(snapshot);
    return view != NULL;
}

/* When all events have been taken in hand. */
static ssize_t take_rest(struct event_source *source)
{
    struct tail_end end = tail_end(source->tail);
    if (source->views && source->viewed < end.version)
        return take_view(source) ? SOURCE_HAS : SOURCE_FAILED;
    return end.over ? SOURCE_OVER : SOURCE_EMPTY;
}

static ssize_t advance(void *context)
{
    struct event_source *source = context;
    if (!source->greeted) {
        source->greeted = true;
        outgoing_greet(&source->outgoing);
        return SOURCE_HAS;
    }
    if (source->stale && !tail_refresh(source->tail))
        return SOURCE_FAILED;
    source->stale = false;
    struct frame *notice = tail_notice(source->tail, source->sent, &source->told);
    if (notice) {
        outgoing_take(&source->outgoing, notice);
        return SOURCE_HAS;
    }
    ssize_t state = have_frames(source);
    if (state == SOURCE_HAS)
        take_frame(source);
    return state == SOURCE_EMPTY ? take_rest(source) : state;
}

static ssize_t read_events(struct source *base, bool news, char *bytes, size_t maximum)
{
    struct event_source *source = (struct event_source *)base;
    source->stale = source->stale || news;
    return outgoing_read(&source->outgoing, advance, source, bytes, maximum);
}

static void rest(struct source *base)
{
    tail_rest(((struct event_source *)base)->tail);
}

static void release(struct source *base)
{
    struct event_source *source = (struct event_source *)base;
    for (size_t i = source->next; i < source->count; i++)
        frame_release(source->frames[i]);
    outgoing_end(&source->outgoing);
    tail_close(source->tail);
    free(source);
}

struct source *event_source_new(const struct call *call, const struct event_stream *stream)
{
    struct event_source *source = calloc(1, sizeof *source);
    struct tail *tail = engine_tail(call->service->engine, call->game);
    if (!source || !tail) {
        if (tail)
            tail_close(tail);
        free(source);
        return NULL;
    }
    source->source = (struct source){.read = read_events,
                                     .rest = rest,
                                     .free = release,
                                     .heartbeat = outgoing_heartbeat(stream->format)};
    source->engine = call->service->engine;
    source->tail = tail;
    memcpy(source->game, call->game, sizeof source->game);
    source->audience = call->audience;
    source->views = stream->views;
    source->sent = stream->after;
    source->outgoing = outgoing_new(stream->format);
    return &source->source;
}
