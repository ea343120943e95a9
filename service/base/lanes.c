#include "service/base/lanes.h"

#include <stdbool.h>
#include <stddef.h>

static atomic_uint threads;
static _Thread_local unsigned lane;
static _Thread_local bool has_lane;

unsigned lane_of_thread(void)
{
    if (!has_lane)
        lane = atomic_fetch_add(&threads, 1) % LANES;
    has_lane = true;
    return lane;
}

void tally_add(struct tally *tally, uint64_t number)
{
    atomic_fetch_add_explicit(&tally->lanes[lane_of_thread()].count, number, memory_order_relaxed);
}

uint64_t tally_read(const struct tally *tally)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < LANES; i++)
        sum += atomic_load_explicit(&tally->lanes[i].count, memory_order_relaxed);
    return sum;
}

uint64_t tally_number(struct tally *tally)
{
    unsigned own = lane_of_thread();
    return atomic_fetch_add_explicit(&tally->lanes[own].count, 1, memory_order_relaxed) * LANES +
           own;
}
