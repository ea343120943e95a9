#include "tests/bench/readers.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/bench/load.h"
#include "tests/bench/measure.h"

/* QUIET: nothing more comes, in milliseconds; TAIL: of what came before, in which an end may have
 * begun. */
enum { READ_BYTES = 64 * 1024, READY_MAX = 256, QUIET = 200, TAIL_BYTES = 63 };

struct reader {
    int socket;
    char tail[TAIL_BYTES];
    size_t tail_length;
    size_t bytes;
};

struct readers {
    int poller;
    size_t count;
    struct reader *list;
};

static void open_one(struct readers *readers, struct reader *reader, uint16_t port,
                     const struct buffer *request)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = reader};
    reader->socket = load_connect(port);
    if (send(reader->socket, request->bytes, request->length, MSG_NOSIGNAL) !=
            (ssize_t)request->length ||
        epoll_ctl(readers->poller, EPOLL_CTL_ADD, reader->socket, &event) != 0)
        bench_fail("a stream cannot be asked for: %s", strerror(errno));
}

/* Reads what has come for READER. True: END is in it. */
static bool take(struct reader *reader, const char *end)
{
    static char bytes[TAIL_BYTES + READ_BYTES];
    memcpy(bytes, reader->tail, reader->tail_length);
    ssize_t got = recv(reader->socket, bytes + reader->tail_length, READ_BYTES, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    if (got <= 0)
        bench_fail("a stream has ended");
    size_t length = reader->tail_length + (size_t)got;
    const char *found = memmem(bytes, length, end, strlen(end));
    /* What has been found is not to be found again. */
    size_t begin = found ? (size_t)(found - bytes) + strlen(end) : 0;
    reader->tail_length = length - begin < TAIL_BYTES ? length - begin : TAIL_BYTES;
    memcpy(reader->tail, bytes + length - reader->tail_length, reader->tail_length);
    reader->bytes += (size_t)got;
    return found != NULL;
}

/* Until nothing comes any more. */
static void settle(struct readers *readers)
{
    struct epoll_event ready[READY_MAX];
    int count;
    while ((count = epoll_wait(readers->poller, ready, READY_MAX, QUIET)) > 0)
        for (int i = 0; i < count; i++)
            take(ready[i].data.ptr, "\n");
    for (size_t i = 0; i < readers->count; i++) {
        if (readers->list[i].bytes == 0)
            bench_fail("stream %zu does not begin", i);
        readers->list[i].bytes = 0;
    }
}

struct readers *readers_open(uint16_t port, const char *path, size_t count)
{
    struct readers *readers = calloc(1, sizeof *readers);
    struct reader *list = calloc(count, sizeof *list);
    struct buffer request = buffer_new(REQUEST_BYTES_MAX);
    if (!readers || !list)
        bench_fail("no memory for %zu readers", count);
    *readers =
        (struct readers){.poller = epoll_create1(EPOLL_CLOEXEC), .count = count, .list = list};
    request_write(&request, "GET", path, NULL, "Accept: text/event-stream\r\n", NULL);
    for (size_t i = 0; i < count; i++)
        open_one(readers, &list[i], port, &request);
    buffer_free(&request);
    settle(readers);
    return readers;
}

void readers_close(struct readers *readers)
{
    for (size_t i = 0; i < readers->count; i++)
        close(readers->list[i].socket);
    close(readers->poller);
    free(readers->list);
    free(readers);
}

void readers_wait(struct readers *readers, const char *end)
{
    struct epoll_event ready[READY_MAX];
    for (size_t left = readers->count; left > 0;) {
        int count = epoll_wait(readers->poller, ready, READY_MAX, -1);
        for (int i = 0; i < count; i++)
            left -= take(ready[i].data.ptr, end);
    }
}

size_t readers_bytes(const struct readers *readers)
{
    return readers->list[0].bytes;
}
