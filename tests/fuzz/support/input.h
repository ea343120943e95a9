/*
 * What a fuzzer made up, taken apart by its target; and the way in which targets complain.
 */
#ifndef TESTS_FUZZ_SUPPORT_INPUT_H
#define TESTS_FUZZ_SUPPORT_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "service/json/reader.h"

/* What every target defines; libFuzzer calls them, or replay.c does. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *count, char ***arguments);

/* What is still to be taken. */
struct input {
    const char *bytes;
    size_t length;
};

struct input input_new(const uint8_t *data, size_t size);

/* All up to the next END, which is taken too, or up to the end. */
struct input input_until(struct input *input, char end);

/* The first byte, 0 when there is none. */
uint8_t input_byte(struct input *input);

/* A number below BOUND, for struct chooser: what the next byte, or two of them, say. */
uint32_t input_below(void *input, uint32_t bound);

bool input_is(const struct input *input, const char *text);

/* A copy with a NUL behind it, for the caller to free: so that the sanitizer sees whoever reads
 * on. */
char *input_text(const struct input *input);

/* Ends the process with the words WHAT unless HOLDS. */
void must(bool holds, const char *what);

/* LENGTH bytes that must be UTF-8. */
void must_be_utf8(const char *text, size_t length, const char *what);

/* What is told of a refused body: something, in sentences and pointers that can be sent. */
void must_be_told(const struct json_faults *faults);

#endif
