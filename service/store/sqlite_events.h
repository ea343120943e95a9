/*
 * The rows of events.
 */
#ifndef SERVICE_STORE_SQLITE_EVENTS_H
#define SERVICE_STORE_SQLITE_EVENTS_H

#include "service/store/sqlite_query.h"

/* The event in the first seven columns of the present row: seq, at, type, player, data, private
 * part, hash. Its texts hold until the next step. False if it is none of ours. */
bool event_at(const struct query *query, struct stored_event *ret_event);

#endif
