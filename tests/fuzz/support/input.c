#include "tests/fuzz/support/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/utf8.h"

struct input input_new(const uint8_t *data, size_t size)
{
    return (struct input){(const char *)data, size};
}

struct input input_until(struct input *input, char end)
{
    const char *found = input->length > 0 ? memchr(input->bytes, end, input->length) : NULL;
    struct input part = {input->bytes, found ? (size_t)(found - input->bytes) : input->length};
    size_t taken = found ? part.length + 1 : part.length;
    input->bytes += taken;
    input->length -= taken;
    return part;
}

uint8_t input_byte(struct input *input)
{
    if (input->length == 0)
        return 0;
    input->length--;
    return (uint8_t)*input->bytes++;
}

uint32_t input_below(void *input, uint32_t bound)
{
    unsigned chosen = input_byte(input);
    if (bound > 256)
        chosen = chosen << 8 | input_byte(input);
    return chosen % bound;
}

bool input_is(const struct input *input, const char *text)
{
    return input->length == strlen(text) && memcmp(input->bytes, text, input->length) == 0;
}

char *input_text(const struct input *input)
{
    char *text = malloc(input->length + 1);
    must(text != NULL, "there is no memory");
    if (input->length > 0)
        memcpy(text, input->bytes, input->length);
    text[input->length] = '\0';
    return text;
}

void must(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "does not hold: %s\n", what);
    abort();
}

void must_be_utf8(const char *text, size_t length, const char *what)
{
    uint32_t point;
    for (size_t at = 0, size; at < length; at += size) {
        size = utf8_read(text + at, length - at, &point);
        must(size > 0, what);
    }
}

void must_be_told(const struct json_faults *faults)
{
    must(faults->count > 0, "a refusal without a fault");
    must(faults->count <= JSON_FAULTS_MAX, "too many faults");
    for (size_t i = 0; i < faults->count; i++) {
        const struct json_fault *fault = &faults->list[i];
        size_t pointer = strnlen(fault->pointer, sizeof fault->pointer);
        size_t detail = strnlen(fault->detail, sizeof fault->detail);
        must(pointer < sizeof fault->pointer && detail < sizeof fault->detail, "no end of a text");
        must(detail > 0, "a fault without a sentence");
        must_be_utf8(fault->pointer, pointer, "a pointer that is not UTF-8");
        must_be_utf8(fault->detail, detail, "a sentence that is not UTF-8");
    }
}
