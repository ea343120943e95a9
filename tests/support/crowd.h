/*
 * Clients who hold connections and make no good use of them: silent ones, slow ones, those who send
 * rubbish. They come from 127.0.0.2; whoever is shut out comes again at once.
 */
#ifndef TESTS_SUPPORT_CROWD_H
#define TESTS_SUPPORT_CROWD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct crowd;

struct crowd_manners {
    size_t count;      /* of connections */
    const char *first; /* sent when a connection is there; NULL: nothing */
    const char *drip;  /* sent on each of them, twice a second; NULL: nothing */
};

/* Raises the number of files that this process may have open as far as that goes; returns it. */
size_t crowd_prepare(void);

/* Begins to call PORT on this machine from a thread of its own. MANNERS is copied, its texts are
 * not. */
struct crowd *crowd_begin(uint16_t port, const struct crowd_manners *manners);

/* Waits until all have been connected once. */
void crowd_wait(struct crowd *crowd);

/* Hangs up. Returns how many connections there have been. */
uint64_t crowd_end(struct crowd *crowd);

#endif
