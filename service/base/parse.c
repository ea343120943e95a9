#include "service/base/parse.h"

#include <string.h>

#include "service/base/memory.h"

/* Given to jansson at a time, so that little of the reserve is used before it hears of the end. */
enum { CHUNK_BYTES = 256 };

struct text {
    const char *bytes;
    size_t length;
    unsigned out_before; /* memory_times_out before it was begun */
};

static size_t give_chunk(void *ret_chunk, size_t size, void *context)
{
    struct text *text = context;
    if (memory_times_out() != text->out_before)
        return (size_t)-1;
    size_t length = size < CHUNK_BYTES ? size : CHUNK_BYTES;
    length = length < text->length ? length : text->length;
    memcpy(ret_chunk, text->bytes, length);
    text->bytes += length;
    text->length -= length;
    return length;
}

void parse_prepare(void)
{
    json_set_alloc_funcs(memory_take, memory_give);
}

json_t *parse_json(const char *bytes, size_t length, size_t flags, json_error_t *ret_error)
{
    struct text text = {bytes, length, memory_times_out()};
    json_t *value = json_load_callback(give_chunk, &text, flags, ret_error);
    if (memory_times_out() == text.out_before)
        return value;
    json_decref(value);
    return NULL;
}
