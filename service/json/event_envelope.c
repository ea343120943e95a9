/*
 * A whole event as it is hashed and served.
 */
#include "service/json/event_json.h"
#include "service/json/parts.h"

/* HASH and PLACE may be NULL. */
static void write_envelope(const struct event_envelope *envelope, const uint8_t *hash,
                           const struct event_place *place, struct buffer *buffer)
{
    static const uint8_t first_prev[HASH_BYTES];
    struct json_writer writer = json_writer_start(buffer);
    write_object(&writer);
    write_member_time(&writer, "at", envelope->at);
    if (place)
        write_member_text(&writer, "cursor", place->cursor);
    write_key(&writer, "data");
    write_raw(&writer, envelope->data, envelope->data_length);
    if (place)
        write_member_text(&writer, "game", place->game);
    if (hash)
        write_member_hex(&writer, "hash", hash, HASH_BYTES);
    write_key(&writer, "player");
    write_player(&writer, envelope->player);
    write_member_hex(&writer, "prev", envelope->prev ? envelope->prev : first_prev, HASH_BYTES);
    write_member_number(&writer, "seq", envelope->seq);
    write_member_text(&writer, "type", envelope->type);
    write_object_end(&writer);
}

void event_write_canonical(const struct event_envelope *envelope, struct buffer *buffer)
{
    write_envelope(envelope, NULL, NULL, buffer);
}

void event_write_served(const struct event_envelope *envelope, const uint8_t hash[HASH_BYTES],
                        struct buffer *buffer)
{
    write_envelope(envelope, hash, NULL, buffer);
}

void event_write_placed(const struct event_envelope *envelope, const uint8_t hash[HASH_BYTES],
                        const struct event_place *place, struct buffer *buffer)
{
    write_envelope(envelope, hash, place, buffer);
}
