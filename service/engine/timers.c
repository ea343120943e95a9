#include "service/engine/timers.h"

#include <string.h>

#include "service/engine/due_game.h"
#include "service/engine/note_jobs.h"
#include "service/json/quiet_hours_json.h"
#include "service/record/orders.h"
#include "service/store/due.h"

/* What happens by itself in one batch: each is as much work as a command. */
enum { AT_ONCE_MAX = 64, BACK_OFF = 1000 };

struct due_list {
    size_t count;
    char games[BATCH_DUE_MAX][ULID_LENGTH + 1];
};

static int64_t now_of(const struct writer *writer)
{
    return clock_now(&writer->settings.clock);
}

static bool add_due(void *context, const char *game)
{
    struct due_list *list = context;
    memcpy(list->games[list->count++], game, ULID_LENGTH + 1);
    return list->count < BATCH_DUE_MAX;
}

int64_t timers_rest(const struct writer *writer)
{
    const struct timers *timers = &writer->timers;
    int64_t now = now_of(writer);
    if (archive_broken(writer->archive))
        return INT64_MAX;
    /* A clock that was set back must not make anybody wait for longer than the pause is. */
    if (now < timers->not_before && timers->not_before - now <= BACK_OFF)
        return timers->not_before - now;
    return now < timers->first_due ? timers->first_due - now : 0;
}

void timers_run(struct writer *writer)
{
    if (writer->batch.failure != STORE_OK || timers_rest(writer) > 0)
        return;
    int64_t now = now_of(writer);
    struct store *store = writer->settings.store;
    struct due_list list = {.count = 0};
    unsigned left = AT_ONCE_MAX;
    enum store_status status = store_due_games(store, now, BATCH_DUE_MAX, add_due, &list);
    for (size_t i = 0; status == STORE_OK && i < list.count && left > 0; i++)
        status = due_game_run(writer, list.games[i], now, &left);
    if (status == STORE_OK)
        status = store_first_due(store, &writer->timers.first_due);
    if (status != STORE_OK && writer->batch.failure == STORE_OK)
        writer_fail(writer, status);
}

void timers_back_off(struct writer *writer)
{
    writer->timers.first_due = 0;
    writer->timers.not_before = now_of(writer) + BACK_OFF;
}

void timers_note(struct writer *writer, int64_t due_at)
{
    if (due_at != NOTHING_DUE && due_at < writer->timers.first_due)
        writer->timers.first_due = due_at;
}

enum store_status timers_set_due(struct writer *writer, const char *game, int64_t due_at)
{
    enum store_status status = writer_open(writer);
    if (status == STORE_OK)
        status = store_set_due(writer->settings.store, game, due_at);
    if (status == STORE_OK)
        timers_note(writer, due_at);
    return status;
}

/* The players, as bits, who have a deadline that they did not have before. */
static uint8_t deadlines_set(const struct record *before, const struct record *after)
{
    uint8_t players = 0;
    for (uint8_t player = 0; player < after->game.setup.players; player++) {
        int64_t due = after->people[player].deadline.due;
        if (due != 0 && due != before->people[player].deadline.due)
            players = (uint8_t)(players | 1u << player);
    }
    return players;
}

/* Whether one of PLAYERS has a note of that name. */
static enum store_status any_has_note(struct writer *writer, const char *game, uint8_t players,
                                      const char *name, bool *ret_any)
{
    uint8_t owners = 0;
    enum store_status status = STORE_OK;
    if (players != 0)
        status = store_note_owners(writer->settings.store, game, name, &owners);
    *ret_any |= (owners & players) != 0;
    return status;
}

enum store_status timers_due_at(struct writer *writer, const struct record *before,
                                const struct record *after, uint8_t waited_on, int64_t *ret_due_at)
{
    const struct due due = due_next(after, NULL, now_of(writer));
    *ret_due_at = due.kind == DUE_NOTHING ? NOTHING_DUE : due.at;
    if (after->game.table.stage != STAGE_SETUP || after->game.paused)
        return STORE_OK;
    bool at_once = false;
    enum store_status status = STORE_OK;
    if (waited_on != 0 && orders_possible(after->game.table.step)) {
        char orders[NOTE_NAME_BYTES];
        orders_name(after->game.table.step, orders);
        status = any_has_note(writer, after->id, waited_on, orders, &at_once);
    }
    if (status == STORE_OK && after->created.deadlines.quiet_hours_move)
        status = any_has_note(writer, after->id, deadlines_set(before, after), NOTE_QUIET_HOURS,
                              &at_once);
    if (at_once)
        *ret_due_at = DUE_AT_ONCE;
    return status;
}
