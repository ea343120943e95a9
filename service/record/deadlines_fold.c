#include "service/record/deadlines_fold.h"

static void begin_period(struct record *record, uint8_t player, int64_t at)
{
    struct person *person = &record->people[player];
    const struct game *game = &record->game;
    struct deadline deadline = {.step = game->table.step,
                                .turn = turn_number_of(game, player),
                                .reveals = waited_for(game, player) == ACTION_REVEAL};
    if (game->table.stage == STAGE_SETUP)
        deadline.length = deadline_period(&record->created.deadlines, game->table.step);
    if (deadline.length > 0)
        deadline.due = absence_skip(&person->absence, at, deadline.length);
    deadline.left = deadline.length;
    person->deadline = deadline;
}

/* Whether what PLAYER is asked for was asked for before. */
static bool is_asked_again(const struct record *record, uint8_t player)
{
    const struct game *game = &record->game;
    const struct deadline *before = &record->people[player].deadline;
    return before->length > 0 && before->step == game->table.step &&
           before->turn == turn_number_of(game, player) &&
           (before->reveals || waited_for(game, player) != ACTION_REVEAL);
}

void deadline_begin(struct record *record, uint8_t player, int64_t at)
{
    struct person *person = &record->people[player];
    if (!is_asked_again(record, player)) {
        begin_period(record, player, at);
        return;
    }
    if (person->deadline.due != 0)
        deadline_end(record, player, at);
    person->deadline.due = absence_skip(&person->absence, at, person->deadline.left);
}

void deadline_end(struct record *record, uint8_t player, int64_t at)
{
    struct person *person = &record->people[player];
    struct deadline *deadline = &person->deadline;
    if (deadline->due != 0 && record->paused_at == 0)
        deadline->left = absence_present(&person->absence, at, deadline->due);
    deadline->due = 0;
}

static void apply_paused(struct record *record, int64_t at)
{
    record->paused_at = at;
    for (uint8_t player = 0; player < record->game.setup.players; player++) {
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
    for (uint8_t player = 0; player < record->game.setup.players; player++) {
        struct person *person = &record->people[player];
        struct deadline *deadline = &person->deadline;
        if (deadline->overdue && record->created.deadlines.on_timeout == TIMEOUT_PAUSE)
            begin_period(record, player, at);
        else if (deadline->due != 0 && !deadline->overdue)
            deadline->due = absence_skip(&person->absence, at, deadline->left);
    }
}

/* Whoever was overdue begins anew; otherwise the period that runs becomes longer or shorter. */
static void move(struct person *person, int64_t due, int64_t at)
{
    struct deadline *deadline = &person->deadline;
    int64_t left = absence_present(&person->absence, at, due);
    if (deadline->due == 0 || deadline->overdue) {
        deadline->length = left;
        deadline->reminded = 0;
        deadline->overdue = false;
    } else {
        deadline->length += left - absence_present(&person->absence, at, deadline->due);
    }
    deadline->due = due;
}

static void apply_moved(struct record *record, const struct log_event *line)
{
    for (uint8_t player = 0; player < record->game.setup.players; player++) {
        struct person *person = &record->people[player];
        if (line->moved.due[player] == 0 || person->waiting_since == 0)
            continue;
        move(person, line->moved.due[player], line->at);
        person->deadline.quiet = line->moved.cause == CAUSE_QUIET_HOURS;
    }
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

/* Whoever comes next is another person. What that person is waited on for has the same time, what
 * it may have to choose again a whole period. */
static void apply_reinvited(struct record *record, const struct log_event *line)
{
    struct person *person = &record->people[line->event.player];
    if (person->waiting_since == 0)
        person->deadline = (struct deadline){0};
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
