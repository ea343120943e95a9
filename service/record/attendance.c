#include "service/record/attendance.h"

bool attendance_is_of(enum event_type type)
{
    return type >= EVENT_DEADLINE_SET && type <= EVENT_AUTOPILOT_CHANGED;
}

static int64_t later(int64_t left, int64_t right)
{
    return left > right ? left : right;
}

static bool is_waited_on(const struct record *record, uint8_t player)
{
    return player < record->game.setup.players && record->people[player].waiting_since != 0 &&
           record->game.table.stage == STAGE_SETUP;
}

/* Refusals that hold for whatever is about deadlines that run. */
static enum refusal check_running(const struct record *record)
{
    switch (record->game.table.stage) {
    case STAGE_LOBBY:
        return REFUSED_NOT_STARTED;
    case STAGE_ABANDONED:
        return REFUSED_GAME_OVER;
    case STAGE_SETUP:
    case STAGE_PLAYING:
        break;
    }
    return record->game.paused ? REFUSED_GAME_PAUSED : ACCEPTED;
}

static bool is_meant(const struct record *record, const struct attendance *command, uint8_t player)
{
    return (command->player == PLAYER_NONE || command->player == player) &&
           is_waited_on(record, player);
}

/* Where the host's command puts the deadline of PERSON; 0: nowhere. */
static int64_t moved_by_host(const struct person *person, const struct attendance *command,
                             int64_t now)
{
    const struct absence *absence = &person->absence;
    const struct deadline *deadline = &person->deadline;
    int64_t due = command->at;
    if (command->type == ATTENDANCE_EXTEND && deadline->due == 0)
        return 0;
    if (command->type == ATTENDANCE_EXTEND)
        due = absence_skip(absence, later(deadline->due, now), command->length);
    else if (due >= absence->from && due < absence->until)
        due = absence->until;
    int64_t furthest = absence_skip(absence, now, PERIOD_LONGEST);
    return due < furthest ? due : furthest;
}

static enum refusal decide_host(const struct record *record, const struct attendance *command,
                                int64_t now, struct log_event *line)
{
    enum refusal refusal = check_running(record);
    if (refusal != ACCEPTED)
        return refusal;
    if (command->player != PLAYER_NONE && command->player >= record->game.setup.players)
        return REFUSED_NOT_FOUND;
    if (command->type == ATTENDANCE_SET && command->at <= now)
        return REFUSED_DEADLINE_PAST;
    line->event.type = EVENT_DEADLINE_SET;
    line->event.player = PLAYER_NONE;
    line->moved.cause = CAUSE_HOST;
    bool any = false;
    for (uint8_t player = 0; player < record->game.setup.players; player++) {
        if (is_meant(record, command, player))
            line->moved.due[player] = moved_by_host(&record->people[player], command, now);
        any |= line->moved.due[player] != 0;
    }
    return any ? ACCEPTED : REFUSED_NO_DEADLINE;
}

/* Autopilot can be given up, and days away ended, at any time; what has no effect any more cannot
 * be begun. */
static enum refusal check_person(const struct record *record, const struct attendance *command)
{
    bool begins =
        command->type == ATTENDANCE_AWAY || (command->type == ATTENDANCE_AUTOPILOT && command->on);
    if (record->game.table.stage == STAGE_ABANDONED)
        return REFUSED_GAME_OVER;
    if (command->player >= record->game.setup.players)
        return REFUSED_NOT_FOUND;
    return begins && record->game.table.stage == STAGE_PLAYING ? REFUSED_WRONG_STEP : ACCEPTED;
}

/* New days away replace those that were announced: what of these has not been yet costs nothing. */
static enum refusal decide_away(const struct record *record, const struct attendance *command,
                                int64_t now, struct log_event *line)
{
    struct absence before = record->people[command->player].absence;
    int64_t from = later(command->from, now);
    if (command->at <= from)
        return REFUSED_DEADLINE_PAST;
    bool same_from = before.from == from || (from == now && before.from <= now);
    if (same_from && before.until == command->at)
        return ACCEPTED;
    if (before.until > now)
        before.until = now;
    int64_t vacation = deadline_vacation(&record->created.deadlines);
    if (command->at - from > vacation - absence_cost(&before))
        return REFUSED_VACATION_SPENT;
    line->event.type = EVENT_PLAYER_AWAY;
    line->absence = (struct absence_details){from, command->at};
    return ACCEPTED;
}

static enum refusal decide_back(const struct record *record, const struct attendance *command,
                                int64_t now, struct log_event *line)
{
    if (record->people[command->player].absence.until <= now)
        return REFUSED_NOT_AWAY;
    line->event.type = EVENT_PLAYER_BACK;
    return ACCEPTED;
}

static enum refusal decide_person(const struct record *record, const struct attendance *command,
                                  int64_t now, struct log_event *line)
{
    enum refusal refusal = check_person(record, command);
    if (refusal != ACCEPTED)
        return refusal;
    line->event.player = command->player;
    if (command->type == ATTENDANCE_AWAY)
        return decide_away(record, command, now, line);
    if (command->type == ATTENDANCE_BACK)
        return decide_back(record, command, now, line);
    if (record->people[command->player].autopilot != command->on)
        line->event.type = EVENT_AUTOPILOT_CHANGED;
    line->autopilot = command->on;
    return ACCEPTED;
}

/* What the engine says of one player who is waited on. */
static void decide_notice(const struct record *record, const struct attendance *command,
                          struct log_event *line)
{
    uint8_t player = command->player;
    if (!is_waited_on(record, player) || record->people[player].deadline.due == 0)
        return;
    const struct deadline *deadline = &record->people[player].deadline;
    bool reminds = command->type == ATTENDANCE_REMIND;
    if (deadline->overdue || (reminds && command->percent <= deadline->reminded))
        return;
    line->event.type = reminds ? EVENT_PLAYER_REMINDED : EVENT_PLAYER_OVERDUE;
    line->event.player = player;
    line->event.public_part.step = record->game.table.step;
    line->event.public_part.round = record->game.table.players[player].round;
    line->reminder.due = deadline->due;
    line->reminder.percent = reminds ? command->percent : 0;
}

static void decide_move(const struct record *record, const struct attendance *command,
                        struct log_event *line)
{
    bool any = false;
    line->moved.cause = command->cause;
    for (uint8_t player = 0; player < record->game.setup.players; player++) {
        if (is_waited_on(record, player) &&
            command->due[player] != record->people[player].deadline.due)
            line->moved.due[player] = command->due[player];
        any |= line->moved.due[player] != 0;
    }
    line->event.player = PLAYER_NONE;
    if (any)
        line->event.type = EVENT_DEADLINE_SET;
}

enum refusal attendance_decide(const struct record *record, const struct attendance *command,
                               int64_t now, struct log_event *ret_line, bool *ret_changes)
{
    enum refusal refusal = ACCEPTED;
    *ret_line = (struct log_event){.at = now, .event.type = EVENT_TYPES};
    switch (command->type) {
    case ATTENDANCE_EXTEND:
    case ATTENDANCE_SET:
        refusal = decide_host(record, command, now, ret_line);
        break;
    case ATTENDANCE_AWAY:
    case ATTENDANCE_BACK:
    case ATTENDANCE_AUTOPILOT:
        refusal = decide_person(record, command, now, ret_line);
        break;
    case ATTENDANCE_REMIND:
    case ATTENDANCE_OVERDUE:
        if (check_running(record) == ACCEPTED)
            decide_notice(record, command, ret_line);
        break;
    case ATTENDANCE_MOVE:
        if (check_running(record) == ACCEPTED)
            decide_move(record, command, ret_line);
        break;
    }
    *ret_changes = refusal == ACCEPTED && ret_line->event.type != EVENT_TYPES;
    return refusal;
}

enum refusal attendance_may_default(const struct record *record, uint8_t player, int64_t now)
{
    if (player >= record->game.setup.players)
        return REFUSED_NOT_FOUND;
    enum refusal refusal = check_running(record);
    if (refusal != ACCEPTED)
        return refusal;
    const struct deadline *deadline = &record->people[player].deadline;
    bool over = is_waited_on(record, player) && deadline->due != 0 && now >= deadline->due;
    return over ? ACCEPTED : REFUSED_NOT_OVERDUE;
}

bool attendance_is_announced(const struct record *record, uint8_t player)
{
    return record->people[player].absence.until > record->updated_at;
}
