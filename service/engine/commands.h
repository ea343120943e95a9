/*
 * One command in a batch: from the checks of who asks to the lines that are appended. Its outcome
 * is set in the job, but holds only when the batch has been committed.
 */
#ifndef SERVICE_ENGINE_COMMANDS_H
#define SERVICE_ENGINE_COMMANDS_H

#include "service/engine/writer.h"

void command_create(struct writer *writer, struct batch_job *entry);
void command_run(struct writer *writer, struct batch_job *entry);

/* Decides the job's command, and carries it out on GAME, whether or not the caller may ask for it.
 * The outcome is set; true when GAME has changed. */
bool command_carry(struct writer *writer, struct batch_job *entry, struct batch_game *game);

/* When something happens that happens to the game now: in a log time never goes back. */
int64_t command_time(const struct writer *writer, const struct record *record);

/* The game of a job, as the batch has it, if the token of the caller holds for it; otherwise NULL
 * with the outcome set. */
struct batch_game *command_game(struct writer *writer, struct batch_job *entry);

#endif
