/*
 * Calls that take their time: long polls, streams, long answers.
 */
#include <string.h>

#include "service/http/media.h"
#include "service/http/request.h"
#include "service/http/server_state.h"

enum { RETRY_SECONDS = 5, MILLISECONDS = 1000 };

static struct request *request_of(const struct call *call)
{
    return call->request;
}

bool call_is_head(const struct call *call)
{
    return strcmp(request_of(call)->method_name, "HEAD") == 0;
}

size_t call_preferred(struct call *call, const char *const *types, size_t count)
{
    const struct headers *headers = &request_of(call)->headers;
    size_t best = 0;
    int greatest = 0;
    for (size_t i = 0; i < count && headers->values[HEADER_ACCEPT]; i++) {
        int weight = headers_greatest(headers, HEADER_ACCEPT, media_weight, types[i]);
        if (weight <= greatest)
            continue;
        greatest = weight;
        best = i;
    }
    return best;
}

bool call_listen(struct call *call)
{
    struct request *request = request_of(call);
    struct listener *listener = &request->listener;
    if (request->listens) {
        listener_news(listener);
        return true;
    }
    if (listener_begin(listener, request, &call->caller, false) != LISTENING) {
        const struct problem_extra full = {
            .detail = "As many calls are waiting as this server has room for: come again later, or "
                      "do not wait.",
            .retry_after = RETRY_SECONDS,
        };
        call_problem_with(call, "unavailable", &full);
        return false;
    }
    request->listens = true;
    request->listens_since = listener_now(listener);
    return true;
}

enum call_state call_wait(struct call *call, unsigned seconds)
{
    struct request *request = request_of(call);
    int64_t until = request->listens_since + (int64_t)seconds * MILLISECONDS;
    if (request->server->stopping || call_is_head(call))
        return CALL_ANSWERED;
    if (listener_now(&request->listener) >= until) {
        /* Who waited in vain has cost nothing. */
        limits_give_back(request);
        return CALL_ANSWERED;
    }
    request->stage = REQUEST_WAITING;
    connection_enter(request->link, CONNECTION_SUSPENDED);
    if (listener_sleep(&request->listener, until))
        return CALL_WAITS;
    request->stage = REQUEST_BODY;
    return CALL_AGAIN;
}

enum call_state call_long_answer(struct call *call, struct source *source, const char *content_type)
{
    request_of(call)->long_answer = source;
    call->status = 200;
    call->content_type = content_type;
    return CALL_ANSWERED;
}

enum call_state call_stream(struct call *call, struct source *source, const char *content_type)
{
    struct request *request = request_of(call);
    request->stream = live_stream_new(request, source);
    if (!request->stream)
        return CALL_ANSWERED;
    /* Proxies are not to collect what is sent. */
    call_add_header(call, "X-Accel-Buffering", "no");
    request->caching = CACHING_NONE;
    call->status = 200;
    call->content_type = content_type;
    return CALL_ANSWERED;
}
