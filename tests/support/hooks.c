#include "tests/support/hooks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"

static uint32_t generation_of(struct running *running, const char *game, uint8_t player)
{
    struct snapshot *snapshot = running_snapshot(running, game);
    uint32_t generation = snapshot_record(snapshot)->people[player].generation;
    snapshot_release(snapshot);
    return generation;
}

const struct hook hook_everything = {.owner = PLAYER_NONE, .about = PLAYER_NONE};

struct job hook_job(struct running *running, const char *game, uint8_t owner,
                    enum webhook_change_kind kind, const char *id)
{
    struct job job = job_host(game, COMMAND_START);
    job.kind = JOB_WEBHOOK;
    if (owner != PLAYER_NONE) {
        job.caller.role = ROLE_PLAYER;
        job.caller.player = owner;
        job.caller.generation = generation_of(running, game, owner);
    }
    job.webhook = (struct webhook_change){.kind = kind};
    job.webhook.webhook.about = PLAYER_NONE;
    if (id)
        snprintf(job.webhook.webhook.id, sizeof job.webhook.webhook.id, "%s", id);
    return job;
}

void hook_do(struct running *running, struct job *job, enum job_outcome outcome)
{
    running_do(running, job);
    assert_number(job->outcome, outcome);
    running_forget(job);
}

void hook_add(struct running *running, const char *game, const struct hook *hook,
              char ret_id[ULID_LENGTH + 1])
{
    struct job job = hook_job(running, game, hook->owner, WEBHOOK_ADD, NULL);
    struct webhook *webhook = &job.webhook.webhook;
    webhook->about = hook->about;
    webhook->format = hook->format;
    snprintf(webhook->types, sizeof webhook->types, "%s", hook->types ? hook->types : "");
    snprintf(webhook->url, sizeof webhook->url, "%s",
             hook->url ? hook->url : "https://example.com/hook");
    hook_do(running, &job, JOB_DONE);
    snprintf(ret_id, ULID_LENGTH + 1, "%s", webhook->id);
}

bool hook_read(struct running *running, const char *game, uint8_t owner, const char *id,
               struct webhook *ret_webhook)
{
    struct store_reader *reader = engine_reader(running->engine);
    enum store_status status = store_webhook_read(reader, game, owner, id, ret_webhook);
    engine_reader_return(running->engine, reader);
    assert_true(status == STORE_OK || status == STORE_NOT_FOUND);
    return status == STORE_OK;
}

static bool take(void *context, const struct delivery *delivery)
{
    struct hook_deliveries *all = context;
    if (all->count == HOOK_DELIVERIES_MAX)
        return false;
    all->list[all->count++] = *delivery;
    return true;
}

static int compare(const void *left, const void *right)
{
    const struct delivery *one = left;
    const struct delivery *other = right;
    if (one->seq != other->seq)
        return one->seq < other->seq ? -1 : 1;
    return one->part < other->part ? -1 : one->part > other->part;
}

void hook_deliveries(struct running *running, const char *id, struct hook_deliveries *ret_all)
{
    struct store_reader *reader = engine_reader(running->engine);
    ret_all->count = 0;
    assert_number(store_deliveries_read(reader, id, NULL, HOOK_DELIVERIES_MAX + 1, take, ret_all),
                  STORE_OK);
    engine_reader_return(running->engine, reader);
    qsort(ret_all->list, ret_all->count, sizeof ret_all->list[0], compare);
}

size_t hook_count(struct running *running, const char *id, const char *type,
                  enum delivery_state state)
{
    static struct hook_deliveries all;
    hook_deliveries(running, id, &all);
    size_t count = 0;
    for (size_t i = 0; i < all.count; i++)
        count += strcmp(all.list[i].type, type) == 0 &&
                 (state == DELIVERY_STATES || all.list[i].state == state);
    return count;
}

void hook_report(struct running *running, const char *game, const char *id,
                 enum delivery_state state, const char *disables)
{
    static struct hook_deliveries all;
    struct job job = job_host(game, COMMAND_START);
    size_t first = 0;
    hook_deliveries(running, id, &all);
    while (first < all.count && all.list[first].state != DELIVERY_PENDING)
        first++;
    assert_true(first < all.count);
    job.kind = JOB_REPORT;
    job.report = (struct delivery_report){.delivery = all.list[first],
                                          .at = atomic_load(&running->clock.milliseconds),
                                          .tried = true};
    snprintf(job.report.webhook, sizeof job.report.webhook, "%s", id);
    snprintf(job.report.disables, sizeof job.report.disables, "%s", disables);
    job.report.delivery.state = state;
    job.report.delivery.attempts++;
    job.report.delivery.status = state == DELIVERY_DELIVERED ? 200 : 500;
    if (state != DELIVERY_PENDING)
        job.report.delivery.finished_at = job.report.at;
    else
        job.report.delivery.next_at = job.report.at + 5000;
    hook_do(running, &job, JOB_DONE);
}
