/*
 * Whom a game has begun to wait for.
 */
#ifndef SERVICE_ENGINE_WAITING_H
#define SERVICE_ENGINE_WAITING_H

#include "service/record/record.h"

/* The players for whom waiting has begun between BEFORE and AFTER, as bits. A paused game keeps
 * nobody waiting; when it goes on, it waits for all anew. */
uint8_t newly_waited_on(const struct record *before, const struct record *after);

/* The players, as bits, of whom the list of those who are waited on says after a command what it
 * said before: whether they are, and by which external id they are known. */
uint8_t waited_on_as_before(const struct record *before, const struct record *after);

#endif
