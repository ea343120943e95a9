#include "service/record/deadlines_fold.h"

void deadline_begin(struct record *record, uint8_t player, int64_t at)
{
    struct person *person = &record->people[player];
    int64_t period = 0;
    if (record->game.table.stage == STAGE_SETUP)
        period = deadline_period(&record->created.deadlines, record->game.table.step);
    person->deadline = (struct deadline){0};
    if (period > 0)
        person->deadline = (struct deadline){
            .due = absence_skip(&person->absence, at, period), .length = period, .left = period};
}

void deadline_end(struct record *record, uint8_t player)
{
    record->people[player].deadline = (struct deadline){0};
}

static void apply_paused(struct record *record, int64_t at)
{
    record->paused_at = at;
    for (size_t player = 0; player < PLAYERS_MAX; player++) {
        struct person *person = &record->people[player];
        if (person->deadline.due != 0)
            person->deadline.left = absence_present(&person->absence, at, person->deadline.due);
    }
}

/* Whoever let a deadline go by and stopped the game with that gets a new one: the old one would
 * stop it again at once. */
static void apply_resumed(struct record *record, int64_t at)
{
    record->paused_at = 0;
    for (uint8_t player = 0; player < PLAYERS_MAX; player++) {
        struct person *person = &record->people[player];
        struct deadline *deadline = &person->deadline;
        if (deadline->overdue && record->created.deadlines.on_timeout == TIMEOUT_PAUSE)
            deadline_begin(record, player, at);
        else if (deadline->due != 0 && !deadline->overdue)
            deadline->due = absence_skip(&person->absence, at, deadline->left);
    }
}

/* Whoever was overdue begins anew; otherwise the period that runs becomes longer or shorter. */
static void move(struct person *person, int64_t due, int64_t at)
{
    struct deadline *deadline = &person->deadline;
    int64_t left = absence_present(&person->absence, at, due);
    if (deadline->due == 0 || deadline->overdue)
        *deadline = (struct deadline){.due = due, .length = left};
    else
        deadline->length += left - absence_present(&person->absence, at, deadline->due);
    deadline->due = due;
}

static void apply_moved(struct record *record, const struct log_event *line)
{
    for (size_t player = 0; player < PLAYERS_MAX; player++)
        if (line->moved.due[player] != 0 && record->people[player].waiting_since != 0)
            move(&record->people[player], line->moved.due[player], line->at);
}

/* With other days away the same time remains. */
static void set_absence(struct record *record, struct person *person, struct absence absence,
                        int64_t at)
{
    struct deadline *deadline = &person->deadline;
    if (deadline->due != 0 && !deadline->overdue && record->paused_at == 0) {
        int64_t left = absence_present(&person->absence, at, deadline->due);
        deadline->due = absence_skip(&absence, at, left);
    }
    person->absence = absence;
}

/* What PERSON's days away have taken of the vacation if they end at AT. */
static int64_t used_until(const struct absence *absence, int64_t at)
{
    struct absence ended = *absence;
    if (ended.until > at)
        ended.until = at;
    return absence_cost(&ended);
}

static void apply_away(struct record *record, const struct log_event *line)
{
    struct person *person = &record->people[line->event.player];
    set_absence(record, person,
                (struct absence){.from = line->absence.from,
                                 .until = line->absence.until,
                                 .used = used_until(&person->absence, line->at)},
                line->at);
}

static void apply_back(struct record *record, const struct log_event *line)
{
    struct person *person = &record->people[line->event.player];
    set_absence(record, person, (struct absence){.used = used_until(&person->absence, line->at)},
                line->at);
}

/* Whoever comes next is another person, whom the same time remains. */
static void apply_reinvited(struct record *record, const struct log_event *line)
{
    struct person *person = &record->people[line->event.player];
    set_absence(record, person, (struct absence){0}, line->at);
    person->autopilot = false;
}

void deadlines_apply(struct record *record, const struct log_event *line)
{
    switch (line->event.type) {
    case EVENT_GAME_PAUSED:
        apply_paused(record, line->at);
        break;
    case EVENT_GAME_RESUMED:
        apply_resumed(record, line->at);
        break;
    case EVENT_PLAYER_REINVITED:
        apply_reinvited(record, line);
        break;
    case EVENT_DEADLINE_SET:
        apply_moved(record, line);
        break;
    case EVENT_PLAYER_REMINDED:
        record->people[line->event.player].deadline.reminded = line->reminder.percent;
        break;
    case EVENT_PLAYER_OVERDUE:
        record->people[line->event.player].deadline.overdue = true;
        break;
    case EVENT_PLAYER_AWAY:
        apply_away(record, line);
        break;
    case EVENT_PLAYER_BACK:
        apply_back(record, line);
        break;
    case EVENT_AUTOPILOT_CHANGED:
        record->people[line->event.player].autopilot = line->autopilot;
        break;
    default:
        break;
    }
}
