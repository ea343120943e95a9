/*
 * The load: one thread that keeps a number of connections busy, each with one request at a time.
 * It does as little as it can for each, since it shares the machine with what it measures.
 */
#ifndef TESTS_BENCH_LOAD_H
#define TESTS_BENCH_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "service/base/buffer.h"

enum { REQUEST_BYTES_MAX = 64 * 1024 };

struct load_answer {
    unsigned status;
    const char *head; /* both in the connection's memory, for the time of a call */
    size_t head_length;
    const char *body;
    size_t body_length;
};

/* What to ask for. NEXT looks at what CONNECTION was answered (NULL at first) and writes its next
 * request to RET_REQUEST, which is empty; false: it has nothing more to ask. */
struct load_script {
    bool (*next)(void *context, size_t connection, const struct load_answer *answer,
                 struct buffer *ret_request);
    void *context;
    int64_t
        microseconds; /* so long, and what is under way then; 0: until all have no more to ask */
};

struct load_result {
    uint64_t requests;
    double seconds;
    double load_microseconds; /* of processor time that the load itself took, for each request */
    double p50;               /* microseconds from a request to the end of its answer */
    double p99;
};

struct load;

/* Connections to PORT on this machine. */
struct load *load_open(uint16_t port, size_t connections);
void load_close(struct load *load);

struct load_result load_run(struct load *load, const struct load_script *script);

/* A connection to PORT on this machine. */
int load_connect(uint16_t port);

/* One request on the first connection; the answer holds until the next one. */
struct load_answer load_ask(struct load *load, const struct buffer *request);

/* Writes a request. TOKEN, HEADERS (whole lines with their ends) and BODY may be NULL. */
void request_write(struct buffer *request, const char *method, const char *path, const char *token,
                   const char *headers, const char *body);

#endif
