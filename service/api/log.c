#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "service/api/handlers.h"
#include "service/json/event_json.h"
#include "service/json/writer.h"

enum {
    PAGE_MAX = 200,
    PAGE_DEFAULT = 50,
    TRANSCRIPT_MAX = 8 * 1024 * 1024,
    SIGNATURE_TEXT =
        sodium_base64_ENCODED_LEN(SIGNATURE_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING),
    PUBLIC_KEY_TEXT =
        sodium_base64_ENCODED_LEN(PUBLIC_KEY_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
};

/* Events on their way from the store into an answer. */
struct reading {
    struct buffer *buffer;
    char separator; /* between two events */
    uint32_t count;
    uint32_t seq;             /* of the last one read */
    uint8_t hash[HASH_BYTES]; /* likewise; before the first one, the hash before it */
};

static bool take_event(void *context, const struct stored_event *event)
{
    struct reading *reading = context;
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
                                   struct reading *reading)
{
    return store_read_events(reader, game, reading->seq, limit, reading->hash, take_event, reading);
}

/* The whole log, a page at a time, so that no read lasts long. */
static enum store_status read_all(struct store_reader *reader, const char *game,
                                  struct reading *reading)
{
    enum store_status status;
    uint32_t before;
    do {
        before = reading->seq;
        status = read_page(reader, game, PAGE_MAX, reading);
    } while (status == STORE_OK && reading->seq - before == PAGE_MAX &&
             !buffer_failed(reading->buffer));
    return status;
}

static enum call_state answer_fault(struct call *call, enum store_status status)
{
    return call_problem(call, status == STORE_NOT_FOUND ? "not_found" : "unavailable");
}

static void write_head(const struct call *call, uint32_t seq, const uint8_t hash[HASH_BYTES],
                       struct json_writer *writer)
{
    const struct signing_key *key = &call->service->keys->head;
    uint8_t signature[SIGNATURE_BYTES];
    char signature_text[SIGNATURE_TEXT];
    char public_key_text[PUBLIC_KEY_TEXT];
    head_sign(call->game, seq, hash, key->secret_key, signature);
    sodium_bin2base64(signature_text, sizeof signature_text, signature, sizeof signature,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_bin2base64(public_key_text, sizeof public_key_text, key->public_key, PUBLIC_KEY_BYTES,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    write_object(writer);
    write_member_number(writer, "seq", seq);
    write_member_hex(writer, "hash", hash, HASH_BYTES);
    write_member_text(writer, "kid", key->id);
    write_member_text(writer, "signature", signature_text);
    write_member_text(writer, "public_key", public_key_text);
    write_object_end(writer);
}

static void write_next(struct json_writer *writer, bool full, uint32_t seq)
{
    char next[16];
    snprintf(next, sizeof next, "%u", seq);
    write_member_text_or_null(writer, "next", full ? next : NULL);
}

enum call_state log_events(struct call *call)
{
    long long after;
    long long limit;
    if (!call_query_number(call, "after", 0, UINT32_MAX, 0, &after) ||
        !call_query_number(call, "limit", 1, PAGE_MAX, PAGE_DEFAULT, &limit) ||
        !call_query_done(call))
        return CALL_ANSWERED;
    struct store_reader *reader = engine_reader(call->service->engine);
    if (reader == NULL)
        return call_problem(call, "unavailable");

    struct reading reading = {.buffer = &call->owned, .separator = ',', .seq = (uint32_t)after};
    struct json_writer writer = json_writer_start(&call->owned);
    write_object(&writer);
    write_key(&writer, "items");
    write_array(&writer);
    enum store_status status = read_page(reader, call->game, (uint32_t)limit, &reading);
    engine_reader_return(call->service->engine, reader);
    if (status != STORE_OK)
        return answer_fault(call, status);
    write_array_end(&writer);
    write_next(&writer, reading.count == (uint32_t)limit, reading.seq);
    uint32_t head = snapshot_record(call->snapshot)->game.version;
    write_key(&writer, "head");
    write_object(&writer);
    write_member_number(&writer, "seq",
                        reading.count > 0 && reading.seq > head ? reading.seq : head);
    write_object_end(&writer);
    write_object_end(&writer);
    return call_json(call, 200);
}

enum call_state log_head(struct call *call)
{
    if (!call_query_done(call))
        return CALL_ANSWERED;
    const struct record *record = snapshot_record(call->snapshot);
    struct json_writer writer = json_writer_start(&call->owned);
    write_head(call, record->game.version, record->head, &writer);
    return call_json(call, 200);
}

enum call_state log_transcript(struct call *call)
{
    if (!call_query_done(call))
        return CALL_ANSWERED;
    struct store_reader *reader = engine_reader(call->service->engine);
    if (reader == NULL)
        return call_problem(call, "unavailable");

    buffer_free(&call->owned);
    call->owned = buffer_new(TRANSCRIPT_MAX);
    struct reading reading = {.buffer = &call->owned, .separator = '\n'};
    enum store_status status = read_all(reader, call->game, &reading);
    engine_reader_return(call->service->engine, reader);
    if (status != STORE_OK)
        return answer_fault(call, status);
    buffer_char(&call->owned, '\n');
    struct json_writer writer = json_writer_start(&call->owned);
    write_object(&writer);
    write_key(&writer, "head");
    write_head(call, reading.seq, reading.hash, &writer);
    write_object_end(&writer);
    buffer_char(&call->owned, '\n');
    call->content_type = "application/x-ndjson";
    return call_json(call, 200);
}
