#include "service/engine/commands.h"

#include <string.h>

#include "service/base/log.h"
#include "service/engine/answers.h"
#include "service/engine/note_jobs.h"
#include "service/engine/outbox.h"

static void hand_over(struct job *job, struct snapshot *snapshot)
{
    snapshot_hold(snapshot);
    job->snapshot = snapshot;
}

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

static enum store_status append(struct writer *writer, const struct job *job,
                                const struct record *before, const struct record *after, int64_t at)
{
    enum store_status status = writer_open(writer);
    if (status == STORE_OK && writer->lines.count > 0) {
        struct game_row row;
        lines_row(after, &row);
        status = store_append(writer->settings.store, &row, before->game.version,
                              writer->lines.stored, writer->lines.count);
    }
    if (status == STORE_OK)
        status = outbox_fill(writer, before, after, at);
    if (status == STORE_OK)
        status = notes_follow(writer, after);
    if (status == STORE_OK)
        status = answers_remember(writer, job, after, at);
    if (status == STORE_OK)
        writer->batch.events += writer->lines.count;
    else
        writer_fail(writer, status);
    return status;
}

/* The game as it is after the decided events, appended to the open transaction: a snapshot held by
 * the caller, NULL if that failed. */
static struct snapshot *carry_out(struct writer *writer, const struct job *job,
                                  struct snapshot *before_snapshot, int64_t at)
{
    const struct record *before = snapshot_record(before_snapshot);
    struct record *after;
    struct snapshot *snapshot = snapshot_new(&after);
    if (!snapshot)
        return NULL;
    *after = *before;
    if (lines_write(&writer->lines, after, &writer->events, &writer->preparation, job, at) &&
        is_sound(writer, before, after) && append(writer, job, before, after, at) == STORE_OK)
        return snapshot;
    snapshot_release(snapshot);
    return NULL;
}

/* Decides the job's command on BEFORE and carries it out. Returns the game as it is then, held by
 * the caller; NULL when the command has failed or changes nothing. */
static struct snapshot *decide_and_carry_out(struct writer *writer, struct batch_job *entry,
                                             struct snapshot *before, int64_t at)
{
    struct job *job = entry->job;
    struct preparation *preparation = &writer->preparation;
    struct events *events = &writer->events;
    const struct record *record = snapshot_record(before);
    struct snapshot *after = NULL;
    preparation_begin(preparation, record, job, job->player, &writer->settings.random);
    job->refusal =
        decide(&record->game, &preparation->command, &preparation->dealer.dealer, events);
    job->outcome = job->refusal == ACCEPTED ? JOB_DONE : JOB_REFUSED;
    bool writes = events->count > 0 || (job->refusal == ACCEPTED && job->has_key);
    if (writes) {
        after = carry_out(writer, job, before, at);
        batch_outcome(entry, after ? job->outcome : JOB_UNAVAILABLE, after != NULL);
    }
    preparation_end(preparation);
    return after;
}

void command_create(struct writer *writer, struct batch_job *entry)
{
    struct job *job = entry->job;
    int64_t now = clock_now(&writer->settings.clock);
    if (answers_recall(writer, entry, now))
        return;
    struct record *record;
    struct snapshot *before = snapshot_new(&record);
    if (!before) {
        batch_outcome(entry, JOB_UNAVAILABLE, false);
        return;
    }
    ulid_make(now, &writer->settings.random, job->game);
    record_begin(record, job->game);
    struct snapshot *after = decide_and_carry_out(writer, entry, before, now);
    if (after) {
        struct batch_game *game = batch_add(&writer->batch, after);
        game->changed = true;
        game->committed = 0;
        hand_over(job, after);
    }
    snapshot_release(before);
}

/* The job's game as the batch has it; NULL with the outcome set. */
static struct batch_game *find_game(struct writer *writer, struct batch_job *entry)
{
    struct batch_game *game = batch_find(&writer->batch, entry->job->game);
    if (game)
        return game;
    struct snapshot *snapshot;
    enum store_status status = archive_find(writer->archive, entry->job->game, 0, &snapshot);
    if (status == STORE_OK)
        return batch_add(&writer->batch, snapshot);
    batch_outcome(entry, status == STORE_NOT_FOUND ? JOB_NOT_FOUND : JOB_UNAVAILABLE, false);
    return NULL;
}

static bool token_holds(const struct claims *caller, const struct record *record)
{
    if (caller->role == ROLE_PLAYER)
        return caller->player < record->game.setup.players &&
               record->people[caller->player].generation == caller->generation;
    return caller->role != ROLE_HOST || record->host_generation == caller->generation;
}

/* Whose invite came with a join, PLAYER_NONE when it is nobody's. */
static uint8_t invited(const struct writer *writer, const struct job *job,
                       const struct record *record)
{
    uint32_t generations[PLAYERS_MAX];
    for (size_t player = 0; player < PLAYERS_MAX; player++)
        generations[player] = record->people[player].generation;
    return invite_match(writer->settings.keys, record->id, record->game.setup.players, generations,
                        job->invite, strlen(job->invite));
}

struct batch_game *command_game(struct writer *writer, struct batch_job *entry)
{
    struct batch_game *game = find_game(writer, entry);
    if (!game || token_holds(&entry->job->caller, snapshot_record(game->snapshot)))
        return game;
    batch_outcome(entry, JOB_TOKEN_DEAD, game->changed);
    return NULL;
}

/* Whom the command is by; false, with the outcome set, if it is a join by nobody. */
static bool find_player(struct writer *writer, struct batch_job *entry,
                        const struct batch_game *game)
{
    struct job *job = entry->job;
    job->player = job->command.player;
    if (job->command.type != COMMAND_JOIN)
        return true;
    job->player = invited(writer, job, snapshot_record(game->snapshot));
    if (job->player == PLAYER_NONE)
        batch_outcome(entry, JOB_BAD_INVITE, game->changed);
    return job->player != PLAYER_NONE;
}

void command_run(struct writer *writer, struct batch_job *entry)
{
    struct job *job = entry->job;
    struct batch_game *game = command_game(writer, entry);
    if (!game || !find_player(writer, entry, game))
        return;
    int64_t now = clock_now(&writer->settings.clock);
    if (answers_recall(writer, entry, now))
        return;
    const struct record *record = snapshot_record(game->snapshot);
    int64_t at = now > record->updated_at ? now : record->updated_at;
    entry->rests = game->changed;
    struct snapshot *after = decide_and_carry_out(writer, entry, game->snapshot, at);
    if (after) {
        snapshot_release(game->snapshot);
        game->snapshot = after;
        game->changed = true;
    }
    if (job->outcome != JOB_UNAVAILABLE)
        hand_over(job, game->snapshot);
}
