#include <stdio.h>
#include <string.h>

#include "service/api/handlers.h"
#include "service/json/writer.h"

static void write_problem(struct json_writer *writer, const struct problem *problem)
{
    char type[sizeof "/problems/" + PATH_WORD_BYTES];
    snprintf(type, sizeof type, "/problems/%s", problem->code);
    write_object(writer);
    write_member_text(writer, "type", type);
    write_member_text(writer, "code", problem->code);
    write_member_number(writer, "status", problem->status);
    write_member_text(writer, "title", problem->title);
    write_member_text(writer, "detail", problem->detail);
    write_object_end(writer);
}

enum call_state problems_list(struct call *call)
{
    if (!call_query_done(call))
        return CALL_ANSWERED;
    struct json_writer writer = json_writer_start(&call->owned);
    write_object(&writer);
    write_key(&writer, "items");
    write_array(&writer);
    for (size_t i = 0; i < problem_count; i++)
        write_problem(&writer, &problems[i]);
    write_array_end(&writer);
    write_member_null(&writer, "next");
    write_object_end(&writer);
    call_add_header(call, "Cache-Control", "public, max-age=300");
    return call_json(call, 200);
}

enum call_state problems_get(struct call *call)
{
    if (!call_query_done(call))
        return CALL_ANSWERED;
    const struct problem *problem = problem_find(call->word, strlen(call->word));
    if (problem == NULL)
        return call_problem(call, "not_found");
    struct json_writer writer = json_writer_start(&call->owned);
    write_problem(&writer, problem);
    call_add_header(call, "Cache-Control", "public, max-age=300");
    return call_json(call, 200);
}
