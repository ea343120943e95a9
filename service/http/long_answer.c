#include "service/http/long_answer.h"

enum { BLOCK_BYTES = 16 * 1024 };

/* Called by libmicrohttpd whenever the connection can take more; POSITION is not needed. */
static ssize_t read_answer(void *context, uint64_t position, char *bytes, size_t maximum)
{
    struct source *source = context;
    (void)position;
    ssize_t got = source->read(source, true, bytes, maximum);
    if (got > 0)
        return got;
    return got == SOURCE_OVER ? MHD_CONTENT_READER_END_OF_STREAM
                              : MHD_CONTENT_READER_END_WITH_ERROR;
}

static void end_answer(void *context)
{
    struct source *source = context;
    source->free(source);
}

struct MHD_Response *long_answer_response(struct source *source)
{
    return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_BYTES, read_answer, source,
                                             end_answer);
}
