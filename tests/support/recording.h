/*
 * What the end-to-end tests send and get, written to a file of one JSON object a line, for the
 * check against the API's description. Of exchanges that look alike (method, path but for ids,
 * status) only the first few are kept.
 */
#ifndef TESTS_SUPPORT_RECORDING_H
#define TESTS_SUPPORT_RECORDING_H

#include "service/program/play_client.h"

/* Empties FILE and records into it from now on, until the process ends. */
void recording_begin(const char *file);

/* Safe from any thread. Does nothing before recording_begin. */
void recording_add(const struct play_request *request, const struct play_answer *answer);

#endif
