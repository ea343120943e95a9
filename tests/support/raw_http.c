#include "tests/support/raw_http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "tests/support/cmocka_all.h"

enum { PATIENCE_SECONDS = 10 };

struct raw *raw_open(uint16_t port)
{
    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const struct timeval patience = {.tv_sec = PATIENCE_SECONDS};
    struct raw *raw = calloc(1, sizeof *raw);
    if (!raw)
        fail_msg("no memory");
    raw->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (raw->socket < 0 ||
        connect(raw->socket, (const struct sockaddr *)&address, sizeof address) != 0 ||
        setsockopt(raw->socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) != 0)
        fail_msg("cannot connect to port %u", port);
    return raw;
}

void raw_close(struct raw *raw)
{
    close(raw->socket);
    free(raw);
}

/* A server that has closed already is found out when the reply is read. */
void raw_send_bytes(struct raw *raw, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(raw->socket, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0)
            return;
        bytes += sent;
        length -= (size_t)sent;
    }
}

void raw_send(struct raw *raw, const char *text)
{
    raw_send_bytes(raw, text, strlen(text));
}

/* More bytes; 0: closed or reset, less: none came in time. */
static ssize_t receive_more(struct raw *raw)
{
    ssize_t got = recv(raw->socket, raw->bytes + raw->length, RAW_BYTES - raw->length, 0);
    if (got > 0)
        raw->length += (size_t)got;
    return got;
}

static void drop(struct raw *raw, size_t length)
{
    raw->length -= length;
    memmove(raw->bytes, raw->bytes + length, raw->length);
}

const char *raw_header(const struct raw_reply *reply, const char *name)
{
    static char value[1024];
    size_t length = strlen(name);
    for (const char *line = strstr(reply->head, "\r\n"); line; line = strstr(line, "\r\n")) {
        line += 2;
        if (strncasecmp(line, name, length) != 0 || line[length] != ':')
            continue;
        const char *begin = line + length + 1;
        begin += strspn(begin, " ");
        snprintf(value, sizeof value, "%.*s", (int)strcspn(begin, "\r"), begin);
        return value;
    }
    return NULL;
}

static void take_head(struct raw *raw, struct raw_reply *reply)
{
    const char *end = NULL;
    while (!(end = memmem(raw->bytes, raw->length, "\r\n\r\n", 4)))
        if (receive_more(raw) <= 0)
            fail_msg("no whole reply came");
    size_t length = (size_t)(end - raw->bytes);
    assert_true(length < sizeof reply->head);
    memcpy(reply->head, raw->bytes, length);
    reply->head[length] = '\0';
    assert_true(strncmp(reply->head, "HTTP/1.", 7) == 0);
    reply->status = (unsigned)strtoul(reply->head + 9, NULL, 10);
    drop(raw, length + 4);
}

static size_t body_length(const struct raw_reply *reply, const char *method)
{
    const char *length = raw_header(reply, "Content-Length");
    if (strcmp(method, "HEAD") == 0 || reply->status == 204 || reply->status == 304 || !length)
        return 0;
    return strtoul(length, NULL, 10);
}

const struct raw_reply *raw_receive(struct raw *raw, const char *method)
{
    static struct raw_reply reply;
    take_head(raw, &reply);
    reply.body_length = body_length(&reply, method);
    assert_true(reply.body_length < sizeof reply.body);
    while (raw->length < reply.body_length)
        if (receive_more(raw) <= 0)
            fail_msg("the body of the reply is cut off");
    memcpy(reply.body, raw->bytes, reply.body_length);
    reply.body[reply.body_length] = '\0';
    drop(raw, reply.body_length);
    return &reply;
}

const struct raw_reply *raw_ask(struct raw *raw, const char *text)
{
    char method[16];
    snprintf(method, sizeof method, "%.*s", (int)strcspn(text, " "), text);
    raw_send(raw, text);
    return raw_receive(raw, method);
}

bool raw_is_closed(struct raw *raw)
{
    if (raw->length > 0)
        return false;
    char byte;
    ssize_t got = recv(raw->socket, &byte, 1, 0);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return false;
    return got <= 0;
}
