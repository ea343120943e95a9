#include "tests/support/transcripts.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "service/program/transcript.h"
#include "tests/support/cmocka_all.h"

size_t lines_count(const struct lines *lines)
{
    return json_array_size(lines->events);
}

json_t *lines_event(const struct lines *lines, size_t index)
{
    json_t *event = json_array_get(lines->events, index);
    if (!event)
        fail_msg("there is no event %zu", index);
    return event;
}

json_t *lines_data(const struct lines *lines, size_t index)
{
    return json_object_get(lines_event(lines, index), "data");
}

size_t lines_find(const struct lines *lines, const char *type, size_t from)
{
    for (size_t i = from; i < lines_count(lines); i++) {
        const json_t *event = lines_event(lines, i);
        if (strcmp(json_string_value(json_object_get(event, "type")), type) == 0)
            return i;
    }
    fail_msg("no event %s from %zu on", type, from);
    return 0;
}

size_t lines_find_of(const struct lines *lines, const char *type, const char *player)
{
    size_t index = lines_find(lines, type, 0);
    while (strcmp(json_string_value(json_object_get(lines_event(lines, index), "player")),
                  player) != 0)
        index = lines_find(lines, type, index + 1);
    return index;
}

static json_t *hex_text(const uint8_t *bytes, size_t length)
{
    char text[2 * 64 + 1];
    hex_encode(bytes, length, text);
    return json_string(text);
}

static json_t *base64_text(const uint8_t *bytes, size_t length)
{
    char text[128];
    sodium_bin2base64(text, sizeof text, bytes, length, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return json_string(text);
}

void lines_sign(struct lines *lines)
{
    uint8_t hash[HASH_BYTES];
    uint8_t signature[SIGNATURE_BYTES];
    size_t count = lines_count(lines);
    const char *text = json_string_value(json_object_get(lines_event(lines, count - 1), "hash"));
    if (!hex_decode(text, strlen(text), hash, sizeof hash))
        fail_msg("no hash at the end");
    head_sign(lines->game, count, hash, lines->secret_key, signature);
    json_decref(lines->head);
    lines->head =
        json_pack("{s:{s:I, s:s, s:s, s:o, s:o}}", "head", "seq", (json_int_t)count, "hash", text,
                  "kid", "the-test's-key", "signature", base64_text(signature, sizeof signature),
                  "public_key", base64_text(lines->public_key, sizeof lines->public_key));
}

/* Hashes an event whose other members are right. */
static void hash_line(json_t *event)
{
    uint8_t hash[HASH_BYTES];
    struct buffer buffer = buffer_new(TRANSCRIPT_LINE_MAX);
    json_object_del(event, "hash");
    if (!canonical_write(event, &buffer))
        fail_msg("an event that has no canonical form");
    event_hash(buffer.bytes, buffer.length, hash);
    buffer_free(&buffer);
    json_object_set_new(event, "hash", hex_text(hash, sizeof hash));
}

void lines_chain(struct lines *lines, size_t index)
{
    static const uint8_t nothing[HASH_BYTES];
    for (size_t i = index; i < lines_count(lines); i++) {
        json_t *event = lines_event(lines, i);
        json_t *prev = i == 0 ? hex_text(nothing, sizeof nothing)
                              : json_incref(json_object_get(lines_event(lines, i - 1), "hash"));
        json_object_set_new(event, "prev", prev);
        json_object_set_new(event, "seq", json_integer((json_int_t)i + 1));
        hash_line(event);
    }
    lines_sign(lines);
}

static void add_text(struct buffer *buffer, const json_t *line)
{
    char *text = json_dumps(line, JSON_COMPACT | JSON_SORT_KEYS);
    buffer_text(buffer, text);
    buffer_char(buffer, '\n');
    free(text);
}

char *lines_text(const struct lines *lines, size_t *ret_length)
{
    struct buffer buffer = buffer_new(TRANSCRIPT_BYTES_MAX);
    for (size_t i = 0; i < lines_count(lines); i++)
        add_text(&buffer, lines_event(lines, i));
    if (lines->head)
        add_text(&buffer, lines->head);
    return buffer_take(&buffer, ret_length);
}

void lines_free(struct lines *lines)
{
    json_decref(lines->events);
    json_decref(lines->head);
    *lines = (struct lines){.events = NULL};
}
