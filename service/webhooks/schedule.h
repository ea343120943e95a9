/*
 * What becomes of a delivery after an attempt: done, tried again later, or given up with its
 * webhook.
 */
#ifndef SERVICE_WEBHOOKS_SCHEDULE_H
#define SERVICE_WEBHOOKS_SCHEDULE_H

#include "service/store/outbox.h"

enum { ATTEMPTS_MAX = 10 }; /* over three days */

/* How an attempt went. */
struct attempt {
    unsigned status;   /* of the answer; 0: there was none */
    const char *fault; /* why there was none */
    int64_t told_wait; /* milliseconds that the answer asked to wait; 0: it did not */
};

/* What to write down of ATTEMPT, which was made at NOW for WEBHOOK's DELIVERY. LUCK spreads the
 * next attempts of many over time. */
void attempt_judge(const struct webhook *webhook, const struct delivery *delivery,
                   const struct attempt *attempt, int64_t now, uint32_t luck,
                   struct delivery_report *ret_report);

/* What to write down of a delivery that need not be made any more. */
void attempt_spare(const struct webhook *webhook, const struct delivery *delivery, int64_t now,
                   struct delivery_report *ret_report);

#endif
