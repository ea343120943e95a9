/*
 * The fold of deadlines, days away and autopilot. Used inside of service/record only: record_apply
 * has the whole.
 */
#ifndef SERVICE_RECORD_DEADLINES_FOLD_H
#define SERVICE_RECORD_DEADLINES_FOLD_H

#include "service/record/record.h"

/* The game waits for PLAYER anew since AT: a whole period begins, or, if it is for a choice that
 * was asked for before, what remains of the last one. */
void deadline_begin(struct record *record, uint8_t player, int64_t at);

/* The game does not wait for PLAYER any more since AT. */
void deadline_end(struct record *record, uint8_t player, int64_t at);

/* What LINE says about people and time. Whom the game waits for is as it was before LINE. */
void deadlines_apply(struct record *record, const struct log_event *line);

#endif
