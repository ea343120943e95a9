/*
 * Filling the outbox: which webhooks of a game are told what of the lines that a command has
 * added to its log. And webhooks themselves, as their owners change them.
 */
#ifndef SERVICE_ENGINE_OUTBOX_H
#define SERVICE_ENGINE_OUTBOX_H

#include "service/engine/writer.h"

/* Puts what writer->lines, which lead to AFTER, mean for the game's webhooks into the outbox,
 * inside the batch's transaction; WAITED_ON are the players, as bits, for whom waiting has begun
 * with them. The webhooks of a player who is re-invited are gone. */
enum store_status outbox_fill(struct writer *writer, const struct record *after, uint8_t waited_on,
                              int64_t at);

/* JOB_WEBHOOK and JOB_REPORT. */
void outbox_change(struct writer *writer, struct batch_job *entry);
void outbox_report(struct writer *writer, struct batch_job *entry);

/* Puts an event into the outbox, to be delivered from AT on, if the webhook is told of such.
 * *RET_TOLD says whether. */
enum store_status outbox_tell(struct writer *writer, const struct subscription *subscription,
                              const struct stored_event *event, int64_t at, bool *ret_told);

#endif
