#include "tests/bench/repeated.h"

#include "tests/bench/measure.h"

void repeated_begin(struct repeated *repeated)
{
    for (size_t i = 0; i < CONNECTIONS; i++)
        repeated->requests[i] = buffer_new(REQUEST_BYTES_MAX);
}

void repeated_end(struct repeated *repeated)
{
    for (size_t i = 0; i < CONNECTIONS; i++)
        buffer_free(&repeated->requests[i]);
}

void check_status(const struct load_answer *answer, unsigned wanted)
{
    if (answer->status != wanted)
        bench_fail("a request is answered with %u instead of %u: %.*s", answer->status, wanted,
                   (int)answer->body_length, answer->body);
}

static bool next(void *context, size_t connection, const struct load_answer *answer,
                 struct buffer *ret_request)
{
    struct repeated *repeated = context;
    const struct buffer *request = &repeated->requests[connection];
    if (answer)
        check_status(answer, repeated->status);
    buffer_append(ret_request, request->bytes, request->length);
    return true;
}

struct load_script repeated_script(struct repeated *repeated, int64_t microseconds)
{
    return (struct load_script){next, repeated, microseconds};
}
