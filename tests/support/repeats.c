#include "tests/support/repeats.h"

#include <stdlib.h>
#include <sys/random.h>

#include "tests/support/cmocka_all.h"

struct repeats repeats_begin(const char *variable, unsigned usual)
{
    const char *number = getenv(variable);
    const char *seed = getenv("SPLICED_SEED");
    struct repeats repeats = {.count = number ? (unsigned)strtoul(number, NULL, 10) : usual};
    if (seed)
        repeats.seed = strtoull(seed, NULL, 10);
    else if (getrandom(&repeats.seed, 4, 0) != 4)
        fail_msg("no random bytes for a seed");
    repeats.state = repeats.seed;
    print_message("%s=%u SPLICED_SEED=%llu\n", variable, repeats.count,
                  (unsigned long long)repeats.seed);
    return repeats;
}

bool repeats_next(struct repeats *repeats)
{
    return repeats->done++ < repeats->count;
}

/* SplitMix64. */
static uint64_t next_number(struct repeats *repeats)
{
    uint64_t number = repeats->state += UINT64_C(0x9e3779b97f4a7c15);
    number = (number ^ (number >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    number = (number ^ (number >> 27)) * UINT64_C(0x94d049bb133111eb);
    return number ^ (number >> 31);
}

uint32_t repeats_below(struct repeats *repeats, uint32_t bound)
{
    return (uint32_t)(((next_number(repeats) >> 32) * bound) >> 32);
}
