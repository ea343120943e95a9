/*
 * "data" of the events of the game in play, written and read. Used inside of service/json only:
 * event_json.h has the whole.
 */
#ifndef SERVICE_JSON_EVENT_PLAY_H
#define SERVICE_JSON_EVENT_PLAY_H

#include "service/json/reader.h"
#include "service/json/writer.h"
#include "service/record/record.h"

/* The wire name of such an event; NULL for any other. */
const char *play_event_name(enum event_type type);

/* Writes the members of EVENT, in ASCII order, inside an object. */
void write_play_data(struct json_writer *writer, const struct event *event);

/* Reads OBJECT into EVENT, whose type and player are known. False when it is none of ours. */
bool read_play_data(const json_t *object, struct event *event);

#endif
