/*
 * The private part of an event, read back; event_json.h has the writing. Used inside of
 * service/json only.
 */
#ifndef SERVICE_JSON_EVENT_PRIVATE_H
#define SERVICE_JSON_EVENT_PRIVATE_H

#include "service/json/reader.h"
#include "service/record/record.h"

/* Reads OBJECT into LINE, whose type is known. False when it is none of ours. */
bool event_read_private(const json_t *object, struct log_event *line);

/* An array of ids of cards, all of them known, at most MAXIMUM. */
bool read_known_cards(const json_t *array, size_t maximum, uint16_t *ret_cards, uint8_t *ret_count);

#endif
