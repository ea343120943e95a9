#include "service/api/transcript_source.h"

#include <stdlib.h>
#include <string.h>

#include "service/api/log_head.h"
#include "service/api/log_reading.h"

/* Events in memory at a time, so that neither reading nor sending holds much. */
enum { PAGE = 200, PAGE_BYTES_MAX = 8 * 1024 * 1024 };

struct transcript_source {
    struct source source; /* first, so that a pointer to one is a pointer to the other */
    struct engine *engine;
    const struct keys *keys;
    char game[ULID_LENGTH + 1];
    struct buffer buffer;
    struct log_reading reading; /* into BUFFER */
    size_t sent;                /* of BUFFER */
    bool complete;              /* the head has been written */
};

static void write_last_line(struct transcript_source *source)
{
    struct buffer *buffer = &source->buffer;
    buffer_char(buffer, '\n');
    struct json_writer writer = json_writer_start(buffer);
    write_object(&writer);
    write_key(&writer, "head");
    log_head_write(source->keys, source->game, source->reading.seq, source->reading.hash, &writer);
    write_object_end(&writer);
    buffer_char(buffer, '\n');
    source->complete = true;
}

/* Fills the buffer anew. */
static bool next_page(struct transcript_source *source)
{
    uint32_t before = source->reading.count;
    source->sent = 0;
    buffer_clear(&source->buffer);
    if (log_read(source->engine, source->game, PAGE, &source->reading) != STORE_OK)
        return false;
    if (source->reading.count - before < PAGE)
        write_last_line(source);
    return !buffer_failed(&source->buffer);
}

static ssize_t read_lines(struct source *base, bool news, char *bytes, size_t maximum)
{
    struct transcript_source *source = (struct transcript_source *)base;
    (void)news;
    if (source->sent == source->buffer.length) {
        if (source->complete)
            return SOURCE_OVER;
        if (!next_page(source))
            return SOURCE_FAILED;
    }
    size_t left = source->buffer.length - source->sent;
    size_t length = left < maximum ? left : maximum;
    memcpy(bytes, source->buffer.bytes + source->sent, length);
    source->sent += length;
    return (ssize_t)length;
}

static void release(struct source *base)
{
    struct transcript_source *source = (struct transcript_source *)base;
    buffer_free(&source->buffer);
    free(source);
}

struct source *transcript_source_new(const struct call *call)
{
    struct transcript_source *source = calloc(1, sizeof *source);
    if (!source)
        return NULL;
    source->source = (struct source){.read = read_lines, .free = release};
    source->engine = call->service->engine;
    source->keys = call->service->keys;
    memcpy(source->game, call->game, sizeof source->game);
    source->buffer = buffer_new(PAGE_BYTES_MAX);
    source->reading = (struct log_reading){.buffer = &source->buffer, .separator = '\n'};
    if (next_page(source))
        return &source->source;
    release(&source->source);
    return NULL;
}
