#include "service/engine/frame.h"

#include <stdlib.h>
#include <string.h>

/* The largest events are disclosures, of some ten kilobytes. */
enum { FRAME_BYTES_MAX = 1024 * 1024 };

/* NULL: no memory, or WRITTEN has failed. */
static struct frame *frame_new(const struct buffer *written, size_t line, uint32_t seq)
{
    struct frame *frame = NULL;
    if (!buffer_failed(written))
        frame = malloc(sizeof *frame + written->length);
    if (!frame)
        return NULL;
    atomic_init(&frame->holders, 1);
    frame->seq = seq;
    frame->length = written->length;
    frame->line = line;
    memcpy(frame->bytes, written->bytes, written->length);
    return frame;
}

struct frame *frame_of_event(const struct event_envelope *event, const uint8_t hash[HASH_BYTES],
                             const char *id, const struct event_place *place)
{
    struct buffer buffer = buffer_new(FRAME_BYTES_MAX);
    size_t line = frame_open(&buffer, id, event->type);
    if (place)
        event_write_placed(event, hash, place, &buffer);
    else
        event_write_served(event, hash, &buffer);
    frame_close(&buffer);
    struct frame *frame = frame_new(&buffer, line, event->seq);
    buffer_free(&buffer);
    return frame;
}

struct frame *frame_of_notice(const struct record *record, uint8_t player, bool with_game)
{
    struct buffer buffer = buffer_new(FRAME_BYTES_MAX);
    size_t line = frame_open(&buffer, NULL, NOTICE_TYPE);
    notice_write(record, player, with_game, &buffer);
    frame_close(&buffer);
    struct frame *frame = frame_new(&buffer, line, record->people[player].waiting_from);
    buffer_free(&buffer);
    return frame;
}

void frame_hold(struct frame *frame)
{
    atomic_fetch_add_explicit(&frame->holders, 1, memory_order_relaxed);
}

void frame_release(struct frame *frame)
{
    if (frame && atomic_fetch_sub_explicit(&frame->holders, 1, memory_order_acq_rel) == 1)
        free(frame);
}
