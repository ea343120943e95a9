#include "service/http/body.h"

#include <strings.h>

#include "service/http/media.h"

/* Bodies of GET mean nothing: they are read and dropped. */
static bool is_wanted(const struct request *request)
{
    return request->method != METHOD_GET;
}

static bool is_json(const struct request *request)
{
    const char *type = request->headers.values[HEADER_CONTENT_TYPE];
    return type && media_is_json(type);
}

static bool is_encoded(const struct request *request)
{
    const char *encoding = request->headers.values[HEADER_CONTENT_ENCODING];
    return encoding && strcasecmp(encoding, "identity") != 0;
}

/* RFC 9110, 15.5.16: the header tells it from a wrong type. */
static void refuse_encoding(struct call *call)
{
    call_problem_with(call, "unsupported_media_type",
                      &(struct problem_extra){.detail = "Send the body as it is, without a "
                                                        "Content-Encoding."});
    call_add_header(call, "Accept-Encoding", "identity");
}

bool body_admitted(struct request *request)
{
    const struct headers *headers = &request->headers;
    if (headers->content_length > JSON_BYTES_MAX) {
        call_problem(&request->call, "payload_too_large");
        return false;
    }
    bool has_body = headers->chunked || headers->content_length > 0;
    if (has_body && is_wanted(request) && is_encoded(request)) {
        refuse_encoding(&request->call);
        return false;
    }
    if (has_body && is_wanted(request) && headers->values[HEADER_CONTENT_TYPE] &&
        !is_json(request)) {
        call_problem(&request->call, "unsupported_media_type");
        return false;
    }
    return true;
}

void body_take(struct request *request, const char *bytes, size_t length)
{
    request->received += length;
    if (is_wanted(request) && !request->refused && request->received <= JSON_BYTES_MAX)
        buffer_append(&request->body, bytes, length);
}

/* A route that takes no body still takes an empty object. */
static bool check_rule(struct call *call)
{
    if (call->route->body != BODY_NONE)
        return true;
    struct json_faults faults = {.count = 0};
    if (json_read_fields(call->body, "", NULL, 0, &faults))
        return true;
    call_faults(call, &faults);
    return false;
}

static bool parse(struct call *call)
{
    char detail[JSON_DETAIL_BYTES];
    call->body = json_read_object(call->body_bytes, call->body_length, detail);
    if (call->body)
        return check_rule(call);
    call_problem_with(call, "malformed_json", &(struct problem_extra){.detail = detail});
    return false;
}

bool body_read(struct request *request)
{
    struct call *call = &request->call;
    if (request->received > JSON_BYTES_MAX) {
        request->closes = true;
        call_problem(call, "payload_too_large");
        return false;
    }
    if (buffer_failed(&request->body)) {
        call_problem(call, "unavailable");
        return false;
    }
    if (request->body.length > 0) {
        call->body_bytes = request->body.bytes;
        call->body_length = request->body.length;
        if (is_json(request))
            return parse(call);
        call_problem(call, "unsupported_media_type");
        return false;
    }
    if (call->route->body != BODY_OBJECT)
        return true;
    call_problem_with(call, "malformed_json",
                      &(struct problem_extra){.detail = "The body is empty: send a JSON object."});
    return false;
}
