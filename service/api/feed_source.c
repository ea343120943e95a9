/*
 * The source of a stream of the feed. There are few of them, so each reads for itself.
 */
#include <stdlib.h>
#include <string.h>

#include "service/api/feed.h"

enum { CHUNK = 16 };

/* What notices are made of, after an event. */
struct trace {
    char game[ULID_LENGTH + 1];
    uint32_t seq;
    bool waits; /* the game waits for somebody */
};

struct feed_source {
    struct source source; /* first, so that a pointer to one is a pointer to the other */
    struct engine *engine;
    char creator[NAME_BYTES];
    bool sees_all; /* the games of any creator */

    struct outgoing outgoing;
    bool greeted;
    bool resumed;       /* notices of the event that the client has are due */
    bool stale;         /* there may be more than has been read */
    int64_t seen;       /* all events up to this place have been read */
    struct trace trace; /* of the event that was last taken in hand */
    uint8_t told;       /* whose notices behind it were, bits */
    size_t next;
    size_t count;
    struct frame *frames[CHUNK]; /* from NEXT on: to be taken in hand */
    struct trace traces[CHUNK];
    bool failed; /* no memory */
};

static void keep_trace(const struct feed_event *event, struct trace *ret_trace)
{
    memcpy(ret_trace->game, event->game, sizeof ret_trace->game);
    ret_trace->seq = event->event.seq;
    ret_trace->waits = event->waits;
}

static bool take_event(void *context, const struct feed_event *event)
{
    struct feed_source *source = context;
    struct feed_item item;
    feed_item(event, &item);
    struct frame *frame =
        frame_of_event(&item.envelope, event->event.hash, item.cursor, &item.place);
    source->failed = !frame;
    if (!frame)
        return false;
    keep_trace(event, &source->traces[source->count]);
    source->frames[source->count++] = frame;
    return true;
}

/* Reads with EACH behind AFTER. */
static bool read_feed(struct feed_source *source, int64_t after, uint32_t limit,
                      bool (*each)(void *context, const struct feed_event *event),
                      struct feed_end *ret_end)
{
    const struct feed_filter filter = {
        .after = after, .limit = limit, .creator = source->sees_all ? NULL : source->creator};
    struct store_reader *reader = engine_reader(source->engine);
    if (!reader)
        return false;
    enum store_status status = store_read_feed(reader, &filter, ret_end, each, source);
    engine_reader_return(source->engine, reader);
    return status == STORE_OK && !source->failed;
}

/* The event at the very place from which the client goes on, if it may see it. */
static bool take_last(void *context, const struct feed_event *event)
{
    struct feed_source *source = context;
    if (event->place == source->seen)
        keep_trace(event, &source->trace);
    return false;
}

/* Notices are sent behind their event: those that may have been lost with the connection are sent
 * again. */
static bool resume(struct feed_source *source)
{
    struct feed_end end;
    source->resumed = true;
    return source->seen == 0 || read_feed(source, source->seen - 1, 1, take_last, &end);
}

/* The notice for the next player for whom the game has waited since the last event and still does;
 * NULL: there is none. */
static struct frame *next_notice(struct feed_source *source)
{
    struct snapshot *snapshot;
    struct frame *notice = NULL;
    if (!source->trace.waits ||
        engine_snapshot(source->engine, source->trace.game, &snapshot) != LOOKUP_FOUND)
        return NULL;
    const struct record *record = snapshot_record(snapshot);
    for (uint8_t player = 0; !notice && player < PLAYERS_MAX; player++) {
        if (source->told >> player & 1 || record->people[player].waiting_from != source->trace.seq)
            continue;
        source->told = (uint8_t)(source->told | 1u << player);
        notice = frame_of_notice(record, player, true);
    }
    source->trace.waits = notice != NULL;
    snapshot_release(snapshot);
    return notice;
}

static void drop_frames(struct feed_source *source)
{
    for (size_t i = source->next; i < source->count; i++)
        frame_release(source->frames[i]);
    source->next = 0;
    source->count = 0;
}

/* Whether an event is there to be taken. */
static ssize_t have_frames(struct feed_source *source)
{
    struct feed_end end;
    if (source->next < source->count)
        return SOURCE_HAS;
    if (!source->stale)
        return SOURCE_EMPTY;
    drop_frames(source);
    if (!read_feed(source, source->seen, CHUNK, take_event, &end)) {
        drop_frames(source);
        return SOURCE_FAILED;
    }
    source->seen = end.seen;
    source->stale = end.seen < end.last;
    if (source->count > 0)
        return SOURCE_HAS;
    return source->stale ? SOURCE_ON_WAY : SOURCE_EMPTY;
}

static ssize_t advance(void *context)
{
    struct feed_source *source = context;
    if (!source->greeted) {
        source->greeted = true;
        outgoing_greet(&source->outgoing);
        return SOURCE_HAS;
    }
    if (!source->resumed && !resume(source))
        return SOURCE_FAILED;
    struct frame *frame = next_notice(source);
    ssize_t state = frame ? SOURCE_HAS : have_frames(source);
    if (state != SOURCE_HAS)
        return state;
    if (!frame) {
        source->trace = source->traces[source->next];
        source->told = 0;
        frame = source->frames[source->next++];
    }
    outgoing_take(&source->outgoing, frame);
    return SOURCE_HAS;
}

static ssize_t read_bytes(struct source *base, bool news, char *bytes, size_t maximum)
{
    struct feed_source *source = (struct feed_source *)base;
    source->stale = source->stale || news;
    return outgoing_read(&source->outgoing, advance, source, bytes, maximum);
}

/* Goes past what others have done meanwhile, so that it need not be passed all at once later. */
static void rest(struct source *base)
{
    ((struct feed_source *)base)->stale = true;
}

static void release(struct source *base)
{
    struct feed_source *source = (struct feed_source *)base;
    drop_frames(source);
    outgoing_end(&source->outgoing);
    free(source);
}

struct source *feed_source_new(const struct call *call, enum stream_format format, int64_t after)
{
    struct feed_source *source = calloc(1, sizeof *source);
    if (!source)
        return NULL;
    source->source = (struct source){
        .read = read_bytes, .rest = rest, .free = release, .heartbeat = outgoing_heartbeat(format)};
    source->engine = call->service->engine;
    memcpy(source->creator, call->caller.subject, sizeof source->creator);
    source->sees_all = feed_creator(call) == NULL;
    source->outgoing = outgoing_new(format);
    source->seen = after;
    return &source->source;
}
