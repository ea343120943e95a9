/*
 * Jobs about notes, which players make for themselves and which no log tells of.
 */
#ifndef SERVICE_ENGINE_NOTE_JOBS_H
#define SERVICE_ENGINE_NOTE_JOBS_H

#include "service/engine/writer.h"

void note_change(struct writer *writer, struct batch_job *entry);

/* Takes away the notes that writer->events, which led from BEFORE to AFTER, leave no place for:
 * those of who is replaced by another person, and the order that took a turn which was taken back,
 * since it would take it again. Inside the batch's transaction. */
enum store_status notes_follow(struct writer *writer, const struct record *before,
                               const struct record *after);

/* Writes the name of the note that has a player's orders for STEP. */
void orders_name(enum step step, char ret_name[NOTE_NAME_BYTES]);

#endif
