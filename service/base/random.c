#include "service/base/random.h"

#include <sodium.h>

static void system_fill(void *context, void *ret_bytes, size_t length)
{
    (void)context;
    randombytes_buf(ret_bytes, length);
}

struct random_source random_system(void)
{
    return (struct random_source){.fill = system_fill, .context = NULL};
}

void random_fill(const struct random_source *source, void *ret_bytes, size_t length)
{
    source->fill(source->context, ret_bytes, length);
}
