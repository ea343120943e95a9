/*
 * HTTP as bytes on a socket: for requests that no well-behaved client would send.
 */
#ifndef TESTS_SUPPORT_RAW_HTTP_H
#define TESTS_SUPPORT_RAW_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RAW_BYTES = 128 * 1024 };

struct raw {
    int socket;
    size_t length; /* received, not yet taken as a reply */
    char bytes[RAW_BYTES];
};

struct raw_reply {
    unsigned status;
    char head[4096]; /* NUL-terminated, the empty line left out */
    char body[RAW_BYTES];
    size_t body_length;
};

/* Connects to 127.0.0.1. The caller closes. */
struct raw *raw_open(uint16_t port);
void raw_close(struct raw *raw);

void raw_send(struct raw *raw, const char *text);
void raw_send_bytes(struct raw *raw, const char *bytes, size_t length);

/* The next reply, to a request whose METHOD this was; fails the test if none comes. In static
 * storage until the next call. */
const struct raw_reply *raw_receive(struct raw *raw, const char *method);

/* Sends TEXT, whose first word is the method, and receives the reply. */
const struct raw_reply *raw_ask(struct raw *raw, const char *text);

/* Whether the server closes the connection, with nothing more sent. Waits for it. */
bool raw_is_closed(struct raw *raw);

/* A header's value in static storage until the next call; NULL if the reply has none. */
const char *raw_header(const struct raw_reply *reply, const char *name);

#endif
