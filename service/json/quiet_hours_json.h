/*
 * Quiet hours as JSON: {"zone": "Europe/Berlin", "from": "22:00", "until": "08:00"}. As a note of a
 * player they are kept in the form that is written here.
 */
#ifndef SERVICE_JSON_QUIET_HOURS_JSON_H
#define SERVICE_JSON_QUIET_HOURS_JSON_H

#include "service/json/reader.h"
#include "service/json/writer.h"
#include "service/record/quiet_hours.h"

/* What is wrong with a zone that does not exist. */
#define TIME_ZONE_WANTED "must be a time zone of the IANA database, like Europe/Berlin"

/* Reads a request's body; false with FAULTS told. Whether there is such a zone is for the caller to
 * find out. */
bool quiet_hours_read(const json_t *object, struct quiet_hours *ret_hours,
                      struct json_faults *faults);

void quiet_hours_write(struct json_writer *writer, const struct quiet_hours *hours);

/* The same from LENGTH bytes of a note. False when they are none of ours, or when memory_ran_out.
 */
bool quiet_hours_read_note(const char *bytes, size_t length, struct quiet_hours *ret_hours);

#endif
