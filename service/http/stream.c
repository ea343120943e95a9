#include "service/http/stream.h"

#include <stdlib.h>
#include <string.h>

#include "service/http/access.h"
#include "service/http/server_state.h"

enum { BLOCK_BYTES = 1024, FULL_RETRY_SECONDS = 5, TOKEN_RETRY_SECONDS = 30 };

struct live_stream {
    struct listener listener;
    struct source *source;
    struct claims caller;
    int64_t spoke_at; /* by the listener's clock */
    bool begun;
};

static struct live_stream *refuse(struct request *request, enum listening why)
{
    const struct problem_extra full = {
        .detail =
            "There are as many open streams as this server has room for: come again later, or "
            "read pages.",
        .retry_after = FULL_RETRY_SECONDS,
    };
    const struct problem_extra greedy = {
        .detail = "This token has four open streams already: end one of them first.",
        .retry_after = TOKEN_RETRY_SECONDS,
    };
    if (why == LISTENERS_OF_TOKEN)
        call_problem_with(&request->call, "rate_limited", &greedy);
    else
        call_problem_with(&request->call, "unavailable", &full);
    return NULL;
}

struct live_stream *live_stream_new(struct request *request, struct source *source)
{
    struct live_stream *stream = calloc(1, sizeof *stream);
    enum listening outcome = LISTENERS_FULL;
    if (stream) {
        stream->source = source;
        stream->caller = request->call.caller;
        outcome = listener_begin(&stream->listener, request, &stream->caller, true);
    }
    if (outcome == LISTENING) {
        stream->spoke_at = listener_now(&stream->listener);
        connection_bound(request->link);
        return stream;
    }
    source->free(source);
    free(stream);
    return refuse(request, outcome);
}

void live_stream_free(struct live_stream *stream)
{
    struct connection *link = stream->listener.link;
    listener_end(&stream->listener);
    stream->source->free(stream->source);
    free(stream);
    connection_enter(link, CONNECTION_IDLE);
}

/* Whether the stream must not go on, whatever its source may have to say: NEWS may be that its
 * token is dead. */
static bool is_over(const struct live_stream *stream, bool news)
{
    struct server *server = stream->listener.server;
    return server->stopping || !access_holds(server->service, &stream->caller, news);
}

/* The time to wake up at, if nothing else happens. */
static int64_t wake_time(const struct live_stream *stream)
{
    return stream->spoke_at + stream->listener.server->heartbeat;
}

static ssize_t beat(struct live_stream *stream, char *bytes, size_t maximum)
{
    const char *heartbeat = stream->source->heartbeat;
    size_t length = strlen(heartbeat);
    if (length > maximum)
        return 0;
    memcpy(bytes, heartbeat, length);
    return (ssize_t)length;
}

/* What there is to say now: bytes, or a source_state. */
static ssize_t speak(struct live_stream *stream, char *bytes, size_t maximum)
{
    /* What was committed before the stream began to listen is news to it too. */
    bool news = listener_news(&stream->listener) > 0 || !stream->begun;
    stream->begun = true;
    if (is_over(stream, news))
        return SOURCE_OVER;
    int64_t now = listener_now(&stream->listener);
    ssize_t got = stream->source->read(stream->source, news, bytes, maximum);
    if (got == SOURCE_EMPTY && now >= wake_time(stream)) {
        stream->source->rest(stream->source);
        got = beat(stream, bytes, maximum);
    }
    if (got > 0)
        stream->spoke_at = now;
    return got;
}

/* Called by libmicrohttpd whenever the connection can take more; POSITION is not needed. */
static ssize_t read_stream(void *context, uint64_t position, char *bytes, size_t maximum)
{
    struct live_stream *stream = context;
    (void)position;
    for (;;) {
        ssize_t got = speak(stream, bytes, maximum);
        if (got > 0)
            return got;
        if (got == SOURCE_ON_WAY)
            return 0;
        if (got != SOURCE_EMPTY)
            return MHD_CONTENT_READER_END_OF_STREAM;
        if (listener_sleep(&stream->listener, wake_time(stream)))
            return 0;
    }
}

static void end_stream(void *context)
{
    live_stream_free(context);
}

struct MHD_Response *live_stream_response(struct live_stream *stream)
{
    return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_BYTES, read_stream, stream,
                                             end_stream);
}
