/*
 * Texts in JSON, parsed by jansson in a way that survives want of memory.
 */
#ifndef SERVICE_BASE_PARSE_H
#define SERVICE_BASE_PARSE_H

#include <jansson.h>

/* Has jansson take its memory as service/base/memory.h gives it. Before other threads use it. */
void parse_prepare(void);

/* As json_loadb. Without memory it answers NULL, and memory_ran_out is true afterwards. */
json_t *parse_json(const char *bytes, size_t length, size_t flags, json_error_t *ret_error);

#endif
