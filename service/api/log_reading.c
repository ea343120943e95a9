#include "service/api/log_reading.h"

#include <string.h>

#include "service/json/event_json.h"

enum { PAGE = 200 };

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

static enum store_status read_page(struct store_reader *reader, const char *game, uint32_t limit,
                                   struct log_reading *reading)
{
    return store_read_events(reader, game, reading->seq, limit, reading->hash, take_event, reading);
}

static enum store_status read_all(struct store_reader *reader, const char *game,
                                  struct log_reading *reading)
{
    enum store_status status;
    uint32_t before;
    do {
        before = reading->seq;
        status = read_page(reader, game, PAGE, reading);
    } while (status == STORE_OK && reading->seq - before == PAGE &&
             !buffer_failed(reading->buffer));
    return status;
}

/* LIMIT 0: all. */
static bool read_log(struct call *call, uint32_t limit, struct log_reading *reading)
{
    struct engine *engine = call->service->engine;
    struct store_reader *reader = engine_reader(engine);
    enum store_status status = STORE_UNAVAILABLE;
    if (reader) {
        status = limit > 0 ? read_page(reader, call->game, limit, reading)
                           : read_all(reader, call->game, reading);
        engine_reader_return(engine, reader);
    }
    if (status != STORE_OK)
        call_problem(call, status == STORE_NOT_FOUND ? "not_found" : "unavailable");
    return status == STORE_OK;
}

bool log_read_page(struct call *call, uint32_t limit, struct log_reading *reading)
{
    return read_log(call, limit, reading);
}

bool log_read_all(struct call *call, struct log_reading *reading)
{
    return read_log(call, 0, reading);
}
