/*
 * cmocka with the headers that it wants before it, and assertions that print decimals.
 */
#ifndef TESTS_SUPPORT_CMOCKA_ALL_H
#define TESTS_SUPPORT_CMOCKA_ALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* A test that fails does not go on; cmocka's own declaration does not say so. */
__attribute__((noreturn)) void _fail(const char *file, int line);

#define assert_number(got, want)                                                                   \
    do {                                                                                           \
        long long got_ = (long long)(got), want_ = (long long)(want);                              \
        if (got_ != want_)                                                                         \
            fail_msg("%s is %lld, should be %lld", #got, got_, want_);                             \
    } while (0)

#endif
