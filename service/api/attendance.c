/*
 * Deadlines that the host moves, days away, autopilot.
 */
#include "service/api/command.h"
#include "service/api/handlers.h"
#include "service/json/parts.h"
#include "service/record/deadlines.h"

static enum call_state submit(struct call *call, const struct attendance *wanted)
{
    if (!call_job(call, JOB_ATTENDANCE))
        return CALL_ANSWERED;
    call->job.attendance = *wanted;
    return call_submit(call);
}

static void read_whom(const struct call *call, const struct field_text *text,
                      struct attendance *wanted, struct json_faults *faults)
{
    if (text->text == NULL)
        return;
    wanted->player = player_find(text->text, text->length);
    if (wanted->player >= snapshot_record(call->snapshot)->game.setup.players)
        json_fault_add(faults, "/player", "must be one of the game's players, like p1");
}

enum call_state deadline_move(struct call *call)
{
    struct attendance wanted = {.player = PLAYER_NONE};
    struct field_text player = {0};
    bool extends = false;
    bool sets = false;
    struct json_faults faults = {0};
    const struct field fields[] = {
        {.name = "extend",
         .kind = FIELD_DURATION,
         .minimum = PERIOD_SHORTEST,
         .maximum = PERIOD_LONGEST,
         .target = &wanted.length,
         .present = &extends},
        {.name = "at",
         .kind = FIELD_TIME,
         .maximum = JSON_TIME_MAX,
         .target = &wanted.at,
         .present = &sets},
        {.name = "player", .kind = FIELD_TEXT, .nullable = true, .maximum = 16, .target = &player},
    };
    bool fine = json_read_fields(call->body, "", fields, sizeof fields / sizeof fields[0], &faults);
    if (fine && extends == sets)
        json_fault_add(&faults, "", "must have either extend or at");
    read_whom(call, &player, &wanted, &faults);
    if (faults.count > 0)
        return call_faults(call, &faults);
    wanted.type = extends ? ATTENDANCE_EXTEND : ATTENDANCE_SET;
    return submit(call, &wanted);
}

enum call_state away_put(struct call *call)
{
    struct attendance wanted = {.type = ATTENDANCE_AWAY, .player = call->player};
    struct json_faults faults = {0};
    const struct field fields[] = {
        {.name = "from",
         .kind = FIELD_TIME,
         .nullable = true,
         .maximum = JSON_TIME_MAX,
         .target = &wanted.from},
        {.name = "until",
         .kind = FIELD_TIME,
         .required = true,
         .maximum = JSON_TIME_MAX,
         .target = &wanted.at},
    };
    if (!names_own_player(call))
        return CALL_ANSWERED;
    if (!json_read_fields(call->body, "", fields, sizeof fields / sizeof fields[0], &faults))
        return call_faults(call, &faults);
    return submit(call, &wanted);
}

enum call_state away_delete(struct call *call)
{
    const struct attendance wanted = {.type = ATTENDANCE_BACK, .player = call->player};
    return names_own_player(call) ? submit(call, &wanted) : CALL_ANSWERED;
}

static enum call_state set_autopilot(struct call *call, bool on)
{
    const struct attendance wanted = {
        .type = ATTENDANCE_AUTOPILOT, .player = call->player, .on = on};
    return names_own_player(call) && body_is_empty(call) ? submit(call, &wanted) : CALL_ANSWERED;
}

enum call_state autopilot_put(struct call *call)
{
    return set_autopilot(call, true);
}

enum call_state autopilot_delete(struct call *call)
{
    return set_autopilot(call, false);
}

enum call_state default_take(struct call *call)
{
    if (call->player >= snapshot_record(call->snapshot)->game.setup.players)
        return call_problem(call, "not_found");
    if (!body_is_empty(call) || !call_job(call, JOB_COMMAND))
        return CALL_ANSWERED;
    call->job.command = (struct command){.type = COMMAND_DEFAULT, .player = call->player};
    return call_submit(call);
}
