#include "service/api/whole_list.h"

enum call_state whole_list(struct call *call, enum store_status (*read)(const struct call *call,
                                                                        struct store_reader *reader,
                                                                        struct json_writer *items))
{
    if (!call_query_done(call))
        return CALL_ANSWERED;
    struct store_reader *reader = engine_reader(call->service->engine);
    if (reader == NULL)
        return call_problem(call, "unavailable");
    struct json_writer writer = json_writer_start(&call->owned);
    write_object(&writer);
    write_key(&writer, "items");
    write_array(&writer);
    enum store_status status = read(call, reader, &writer);
    engine_reader_return(call->service->engine, reader);
    if (status != STORE_OK)
        return call_problem(call, "unavailable");
    write_array_end(&writer);
    write_member_null(&writer, "next");
    write_object_end(&writer);
    return call_json(call, 200);
}
