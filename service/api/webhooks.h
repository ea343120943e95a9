/*
 * What the handlers of webhooks and of their deliveries share.
 */
#ifndef SERVICE_API_WEBHOOKS_H
#define SERVICE_API_WEBHOOKS_H

#include "service/http/call.h"

/* Prepares call->job for a change of the webhook that the path names. False: the answer is set. */
bool webhook_job(struct call *call, enum webhook_change_kind kind);

/* The webhook that the path names, if it is the caller's. False: the answer is set. */
bool webhook_find(struct call *call, struct webhook *ret_webhook);

#endif
