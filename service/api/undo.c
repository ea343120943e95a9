#include "service/api/command.h"
#include "service/api/handlers.h"
#include "service/json/command_json.h"

enum call_state undo_take_back(struct call *call)
{
    struct json_faults faults = {0};
    if (!call_job(call, JOB_COMMAND))
        return CALL_ANSWERED;
    if (!read_undo(call->body, acting_player(call), &call->job.command, &faults))
        return call_faults(call, &faults);
    return call_submit(call);
}
