#include <string.h>

#include "service/api/handlers.h"
#include "service/json/command_json.h"

static const struct {
    const char *word; /* the last one of the path */
    enum command_type type;
} turns[] = {
    {"home_positions", COMMAND_HOME_POSITION},
    {"tiles", COMMAND_TILE},
    {"home_systems", COMMAND_HOME_SYSTEM},
    {"kings", COMMAND_KING},
    {"plastic", COMMAND_PLASTIC},
    {"starting_units", COMMAND_STARTING_UNITS},
};

static enum command_type turn_of(const struct route *route)
{
    const char *word = strrchr(route->path, '/') + 1;
    size_t i = 0;
    while (strcmp(turns[i].word, word) != 0)
        i++;
    return turns[i].type;
}

enum call_state turn_take(struct call *call)
{
    struct json_faults faults = {0};
    if (!call_job(call, JOB_COMMAND))
        return CALL_ANSWERED;
    if (!read_turn(call->body, turn_of(call->route), call->caller.player, &call->job.command,
                   &faults))
        return call_faults(call, &faults);
    return call_submit(call);
}
