#include "service/webhooks/schedule.h"

#include <stdio.h>
#include <string.h>

#define SECONDS INT64_C(1000)
#define MINUTES (60 * SECONDS)
#define HOURS   (60 * MINUTES)

/* How long to wait after so many failures. */
static const int64_t waits[ATTEMPTS_MAX] = {
    0,         5 * SECONDS, 5 * MINUTES, 30 * MINUTES, 2 * HOURS,
    5 * HOURS, 10 * HOURS,  14 * HOURS,  20 * HOURS,   24 * HOURS,
};

/* What a webhook may ask us to wait, and how often, before its asking is a failure. */
enum { TOLD_WAITS_MAX = 100 };
static const int64_t SHORTEST_WAIT = 1 * SECONDS;
static const int64_t LONGEST_WAIT = 24 * HOURS;

static void begin(const struct webhook *webhook, const struct delivery *delivery, int64_t now,
                  struct delivery_report *report)
{
    *report = (struct delivery_report){.delivery = *delivery, .at = now};
    memcpy(report->webhook, webhook->id, sizeof report->webhook);
}

static void finish(struct delivery_report *report, enum delivery_state state)
{
    report->delivery.state = state;
    report->delivery.finished_at = report->at;
}

static void give_up(struct delivery_report *report, const char *why)
{
    finish(report, DELIVERY_FAILED);
    snprintf(report->disables, sizeof report->disables, "%s", why);
}

/* Never earlier than WAIT, and up to a tenth of it later. */
static void try_again(struct delivery_report *report, int64_t wait, uint32_t luck)
{
    int64_t tenth = wait / 10;
    int64_t later = (int64_t)((uint64_t)tenth * luck >> 32);
    report->delivery.next_at = report->at + wait + later;
}

/* Discord has no 410 for a webhook that is gone. */
static bool is_gone(const struct webhook *webhook, unsigned status)
{
    return status == 410 || (status == 404 && webhook->format == WEBHOOK_DISCORD);
}

static int64_t told_wait(const struct attempt *attempt)
{
    bool may_ask = attempt->status == 429 || attempt->status == 503;
    if (!may_ask || attempt->told_wait <= 0)
        return 0;
    if (attempt->told_wait < SHORTEST_WAIT)
        return SHORTEST_WAIT;
    return attempt->told_wait < LONGEST_WAIT ? attempt->told_wait : LONGEST_WAIT;
}

static void judge_failure(struct delivery_report *report, int64_t told, uint32_t luck)
{
    struct delivery *delivery = &report->delivery;
    if (told > 0 && delivery->attempts <= TOLD_WAITS_MAX) {
        try_again(report, told, luck);
        return;
    }
    if (++delivery->failures >= ATTEMPTS_MAX) {
        give_up(report, "exhausted");
        return;
    }
    int64_t wait = waits[delivery->failures];
    try_again(report, wait > told ? wait : told, luck);
}

void attempt_judge(const struct webhook *webhook, const struct delivery *delivery,
                   const struct attempt *attempt, int64_t now, uint32_t luck,
                   struct delivery_report *ret_report)
{
    struct delivery_report *report = ret_report;
    begin(webhook, delivery, now, report);
    report->tried = true;
    report->delivery.attempts++;
    report->delivery.status = attempt->status;
    snprintf(report->delivery.fault, sizeof report->delivery.fault, "%s",
             attempt->status == 0 ? attempt->fault : "");
    if (attempt->status >= 200 && attempt->status < 300)
        finish(report, DELIVERY_DELIVERED);
    else if (is_gone(webhook, attempt->status))
        give_up(report, "gone");
    else if (delivery_kind_of(delivery) == DELIVERY_PING)
        finish(report, DELIVERY_FAILED);
    else
        judge_failure(report, told_wait(attempt), luck);
}

void attempt_spare(const struct webhook *webhook, const struct delivery *delivery, int64_t now,
                   struct delivery_report *ret_report)
{
    begin(webhook, delivery, now, ret_report);
    finish(ret_report, DELIVERY_SUPERSEDED);
}
