#include "service/http/request.h"

#include <string.h>
#include <strings.h>

#include "service/base/memory.h"
#include "service/http/access.h"
#include "service/http/body.h"
#include "service/http/media.h"
#include "service/http/request_memory.h"
#include "service/http/respond.h"
#include "service/http/server_state.h"
#include "service/http/stopwatch.h"

static struct connection *link_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

void *request_new(void *context, const char *target, struct MHD_Connection *connection)
{
    /* What a call adds in the way of headers counts for itself; a job is made by call_job. */
    const size_t from = offsetof(struct request, server);
    const size_t to = offsetof(struct request, call.headers);
    size_t length = strlen(target);
    struct request *request = request_memory_take(length);
    if (!request)
        return NULL;
    memset((char *)request + from, 0, to - from);
    request->call.job.snapshot = NULL;
    request->server = context;
    request->connection = connection;
    request->link = link_of(connection);
    request->begun = stopwatch_microseconds();
    request->body = buffer_new(JSON_BYTES_MAX);
    memcpy(request->target, target, length + 1);
    request->path_length = strcspn(target, "?");

    struct call *call = &request->call;
    call->service = request->server->service;
    call->owned = buffer_new(ANSWER_BYTES_MAX);
    call->caller.player = PLAYER_NONE;
    call->player = PLAYER_NONE;
    call->audience = AUDIENCE_PUBLIC;
    call->body_bytes = "";
    call->request = request;
    return request;
}

static void request_free(struct request *request)
{
    if (request->listens)
        listener_end(&request->listener);
    if (request->stream)
        live_stream_free(request->stream);
    if (request->long_answer)
        request->long_answer->free(request->long_answer);
    struct call *call = &request->call;
    json_decref(call->body);
    snapshot_release(call->snapshot);
    snapshot_release(call->job.snapshot);
    snapshot_release(request->viewed);
    buffer_free(&call->owned);
    buffer_free(&request->body);
    request_memory_give(request);
}

void request_end(void *context, struct MHD_Connection *connection, void **request_pointer,
                 enum MHD_RequestTerminationCode code)
{
    struct request *request = *request_pointer;
    (void)context;
    (void)connection;
    (void)code;
    *request_pointer = NULL;
    if (!request)
        return;
    /* A client that has gone is found out only after the resumption. */
    if (request->stage == REQUEST_SUBMITTED)
        suspend_take_up(request);
    connection_enter(request->link, CONNECTION_IDLE);
    request_free(request);
}

static void set_request_id(struct request *request)
{
    struct call *call = &request->call;
    const char *sent = request->headers.values[HEADER_REQUEST_ID];
    if (sent && request_id_valid(sent))
        memcpy(call->request_id, sent, strlen(sent) + 1);
    else
        request_id_make(&request->server->request_ids, call->request_id);
}

static void set_method(struct request *request, const char *name)
{
    request->method = method_find(name);
    request->is_options = strcmp(name, "OPTIONS") == 0;
    if (request->is_options)
        request->method_name = "OPTIONS";
    else if (request->method == METHOD_GET)
        request->method_name = strcmp(name, "HEAD") == 0 ? "HEAD" : "GET";
    else
        request->method_name = request->method < METHODS ? method_name(request->method) : "other";
}

static const char *fault_of_target(const char *target)
{
    if (*target != '/')
        return "The target of a request begins with a slash.";
    for (; *target != '\0'; target++)
        if (*target <= ' ' || *target >= 0x7f)
            return "The target of a request is visible ASCII: escape all else.";
    return NULL;
}

/* Whether the head can only be read in one way. */
static bool check_sound(struct request *request, const char *version)
{
    const char *fault = headers_read(request->connection, version, &request->headers);
    set_request_id(request);
    if (!fault)
        fault = fault_of_target(request->target);
    if (!fault)
        return true;
    request->closes = true;
    call_problem_with(&request->call, "malformed_request",
                      &(struct problem_extra){.detail = fault});
    return false;
}

static void refuse_method(struct request *request)
{
    char allow[ALLOW_BYTES];
    router_allow(request->found.allowed, allow);
    call_problem(&request->call, "method_not_allowed");
    call_add_header(&request->call, "Allow", allow);
}

/* Finds the route. False: the answer is set, which for OPTIONS is no problem. */
static bool find_route(struct request *request)
{
    struct call *call = &request->call;
    const struct sought sought = {request->method, request->target, request->path_length};
    request->found = router_find(&request->server->router, &sought);
    const struct found *found = &request->found;
    if (!found->pattern)
        call_problem(call, "not_found");
    else if (request->is_options)
        respond_options(request);
    else if (!found->route)
        refuse_method(request);
    else
        call->route = found->route;
    memcpy(call->game, found->names.game, sizeof call->game);
    memcpy(call->word, found->names.word, sizeof call->word);
    call->player = found->names.player;
    return call->route != NULL;
}

static bool prefers_minimal(const char *value, const char *argument)
{
    (void)argument;
    return media_prefers_minimal(value);
}

/* A command that nobody can be told the outcome of is not carried out. */
static bool check_acceptable(struct request *request)
{
    const struct headers *headers = &request->headers;
    if (request->method == METHOD_GET || !headers->values[HEADER_ACCEPT] ||
        headers_any(headers, HEADER_ACCEPT, media_accepted, "application/json"))
        return true;
    call_problem(&request->call, "not_acceptable");
    return false;
}

static void read_query(struct request *request)
{
    char *end = request->target + request->path_length;
    query_read(&request->query, *end == '?' ? end + 1 : end);
}

/* All that is known before the body comes. False: the answer is set. */
static bool admit(struct request *request, const char *version)
{
    struct call *call = &request->call;
    if (!check_sound(request, version))
        return false;
    bool found = find_route(request);
    access_identify(request);
    if (!limits_admit(request) || !found || !access_check(request) || !body_admitted(request) ||
        !check_acceptable(request))
        return false;
    read_query(request);
    call->minimal = request->method != METHOD_GET &&
                    headers_any(&request->headers, HEADER_PREFER, prefers_minimal, NULL);
    return true;
}

/* An answer before the body closes the connection, and the client may be too busy sending to see
 * it: that is left to clients that wait, send very much, or sent something unsound. Where a game
 * that is not there must look like a private one, whose answer depends on the body, waiting gains
 * nothing. */
static bool answers_at_once(const struct request *request)
{
    const struct route *route = request->call.route;
    bool waits = request->headers.values[HEADER_EXPECT] && !(route && route->who == WHO_INVITED);
    return request->refused &&
           (request->closes || waits || request->headers.content_length > DROP_BYTES_MAX);
}

static enum MHD_Result take_head(struct request *request, const char *method, const char *version)
{
    connection_enter(request->link, CONNECTION_BODY);
    set_method(request, method);
    request->stage = REQUEST_BODY;
    request->refused = !admit(request, version);
    return answers_at_once(request) ? respond(request) : MHD_YES;
}

/* Parameters belong to GET, where the handler says which; it has changed nothing, so what is
 * wrong with them may be found out afterwards. */
static enum MHD_Result answer(struct request *request)
{
    if (request->method == METHOD_GET && !request->is_problem)
        call_query_done(&request->call);
    return respond(request);
}

static enum MHD_Result handle(struct request *request)
{
    struct call *call = &request->call;
    if (!body_read(request) || (request->method != METHOD_GET && !call_query_done(call)))
        return respond(request);
    enum call_state state;
    do {
        call_clear(call);
        state = call->route->handle(call);
    } while (state == CALL_AGAIN);
    bool put_aside = request->stage == REQUEST_SUBMITTED || request->stage == REQUEST_WAITING;
    return put_aside ? MHD_YES : answer(request);
}

/* The first callback after the resumption. */
static enum MHD_Result finish(struct request *request)
{
    if (!suspend_take_up(request))
        return MHD_YES;
    engine_replay(request->server->service->engine, &request->call.job);
    request->decided = !request->is_problem;
    if (!request->is_problem)
        request->call.route->finish(&request->call);
    return answer(request);
}

/* Something has happened that the request waited for, or its time is up. Meanwhile its token may
 * have died. */
static enum MHD_Result go_on(struct request *request)
{
    struct call *call = &request->call;
    if (listener_asleep(&request->listener))
        return MHD_YES;
    request->stage = REQUEST_BODY;
    snapshot_release(call->snapshot);
    call->snapshot = NULL;
    access_identify(request);
    return access_check(request) ? handle(request) : respond(request);
}

/* A stream needs nothing of the request that it answers. */
static void leave_to_stream(struct request **request)
{
    if (!(*request)->streams)
        return;
    request_free(*request);
    *request = NULL;
}

enum MHD_Result request_handle(void *context, struct MHD_Connection *connection, const char *url,
                               const char *method, const char *version, const char *bytes,
                               size_t *length, void **request_pointer)
{
    struct request *request = *request_pointer;
    (void)context;
    (void)connection;
    (void)url;
    if (!request)
        return MHD_NO;
    memory_forget();
    if (request->stage == REQUEST_HEAD)
        return take_head(request, method, version);
    if (request->stage == REQUEST_SUBMITTED)
        return finish(request);
    if (request->stage == REQUEST_WAITING)
        return go_on(request);
    if (*length > 0) {
        body_take(request, bytes, *length);
        *length = 0;
        return MHD_YES;
    }
    if (request->refused)
        return respond(request);
    enum MHD_Result result = handle(request);
    leave_to_stream((struct request **)request_pointer);
    return result;
}
