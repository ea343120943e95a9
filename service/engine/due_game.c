#include "service/engine/due_game.h"

#include <string.h>

#include "service/base/log.h"
#include "service/base/memory.h"
#include "service/engine/attendance_jobs.h"
#include "service/engine/commands.h"
#include "service/engine/note_jobs.h"
#include "service/engine/quiet_notes.h"
#include "service/engine/timers.h"
#include "service/json/orders_json.h"

enum { LEFT_ALONE = 60 * 1000 }; /* milliseconds */

/* What is done to one game in one go. */
struct go {
    struct writer *writer;
    struct batch_game *game;
    int64_t now;
    struct quiet_notes notes;
    struct quiet quiet;
    uint32_t tried[PLAYERS_MAX]; /* waiting_from of those whose orders lead to nothing */
    bool pauses;                 /* a deadline has gone by in a game that stops then */
    bool stuck;                  /* something did not work */
    enum store_status status;    /* of reading orders */
};

static const struct record *record_of(const struct go *go)
{
    return snapshot_record(go->game->snapshot);
}

/* 1 for p1, 0 for nobody. */
static int number_of(uint8_t player)
{
    return player == PLAYER_NONE ? 0 : player + 1;
}

static struct job own_job(const struct go *go, enum job_kind kind, uint8_t player)
{
    struct job job = {.kind = kind, .player = player};
    memcpy(job.game, record_of(go)->id, sizeof job.game);
    return job;
}

/* Says in the log how the job went; DONE, whether it has changed the game, is returned. If the
 * store has failed, it has said so itself. */
static bool note_end(const struct go *go, const char *what, const struct job *job, bool done)
{
    if (done)
        LOG_EVENT(LOG_LEVEL_DEBUG, "timer", LOG_TEXT("what", what), LOG_TEXT("game", job->game),
                  LOG_NUMBER("player", number_of(job->player)),
                  LOG_NUMBER("seq", record_of(go)->game.version));
    else if (go->writer->batch.failure == STORE_OK)
        LOG_EVENT(LOG_LEVEL_ERROR, "what is due in a game cannot be done", LOG_TEXT("what", what),
                  LOG_TEXT("game", job->game), LOG_NUMBER("player", number_of(job->player)),
                  LOG_TEXT("refusal", refusal_code(job->refusal)));
    return done;
}

static bool command(struct go *go, const struct command *command, const char *what)
{
    struct job job = own_job(go, JOB_COMMAND, command->player);
    struct batch_job entry = {.job = &job};
    job.command = *command;
    return note_end(go, what, &job, command_carry(go->writer, &entry, go->game));
}

/* As command, for what nothing would ask for again: for want of memory the whole batch fails, so
 * that all of it is tried anew. What fails for any other reason would do so for ever and hold up
 * other games. */
static bool command_or_again(struct go *go, const struct command *next, const char *what)
{
    struct batch *batch = &go->writer->batch;
    unsigned out_before = memory_times_out();
    bool done = command(go, next, what);
    if (!done && memory_times_out() != out_before && batch->failure == STORE_OK)
        writer_fail(go->writer, STORE_UNAVAILABLE);
    return done;
}

static bool attend(struct go *go, const struct attendance *attendance, const char *what)
{
    struct job job = own_job(go, JOB_ATTENDANCE, attendance->player);
    struct batch_job entry = {.job = &job};
    job.attendance = *attendance;
    return note_end(go, what, &job, attendance_carry(go->writer, &entry, go->game));
}

/* What is due and not done would be due for ever: the game is left alone then. */
static bool must(struct go *go, bool done)
{
    go->stuck |= !done;
    return done;
}

/* Whether the game waits for PLAYER in the setup and goes on. */
static bool waits_for(const struct record *record, uint8_t player)
{
    return record->game.table.stage == STAGE_SETUP && !record->game.paused &&
           record->people[player].waiting_since != 0;
}

/* Whether PLAYER has a deadline that has not been said to have gone by. */
static bool has_deadline(const struct record *record, uint8_t player)
{
    const struct deadline *deadline = &record->people[player].deadline;
    return waits_for(record, player) && deadline->due != 0 && !deadline->overdue;
}

/* What PLAYER's note of that NAME leads to; false when that is nothing. */
static bool order_of(struct go *go, uint8_t player, const char *name, struct command *ret_command)
{
    const struct record *record = record_of(go);
    struct buffer body = buffer_new(NOTE_BODY_BYTES);
    enum store_status status =
        store_note_read_own(go->writer->settings.store, record->id, player, name, &body);
    unsigned out_before = memory_times_out();
    bool leads = status == STORE_OK &&
                 orders_note_command(body.bytes, body.length, &record->game, player, ret_command);
    if (!leads && memory_times_out() != out_before)
        status = STORE_UNAVAILABLE;
    buffer_free(&body);
    if (status != STORE_OK && status != STORE_NOT_FOUND)
        go->status = status;
    return leads;
}

/* The turn of the first who has left orders for it. */
static bool follow_orders(struct go *go)
{
    const struct record *record = record_of(go);
    char name[NOTE_NAME_BYTES];
    if (!orders_possible(record->game.table.step))
        return false;
    orders_name(record->game.table.step, name);
    uint8_t owners = 0;
    go->status = store_note_owners(go->writer->settings.store, record->id, name, &owners);
    for (uint8_t player = 0; go->status == STORE_OK && player < record->game.setup.players;
         player++) {
        uint32_t since = record->people[player].waiting_from;
        struct command order;
        if (!(owners >> player & 1) || !waits_for(record, player) || go->tried[player] == since)
            continue;
        go->tried[player] = since;
        /* An order that cannot be carried out is worth no more than none. */
        if (order_of(go, player, name, &order) && command_or_again(go, &order, "orders"))
            return true;
    }
    return false;
}

/* The end of the quiet hours that a player's deadline falls into; 0 when it is to stay. It is moved
 * once, and not when it has gone by: whoever changes the hours again and again gets no time for
 * it. */
static int64_t quiet_end(const struct go *go, uint8_t player)
{
    const struct record *record = record_of(go);
    const struct deadline *deadline = &record->people[player].deadline;
    if (!has_deadline(record, player) || deadline->quiet || deadline->due <= go->now)
        return 0;
    int64_t end = go->quiet.end(go->quiet.context, player, deadline->due);
    return end > deadline->due ? end : 0;
}

/* Deadlines that fall into quiet hours wait for their end, if the game says so. */
static bool move_for_quiet_hours(struct go *go)
{
    const struct record *record = record_of(go);
    struct attendance move = {
        .type = ATTENDANCE_MOVE, .player = PLAYER_NONE, .cause = CAUSE_QUIET_HOURS};
    bool moves = false;
    if (!record->created.deadlines.quiet_hours_move)
        return false;
    for (uint8_t player = 0; player < record->game.setup.players; player++) {
        move.due[player] = quiet_end(go, player);
        moves |= move.due[player] != 0;
    }
    return moves && attend(go, &move, "quiet hours");
}

/* Whether a deadline went by before this engine was started. Its grace may go on. */
static bool went_by_unseen(const struct go *go, uint8_t player)
{
    const struct record *record = record_of(go);
    const struct person *person = &record->people[player];
    return has_deadline(record, player) && !person->autopilot &&
           person->deadline.due < go->writer->timers.started_at;
}

static bool move_for_restart(struct go *go)
{
    const struct record *record = record_of(go);
    const struct timers *timers = &go->writer->timers;
    struct attendance move = {
        .type = ATTENDANCE_MOVE, .player = PLAYER_NONE, .cause = CAUSE_RESTART};
    bool moves = false;
    if (go->writer->settings.restart_grace == 0)
        return false;
    for (uint8_t player = 0; player < record->game.setup.players; player++) {
        if (!went_by_unseen(go, player))
            continue;
        move.due[player] = timers->started_at + go->writer->settings.restart_grace;
        moves = true;
    }
    return moves && must(go, attend(go, &move, "restart"));
}

static bool take_default(struct go *go, uint8_t player)
{
    const struct command taken = {.type = COMMAND_DEFAULT, .player = player};
    return must(go, command(go, &taken, "default"));
}

static bool remind(struct go *go, const struct due *due)
{
    const struct attendance reminder = {
        .type = ATTENDANCE_REMIND, .player = due->player, .percent = due->percent};
    bool done = must(go, attend(go, &reminder, "reminder"));
    go->writer->batch.reminders += done;
    return done;
}

/* With the pause the game waits until all have been found who are overdue: each of them is to have
 * a new period when it goes on. A default for somebody who is waited on is never refused. */
static bool time_out(struct go *go, uint8_t player)
{
    const struct attendance overdue = {.type = ATTENDANCE_OVERDUE, .player = player};
    const struct command taken = {.type = COMMAND_DEFAULT, .player = player};
    enum on_timeout then = record_of(go)->created.deadlines.on_timeout;
    bool done = must(go, attend(go, &overdue, "timeout"));
    go->writer->batch.timeouts += done;
    go->pauses |= done && then == TIMEOUT_PAUSE;
    return done && (then != TIMEOUT_DEFAULT || must(go, command_or_again(go, &taken, "default")));
}

static bool do_due(struct go *go)
{
    const struct due due = due_next(record_of(go), &go->quiet, go->now);
    if (due.at > go->now)
        return false;
    switch (due.kind) {
    case DUE_AUTOPILOT:
        return take_default(go, due.player);
    case DUE_REMINDER:
        return remind(go, &due);
    case DUE_TIMEOUT:
        return time_out(go, due.player);
    case DUE_NOTHING:
        break;
    }
    return false;
}

/* How the go stands with the store. */
static enum store_status status_of_go(const struct go *go)
{
    if (go->writer->batch.failure != STORE_OK)
        return go->writer->batch.failure;
    return go->status != STORE_OK ? go->status : go->notes.status;
}

static bool goes_well(const struct go *go)
{
    return !go->stuck && status_of_go(go) == STORE_OK;
}

/* The next thing that happens; false when there is none. What did not work may have been to stand
 * in the way of what comes behind it. */
static bool do_next(struct go *go)
{
    static bool (*const things[])(struct go *) = {follow_orders, move_for_quiet_hours,
                                                  move_for_restart, do_due};
    bool done = false;
    for (size_t i = 0; !done && goes_well(go) && i < sizeof things / sizeof things[0]; i++)
        done = things[i](go);
    return done;
}

static int64_t look_again_at(const struct go *go, bool finished)
{
    if (go->stuck)
        return go->now + LEFT_ALONE;
    if (!finished)
        return DUE_AT_ONCE;
    const struct due due = due_next(record_of(go), &go->quiet, go->now);
    return due.kind == DUE_NOTHING ? NOTHING_DUE : due.at;
}

static enum store_status run(struct go *go, unsigned *left)
{
    static const struct command pause = {
        .type = COMMAND_PAUSE, .player = PLAYER_NONE, .automatic = true};
    bool finished = false;
    for (; !finished && goes_well(go) && *left > 0; *left -= 1)
        finished = !do_next(go);
    if (go->pauses && status_of_go(go) == STORE_OK)
        (void)must(go, command_or_again(go, &pause, "pause"));
    int64_t next = look_again_at(go, finished);
    if (status_of_go(go) != STORE_OK)
        return status_of_go(go);
    return timers_set_due(go->writer, record_of(go)->id, next);
}

enum store_status due_game_run(struct writer *writer, const char *game, int64_t now, unsigned *left)
{
    struct go go = {.writer = writer, .now = now};
    enum store_status status = writer_game(writer, game, &go.game);
    if (status == STORE_BROKEN)
        return status;
    if (status != STORE_OK)
        return timers_set_due(writer, game, now + LEFT_ALONE);
    go.notes = quiet_notes_begin(writer->settings.store, game);
    go.quiet = quiet_of_notes(&go.notes);
    return run(&go, left);
}
