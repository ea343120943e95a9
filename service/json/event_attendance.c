#include "service/json/event_attendance.h"

#include <string.h>

#include "service/json/event_read.h"
#include "service/json/parts.h"

enum { WORD_POINTS_MAX = 16 };

static const char *const causes[] = {
    [CAUSE_HOST] = "host", [CAUSE_QUIET_HOURS] = "quiet_hours", [CAUSE_RESTART] = "restart"};

static void write_moved(struct json_writer *writer, const struct moved_details *moved)
{
    write_member_text(writer, "cause", causes[moved->cause]);
    write_key(writer, "deadlines");
    write_object(writer);
    for (uint8_t player = 0; player < PLAYERS_MAX; player++)
        if (moved->due[player] != 0)
            write_member_time(writer, player_id(player), moved->due[player]);
    write_object_end(writer);
}

static void write_reminder(struct json_writer *writer, const struct log_event *line)
{
    write_member_time(writer, "deadline", line->reminder.due);
    if (line->event.type == EVENT_PLAYER_REMINDED)
        write_member_number(writer, "percent", line->reminder.percent);
    write_member_number(writer, "round", line->event.public_part.round);
    write_member_text(writer, "step", step_id(line->event.public_part.step));
}

void write_attendance_data(struct json_writer *writer, const struct log_event *line)
{
    switch (line->event.type) {
    case EVENT_DEADLINE_SET:
        write_moved(writer, &line->moved);
        break;
    case EVENT_PLAYER_REMINDED:
    case EVENT_PLAYER_OVERDUE:
        write_reminder(writer, line);
        break;
    case EVENT_PLAYER_AWAY:
        write_member_time(writer, "from", line->absence.from);
        write_member_time(writer, "until", line->absence.until);
        break;
    case EVENT_AUTOPILOT_CHANGED:
        write_member_flag(writer, "on", line->autopilot);
        break;
    default: /* player.back says all with its player */
        break;
    }
}

static bool read_cause(struct field_text text, enum deadline_cause *ret_cause)
{
    for (size_t i = 0; i < sizeof causes / sizeof causes[0]; i++) {
        if (strcmp(text.text, causes[i]) == 0) {
            *ret_cause = (enum deadline_cause)i;
            return true;
        }
    }
    return false;
}

static bool read_moved(const json_t *object, struct moved_details *moved)
{
    struct field_text cause = {0};
    json_t *deadlines = NULL;
    struct field times[PLAYERS_MAX];
    const struct field fields[] = {
        {"cause", FIELD_TEXT, true, false, 1, WORD_POINTS_MAX, &cause, NULL},
        {"deadlines", FIELD_VALUE, true, false, 0, 0, &deadlines, NULL},
    };
    for (uint8_t player = 0; player < PLAYERS_MAX; player++)
        times[player] = (struct field){player_id(player), FIELD_TIME,          false, false, 1,
                                       JSON_TIME_MAX,     &moved->due[player], NULL};
    return read_own_fields(object, fields, sizeof fields / sizeof fields[0]) &&
           read_cause(cause, &moved->cause) && json_object_size(deadlines) > 0 &&
           read_own_fields(deadlines, times, PLAYERS_MAX);
}

static bool read_reminder(const json_t *object, struct log_event *line)
{
    bool reminds = line->event.type == EVENT_PLAYER_REMINDED;
    int64_t round = 0, percent = 0;
    struct field_text step = {0};
    const struct field fields[] = {
        {"deadline", FIELD_TIME, true, false, 1, JSON_TIME_MAX, &line->reminder.due, NULL},
        {"round", FIELD_INTEGER, true, false, 1, UINT8_MAX, &round, NULL},
        {"step", FIELD_TEXT, true, false, 1, 64, &step, NULL},
        {"percent", FIELD_INTEGER, true, false, 1, 99, &percent, NULL},
    };
    if (!read_own_fields(object, fields, reminds ? 4 : 3))
        return false;
    line->reminder.percent = (uint8_t)percent;
    line->event.public_part.round = (uint8_t)round;
    line->event.public_part.step = step_find(step.text, step.length);
    return line->event.public_part.step != STEP_NONE;
}

/* Nobody has been away before it was said: so what a log makes of it is never more than the time
 * that went by. */
static bool read_away(const json_t *object, int64_t at, struct absence_details *absence)
{
    const struct field fields[] = {
        {"from", FIELD_TIME, true, false, 1, JSON_TIME_MAX, &absence->from, NULL},
        {"until", FIELD_TIME, true, false, 1, JSON_TIME_MAX, &absence->until, NULL},
    };
    return read_own_fields(object, fields, sizeof fields / sizeof fields[0]) &&
           absence->from >= at && absence->until > absence->from;
}

bool read_attendance_data(const json_t *object, struct log_event *line)
{
    const struct field on = {"on", FIELD_FLAG, true, false, 0, 0, &line->autopilot, NULL};
    switch (line->event.type) {
    case EVENT_DEADLINE_SET:
        return read_moved(object, &line->moved);
    case EVENT_PLAYER_REMINDED:
    case EVENT_PLAYER_OVERDUE:
        return read_reminder(object, line);
    case EVENT_PLAYER_AWAY:
        return read_away(object, line->at, &line->absence);
    case EVENT_AUTOPILOT_CHANGED:
        return read_own_fields(object, &on, 1);
    case EVENT_PLAYER_BACK:
        return json_object_size(object) == 0;
    default:
        return false;
    }
}
