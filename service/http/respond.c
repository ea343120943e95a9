#include "service/http/respond.h"
#include "service/http/access.h"

#include <string.h>

#include "service/base/log.h"
#include "service/http/conditional.h"
#include "service/http/cors.h"
#include "service/http/long_answer.h"
#include "service/http/media.h"
#include "service/http/server_state.h"
#include "service/http/stopwatch.h"

static bool has_header(const struct call *call, const char *name)
{
    for (size_t i = 0; i < call->header_count; i++)
        if (strcmp(call->headers[i].name, name) == 0)
            return true;
    return false;
}

/* A client that cannot take JSON is told so in JSON. */
static void check_acceptable(struct request *request)
{
    struct call *call = &request->call;
    const struct headers *headers = &request->headers;
    if (request->method == METHOD_GET && call->status == 200 && headers->values[HEADER_ACCEPT] &&
        !headers_any(headers, HEADER_ACCEPT, media_accepted, call->content_type))
        call_problem(call, "not_acceptable");
}

static void check_condition(struct request *request)
{
    struct call *call = &request->call;
    if (request->method != METHOD_GET || call->status != 200 || call->etag[0] == '\0' ||
        !headers_any(&request->headers, HEADER_IF_NONE_MATCH, etag_listed, call->etag))
        return;
    call->status = 304;
    limits_give_back(request);
}

/* The response owns the stream then. */
static struct MHD_Response *make_stream(struct request *request)
{
    struct MHD_Response *response = live_stream_response(request->stream);
    if (response)
        request->stream = NULL;
    return response;
}

static struct MHD_Response *make_long_answer(struct request *request)
{
    struct MHD_Response *response = long_answer_response(request->long_answer);
    if (response)
        request->long_answer = NULL;
    return response;
}

/* The bytes of the answer. Those of a 304 only count for Content-Length. */
static struct MHD_Response *make_short_answer(const struct call *call)
{
    const char *bytes = call->bytes ? call->bytes : call->owned.bytes;
    size_t length = call->bytes ? call->length : call->owned.length;
    if (call->status == 204)
        length = 0;
    /* The library does not write to it. */
    union {
        const char *constant;
        void *pointer;
    } body = {.constant = length > 0 ? bytes : ""};
    return MHD_create_response_from_buffer(length, body.pointer, MHD_RESPMEM_PERSISTENT);
}

/* No stream and nothing long but for an answer that is no problem. */
static struct MHD_Response *make_response(struct request *request)
{
    if (request->stream && !request->is_problem)
        return make_stream(request);
    if (request->long_answer && !request->is_problem)
        return make_long_answer(request);
    return make_short_answer(&request->call);
}

static bool add(struct MHD_Response *response, const char *name, const char *value)
{
    return MHD_add_response_header(response, name, value) == MHD_YES;
}

/* A handler that sets Cache-Control itself knows better. */
static bool add_caching(const struct request *request, struct MHD_Response *response)
{
    const struct call *call = &request->call;
    static const char *const values[] = {
        [CACHING_NONE] = "no-store",
        [CACHING_PRIVATE] = "private, no-cache",
        [CACHING_PUBLIC] = "public, max-age=300",
    };
    bool own = has_header(call, "Cache-Control");
    bool by_caller = request->caching == CACHING_PRIVATE && !own;
    if (!own && !add(response, "Cache-Control", values[request->caching]))
        return false;
    if (cors_varies(call->service->origins))
        return add(response, "Vary", by_caller ? "Authorization, Origin" : "Origin");
    return !by_caller || add(response, "Vary", "Authorization");
}

static bool add_cors(const struct request *request, struct MHD_Response *response)
{
    const char *origin =
        cors_allowed_origin(request->call.service->origins, request->headers.values[HEADER_ORIGIN]);
    return !origin || (add(response, "Access-Control-Allow-Origin", origin) &&
                       add(response, "Access-Control-Expose-Headers", CORS_EXPOSED_HEADERS));
}

static bool add_headers(const struct request *request, struct MHD_Response *response)
{
    const struct call *call = &request->call;
    /* What a 304 leaves out still holds for what the client has (RFC 9110 section 15.4.5). */
    bool unchanged = call->status == 304;
    bool added = add(response, "X-Request-Id", call->request_id) &&
                 add_caching(request, response) && add_cors(request, response) &&
                 limits_add_headers(&request->counted, response);
    if (added && !unchanged)
        added = add(response, "X-Content-Type-Options", "nosniff");
    if (added && call->content_type && call->status != 204 && !unchanged)
        added = add(response, "Content-Type", call->content_type);
    if (added && call->etag[0] != '\0')
        added = add(response, "ETag", call->etag);
    for (size_t i = 0; added && i < call->header_count; i++)
        added = add(response, call->headers[i].name, call->headers[i].value);
    if (added && (request->closes || request->server->stopping))
        added = add(response, "Connection", "close");
    return added;
}

/* The game and its log may be named; what stands in a path beside them is not logged. */
static void log_request(const struct request *request, int64_t microseconds)
{
    const struct call *call = &request->call;
    const char *pattern = request->found.pattern;
    struct log_field fields[8];
    size_t count = 0;
    fields[count++] = LOG_TEXT("method", request->method_name);
    fields[count++] = LOG_TEXT("route", pattern ? pattern : "-");
    if (call->game[0] != '\0')
        fields[count++] = LOG_TEXT("game", call->game);
    fields[count++] = LOG_NUMBER("status", call->status);
    fields[count++] = LOG_NUMBER("microseconds", microseconds);
    fields[count++] = LOG_TEXT("request_id", call->request_id);
    fields[count] = (struct log_field){NULL, NULL, 0};
    log_line(LOG_LEVEL_INFO, "request", fields);
}

static void tell(const struct request *request)
{
    const struct call *call = &request->call;
    int64_t microseconds = stopwatch_microseconds() - request->begun;
    if (log_shows(LOG_LEVEL_INFO))
        log_request(request, microseconds);
    metrics_count(request->server->metrics, call->route, request->method, call->status,
                  microseconds);
    if (request->counted.quota && !request->counted.allowance.granted)
        metrics_count_limited(request->server->metrics, request->counted.policy);
}

enum MHD_Result respond(struct request *request)
{
    struct call *call = &request->call;
    if (call->status == 0)
        call_problem(call, "internal");
    access_hide(request);
    if (!request->is_problem)
        check_acceptable(request);
    check_condition(request);
    bool streams = request->stream && !request->is_problem;
    struct MHD_Response *response = make_response(request);
    if (!response)
        return MHD_NO;
    enum MHD_Result queued = MHD_NO;
    if (add_headers(request, response)) {
        request->stage = REQUEST_ANSWERED;
        connection_enter(request->link, streams ? CONNECTION_STREAMING : CONNECTION_ANSWERING);
        tell(request);
        queued = MHD_queue_response(request->connection, call->status, response);
        request->streams = streams && queued == MHD_YES;
    }
    MHD_destroy_response(response);
    return queued;
}

void respond_options(struct request *request)
{
    struct call *call = &request->call;
    char allow[ALLOW_BYTES];
    router_allow(request->found.allowed, allow);
    call->status = 204;
    call_add_header(call, "Allow", allow);
    const char *origin = request->headers.values[HEADER_ORIGIN];
    if (!cors_allowed_origin(call->service->origins, origin) ||
        !request->headers.values[HEADER_PREFLIGHT_METHOD])
        return;
    call_add_header(call, "Access-Control-Allow-Methods", allow);
    call_add_header(call, "Access-Control-Allow-Headers", CORS_ALLOWED_HEADERS);
    call_add_header(call, "Access-Control-Max-Age", CORS_MAX_AGE);
}
