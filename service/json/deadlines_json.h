/*
 * A game's settings of deadlines as JSON: as its creator sends them, and in the normal form that
 * game.created and the view have, which says everything.
 */
#ifndef SERVICE_JSON_DEADLINES_JSON_H
#define SERVICE_JSON_DEADLINES_JSON_H

#include "service/json/reader.h"
#include "service/json/writer.h"
#include "service/record/deadlines.h"

/* Reads VALUE, which stands at POINTER; NULL and null: there are none. The normal form is read as
 * well. */
bool read_deadlines(const json_t *value, const char *pointer,
                    struct deadline_settings *ret_settings, struct json_faults *faults);

/* An object, members in ASCII order; null when there are none. */
void deadlines_write(const struct deadline_settings *settings, struct json_writer *writer);

#endif
