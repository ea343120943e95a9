#include "service/api/command.h"

#include "service/api/explain.h"
#include "service/api/handlers.h"

uint8_t acting_player(const struct call *call)
{
    return call->caller.role == ROLE_PLAYER ? call->caller.player : PLAYER_NONE;
}

bool names_own_player(struct call *call)
{
    if (call->player == call->caller.player)
        return true;
    bool exists = call->player < snapshot_record(call->snapshot)->game.setup.players;
    call_problem(call, exists ? "forbidden" : "not_found");
    return false;
}

bool body_is_empty(struct call *call)
{
    struct json_faults faults = {0};
    if (call->body == NULL || json_read_fields(call->body, "", NULL, 0, &faults))
        return true;
    call_faults(call, &faults);
    return false;
}

bool command_done(struct call *call)
{
    if (call->job.outcome == JOB_REFUSED && explain_refusal(call))
        return false;
    return call_job_done(call);
}

void command_finish(struct call *call)
{
    if (command_done(call))
        call_view(call, call->job.snapshot);
}

void answer_with_secret(struct call *call, unsigned status)
{
    call_tag_view(call, snapshot_record(call->job.snapshot));
    call_json(call, status);
}

void write_game(struct call *call, struct json_writer *writer)
{
    size_t length;
    const char *view = snapshot_view(call->job.snapshot, call->audience, &length);
    write_key(writer, "game");
    if (view != NULL)
        write_raw(writer, view, length);
    else
        call->owned.failed = true;
}
