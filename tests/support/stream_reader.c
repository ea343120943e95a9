#include "tests/support/stream_reader.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "tests/support/cmocka_all.h"

enum { RECEIVED_AT_A_TIME = 16 * 1024 };

static void connect_to(struct stream_reader *reader, uint16_t port, int receive_bytes)
{
    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const struct timeval patience = {.tv_sec = STREAM_PATIENCE_SECONDS};
    reader->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (receive_bytes > 0)
        setsockopt(reader->socket, SOL_SOCKET, SO_RCVBUF, &receive_bytes, sizeof receive_bytes);
    if (reader->socket < 0 ||
        connect(reader->socket, (const struct sockaddr *)&address, sizeof address) != 0 ||
        setsockopt(reader->socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) != 0)
        fail_msg("cannot connect to port %u", port);
}

static void ask(struct stream_reader *reader, const char *target, const char *headers)
{
    char *request = NULL;
    int length =
        asprintf(&request, "GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n", target, headers);
    if (length < 0 || send(reader->socket, request, (size_t)length, MSG_NOSIGNAL) != length)
        fail_msg("cannot ask for %s", target);
    free(request);
}

static void *grow(void *bytes, size_t size)
{
    void *grown = realloc(bytes, size);
    if (!grown)
        fail_msg("no memory");
    return grown;
}

static void receive_more(struct stream_reader *reader)
{
    reader->bytes = grow(reader->bytes, reader->length + RECEIVED_AT_A_TIME);
    ssize_t got = recv(reader->socket, reader->bytes + reader->length, RECEIVED_AT_A_TIME, 0);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        fail_msg("the stream is silent");
    reader->cut = got <= 0;
    reader->length += got > 0 ? (size_t)got : 0;
}

static void drop(struct stream_reader *reader, size_t length)
{
    reader->length -= length;
    memmove(reader->bytes, reader->bytes + length, reader->length);
}

static void take_head(struct stream_reader *reader)
{
    const char *end = NULL;
    while (!end) {
        receive_more(reader);
        end = memmem(reader->bytes, reader->length, "\r\n\r\n", 4);
        if (!end && reader->cut)
            fail_msg("no whole answer came");
    }
    size_t length = (size_t)(end - reader->bytes);
    assert_true(length < sizeof reader->head);
    memcpy(reader->head, reader->bytes, length);
    reader->head[length] = '\0';
    reader->status = (unsigned)strtoul(reader->head + 9, NULL, 10);
    drop(reader, length + 4);
}

struct stream_reader *stream_open(uint16_t port, const char *target, const char *headers,
                                  int receive_bytes)
{
    struct stream_reader *reader = calloc(1, sizeof *reader);
    if (!reader)
        fail_msg("no memory");
    connect_to(reader, port, receive_bytes);
    ask(reader, target, headers);
    take_head(reader);
    return reader;
}

void stream_close(struct stream_reader *reader)
{
    close(reader->socket);
    free(reader->bytes);
    free(reader->text);
    free(reader->line);
    free(reader);
}

/* Moves a whole chunk from the bytes to the text; false if none is there. */
static bool take_chunk(struct stream_reader *reader)
{
    const char *end = reader->length > 0 ? memmem(reader->bytes, reader->length, "\r\n", 2) : NULL;
    if (!end)
        return false;
    size_t length = strtoul(reader->bytes, NULL, 16);
    size_t head = (size_t)(end - reader->bytes) + 2;
    if (reader->length < head + length + 2)
        return false;
    reader->text = grow(reader->text, reader->text_length + length + 1);
    memcpy(reader->text + reader->text_length, reader->bytes + head, length);
    reader->text_length += length;
    reader->ended = length == 0;
    drop(reader, head + length + 2);
    return true;
}

static bool read_more(struct stream_reader *reader)
{
    while (!take_chunk(reader)) {
        if (reader->cut)
            return false;
        receive_more(reader);
    }
    return !reader->ended;
}

const char *stream_line(struct stream_reader *reader)
{
    const char *end = NULL;
    while (
        !(end = reader->text_length > 0 ? memchr(reader->text, '\n', reader->text_length) : NULL))
        if (!read_more(reader))
            return NULL;
    size_t length = (size_t)(end - reader->text);
    if (reader->size <= length) {
        reader->size = length + 1;
        reader->line = grow(reader->line, reader->size);
    }
    memcpy(reader->line, reader->text, length);
    reader->line[length] = '\0';
    reader->text_length -= length + 1;
    memmove(reader->text, end + 1, reader->text_length);
    return reader->line;
}

static json_t *parse(const char *text)
{
    json_t *json = json_loads(text, 0, NULL);
    if (!json)
        fail_msg("this is no JSON: %s", text);
    return json;
}

json_t *stream_object(struct stream_reader *reader)
{
    const char *line;
    do {
        line = stream_line(reader);
    } while (line && line[0] == '\0');
    return line ? parse(line) : NULL;
}

static void take_field(struct stream_message *message, const char *line)
{
    if (strncmp(line, "id: ", 4) == 0)
        snprintf(message->id, sizeof message->id, "%s", line + 4);
    else if (strncmp(line, "event: ", 7) == 0)
        snprintf(message->event, sizeof message->event, "%s", line + 7);
    else if (strncmp(line, "data: ", 6) == 0 && !message->data)
        message->data = parse(line + 6);
    else if (line[0] != ':' && strncmp(line, "retry: ", 7) != 0)
        fail_msg("what is this in a stream: %s", line);
}

bool stream_message(struct stream_reader *reader, struct stream_message *ret_message)
{
    const char *line;
    *ret_message = (struct stream_message){.data = NULL};
    while ((line = stream_line(reader))) {
        if (line[0] != '\0')
            take_field(ret_message, line);
        else if (ret_message->data)
            return true;
    }
    stream_message_free(ret_message);
    return false;
}

void stream_message_free(struct stream_message *message)
{
    json_decref(message->data);
    message->data = NULL;
}

bool stream_ends_well(struct stream_reader *reader)
{
    while (read_more(reader))
        continue;
    return reader->ended;
}

uint16_t stream_port(const char *url)
{
    const char *colon = strrchr(url, ':');
    return colon ? (uint16_t)strtoul(colon + 1, NULL, 10) : 0;
}

const char *stream_headers(const char *accept, const char *token)
{
    static _Thread_local char headers[4096];
    int length = snprintf(headers, sizeof headers, "Accept: %s\r\n", accept);
    if (token)
        snprintf(headers + length, sizeof headers - (size_t)length, "Authorization: Bearer %s\r\n",
                 token);
    return headers;
}
