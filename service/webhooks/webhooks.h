/*
 * The sender of webhooks: a thread of its own that takes from the outbox what is due, posts it, and
 * has the engine write down what came of it. A webhook gets one delivery at a time, in order; none
 * waits for another one. At least once: what was sent but not yet written down when the process
 * dies is sent again.
 */
#ifndef SERVICE_WEBHOOKS_WEBHOOKS_H
#define SERVICE_WEBHOOKS_WEBHOOKS_H

#include "service/engine/engine.h"

struct webhooks;

struct webhooks_settings {
    const struct keys *keys; /* secrets follow from them */
    struct clock clock;
    struct random_source random;
    bool allow_private; /* plain http, and addresses that are not public */
};

/* To be made before other threads are started. NULL: no memory. */
struct webhooks *webhooks_new(const struct webhooks_settings *settings);
void webhooks_free(struct webhooks *webhooks); /* NULL is fine; stopped or never started */

/* Starts sending what ENGINE's outbox holds. */
bool webhooks_start(struct webhooks *webhooks, struct engine *engine);

/* Ends what is under way, while the engine still runs. */
void webhooks_stop(struct webhooks *webhooks);

/* There may be more to send, or time has moved on. CONTEXT is the sender, as struct engine_settings
 * wants it. Any thread, also before the start. */
void webhooks_wake(void *context);

bool webhooks_allow_private(const struct webhooks *webhooks);

/* Takes a WEBHOOK_ADD, as engine_submit does: its target is looked up, and if that may be called
 * the engine gets the job; otherwise its outcome is JOB_BLOCKED. Any thread. */
bool webhooks_submit(struct webhooks *webhooks, struct job *job);

struct webhook_counts {
    uint64_t attempts;
    uint64_t delivered;
    uint64_t disabled;
};
struct webhook_counts webhooks_counts(const struct webhooks *webhooks);

#endif
