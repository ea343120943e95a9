#include "service/program/descriptors.h"

#include <stddef.h>
#include <sys/resource.h>

#include "service/base/log.h"

enum {
    RESERVED = 28,           /* the store, its readers, keys, standard streams */
    RESERVED_PER_THREAD = 6, /* what it polls with, a reader of its own */
    LEAST_PER_THREAD = 2     /* without which nothing is served at all */
};

static rlim_t raise_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 0;
    const struct rlimit raised = {.rlim_cur = limit.rlim_max, .rlim_max = limit.rlim_max};
    return setrlimit(RLIMIT_NOFILE, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur;
}

unsigned descriptors_connections(unsigned wanted, unsigned threads)
{
    rlim_t reserved = RESERVED + (rlim_t)RESERVED_PER_THREAD * threads;
    rlim_t limit = raise_limit();
    if (limit == RLIM_INFINITY || limit >= reserved + wanted)
        return wanted;
    unsigned fitting = LEAST_PER_THREAD * threads;
    if (limit > reserved + fitting)
        fitting = (unsigned)(limit - reserved);
    LOG_EVENT(LOG_LEVEL_WARNING,
              "fewer connections are served at a time than usual: raise the limit of open files",
              LOG_NUMBER("connections", fitting), LOG_NUMBER("usual", wanted),
              LOG_NUMBER("open_files", limit));
    return fitting;
}
