#include "service/engine/carry_out.h"

#include "service/base/log.h"
#include "service/engine/answers.h"
#include "service/engine/note_jobs.h"
#include "service/engine/outbox.h"
#include "service/engine/timers.h"
#include "service/engine/waiting.h"

/* What must hold before anything is written. */
static bool is_sound(const struct writer *writer, const struct record *before,
                     const struct record *after)
{
    const char *fault = check(&after->game);
#ifdef NDEBUG
    (void)before;
    (void)writer;
#else
    if (!fault)
        fault = lines_prove(&writer->lines, before, after);
#endif
    if (fault)
        LOG_EVENT(LOG_LEVEL_ERROR, "a command would have spoiled its game and was not carried out",
                  LOG_TEXT("game", before->id), LOG_NUMBER("version", before->game.version),
                  LOG_TEXT("fault", fault));
    return !fault;
}

static enum store_status append_lines(struct writer *writer, const struct record *before,
                                      const struct record *after, uint8_t waited_on)
{
    struct game_row row;
    if (before->game.version == 0)
        lines_row(after, &row);
    else
        lines_row_after(before, after, &row);
    enum store_status status = timers_due_at(writer, before, after, waited_on, &row.due_at);
    if (status == STORE_OK)
        status = store_append(writer->settings.store, &row, before->game.version,
                              writer->lines.stored, writer->lines.count);
    if (status == STORE_OK)
        timers_note(writer, row.due_at);
    return status;
}

static enum store_status append(struct writer *writer, const struct job *job,
                                const struct record *before, const struct record *after, int64_t at)
{
    uint8_t waited_on = newly_waited_on(before, after);
    enum store_status status = writer_open(writer);
    if (status == STORE_OK)
        status = notes_follow(writer, before, after);
    if (status == STORE_OK && writer->lines.count > 0)
        status = append_lines(writer, before, after, waited_on);
    if (status == STORE_OK)
        status = outbox_fill(writer, after, waited_on, at);
    if (status == STORE_OK)
        status = answers_remember(writer, job, after, at);
    if (status == STORE_OK)
        writer->batch.events += writer->lines.count;
    else
        writer_fail(writer, status);
    return status;
}

static bool write_lines(struct writer *writer, const struct job *job, struct record *record,
                        const struct log_event *line, int64_t at)
{
    return line ? lines_write_one(&writer->lines, record, line)
                : lines_write(&writer->lines, record, &writer->events, &writer->preparation, job,
                              at);
}

struct snapshot *carry_out(struct writer *writer, const struct job *job, struct snapshot *before,
                           const struct log_event *line, int64_t at)
{
    const struct record *record = snapshot_record(before);
    struct record *after;
    struct snapshot *snapshot = snapshot_new(&after);
    if (!snapshot)
        return NULL;
    record_copy(after, record);
    if (write_lines(writer, job, after, line, at) && is_sound(writer, record, after) &&
        append(writer, job, record, after, at) == STORE_OK)
        return snapshot;
    snapshot_release(snapshot);
    return NULL;
}

void carry_on(struct batch_game *game, struct snapshot *after)
{
    snapshot_release(game->snapshot);
    game->snapshot = after;
    game->changed = true;
}

void hand_over(struct job *job, struct snapshot *snapshot)
{
    snapshot_hold(snapshot);
    job->snapshot = snapshot;
}
