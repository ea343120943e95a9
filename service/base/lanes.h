/*
 * Lanes: places for what many threads write often and somebody reads now and then, one for each
 * thread as far as they go, so that threads do not take the same line of memory from each other all
 * the time.
 */
#ifndef SERVICE_BASE_LANES_H
#define SERVICE_BASE_LANES_H

#include <stdatomic.h>
#include <stdint.h>

enum { LANES = 16, LANE_BYTES = 64 };

/* The lane of the calling thread, below LANES; when there are more threads some share one. */
unsigned lane_of_thread(void);

/* A count; all zero to begin with. Any thread. */
struct tally {
    struct {
        _Atomic uint64_t count;
        char apart[LANE_BYTES - sizeof(uint64_t)];
    } lanes[LANES];
};

void tally_add(struct tally *tally, uint64_t number);
uint64_t tally_read(const struct tally *tally);

/* Adds one, and returns a number that no other call of it with TALLY returns. */
uint64_t tally_number(struct tally *tally);

#endif
