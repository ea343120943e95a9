#include "tests/bench/bare_fanout.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 4096 };

static const char greeting[] = "retry: 3000\n\n";

struct stream {
    struct MHD_Connection *connection;
    size_t number;    /* of the publication that it is sending or waits for */
    const char *rest; /* of what is being sent */
    size_t left;
    bool sleeps;
    struct stream *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* of what follows and what sleeps */
static struct stream *streams;
static size_t published;
static size_t length_published;
static bool ended;
static char bytes_published[FANOUT_BYTES_MAX];

/* What the stream has to send next; false: nothing, so that it sleeps now. */
static bool find_next(struct stream *stream)
{
    pthread_mutex_lock(&mutex);
    bool has_next = stream->number < published;
    if (has_next) {
        stream->number = published;
        stream->rest = bytes_published;
        stream->left = length_published;
    } else if (!ended) {
        stream->sleeps = true;
        MHD_suspend_connection(stream->connection);
    }
    pthread_mutex_unlock(&mutex);
    return has_next;
}

static ssize_t read_stream(void *context, uint64_t position, char *ret_bytes, size_t maximum)
{
    struct stream *stream = context;
    (void)position;
    if (stream->left == 0 && !find_next(stream))
        return ended ? MHD_CONTENT_READER_END_OF_STREAM : 0;
    size_t length = stream->left < maximum ? stream->left : maximum;
    memcpy(ret_bytes, stream->rest, length);
    stream->rest += length;
    stream->left -= length;
    return (ssize_t)length;
}

static void free_stream(void *context)
{
    struct stream *stream = context;
    pthread_mutex_lock(&mutex);
    struct stream **link = &streams;
    while (*link != stream)
        link = &(*link)->next;
    *link = stream->next;
    pthread_mutex_unlock(&mutex);
    free(stream);
}

enum MHD_Result fanout_answer(struct MHD_Connection *connection)
{
    struct stream *stream = calloc(1, sizeof *stream);
    if (!stream)
        return MHD_NO;
    *stream =
        (struct stream){.connection = connection, .rest = greeting, .left = sizeof greeting - 1};
    pthread_mutex_lock(&mutex);
    stream->number = published;
    stream->next = streams;
    streams = stream;
    pthread_mutex_unlock(&mutex);
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, BLOCK_BYTES, read_stream, stream, free_stream);
    if (!response)
        return MHD_NO;
    MHD_add_response_header(response, "Content-Type", "text/event-stream");
    enum MHD_Result queued = MHD_queue_response(connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    return queued;
}

static void wake_all(void)
{
    for (struct stream *stream = streams; stream; stream = stream->next) {
        if (stream->sleeps) {
            stream->sleeps = false;
            MHD_resume_connection(stream->connection);
        }
    }
}

void fanout_publish(size_t length)
{
    pthread_mutex_lock(&mutex);
    memset(bytes_published, 'x', length);
    memset(bytes_published + length - 2, '\n', 2);
    length_published = length;
    published++;
    wake_all();
    pthread_mutex_unlock(&mutex);
}

void fanout_end(void)
{
    pthread_mutex_lock(&mutex);
    ended = true;
    wake_all();
    pthread_mutex_unlock(&mutex);
}
