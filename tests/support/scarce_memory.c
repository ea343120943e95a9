#include "tests/support/scarce_memory.h"

#include <stdatomic.h>

enum mode { PLENTY, ONCE, LASTING };

static _Atomic enum mode mode;
static atomic_long left;
static atomic_bool refused;
static _Thread_local bool spared;

void scarce_memory_spare_me(void)
{
    spared = true;
}

void scarce_memory_begin(size_t after, bool lasting)
{
    atomic_store(&refused, false);
    atomic_store(&left, (long)after);
    atomic_store(&mode, lasting ? LASTING : ONCE);
}

bool scarce_memory_end(void)
{
    atomic_store(&mode, PLENTY);
    return atomic_load(&refused);
}

bool scarce_memory_refuses(void)
{
    enum mode now = atomic_load(&mode);
    if (now == PLENTY || spared)
        return false;
    long before = atomic_fetch_sub(&left, 1);
    bool refuses = now == ONCE ? before == 0 : before <= 0;
    if (refuses)
        atomic_store(&refused, true);
    return refuses;
}
