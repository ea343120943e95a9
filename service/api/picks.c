#include <string.h>

#include "service/api/handlers.h"
#include "service/json/command_json.h"

/* The step that the path names behind the game: ".../{game}/splice/commit". */
static enum step step_of(const struct route *route)
{
    const char *step = strstr(route->path, "{game}/") + strlen("{game}/");
    return step_find(step, strcspn(step, "/"));
}

enum call_state pick_commit(struct call *call)
{
    struct json_faults faults = {0};
    if (!call_job(call, JOB_COMMAND))
        return CALL_ANSWERED;
    if (!read_commit(call->body, step_of(call->route), call->caller.player, true,
                     &call->job.command, &faults))
        return call_faults(call, &faults);
    return call_submit(call);
}

enum call_state pick_reveal(struct call *call)
{
    struct json_faults faults = {0};
    if (!call_job(call, JOB_COMMAND))
        return CALL_ANSWERED;
    if (!read_reveal(call->body, step_of(call->route), call->caller.player, &call->job.command,
                     &faults))
        return call_faults(call, &faults);
    read_spelled(call->body, call->job.spelled);
    return call_submit(call);
}
