/*
 * A reader of streams, over a socket of its own: server-sent events and lines of JSON as they come.
 */
#ifndef TESTS_SUPPORT_STREAM_READER_H
#define TESTS_SUPPORT_STREAM_READER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stream_reader {
    int socket;
    unsigned status;
    char head[4096]; /* NUL-terminated */
    char *bytes;     /* as they came, chunks and all; owned */
    size_t length;
    char *text; /* the body, not yet taken; owned, not NUL-terminated */
    size_t text_length;
    bool cut;    /* the server has closed the connection */
    bool ended;  /* the last chunk has come: there will be no more text */
    char *line;  /* the last one that was taken; owned */
    size_t size; /* of its memory */
};

/* A message of server-sent events. */
struct stream_message {
    char id[64];    /* "" if it had none */
    char event[64]; /* likewise */
    json_t *data;   /* owned by the message; NULL if it had none */
};

enum { STREAM_PATIENCE_SECONDS = 60 };

/* Asks PORT on this machine for TARGET; HEADERS are whole lines, "" for none. RECEIVE_BYTES: how
 * much the kernel takes in for a client that does not read, 0 for as much as usual. Returns when
 * the head of the answer is there. */
struct stream_reader *stream_open(uint16_t port, const char *target, const char *headers,
                                  int receive_bytes);
void stream_close(struct stream_reader *reader);

/* The next line, without its end, valid until the next call. NULL: the stream has ended. Fails the
 * test if nothing comes for STREAM_PATIENCE_SECONDS. */
const char *stream_line(struct stream_reader *reader);

/* The next line that is not empty, as JSON for the caller to free; NULL: the stream has ended. */
json_t *stream_object(struct stream_reader *reader);

/* The next message; false: the stream has ended. Comments are passed over. */
bool stream_message(struct stream_reader *reader, struct stream_message *ret_message);
void stream_message_free(struct stream_message *message);

/* Reads to the end. True if it ended as it should, false if the connection was cut. */
bool stream_ends_well(struct stream_reader *reader);

/* The port in "http://127.0.0.1:PORT". */
uint16_t stream_port(const char *url);

/* "Accept: …" and, with a token, "Authorization: …", in static storage until the next call. */
const char *stream_headers(const char *accept, const char *token);

#define ACCEPT_EVENTS "text/event-stream"
#define ACCEPT_LINES  "application/x-ndjson"

#endif
