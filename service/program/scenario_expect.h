/*
 * What a scenario expects of a view.
 */
#ifndef SERVICE_PROGRAM_SCENARIO_EXPECT_H
#define SERVICE_PROGRAM_SCENARIO_EXPECT_H

#include <jansson.h>
#include <stdbool.h>

enum { DIFFERENCE_BYTES = 1024 };

/* Whether each JSON Pointer of EXPECT finds its value in VIEW: {"absent": true} nothing or null,
 * {"length": n} an array of that length, {"set": […]} these elements in any order, anything else
 * the very same. RET_DIFFERENCE (DIFFERENCE_BYTES) tells the first that does not. */
bool expectations_hold(const json_t *view, const json_t *expect, char *ret_difference);

#endif
