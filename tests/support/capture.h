/*
 * What a piece of code writes to standard error. Keep the piece short: until capture_end,
 * failures of the test are written there as well.
 */
#ifndef TESTS_SUPPORT_CAPTURE_H
#define TESTS_SUPPORT_CAPTURE_H

struct capture {
    int standard_error;
    int file;
};

struct capture capture_begin(void);

/* Puts standard error back; returns what was written, NUL-terminated, which the caller frees. */
char *capture_end(struct capture *capture);

#endif
