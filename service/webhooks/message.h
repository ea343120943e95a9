/*
 * What is sent for a delivery: its body, in the webhook's format.
 */
#ifndef SERVICE_WEBHOOKS_MESSAGE_H
#define SERVICE_WEBHOOKS_MESSAGE_H

#include "service/engine/engine.h"

enum message_state {
    MESSAGE_READY,
    MESSAGE_SUPERSEDED, /* what it would tell is no longer so */
    MESSAGE_UNAVAILABLE /* it cannot be told now; try again later */
};

/* Writes the body of WEBHOOK's DELIVERY into BUFFER. Retries have the same bytes: what is told is
 * an event, or still so. */
enum message_state message_write(struct engine *engine, const struct webhook *webhook,
                                 const struct delivery *delivery, struct buffer *buffer);

#endif
