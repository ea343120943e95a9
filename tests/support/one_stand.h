/*
 * The stand of an end-to-end test program that needs nothing else: begun before its first test and
 * ended after its last. Included by the file that has the tests, once; STAND_ARGUMENTS is what the
 * program is started with, an array as stand_begin takes it, if the file defines that before.
 */
#ifndef TESTS_SUPPORT_ONE_STAND_H
#define TESTS_SUPPORT_ONE_STAND_H

#include "tests/support/stand.h"

#ifndef STAND_ARGUMENTS
#define STAND_ARGUMENTS NULL
#endif

static struct stand stand;

static int stand_set_up(void **state)
{
    (void)state;
    stand_begin(&stand, SPLICED_PROGRAM, RECORDED_FILE, STAND_ARGUMENTS);
    return 0;
}

static int stand_tear_down(void **state)
{
    (void)state;
    stand_end(&stand);
    return 0;
}

#endif
