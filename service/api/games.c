#include <stdio.h>

#include "service/api/command.h"
#include "service/api/grant.h"
#include "service/api/handlers.h"
#include "service/json/command_json.h"
#include "service/json/parts.h"

/* A map that is none: the first fault in words, all of them as errors. */
static enum call_state refuse_map(struct call *call, const struct map_faults_told *told)
{
    struct json_faults errors = {0};
    const char *pointer = told->list[0].position == POSITION_NONE ? "/map/layout" : "/map/string";
    map_faults_list(told, pointer, &errors);
    const struct problem_extra extra = {.detail = told->list[0].detail, .faults = &errors};
    return call_problem_with(call, "invalid_map", &extra);
}

enum call_state games_create(struct call *call)
{
    struct create_request request;
    struct json_faults faults = {0};
    if (!read_create(call->body, &request, &faults))
        return call_faults(call, &faults);
    if (request.map_faults.count > 0)
        return refuse_map(call, &request.map_faults);
    if (!call_job(call, JOB_CREATE))
        return CALL_ANSWERED;
    call->job.command = request.command;
    call->job.created = request.details;
    if (call->caller.role == ROLE_CREATOR || call->caller.role == ROLE_OPERATOR)
        snprintf(call->job.created.creator, sizeof call->job.created.creator, "%s",
                 call->caller.subject);
    return call_submit(call);
}

static void write_invites(const struct call *call, const struct record *record,
                          struct json_writer *writer)
{
    write_key(writer, "invites");
    write_array(writer);
    for (uint8_t player = 0; player < record->game.setup.players; player++) {
        char invite[INVITE_LENGTH + 1];
        invite_make(call->service->keys, record->id, player, record->people[player].generation,
                    invite);
        write_object(writer);
        write_key(writer, "player");
        write_player(writer, player);
        write_member_text(writer, "invite", invite);
        write_object_end(writer);
    }
    write_array_end(writer);
}

void games_create_finish(struct call *call)
{
    if (!command_done(call))
        return;
    const struct record *record = snapshot_record(call->job.snapshot);
    char token[TOKEN_MAX];
    char location[sizeof "/v1/games/" + ULID_LENGTH];
    if (!host_token(call->service->keys, record, token)) {
        call_problem(call, "internal");
        return;
    }
    snprintf(location, sizeof location, "/v1/games/%s", record->id);
    call_add_header(call, "Location", location);
    call->audience = AUDIENCE_HOST;
    struct json_writer writer = json_writer_start(&call->owned);
    write_object(&writer);
    write_game(call, &writer);
    write_member_text(&writer, "host_token", token);
    write_invites(call, record, &writer);
    write_object_end(&writer);
    answer_with_secret(call, 201);
}

enum call_state games_get(struct call *call)
{
    if (!call_query_done(call))
        return CALL_ANSWERED;
    return call_view(call, call->snapshot);
}

enum call_state games_blockers(struct call *call)
{
    if (!call_query_done(call))
        return CALL_ANSWERED;
    blockers_write(snapshot_record(call->snapshot), &call->owned);
    return call_json(call, 200);
}
