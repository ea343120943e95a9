#include "service/engine/lines.h"

#include <string.h>

#include "service/engine/waiting.h"
#include "service/json/event_json.h"

enum { TEXT_BYTES_MAX = 4 * 1024 * 1024 };

void lines_begin(struct lines *lines)
{
    lines->count = 0;
    lines->text = buffer_new(TEXT_BYTES_MAX);
    lines->canonical = buffer_new(TEXT_BYTES_MAX);
}

void lines_end(struct lines *lines)
{
    buffer_free(&lines->text);
    buffer_free(&lines->canonical);
}

static void hash_line(const struct stored_event *stored, const uint8_t prev[HASH_BYTES],
                      struct buffer *canonical, uint8_t ret_hash[HASH_BYTES])
{
    const struct event_envelope envelope = {
        .seq = stored->seq,
        .at = stored->at,
        .type = stored->type,
        .player = stored->player,
        .prev = prev,
        .data = stored->data,
        .data_length = stored->data_length,
    };
    buffer_clear(canonical);
    event_write_canonical(&envelope, canonical);
    event_hash(canonical->bytes, canonical->length, ret_hash);
}

static void clear(struct lines *lines)
{
    lines->count = 0;
    buffer_clear(&lines->text);
}

/* Writes LINE behind the others and folds it into RECORD. */
static bool add_line(struct lines *lines, struct record *record, const struct log_event *line)
{
    struct buffer *text = &lines->text;
    size_t start = text->length;
    event_write_data(record, line, text);
    size_t data_length = text->length - start;
    event_write_private(line, text);
    if (buffer_failed(text))
        return false;

    struct stored_event *stored = &lines->stored[lines->count];
    *stored = (struct stored_event){
        .seq = record->game.version + 1,
        .at = line->at,
        .player = line->event.player,
        .data = text->bytes + start,
        .data_length = data_length,
        .private_length = text->length - start - data_length,
    };
    uint8_t prev[HASH_BYTES];
    memcpy(prev, record->head, sizeof prev);
    stored->type = event_type_name(line->event.type, record->game.setup.options.disclose);
    hash_line(stored, prev, &lines->canonical, stored->hash);
    if (buffer_failed(&lines->canonical))
        return false;
    lines->starts[lines->count++] = start;
    record_apply(record, line, stored->hash);
    return true;
}

/* All have been added: only now does the text stay where it is. */
static void settle(struct lines *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        struct stored_event *stored = &lines->stored[i];
        stored->data = lines->text.bytes + lines->starts[i];
        stored->private_part = stored->data + stored->data_length;
    }
}

bool lines_write(struct lines *lines, struct record *record, const struct events *events,
                 const struct preparation *preparation, const struct job *job, int64_t at)
{
    clear(lines);
    for (size_t i = 0; i < events->count; i++) {
        lines->line.at = at;
        lines->line.event = events->list[i];
        preparation_detail(preparation, job, record, &lines->line);
        if (!add_line(lines, record, &lines->line))
            return false;
    }
    settle(lines);
    return true;
}

bool lines_write_one(struct lines *lines, struct record *record, const struct log_event *line)
{
    clear(lines);
    if (!add_line(lines, record, line))
        return false;
    settle(lines);
    return true;
}

/* Reads one line back and folds it into RECORD. */
static const char *prove_line(const struct stored_event *stored, struct record *record,
                              struct buffer *data, struct buffer *canonical)
{
    struct log_event line;
    if (!event_read(stored->type, stored->player, stored->at, stored->data, stored->data_length,
                    stored->private_part, stored->private_length, &line))
        return "a line cannot be read back";
    buffer_clear(data);
    event_write_data(record, &line, data);
    if (buffer_failed(data) || data->length != stored->data_length ||
        memcmp(data->bytes, stored->data, data->length) != 0)
        return "a line that was read back is another one";
    uint8_t hash[HASH_BYTES];
    hash_line(stored, record->head, canonical, hash);
    if (memcmp(hash, stored->hash, sizeof hash) != 0)
        return "a line does not follow from the one before";
    if (!record_fits(record, &line))
        return "a line does not fit its game";
    record_apply(record, &line, hash);
    return NULL;
}

const char *lines_prove(const struct lines *lines, const struct record *before,
                        const struct record *after)
{
    struct record record = *before;
    struct buffer data = buffer_new(TEXT_BYTES_MAX);
    struct buffer canonical = buffer_new(TEXT_BYTES_MAX);
    const char *fault = NULL;
    for (size_t i = 0; !fault && i < lines->count; i++)
        fault = prove_line(&lines->stored[i], &record, &data, &canonical);
    if (!fault && (record.game.version != after->game.version ||
                   memcmp(record.head, after->head, sizeof record.head) != 0))
        fault = "the lines lead to another head";
    buffer_free(&data);
    buffer_free(&canonical);
    return fault;
}

static void copy_text(char *ret_text, const char *text)
{
    memcpy(ret_text, text, strlen(text) + 1);
}

static void fill_row(const struct record *record, struct game_row *ret_row)
{
    const struct game *game = &record->game;
    *ret_row = (struct game_row){
        .is_private = record->created.is_private,
        .created_at = record->created_at,
        .updated_at = record->updated_at,
        .version = game->version,
        .status = status_of(game),
        .step = game->table.step,
        .players = game->setup.players,
        .joined = game->joined,
    };
    copy_text(ret_row->id, record->id);
    for (uint8_t player = 0; player < game->setup.players; player++)
        if (waited_for(game, player) != ACTION_NONE)
            ret_row->waiting = (uint8_t)(ret_row->waiting | 1u << player);
}

void lines_row(const struct record *record, struct game_row *ret_row)
{
    fill_row(record, ret_row);
    copy_text(ret_row->name, record->created.name);
    copy_text(ret_row->creator, record->created.creator);
    for (uint8_t player = 0; player < record->game.setup.players; player++)
        copy_text(ret_row->external_ids[player], record->people[player].external_id);
}

void lines_row_after(const struct record *before, const struct record *record,
                     struct game_row *ret_row)
{
    fill_row(record, ret_row);
    ret_row->waiting_same = waited_on_as_before(before, record);
    unsigned told = ret_row->waiting & ~(unsigned)ret_row->waiting_same;
    for (uint8_t player = 0; told >> player != 0; player++)
        if (told >> player & 1)
            copy_text(ret_row->external_ids[player], record->people[player].external_id);
}
