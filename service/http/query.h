/*
 * The query of a target: its parameters, decoded, and the refusal of those that nobody asks for.
 */
#ifndef SERVICE_HTTP_QUERY_H
#define SERVICE_HTTP_QUERY_H

#include "service/http/call.h"

struct parameter {
    const char *name; /* both NUL-terminated, borrowed from the text that was read */
    const char *value;
    bool asked;
};

struct query {
    size_t count;
    bool malformed; /* an escape that is none, or too many parameters */
    struct parameter list[QUERY_MAX];
};

/* Reads TEXT ("a=1&b=2", NUL-terminated), which is decoded in place and must outlive QUERY. */
void query_read(struct query *query, char *text);

/* The value of the first parameter of that NAME, which counts as asked for; NULL if there is
 * none. */
const char *query_value(struct query *query, const char *name);

/* True when every parameter has been asked for and none stands twice; otherwise FAULTS tells. */
bool query_check(const struct query *query, struct json_faults *faults);

/* A whole number in decimal digits; false when TEXT is not one or not within the bounds. */
bool whole_number_read(const char *text, long long minimum, long long maximum,
                       long long *ret_number);

#endif
