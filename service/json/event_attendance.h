/*
 * "data" of the events about people and time, written and read. Used inside of service/json only:
 * event_json.h has the whole.
 */
#ifndef SERVICE_JSON_EVENT_ATTENDANCE_H
#define SERVICE_JSON_EVENT_ATTENDANCE_H

#include "service/json/reader.h"
#include "service/json/writer.h"
#include "service/record/record.h"

/* Writes the members of LINE, in ASCII order, inside an object. */
void write_attendance_data(struct json_writer *writer, const struct log_event *line);

/* Reads OBJECT into LINE, whose type and player are known. False when it is none of ours. */
bool read_attendance_data(const json_t *object, struct log_event *line);

#endif
