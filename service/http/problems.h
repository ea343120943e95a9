/*
 * Problems: every error that the API answers with (RFC 9457), in one list: code, status, title,
 * and the sentence that says what to do. Every refusal of the rules has its entry here.
 */
#ifndef SERVICE_HTTP_PROBLEMS_H
#define SERVICE_HTTP_PROBLEMS_H

#include "rules/refusal.h"
#include "service/base/buffer.h"
#include "service/json/reader.h"

struct problem {
    const char *code;
    unsigned status;
    const char *title;
    const char *detail; /* the default; a call may have a more precise one */
};

extern const struct problem problems[]; /* ASCII order of codes */
extern const size_t problem_count;

/* Never NULL for a code that the program itself names; NULL for one that a client made up. */
const struct problem *problem_find(const char *code, size_t length);
const struct problem *problem_of_refusal(enum refusal refusal);

/* What a particular answer adds; NULL and 0 leave a member out. */
struct problem_extra {
    const char *detail;               /* instead of the problem's own */
    const struct json_faults *faults; /* "errors" */
    const char *allowed;              /* a JSON value: "allowed" */
    size_t allowed_length;
    unsigned retry_after; /* seconds */
    const char *request_id;
};

void problem_write(const struct problem *problem, const struct problem_extra *extra,
                   struct buffer *buffer);

#endif
