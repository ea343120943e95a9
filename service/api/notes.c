#include "service/api/notes.h"

#include <stdio.h>

#include "service/api/command.h"
#include "service/api/handlers.h"

enum call_state note_answer(struct call *call, const char *name)
{
    struct store_reader *reader = engine_reader(call->service->engine);
    if (reader == NULL)
        return call_problem(call, "unavailable");
    enum store_status status =
        store_note_read(reader, call->game, call->caller.player, name, &call->owned);
    engine_reader_return(call->service->engine, reader);
    if (status != STORE_OK)
        return call_problem(call, status == STORE_NOT_FOUND ? "not_found" : "unavailable");
    return call_json(call, 200);
}

static enum call_state change(struct call *call, enum note_change_kind kind, const char *name)
{
    if (buffer_failed(&call->owned))
        return call_problem(call, "unavailable");
    if (!call_job(call, JOB_NOTE))
        return CALL_ANSWERED;
    struct note_change *note = &call->job.note;
    *note =
        (struct note_change){.kind = kind, .body = call->owned.bytes, .length = call->owned.length};
    snprintf(note->name, sizeof note->name, "%s", name);
    return call_submit(call);
}

enum call_state note_put(struct call *call, const char *name)
{
    return change(call, NOTE_PUT, name);
}

enum call_state note_delete(struct call *call, const char *name)
{
    return change(call, NOTE_DELETE, name);
}

void note_put_finish(struct call *call)
{
    if (call_job_done(call))
        call_json(call, 200);
}

void note_delete_finish(struct call *call)
{
    if (call_job_done(call))
        call_json(call, 204);
}
