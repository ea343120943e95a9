#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/json/reader.h"
#include "service/program/transcript.h"

bool transcript_fault_tell(struct transcript_fault *fault, size_t line, const char *format, ...)
{
    va_list arguments;
    fault->line = line;
    va_start(arguments, format);
    vsnprintf(fault->text, sizeof fault->text, format, arguments);
    va_end(arguments);
    return false;
}

static bool tell_first(struct transcript_fault *fault, size_t line,
                       const struct json_faults *faults)
{
    return transcript_fault_tell(fault, line, "is not an event as the service writes it: %s %s",
                                 faults->list[0].pointer, faults->list[0].detail);
}

/* "p1" to "p8"; null means nobody. */
static bool read_player(struct field_text text, uint8_t *ret_player)
{
    *ret_player = PLAYER_NONE;
    if (!text.text)
        return true;
    if (text.length != 2 || text.text[0] != 'p' || text.text[1] < '1' || text.text[1] > '8')
        return false;
    *ret_player = (uint8_t)(text.text[1] - '1');
    return true;
}

static bool read_data(const json_t *data, struct transcript_line *line)
{
    struct buffer buffer = buffer_new(TRANSCRIPT_LINE_MAX);
    if (json_is_object(data) && canonical_write(data, &buffer))
        line->data = buffer_take(&buffer, &line->data_length);
    buffer_free(&buffer);
    return line->data != NULL;
}

static bool read_event(const json_t *object, size_t number, struct transcript_line *line,
                       struct transcript_fault *fault)
{
    struct json_faults faults = {.count = 0};
    struct field_text at, type, player = {NULL, 0};
    json_t *data = NULL;
    int64_t seq = 0;
    const struct field fields[] = {
        {"at", FIELD_TEXT, true, false, TIME_LENGTH, TIME_LENGTH, &at, NULL},
        {"data", FIELD_VALUE, true, false, 0, 0, &data, NULL},
        {"hash", FIELD_HEX, true, false, 0, HASH_BYTES, line->hash, NULL},
        {"player", FIELD_TEXT, false, true, 2, 2, &player, NULL},
        {"prev", FIELD_HEX, true, false, 0, HASH_BYTES, line->prev, NULL},
        {"seq", FIELD_INTEGER, true, false, 1, UINT32_MAX, &seq, NULL},
        {"type", FIELD_TEXT, true, false, 1, EVENT_TYPE_BYTES - 1, &type, NULL},
    };
    if (!json_read_fields(object, "", fields, sizeof fields / sizeof *fields, &faults))
        return tell_first(fault, number, &faults);
    if (!json_object_get(object, "player") || !read_player(player, &line->player))
        return transcript_fault_tell(fault, number, "names no player and not null");
    if (!time_parse(at.text, at.length, &line->at))
        return transcript_fault_tell(fault, number, "its time is not one of the log's form");
    if (type.length >= EVENT_TYPE_BYTES)
        return transcript_fault_tell(fault, number, "is of no known type");
    memcpy(line->type, type.text, type.length);
    line->type[type.length] = '\0';
    line->seq = (uint32_t)seq;
    if (!read_data(data, line))
        return transcript_fault_tell(fault, number, "its data is not an object of the log's form");
    return true;
}

/* Exactly LENGTH bytes as base64url without padding. */
static bool read_base64(struct field_text text, uint8_t *ret_bytes, size_t length)
{
    size_t got = 0;
    return base64url_decode(text.text, text.length, ret_bytes, length, &got) && got == length;
}

static bool read_head(const json_t *object, size_t number, struct transcript_head *head,
                      struct transcript_fault *fault)
{
    struct json_faults faults = {.count = 0};
    struct field_text kid, signature, public_key;
    int64_t seq = 0;
    const struct field fields[] = {
        {"hash", FIELD_HEX, true, false, 0, HASH_BYTES, head->hash, NULL},
        {"kid", FIELD_TEXT, true, false, 1, 64, &kid, NULL},
        {"public_key", FIELD_TEXT, true, false, 1, 64, &public_key, NULL},
        {"seq", FIELD_INTEGER, true, false, 1, UINT32_MAX, &seq, NULL},
        {"signature", FIELD_TEXT, true, false, 1, 128, &signature, NULL},
    };
    const json_t *inner = json_object_get(object, "head");
    if (json_object_size(object) != 1 || !json_is_object(inner))
        return transcript_fault_tell(fault, number, "is not a head as the service writes it");
    if (!json_read_fields(inner, "/head", fields, sizeof fields / sizeof *fields, &faults))
        return tell_first(fault, number, &faults);
    head->seq = (uint32_t)seq;
    if (!read_base64(signature, head->signature, SIGNATURE_BYTES) ||
        !read_base64(public_key, head->public_key, PUBLIC_KEY_BYTES))
        return transcript_fault_tell(fault, number,
                                     "its signature or public key is not base64url of their size");
    return true;
}

bool transcript_read_line(const char *bytes, size_t length, size_t number,
                          struct transcript_line *ret_line, struct transcript_head *ret_head,
                          bool *ret_is_head, struct transcript_fault *fault)
{
    char detail[JSON_DETAIL_BYTES];
    if (length > TRANSCRIPT_LINE_MAX)
        return transcript_fault_tell(fault, number, "is longer than any line of a transcript");
    json_t *object = json_read_object(bytes, length, detail);
    if (!object)
        return transcript_fault_tell(fault, number, "is not a JSON object: %s", detail);
    *ret_line = (struct transcript_line){.seq = 0};
    *ret_is_head = json_object_get(object, "head") != NULL;
    bool fine = *ret_is_head ? read_head(object, number, ret_head, fault)
                             : read_event(object, number, ret_line, fault);
    json_decref(object);
    return fine;
}
