#include "service/engine/note_jobs.h"

#include <stdio.h>
#include <string.h>

#include "service/engine/commands.h"
#include "service/engine/timers.h"
#include "service/json/orders_json.h"
#include "service/json/quiet_hours_json.h"

void orders_name(enum step step, char ret_name[NOTE_NAME_BYTES])
{
    snprintf(ret_name, NOTE_NAME_BYTES, "%s%s", NOTE_ORDERS, step_id(step));
}

/* Whether something may happen to the game at once because PLAYER, whom it waits for, has changed
 * the note NAME. */
static bool makes_due(const struct game *game, uint8_t player, const char *name)
{
    if (game->paused || game->table.step == STEP_NONE || waited_for(game, player) == ACTION_NONE)
        return false; /* whatever makes the game wait for the player looks for notes itself */
    char orders[NOTE_NAME_BYTES];
    orders_name(game->table.step, orders);
    return strcmp(name, NOTE_QUIET_HOURS) == 0 || strcmp(name, orders) == 0;
}

static enum store_status carry_out(struct writer *writer, const struct job *job,
                                   const struct record *record)
{
    struct store *store = writer->settings.store;
    const struct note_change *note = &job->note;
    uint8_t player = job->caller.player;
    enum store_status status = writer_open(writer);
    if (status != STORE_OK)
        return status;
    if (note->kind == NOTE_PUT)
        status = store_note_put(store, job->game, player, note->name, note->body, note->length);
    else
        status = store_note_delete(store, job->game, player, note->name);
    if (status == STORE_OK && makes_due(&record->game, player, note->name))
        status = timers_set_due(writer, job->game, DUE_AT_ONCE);
    return status;
}

void note_change(struct writer *writer, struct batch_job *entry)
{
    const struct batch_game *game = command_game(writer, entry);
    if (!game)
        return;
    enum store_status status = carry_out(writer, entry->job, snapshot_record(game->snapshot));
    if (status != STORE_OK && status != STORE_NOT_FOUND)
        writer_fail(writer, status);
    enum job_outcome outcome = status == STORE_OK          ? JOB_DONE
                               : status == STORE_NOT_FOUND ? JOB_NOT_FOUND
                                                           : JOB_UNAVAILABLE;
    batch_outcome(entry, outcome, true);
}

static enum store_status drop_order(struct store *store, const struct record *after, uint8_t player)
{
    char name[NOTE_NAME_BYTES];
    orders_name(after->game.table.step, name);
    enum store_status status = store_note_delete(store, after->id, player, name);
    return status == STORE_NOT_FOUND ? STORE_OK : status;
}

enum store_status notes_follow(struct writer *writer, const struct record *before,
                               const struct record *after)
{
    struct store *store = writer->settings.store;
    enum store_status status = STORE_OK;
    for (size_t i = 0; status == STORE_OK && i < writer->events.count; i++) {
        const struct event *event = &writer->events.list[i];
        if (event->type == EVENT_PLAYER_REINVITED)
            status = store_notes_drop(store, after->id, event->player);
        else if (event->type == EVENT_TURN_UNDONE && after->game.table.stage == STAGE_SETUP)
            status = drop_order(store, after, before->game.undo.player);
    }
    return status;
}
