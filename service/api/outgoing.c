#include "service/api/outgoing.h"

#include <string.h>

enum { TEXT_BYTES_MAX = 2 * 1024 * 1024 };

struct outgoing outgoing_new(enum stream_format format)
{
    return (struct outgoing){.format = format, .text = buffer_new(TEXT_BYTES_MAX)};
}

void outgoing_end(struct outgoing *outgoing)
{
    frame_release(outgoing->frame);
    buffer_free(&outgoing->text);
}

const char *outgoing_type(enum stream_format format)
{
    return format == STREAM_OF_EVENTS ? "text/event-stream" : "application/x-ndjson";
}

const char *outgoing_heartbeat(enum stream_format format)
{
    return format == STREAM_OF_EVENTS ? ": nothing new\n\n" : "\n";
}

/* Lets go of what has been sent. */
static void clear(struct outgoing *outgoing)
{
    frame_release(outgoing->frame);
    outgoing->frame = NULL;
    buffer_free(&outgoing->text);
    outgoing->text = buffer_new(TEXT_BYTES_MAX);
}

static void take(struct outgoing *outgoing, const char *bytes, size_t length)
{
    outgoing->rest = bytes;
    outgoing->left = length;
}

void outgoing_greet(struct outgoing *outgoing)
{
    /* Also the sign for proxies and clients that the stream stands. */
    const char *text = outgoing->format == STREAM_OF_EVENTS ? "retry: 3000\n\n" : "\n";
    clear(outgoing);
    take(outgoing, text, strlen(text));
}

void outgoing_take(struct outgoing *outgoing, struct frame *frame)
{
    clear(outgoing);
    outgoing->frame = frame;
    if (outgoing->format == STREAM_OF_EVENTS)
        take(outgoing, frame->bytes, frame->length);
    else
        take(outgoing, frame->bytes + frame->line, frame->length - frame->line - 1);
}

void outgoing_take_view(struct outgoing *outgoing, const char *view, size_t length)
{
    struct buffer *text = &outgoing->text;
    clear(outgoing);
    if (outgoing->format == STREAM_OF_EVENTS) {
        frame_open(text, NULL, "view");
        buffer_append(text, view, length);
        frame_close(text);
    } else {
        buffer_text(text, "{\"view\":");
        buffer_append(text, view, length);
        buffer_text(text, "}\n");
    }
    /* Without memory this view is left out: the next one is as good. */
    if (!buffer_failed(text))
        take(outgoing, text->bytes, text->length);
}

ssize_t outgoing_read(struct outgoing *outgoing, ssize_t (*advance)(void *context), void *context,
                      char *bytes, size_t maximum)
{
    size_t used = 0;
    ssize_t state = SOURCE_HAS;
    while (used < maximum && state == SOURCE_HAS) {
        size_t room = maximum - used;
        size_t length = outgoing->left < room ? outgoing->left : room;
        if (length > 0) {
            memcpy(bytes + used, outgoing->rest, length);
            outgoing->rest += length;
            outgoing->left -= length;
            used += length;
        }
        if (outgoing->left == 0)
            state = advance(context);
    }
    return used > 0 ? (ssize_t)used : state;
}
