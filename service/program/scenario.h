/*
 * A scenario while it is played. Used by the files scenario*.c only.
 */
#ifndef SERVICE_PROGRAM_SCENARIO_H
#define SERVICE_PROGRAM_SCENARIO_H

#include "service/json/command_json.h"
#include "service/program/scenario_game.h"

enum { SCENARIO_REPORT_BYTES = 2048 };

struct scenario {
    struct scenario_game game;
    struct field_text name;
    struct field_text create_refused;
    struct field_text stop_before;
    json_t *steps;
    struct setup setup;
    struct map_faults_told map_faults;
    char report[SCENARIO_REPORT_BYTES]; /* what differs; "" while all is well */
};

/* Tells what differs; returns false for the caller to return. */
bool scenario_differs(struct scenario *scenario, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool scenario_malformed(struct scenario *scenario, const struct json_faults *faults);

/* Plays the whole scenario that ROOT describes into SCENARIO, which is all zero; ROOT must outlive
 * it. */
bool scenario_play(struct scenario *scenario, const json_t *root);

/* Plays step NUMBER (from 1) of the scenario, which OBJECT describes. */
bool scenario_play_step(struct scenario *scenario, size_t number, const json_t *object);

#endif
