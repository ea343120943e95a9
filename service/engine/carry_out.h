/*
 * Carrying out what has been decided: its lines are written, proved and appended, inside the
 * batch's transaction, with all that goes with them.
 */
#ifndef SERVICE_ENGINE_CARRY_OUT_H
#define SERVICE_ENGINE_CARRY_OUT_H

#include "service/engine/writer.h"

/* Carries out writer->events, to which the job has led at AT. Their details are in
 * writer->preparation or, if LINE is not NULL, in that: the line of the only event. Returns the
 * game as it is then, held by the caller; NULL if that failed. */
struct snapshot *carry_out(struct writer *writer, const struct job *job, struct snapshot *before,
                           const struct log_event *line, int64_t at);

/* Makes AFTER, which it takes over, the newest snapshot of GAME. */
void carry_on(struct batch_game *game, struct snapshot *after);

/* Lets the job's submitter have the game as it is now. */
void hand_over(struct job *job, struct snapshot *snapshot);

#endif
