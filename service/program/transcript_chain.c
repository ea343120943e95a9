#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "service/json/event_json.h"
#include "service/json/reader.h"
#include "service/program/transcript.h"

static void hash_of(const struct transcript_line *line, uint8_t ret_hash[HASH_BYTES])
{
    const struct event_envelope envelope = {
        line->seq, line->at, line->type, line->player, line->prev, line->data, line->data_length,
    };
    struct buffer buffer = buffer_new(2 * TRANSCRIPT_LINE_MAX);
    event_write_canonical(&envelope, &buffer);
    memset(ret_hash, 0, HASH_BYTES);
    if (!buffer_failed(&buffer))
        event_hash(buffer.bytes, buffer.length, ret_hash);
    buffer_free(&buffer);
}

/* LINE against the line before it, NULL for the first. */
static bool check_link(const struct transcript_line *line, const struct transcript_line *before,
                       size_t number, struct transcript_fault *fault)
{
    static const uint8_t nothing[HASH_BYTES];
    uint8_t hash[HASH_BYTES];
    if (line->seq != number)
        return transcript_fault_tell(fault, number,
                                     "its seq is %u, should be %zu: a line is missing, doubled or "
                                     "out of order",
                                     line->seq, number);
    if (!before && strcmp(line->type, "game.created") != 0)
        return transcript_fault_tell(fault, number, "is %s: a log begins with game.created",
                                     line->type);
    if (memcmp(line->prev, before ? before->hash : nothing, HASH_BYTES) != 0)
        return transcript_fault_tell(fault, number, "its prev is not the hash before it");
    if (before && line->at < before->at)
        return transcript_fault_tell(fault, number,
                                     "its time is earlier than that of the line "
                                     "before it");
    hash_of(line, hash);
    if (memcmp(line->hash, hash, HASH_BYTES) != 0)
        return transcript_fault_tell(fault, number,
                                     "its hash is not that of its content: it was changed");
    return true;
}

static bool check_head(const struct transcript *transcript, size_t number,
                       struct transcript_fault *fault)
{
    const struct transcript_head *head = &transcript->head;
    if (transcript->count == 0)
        return transcript_fault_tell(fault, number, "is the head of a log without events");
    const struct transcript_line *last = &transcript->lines[transcript->count - 1];
    if (head->seq != last->seq)
        return transcript_fault_tell(fault, number,
                                     "the head is that of event %u, but the last event here is "
                                     "%u: the end is cut off or was added to",
                                     head->seq, last->seq);
    if (memcmp(head->hash, last->hash, HASH_BYTES) != 0)
        return transcript_fault_tell(fault, number, "the head's hash is not the last event's");
    if (!head_verify(transcript->game, head->seq, head->hash, head->public_key, head->signature))
        return transcript_fault_tell(fault, number,
                                     "the head's signature is not by its public key");
    return true;
}

/* The game's id stands in the first event, since everything is bound to it. */
static bool find_game(struct transcript *transcript, struct transcript_fault *fault)
{
    char detail[JSON_DETAIL_BYTES];
    const struct transcript_line *first = &transcript->lines[0];
    json_t *data = json_read_object(first->data, first->data_length, detail);
    const char *game = json_string_value(json_object_get(data, "game"));
    bool found = game && ulid_valid(game, strlen(game));
    if (found)
        memcpy(transcript->game, game, ULID_LENGTH + 1);
    json_decref(data);
    return found || transcript_fault_tell(fault, 1, "game.created names no game");
}

static bool add_line(struct transcript *transcript, const struct transcript_line *line,
                     struct transcript_fault *fault)
{
    if (transcript->count == transcript->capacity) {
        size_t capacity = transcript->capacity ? 2 * transcript->capacity : 256;
        struct transcript_line *lines =
            realloc(transcript->lines, capacity * sizeof *transcript->lines);
        if (!lines) {
            transcript_fault_tell(fault, transcript->count + 1, "there is no memory for it");
            return false;
        }
        transcript->lines = lines;
        transcript->capacity = capacity;
    }
    transcript->lines[transcript->count++] = *line;
    return true;
}

/* One line of the file; *RET_IS_HEAD tells that it was the last. */
static bool take_line(struct transcript *transcript, const char *bytes, size_t length,
                      bool *ret_is_head, struct transcript_fault *fault)
{
    size_t number = transcript->count + 1;
    struct transcript_line line = {.data = NULL};
    bool fine =
        transcript_read_line(bytes, length, number, &line, &transcript->head, ret_is_head, fault);
    if (fine && *ret_is_head)
        return check_head(transcript, number, fault);
    const struct transcript_line *before = number > 1 ? &transcript->lines[number - 2] : NULL;
    if (!fine || !check_link(&line, before, number, fault) || !add_line(transcript, &line, fault)) {
        free(line.data);
        return false;
    }
    return before || find_game(transcript, fault);
}

bool transcript_read(const char *bytes, size_t length, struct transcript *ret_transcript,
                     struct transcript_fault *fault)
{
    *ret_transcript = (struct transcript){.lines = NULL};
    bool is_head = false;
    for (size_t at = 0; at < length;) {
        const char *end = memchr(bytes + at, '\n', length - at);
        size_t line_length = end ? (size_t)(end - bytes) - at : length - at;
        if (is_head)
            return transcript_fault_tell(fault, ret_transcript->count + 2,
                                         "stands behind the head, which is the last line");
        if (!take_line(ret_transcript, bytes + at, line_length, &is_head, fault))
            return false;
        at += line_length + 1;
    }
    if (!is_head)
        return transcript_fault_tell(fault, ret_transcript->count + 1,
                                     "is missing: the transcript ends without its head, so its "
                                     "end may be cut off");
    return true;
}

void transcript_free(struct transcript *transcript)
{
    for (size_t i = 0; i < transcript->count; i++)
        free(transcript->lines[i].data);
    free(transcript->lines);
    *transcript = (struct transcript){.lines = NULL};
}
