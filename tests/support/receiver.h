/*
 * Somebody who is told things: an HTTP server in this process that remembers what was posted to it,
 * and answers each path as the test says. Paths are made up by the test; all there is.
 */
#ifndef TESTS_SUPPORT_RECEIVER_H
#define TESTS_SUPPORT_RECEIVER_H

#include <stdbool.h>
#include <stddef.h>

struct receiver;

struct receiver *receiver_new(void);           /* on a free port of this machine */
void receiver_free(struct receiver *receiver); /* lets go of all that it holds up */

/* "http://127.0.0.1:PORT" and PATH, in a static string that the next call overwrites. */
const char *receiver_url(const struct receiver *receiver, const char *path);

/* How a path is answered. Texts are borrowed; NULL: none. */
struct reply {
    unsigned status;         /* 0: not at all, until the reply is set anew */
    const char *retry_after; /* header */
    const char *location;    /* header */
    const char *body;
};

/* From now on; before, it is 200. */
void receiver_set(struct receiver *receiver, const char *path, struct reply reply);

struct received {
    char path[64];
    char id[128]; /* webhook-id; likewise, "" when it was not sent */
    char timestamp[32];
    char signature[128];
    char *body; /* NUL-terminated */
};

/* Waits until COUNT requests have come to PATH, and fails the test if they do not. */
void receiver_wait(struct receiver *receiver, const char *path, size_t count);

size_t receiver_count(struct receiver *receiver, const char *path);

/* The request of that number, from 0, which must have come. Borrowed until receiver_free. */
const struct received *receiver_get(struct receiver *receiver, const char *path, size_t index);

#endif
