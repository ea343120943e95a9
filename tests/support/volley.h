/*
 * Requests that leave at the same instant, each from a thread and over a connection of its own.
 */
#ifndef TESTS_SUPPORT_VOLLEY_H
#define TESTS_SUPPORT_VOLLEY_H

#include <pthread.h>

#include "rules/options.h"
#include "tests/support/client.h"

enum { VOLLEY_MAX = 16 };

/* One request of a volley and what came of it. */
struct shot {
    struct play_request request; /* borrowed until the volley is over */
    struct answer answer;        /* the caller's to free; status 0: none came */
};

struct volley;

/* Threads that stand ready; they call URL. */
struct volley *volley_new(const char *url);
void volley_free(struct volley *volley);

/* Sends COUNT shots at once and waits for all the answers. */
void volley_fire(struct volley *volley, struct shot *shots, size_t count);

/* The same in two halves, for what is to happen in between. */
void volley_start(struct volley *volley, struct shot *shots, size_t count);
void volley_wait(struct volley *volley);

#endif
