#include "service/api/log_reading.h"

#include <string.h>

#include "service/json/event_json.h"

static bool take_event(void *context, const struct stored_event *event)
{
    struct log_reading *reading = context;
    const struct event_envelope envelope = {
        .seq = event->seq,
        .at = event->at,
        .type = event->type,
        .player = event->player,
        .prev = reading->hash,
        .data = event->data,
        .data_length = event->data_length,
    };
    if (reading->count > 0)
        buffer_char(reading->buffer, reading->separator);
    event_write_served(&envelope, event->hash, reading->buffer);
    memcpy(reading->hash, event->hash, HASH_BYTES);
    reading->seq = event->seq;
    reading->count++;
    return !buffer_failed(reading->buffer);
}

enum store_status log_read(struct engine *engine, const char *game, uint32_t limit,
                           struct log_reading *reading)
{
    struct store_reader *reader = engine_reader(engine);
    if (!reader)
        return STORE_UNAVAILABLE;
    enum store_status status =
        store_read_events(reader, game, reading->seq, limit, reading->hash, take_event, reading);
    engine_reader_return(engine, reader);
    return status;
}
