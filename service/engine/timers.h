/*
 * Timers: what happens to games by itself, without anybody asking. Each game's row says when it has
 * to be looked at next; the engine looks with every batch, and within its transaction does what is
 * due. The time is that of the wall clock; how long to sleep is all that is measured otherwise.
 */
#ifndef SERVICE_ENGINE_TIMERS_H
#define SERVICE_ENGINE_TIMERS_H

#include "service/engine/writer.h"

/* Does what is due now, behind the jobs of the batch; so much at a time that nobody waits long. */
void timers_run(struct writer *writer);

/* Nothing of the batch has happened: what was due is tried again in a second. */
void timers_back_off(struct writer *writer);

/* For how many milliseconds nothing is due; INT64_MAX once the store is broken. */
int64_t timers_rest(const struct writer *writer);

/* When something happens by itself to a game that has come from BEFORE to AFTER, for its row. At
 * once if somebody of WAITED_ON, the players for whom waiting has begun, has left orders. */
enum store_status timers_due_at(struct writer *writer, const struct record *before,
                                const struct record *after, uint8_t waited_on, int64_t *ret_due_at);

/* Some game's row says DUE_AT now. */
void timers_note(struct writer *writer, int64_t due_at);

/* Writes DUE_AT into the row of GAME, inside the batch's transaction, which is opened if need be.
 */
enum store_status timers_set_due(struct writer *writer, const char *game, int64_t due_at);

#endif
