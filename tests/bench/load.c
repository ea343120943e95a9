#include "tests/bench/load.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/bench/measure.h"

enum { READ_BYTES = 64 * 1024, READY_MAX = 256, LATENCIES_MAX = 4 * 1024 * 1024 };

struct link {
    int socket;
    bool busy;
    struct buffer request;
    char *bytes; /* of the answer as far as it has come */
    size_t length;
    size_t capacity;
    size_t head_length; /* 0: the head has not come yet */
    size_t wanted;      /* of all bytes, when the head has come */
    int64_t asked;
};

struct load {
    uint16_t port;
    int poller;
    size_t count;
    struct link *links;
    double *latencies;
    size_t latency_count;
};

int load_connect(uint16_t port)
{
    int one = 1;
    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int end = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (end < 0 || connect(end, (const struct sockaddr *)&address, sizeof address) != 0 ||
        setsockopt(end, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one) != 0)
        bench_fail("cannot connect to port %u: %s", port, strerror(errno));
    return end;
}

static void watch(const struct load *load, struct link *link)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = link};
    if (epoll_ctl(load->poller, EPOLL_CTL_ADD, link->socket, &event) != 0)
        bench_fail("cannot watch a connection: %s", strerror(errno));
}

/* Servers close connections that were not used for a while. */
static void revive(const struct load *load)
{
    char byte;
    for (size_t i = 0; i < load->count; i++) {
        struct link *link = &load->links[i];
        if (recv(link->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) != 0)
            continue;
        close(link->socket);
        link->socket = load_connect(load->port);
        watch(load, link);
    }
}

struct load *load_open(uint16_t port, size_t connections)
{
    struct load *load = calloc(1, sizeof *load);
    struct link *links = calloc(connections, sizeof *links);
    double *latencies = malloc(LATENCIES_MAX * sizeof *latencies);
    if (!load || !links || !latencies)
        bench_fail("no memory for %zu connections", connections);
    *load = (struct load){.port = port,
                          .poller = epoll_create1(EPOLL_CLOEXEC),
                          .count = connections,
                          .links = links,
                          .latencies = latencies};
    for (size_t i = 0; i < connections; i++) {
        links[i] = (struct link){.socket = load_connect(port),
                                 .request = buffer_new(REQUEST_BYTES_MAX),
                                 .bytes = malloc(READ_BYTES),
                                 .capacity = READ_BYTES};
        if (!links[i].bytes)
            bench_fail("no memory for %zu connections", connections);
        watch(load, &links[i]);
    }
    return load;
}

void load_close(struct load *load)
{
    for (size_t i = 0; i < load->count; i++) {
        close(load->links[i].socket);
        buffer_free(&load->links[i].request);
        free(load->links[i].bytes);
    }
    close(load->poller);
    free(load->links);
    free(load->latencies);
    free(load);
}

static void send_request(struct link *link)
{
    const struct buffer *request = &link->request;
    if (buffer_failed(request))
        bench_fail("a request is too long");
    link->busy = true;
    link->length = 0;
    link->head_length = 0;
    ssize_t sent = send(link->socket, request->bytes, request->length, MSG_NOSIGNAL);
    if (sent != (ssize_t)request->length)
        bench_fail("a request cannot be sent: %s", strerror(errno));
}

static unsigned status_of(const struct link *link)
{
    /* "HTTP/1.1 200 " */
    return (unsigned)strtoul(link->bytes + 9, NULL, 10);
}

/* Finds the end of the head and how long the whole answer will be. */
static void read_head(struct link *link)
{
    static const char name[] = "\r\nContent-Length: ";
    const char *end = memmem(link->bytes, link->length, "\r\n\r\n", 4);
    if (!end)
        return;
    link->head_length = (size_t)(end + 4 - link->bytes);
    link->wanted = link->head_length;
    unsigned status = status_of(link);
    const char *length = memmem(link->bytes, link->head_length, name, sizeof name - 1);
    if (length && status != 204 && status != 304)
        link->wanted += strtoul(length + sizeof name - 1, NULL, 10);
    if (link->wanted <= link->capacity)
        return;
    link->capacity = link->wanted;
    link->bytes = realloc(link->bytes, link->capacity);
    if (!link->bytes)
        bench_fail("an answer of %zu bytes is too long", link->wanted);
}

/* Reads what has come. True: the answer is whole. */
static bool receive(struct link *link)
{
    ssize_t got =
        recv(link->socket, link->bytes + link->length, link->capacity - link->length, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    if (got <= 0)
        bench_fail("a connection was closed while its answer was awaited");
    link->length += (size_t)got;
    if (link->head_length == 0)
        read_head(link);
    return link->head_length > 0 && link->length >= link->wanted;
}

static struct load_answer answer_of(const struct link *link)
{
    return (struct load_answer){.status = status_of(link),
                                .head = link->bytes,
                                .head_length = link->head_length,
                                .body = link->bytes + link->head_length,
                                .body_length = link->wanted - link->head_length};
}

/* Sends what the script asks for next. False: nothing. */
static bool ask_next(struct load *load, const struct load_script *script, struct link *link,
                     const struct load_answer *answer)
{
    buffer_clear(&link->request);
    if (!script->next(script->context, (size_t)(link - load->links), answer, &link->request))
        return false;
    link->asked = microseconds_now();
    send_request(link);
    return true;
}

/* Takes an answer and goes on with the link. False: the link is done. */
static bool take_answer(struct load *load, const struct load_script *script, struct link *link,
                        int64_t until)
{
    const struct load_answer answer = answer_of(link);
    int64_t now = microseconds_now();
    link->busy = false;
    if (load->latency_count < LATENCIES_MAX)
        load->latencies[load->latency_count++] = (double)(now - link->asked);
    return (until == 0 || now < until) && ask_next(load, script, link, &answer);
}

static int by_size(const void *one, const void *other)
{
    double a = *(const double *)one;
    double b = *(const double *)other;
    return (a > b) - (a < b);
}

static struct load_result result_of(struct load *load, uint64_t requests, int64_t wall,
                                    int64_t worked)
{
    qsort(load->latencies, load->latency_count, sizeof *load->latencies, by_size);
    return (struct load_result){
        .requests = requests,
        .seconds = (double)wall / 1e6,
        .load_microseconds = requests ? (double)worked / (double)requests : 0,
        .p50 = quantile(load->latencies, load->latency_count, 0.5),
        .p99 = quantile(load->latencies, load->latency_count, 0.99),
    };
}

struct load_result load_run(struct load *load, const struct load_script *script)
{
    struct epoll_event ready[READY_MAX];
    revive(load);
    int64_t begun = microseconds_now();
    int64_t worked = own_processor_time();
    int64_t until = script->microseconds ? begun + script->microseconds : 0;
    uint64_t requests = 0;
    size_t busy = 0;
    load->latency_count = 0;
    for (size_t i = 0; i < load->count; i++)
        busy += ask_next(load, script, &load->links[i], NULL);
    while (busy > 0) {
        int count = epoll_wait(load->poller, ready, READY_MAX, -1);
        for (int i = 0; i < count; i++) {
            struct link *link = ready[i].data.ptr;
            if (!receive(link))
                continue;
            requests++;
            busy -= !take_answer(load, script, link, until);
        }
    }
    worked = own_processor_time() - worked;
    return result_of(load, requests, microseconds_now() - begun, worked);
}

struct load_answer load_ask(struct load *load, const struct buffer *request)
{
    struct link *link = &load->links[0];
    struct epoll_event ready;
    revive(load);
    buffer_clear(&link->request);
    buffer_append(&link->request, request->bytes, request->length);
    send_request(link);
    do
        epoll_wait(load->poller, &ready, 1, -1);
    while (!receive(link));
    return answer_of(link);
}

void request_write(struct buffer *request, const char *method, const char *path, const char *token,
                   const char *headers, const char *body)
{
    buffer_text(request, method);
    buffer_char(request, ' ');
    buffer_text(request, path);
    buffer_text(request, " HTTP/1.1\r\nHost: localhost\r\n");
    if (!headers || !strstr(headers, "Accept: "))
        buffer_text(request, "Accept: */*\r\n");
    if (token) {
        buffer_text(request, "Authorization: Bearer ");
        buffer_text(request, token);
        buffer_text(request, "\r\n");
    }
    if (headers)
        buffer_text(request, headers);
    if (body) {
        buffer_text(request, "Content-Type: application/json\r\nContent-Length: ");
        buffer_number(request, (long long)strlen(body));
        buffer_text(request, "\r\n");
    }
    buffer_text(request, "\r\n");
    if (body)
        buffer_text(request, body);
}
