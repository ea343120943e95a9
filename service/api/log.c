#include "service/api/handlers.h"
#include "service/api/log_head.h"
#include "service/api/transcript_source.h"

enum call_state log_head(struct call *call)
{
    if (!call_query_done(call))
        return CALL_ANSWERED;
    const struct record *record = snapshot_record(call->snapshot);
    struct json_writer writer = json_writer_start(&call->owned);
    log_head_write(call->service->keys, call->game, record->game.version, record->head, &writer);
    return call_json(call, 200);
}

enum call_state log_transcript(struct call *call)
{
    if (!call_query_done(call))
        return CALL_ANSWERED;
    struct source *source = transcript_source_new(call);
    if (!source)
        return call_problem(call, "unavailable");
    return call_long_answer(call, source, "application/x-ndjson");
}
