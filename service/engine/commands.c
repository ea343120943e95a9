#include "service/engine/commands.h"

#include <string.h>

#include "service/engine/answers.h"
#include "service/engine/carry_out.h"
#include "service/engine/due_game.h"

/* What happens by itself before a command that comes late. */
enum { OVERDUE_AT_ONCE = 64 };

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
    preparation_begin(preparation, record, job, job->player, &writer->seeds,
                      &writer->settings.random);
    job->refusal =
        decide(&record->game, &preparation->command, &preparation->dealer.dealer, events);
    job->outcome = job->refusal == ACCEPTED ? JOB_DONE : JOB_REFUSED;
    bool writes = events->count > 0 || (job->refusal == ACCEPTED && job->has_key);
    if (writes) {
        after = carry_out(writer, job, before, NULL, at);
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
    struct batch_game *game;
    enum store_status status = writer_game(writer, entry->job->game, &game);
    if (status == STORE_OK)
        return game;
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

int64_t command_time(const struct writer *writer, const struct record *record)
{
    int64_t now = clock_now(&writer->settings.clock);
    return now > record->updated_at ? now : record->updated_at;
}

bool command_carry(struct writer *writer, struct batch_job *entry, struct batch_game *game)
{
    int64_t at = command_time(writer, snapshot_record(game->snapshot));
    entry->rests = game->changed;
    struct snapshot *after = decide_and_carry_out(writer, entry, game->snapshot, at);
    if (after)
        carry_on(game, after);
    return after && writer->lines.count > 0;
}

/* What stands against a command that only the host's patience allows. */
static enum refusal may_be_asked_for(const struct writer *writer, const struct command *command,
                                     const struct record *record)
{
    if (command->type != COMMAND_DEFAULT)
        return ACCEPTED;
    return attendance_may_default(record, command->player, command_time(writer, record));
}

/* A deadline that has gone by comes before what arrives after it, however busy the timers are. */
static bool run_overdue(struct writer *writer, struct batch_job *entry, struct batch_game *game)
{
    unsigned left = OVERDUE_AT_ONCE;
    int64_t now = clock_now(&writer->settings.clock);
    const struct due due = due_next(snapshot_record(game->snapshot), NULL, now);
    if (due.kind != DUE_TIMEOUT || due.at > entry->job->arrived)
        return true;
    enum store_status status = due_game_run(writer, entry->job->game, now, &left);
    if (status == STORE_OK)
        return true;
    batch_outcome(entry, JOB_UNAVAILABLE, false);
    if (writer->batch.failure == STORE_OK)
        writer_fail(writer, status);
    return false;
}

void command_run(struct writer *writer, struct batch_job *entry)
{
    struct job *job = entry->job;
    struct batch_game *game = command_game(writer, entry);
    if (!game || !find_player(writer, entry, game) ||
        answers_recall(writer, entry, clock_now(&writer->settings.clock)))
        return;
    if (!run_overdue(writer, entry, game))
        return;
    job->refusal = may_be_asked_for(writer, &job->command, snapshot_record(game->snapshot));
    if (job->refusal == ACCEPTED)
        command_carry(writer, entry, game);
    else
        batch_outcome(entry, JOB_REFUSED, game->changed);
    if (job->outcome != JOB_UNAVAILABLE)
        hand_over(job, game->snapshot);
}
