/*
 * Answers that are remembered for requests which come again with their Idempotency-Key.
 */
#ifndef SERVICE_ENGINE_ANSWERS_H
#define SERVICE_ENGINE_ANSWERS_H

#include "service/engine/writer.h"

/* Whether the job repeats one that is remembered at NOW, in milliseconds: then its outcome is
 * set. An answer that was remembered in this batch cannot be told from an older one, so the
 * outcome rests on the batch. */
bool answers_recall(struct writer *writer, struct batch_job *entry, int64_t now);

/* Remembers the answer to a job that has a key, in the open transaction. AFTER is the game after
 * it, NULL if the job is about none. */
enum store_status answers_remember(struct writer *writer, const struct job *job,
                                   const struct record *after, int64_t at);

#endif
