/*
 * Commands about people and time, which the record decides and not the rules.
 */
#ifndef SERVICE_ENGINE_ATTENDANCE_JOBS_H
#define SERVICE_ENGINE_ATTENDANCE_JOBS_H

#include "service/engine/writer.h"

/* JOB_ATTENDANCE. */
void attendance_run(struct writer *writer, struct batch_job *entry);

/* Decides the job's command, and carries it out on GAME, whether or not anybody may ask for it. The
 * outcome is set; true when GAME has changed. */
bool attendance_carry(struct writer *writer, struct batch_job *entry, struct batch_game *game);

#endif
