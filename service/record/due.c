/*
 * What happens next to a game by itself.
 */
#include "service/record/attendance.h"

static const uint8_t percents[] = {50, 90};

enum { REMINDERS = sizeof percents / sizeof percents[0] };

static const struct due nothing = {.kind = DUE_NOTHING, .at = INT64_MAX, .player = PLAYER_NONE};

static int64_t reminder_at(const struct person *person, uint8_t player, uint8_t percent,
                           const struct quiet *quiet)
{
    const struct deadline *deadline = &person->deadline;
    int64_t rest = deadline->length * (100 - percent) / 100;
    int64_t at = absence_skip(&person->absence, deadline->due, -rest);
    return quiet ? quiet->end(quiet->context, player, at) : at;
}

/* The last one that could be sent by now; otherwise the next one, unless the one behind it is due
 * at once. */
static struct due next_reminder(const struct person *person, uint8_t player,
                                const struct quiet *quiet, int64_t now)
{
    struct due next = nothing;
    for (size_t i = 0; i < REMINDERS; i++) {
        if (percents[i] <= person->deadline.reminded)
            continue;
        int64_t at = reminder_at(person, player, percents[i], quiet);
        if (at < person->deadline.due && (at <= now || at <= next.at))
            next = (struct due){DUE_REMINDER, at, player, percents[i]};
    }
    return next;
}

static struct due next_of_player(const struct record *record, uint8_t player,
                                 const struct quiet *quiet, int64_t now)
{
    const struct person *person = &record->people[player];
    const struct deadline *deadline = &person->deadline;
    if (person->waiting_since == 0)
        return nothing;
    if (person->autopilot)
        return (struct due){DUE_AUTOPILOT, person->waiting_since, player, 0};
    if (deadline->due == 0 || deadline->overdue)
        return nothing;
    struct due reminder = nothing;
    if (now < deadline->due)
        reminder = next_reminder(person, player, quiet, now);
    int64_t timeout =
        absence_skip(&person->absence, deadline->due, record->created.deadlines.grace);
    return reminder.at < timeout ? reminder : (struct due){DUE_TIMEOUT, timeout, player, 0};
}

struct due due_next(const struct record *record, const struct quiet *quiet, int64_t now)
{
    struct due next = nothing;
    if (record->game.table.stage != STAGE_SETUP || record->game.paused)
        return next;
    for (uint8_t player = 0; player < record->game.setup.players; player++) {
        struct due due = next_of_player(record, player, quiet, now);
        if (due.at < next.at)
            next = due;
    }
    return next;
}
