/*
 * Reading of "data" by the type of the event. Used inside of service/json only: event_json.h has
 * the whole.
 */
#ifndef SERVICE_JSON_EVENT_READ_H
#define SERVICE_JSON_EVENT_READ_H

#include "service/json/reader.h"
#include "service/record/record.h"

/* Each reads OBJECT into LINE, or its public part, whose type is known; false when it is none of
 * ours. */
bool read_created_data(const json_t *object, struct log_event *line);
bool read_turn_data(const json_t *object, struct log_event *line);
bool read_started_data(const json_t *object, struct event_public *part);
bool read_opened_data(const json_t *object, struct event_public *part);
bool read_seats_data(const json_t *object, struct event_public *part);

/* json_read_fields for what the service itself has written: nobody is told the faults. */
bool read_own_fields(const json_t *object, const struct field *fields, size_t count);

#endif
