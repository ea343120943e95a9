/*
 * The stand of an end-to-end test program that needs nothing else: begun before its first test and
 * ended after its last. Included by the file that has the tests, once.
 */
#ifndef TESTS_SUPPORT_ONE_STAND_H
#define TESTS_SUPPORT_ONE_STAND_H

#include "tests/support/stand.h"

static struct stand stand;

static int stand_set_up(void **state)
{
    (void)state;
    stand_begin(&stand, SPLICED_PROGRAM, RECORDED_FILE, NULL);
    return 0;
}

static int stand_tear_down(void **state)
{
    (void)state;
    stand_end(&stand);
    return 0;
}

#endif
