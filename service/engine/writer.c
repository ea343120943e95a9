#include "service/engine/writer.h"

#include <string.h>

#include "service/base/log.h"
#include "service/engine/attendance_jobs.h"
#include "service/engine/commands.h"
#include "service/engine/note_jobs.h"
#include "service/engine/outbox.h"
#include "service/engine/timers.h"
#include "service/engine/token_jobs.h"

static const int64_t HOUR = INT64_C(60) * 60 * 1000;

static int64_t now_of(const struct writer *writer)
{
    return clock_now(&writer->settings.clock);
}

static bool load_revocation(void *context, const char *token_id, int64_t until)
{
    struct writer *writer = context;
    if (!revocations_reserve(&writer->revocations, 1))
        return false;
    revocations_add(&writer->revocations, token_id, until);
    return true;
}

static bool load(struct writer *writer)
{
    struct store_reader *reader = readers_take(&writer->archive->readers);
    if (!reader)
        return false;
    enum store_status status =
        store_revoked(reader, (now_of(writer) - KEPT_MILLISECONDS) / 1000, load_revocation, writer);
    readers_give(&writer->archive->readers, reader);
    return status == STORE_OK;
}

bool writer_begin(struct writer *writer, const struct engine_settings *settings,
                  struct archive *archive, struct subscribers *subscribers)
{
    *writer =
        (struct writer){.settings = *settings, .archive = archive, .subscribers = subscribers};
    writer->timers.started_at = now_of(writer);
    if (!revocations_begin(&writer->revocations))
        return false;
    lines_begin(&writer->lines);
    if (load(writer))
        return true;
    writer_end(writer);
    return false;
}

void writer_end(struct writer *writer)
{
    seed_memory_end(&writer->seeds);
    lines_end(&writer->lines);
    revocations_end(&writer->revocations);
}

enum store_status writer_open(struct writer *writer)
{
    if (writer->batch.writing)
        return STORE_OK;
    enum store_status status = store_begin(writer->settings.store);
    writer->batch.writing = status == STORE_OK;
    return status;
}

void writer_fail(struct writer *writer, enum store_status status)
{
    if (writer->batch.writing)
        store_rollback(writer->settings.store);
    writer->batch.writing = false;
    writer->batch.failure = status;
}

enum store_status writer_game(struct writer *writer, const char *id, struct batch_game **ret_game)
{
    *ret_game = batch_find(&writer->batch, id);
    if (*ret_game)
        return STORE_OK;
    struct snapshot *snapshot;
    enum store_status status = archive_find(writer->archive, id, 0, &snapshot);
    if (status == STORE_OK)
        *ret_game = batch_add(&writer->batch, snapshot);
    return status;
}

static void run_job(struct writer *writer, struct batch_job *entry)
{
    struct job *job = entry->job;
    job->snapshot = NULL;
    job->refusal = ACCEPTED;
    job->replayed = false;
    job->player = PLAYER_NONE;
    if (writer->batch.failure != STORE_OK || archive_broken(writer->archive)) {
        job->outcome = JOB_UNAVAILABLE;
        return;
    }
    switch (job->kind) {
    case JOB_CREATE:
        command_create(writer, entry);
        break;
    case JOB_COMMAND:
        command_run(writer, entry);
        break;
    case JOB_ATTENDANCE:
        attendance_run(writer, entry);
        break;
    case JOB_REFRESH:
        token_refresh(writer, entry);
        break;
    case JOB_REVOKE:
        token_revoke(writer, entry);
        break;
    case JOB_WEBHOOK:
        outbox_change(writer, entry);
        break;
    case JOB_REPORT:
        outbox_report(writer, entry);
        break;
    case JOB_NOTE:
        note_change(writer, entry);
        break;
    case JOB_PROBE: /* once for all, when the batch has ended */
        break;
    }
}

static void commit(struct writer *writer)
{
    struct batch *batch = &writer->batch;
    if (!batch->writing)
        return;
    batch->failure = store_commit(writer->settings.store);
    batch->writing = false;
    if (batch->failure != STORE_OK)
        return;
    atomic_fetch_add(&writer->commits, 1);
    atomic_fetch_add(&writer->events_written, batch->events);
    atomic_fetch_add(&writer->timeouts, batch->timeouts);
    atomic_fetch_add(&writer->reminders, batch->reminders);
    for (size_t i = 0; i < batch->game_count; i++)
        if (batch->games[i].changed)
            games_publish(writer->archive->games, batch->games[i].snapshot);
    for (size_t i = 0; i < batch->count; i++) {
        const struct job *job = batch->jobs[i].job;
        if (job->kind == JOB_REVOKE && job->outcome == JOB_DONE && !job->replayed)
            revocations_add(&writer->revocations, job->token_id, job->token_until);
    }
}

/* After a commit: lets those know who wait for something to happen. */
static void tell(struct writer *writer)
{
    struct batch *batch = &writer->batch;
    bool revoked = false;
    for (size_t i = 0; i < batch->game_count; i++) {
        const struct batch_game *game = &batch->games[i];
        uint32_t version = snapshot_record(game->snapshot)->game.version;
        if (game->changed)
            subscribers_tell(writer->subscribers, game->snapshot, version - game->committed);
    }
    for (size_t i = 0; i < batch->count; i++)
        revoked = revoked || batch->jobs[i].job->kind == JOB_REVOKE;
    if (revoked)
        subscribers_wake_all(writer->subscribers);
    if (batch->delivers && writer->settings.outbox_filled)
        writer->settings.outbox_filled(writer->settings.outbox_context);
}

/* Nothing of the batch has happened: whoever saw or wrote something of it is told so. */
static void give_up(struct writer *writer)
{
    struct batch *batch = &writer->batch;
    for (size_t i = 0; i < batch->count; i++) {
        struct batch_job *entry = &batch->jobs[i];
        if (!entry->rests)
            continue;
        snapshot_release(entry->job->snapshot);
        entry->job->snapshot = NULL;
        entry->job->outcome = JOB_UNAVAILABLE;
        entry->job->replayed = false;
    }
    /* A conflict means that the store has gone on without us: what is cached may be old. */
    for (size_t i = 0; batch->failure == STORE_CONFLICT && i < batch->game_count; i++)
        games_drop(writer->archive->games, snapshot_record(batch->games[i].snapshot)->id);
    if (batch->failure == STORE_BROKEN)
        archive_break(writer->archive);
}

static enum store_status try_writing(struct writer *writer)
{
    if (archive_broken(writer->archive))
        return STORE_BROKEN;
    enum store_status status = store_probe(writer->settings.store);
    if (status == STORE_BROKEN)
        archive_break(writer->archive);
    return status;
}

/* What has just been committed shows that writing works; otherwise it is tried once for all who
 * ask. */
static void probe(struct writer *writer, bool committed)
{
    struct batch *batch = &writer->batch;
    bool tried = committed;
    enum store_status status = STORE_OK;
    for (size_t i = 0; i < batch->count; i++) {
        struct job *job = batch->jobs[i].job;
        if (job->kind != JOB_PROBE)
            continue;
        if (!tried)
            status = try_writing(writer);
        tried = true;
        job->outcome = status == STORE_OK ? JOB_DONE : JOB_UNAVAILABLE;
    }
}

static bool is_command(const struct job *job)
{
    return job->kind == JOB_CREATE || job->kind == JOB_COMMAND || job->kind == JOB_ATTENDANCE;
}

static void count_job(struct writer *writer, const struct job *job)
{
    if (!is_command(job))
        return;
    atomic_fetch_add(&writer->commands, 1);
    if (job->outcome == JOB_REFUSED)
        atomic_fetch_add(&writer->refusals, 1);
}

static const char *outcome_id(const struct job *job)
{
    static const char *const ids[] = {
        [JOB_DONE] = "accepted",          [JOB_REFUSED] = "refused",
        [JOB_NOT_FOUND] = "not_found",    [JOB_TOKEN_DEAD] = "token_dead",
        [JOB_BAD_INVITE] = "bad_invite",  [JOB_KEY_REUSED] = "key_reused",
        [JOB_TOO_MANY] = "too_many",      [JOB_BLOCKED] = "blocked",
        [JOB_UNAVAILABLE] = "unavailable"};
    return job->outcome == JOB_REFUSED ? refusal_code(job->refusal) : ids[job->outcome];
}

/* What became of a command, for who looks for a fault in a client. */
static void log_job(const struct job *job)
{
    if (!is_command(job))
        return;
    const struct record *record = job->snapshot ? snapshot_record(job->snapshot) : NULL;
    LOG_EVENT(LOG_LEVEL_DEBUG, "command", LOG_TEXT("game", job->game),
              LOG_NUMBER("seq", record ? record->game.version : 0),
              LOG_TEXT("outcome", outcome_id(job)));
}

static void answer(struct writer *writer)
{
    struct batch *batch = &writer->batch;
    for (size_t i = 0; i < batch->count; i++) {
        struct batch_job *entry = &batch->jobs[i];
        count_job(writer, entry->job);
        log_job(entry->job);
        entry->job->done(entry->job);
    }
}

/* True: there is more to forget. */
static bool forget(struct writer *writer)
{
    int64_t now = now_of(writer);
    if (now < writer->forget_at)
        return false;
    bool more = false;
    enum store_status status = store_forget(writer->settings.store, now - KEPT_MILLISECONDS, &more);
    revocations_forget(&writer->revocations, (now - KEPT_MILLISECONDS) / 1000);
    writer->forget_at = more ? now : now + HOUR;
    if (status == STORE_BROKEN)
        archive_break(writer->archive);
    return more;
}

static bool tidy_up(struct writer *writer, bool idle)
{
    if (archive_broken(writer->archive))
        return false;
    if (store_checkpoint(writer->settings.store, idle) == STORE_BROKEN)
        archive_break(writer->archive);
    return !archive_broken(writer->archive) && forget(writer);
}

void writer_run(struct writer *writer)
{
    struct batch *batch = &writer->batch;
    for (size_t i = 0; i < batch->count; i++)
        run_job(writer, &batch->jobs[i]);
    timers_run(writer);
    bool writes = batch->writing;
    commit(writer);
    if (batch->failure != STORE_OK) {
        give_up(writer);
        timers_back_off(writer);
    }
    bool wrote = writes && batch->failure == STORE_OK;
    probe(writer, wrote);
    if (wrote)
        tell(writer);
    answer(writer);
    batch_end(batch);
    tidy_up(writer, false);
}

bool writer_idle(struct writer *writer)
{
    return tidy_up(writer, true);
}
