/*
 * Quiet hours of the calling player.
 */
#include "service/api/command.h"
#include "service/api/handlers.h"
#include "service/api/notes.h"
#include "service/json/quiet_hours_json.h"

enum call_state quiet_hours_get(struct call *call)
{
    if (!call_query_done(call) || !names_own_player(call))
        return CALL_ANSWERED;
    return note_answer(call, NOTE_QUIET_HOURS);
}

/* False: the answer is set. */
static bool zone_exists(struct call *call, const char *name)
{
    struct time_zone zone;
    struct json_faults faults = {0};
    switch (time_zone_read(TIME_ZONES_FOLDER, name, &zone)) {
    case TIME_ZONE_FINE:
        return true;
    case TIME_ZONE_UNKNOWN:
        json_fault_add(&faults, "/zone", "%s", TIME_ZONE_WANTED);
        call_faults(call, &faults);
        return false;
    case TIME_ZONE_UNAVAILABLE:
        break;
    }
    call_problem(call, "unavailable");
    return false;
}

enum call_state quiet_hours_put(struct call *call)
{
    struct quiet_hours hours;
    struct json_faults faults = {0};
    if (!names_own_player(call))
        return CALL_ANSWERED;
    if (!quiet_hours_read(call->body, &hours, &faults))
        return call_faults(call, &faults);
    if (!zone_exists(call, hours.zone))
        return CALL_ANSWERED;
    struct json_writer writer = json_writer_start(&call->owned);
    quiet_hours_write(&writer, &hours);
    return note_put(call, NOTE_QUIET_HOURS);
}

enum call_state quiet_hours_delete(struct call *call)
{
    return names_own_player(call) ? note_delete(call, NOTE_QUIET_HOURS) : CALL_ANSWERED;
}
