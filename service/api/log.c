#include <sodium.h>

#include "service/api/handlers.h"
#include "service/api/log_reading.h"
#include "service/json/writer.h"

enum {
    TRANSCRIPT_MAX = 8 * 1024 * 1024,
    SIGNATURE_TEXT =
        sodium_base64_ENCODED_LEN(SIGNATURE_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING),
    PUBLIC_KEY_TEXT =
        sodium_base64_ENCODED_LEN(PUBLIC_KEY_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
};

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
    buffer_free(&call->owned);
    call->owned = buffer_new(TRANSCRIPT_MAX);
    struct log_reading reading = {.buffer = &call->owned, .separator = '\n'};
    if (!log_read_all(call, &reading))
        return CALL_ANSWERED;
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
