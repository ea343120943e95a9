/*
 * Webhooks as their owners change them, and what became of deliveries, written down.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/engine/answers.h"
#include "service/engine/commands.h"
#include "service/engine/outbox.h"
#include "service/json/notices.h"

/* Events that are delivered again at a time. */
enum { REDELIVERED_AT_ONCE = 500 };

/* One change on its way. */
struct change {
    struct writer *writer;
    struct webhook_change *asked;
    struct subscription subscription; /* of the webhook, but for WEBHOOK_ADD */
    uint32_t version;                 /* of its game */
    int64_t now;
    enum store_status status;
    bool too_many;
};

static void add(struct change *change)
{
    struct store *store = change->writer->settings.store;
    struct webhook *webhook = &change->asked->webhook;
    unsigned maximum =
        webhook->owner == PLAYER_NONE ? WEBHOOKS_OF_GAME_MAX : WEBHOOKS_OF_PLAYER_MAX;
    unsigned count = 0;
    change->status = store_webhook_count(store, webhook->game, webhook->owner, &count);
    change->too_many = change->status == STORE_OK && count >= maximum;
    if (change->status != STORE_OK || change->too_many)
        return;
    webhook->created_at = change->now;
    ulid_make(change->now, &change->writer->settings.random, webhook->id);
    change->status = store_webhook_add(store, webhook);
}

static void ping(struct change *change)
{
    struct store *store = change->writer->settings.store;
    struct delivery delivery = {.type = NOTICE_PING, .created_at = change->now};
    change->status = store_ping_part(store, change->subscription.key, &delivery.part);
    if (change->status == STORE_OK)
        change->status = store_deliver(store, change->subscription.key, &delivery, change->now);
    change->asked->seq = delivery.seq;
    change->asked->part = delivery.part;
}

static void redeliver(struct change *change)
{
    change->status = store_redeliver(change->writer->settings.store, change->subscription.key,
                                     change->asked->seq, change->asked->part, change->now);
}

static bool redeliver_event(void *context, const struct stored_event *event)
{
    struct change *change = context;
    bool told;
    change->status = outbox_tell(change->writer, &change->subscription, event, change->now, &told);
    change->asked->seq = event->seq;
    change->asked->count += told;
    return change->status == STORE_OK;
}

static void redeliver_since(struct change *change)
{
    enum store_status status =
        store_read_own_events(change->writer->settings.store, change->asked->webhook.game,
                              change->asked->seq, REDELIVERED_AT_ONCE, redeliver_event, change);
    if (change->status == STORE_OK)
        change->status = status;
    change->asked->more = change->asked->seq < change->version;
}

/* Changes of a webhook that is there; asking to be told something enables it. */
static void change_existing(struct change *change)
{
    struct store *store = change->writer->settings.store;
    const struct webhook *webhook = &change->asked->webhook;
    if (change->asked->kind == WEBHOOK_REMOVE) {
        change->status = store_webhook_remove(store, webhook->game, webhook->owner, webhook->id);
        return;
    }
    change->status = store_subscription(store, webhook->game, webhook->owner, webhook->id,
                                        &change->subscription);
    if (change->status != STORE_OK)
        return;
    if (change->asked->kind == WEBHOOK_PING)
        ping(change);
    else if (change->asked->kind == WEBHOOK_REDELIVER)
        redeliver(change);
    else
        redeliver_since(change);
    /* Last, since what is not found must have changed nothing. */
    if (change->status == STORE_OK)
        change->status = store_webhook_enable(store, change->subscription.key);
    change->writer->batch.delivers = true;
}

/* What has to be known to answer again: see repeat_change. */
static void write_subject(const struct webhook_change *asked, char ret_subject[SUBJECT_BYTES])
{
    if (asked->kind == WEBHOOK_ADD)
        snprintf(ret_subject, SUBJECT_BYTES, "%s", asked->webhook.id);
    else
        snprintf(ret_subject, SUBJECT_BYTES, "%u %u %u %d", asked->seq, asked->part, asked->count,
                 asked->more);
}

static uint32_t next_number(const char **text)
{
    char *end;
    unsigned long number = strtoul(*text, &end, 10);
    *text = end;
    return (uint32_t)number;
}

static void repeat_change(struct job *job)
{
    struct webhook_change *asked = &job->webhook;
    const char *text = job->subject;
    job->replayed_version = 0; /* nobody wants to see the game as it was */
    if (asked->kind == WEBHOOK_ADD) {
        memcpy(asked->webhook.id, job->subject, ULID_LENGTH);
        asked->webhook.created_at = job->at;
        return;
    }
    asked->seq = next_number(&text);
    asked->part = next_number(&text);
    asked->count = next_number(&text);
    asked->more = next_number(&text) != 0;
}

static enum store_status carry_out(struct change *change, struct job *job,
                                   const struct record *record)
{
    change->status = writer_open(change->writer);
    if (change->status != STORE_OK)
        return change->status;
    if (change->asked->kind == WEBHOOK_ADD)
        add(change);
    else
        change_existing(change);
    if (change->status != STORE_OK || change->too_many)
        return change->status;
    write_subject(change->asked, job->subject);
    return answers_remember(change->writer, job, record, change->now);
}

static enum job_outcome outcome_of(const struct change *change, enum store_status status)
{
    if (status == STORE_NOT_FOUND)
        return JOB_NOT_FOUND;
    if (status != STORE_OK)
        return JOB_UNAVAILABLE;
    return change->too_many ? JOB_TOO_MANY : JOB_DONE;
}

void outbox_change(struct writer *writer, struct batch_job *entry)
{
    struct job *job = entry->job;
    const struct batch_game *game = command_game(writer, entry);
    if (!game)
        return;
    struct change change = {.writer = writer,
                            .asked = &job->webhook,
                            .now = clock_now(&writer->settings.clock),
                            .version = snapshot_record(game->snapshot)->game.version};
    if (answers_recall(writer, entry, change.now)) {
        if (job->replayed)
            repeat_change(job);
        return;
    }
    job->player = job->caller.role == ROLE_PLAYER ? job->caller.player : PLAYER_NONE;
    change.asked->webhook.owner = job->player;
    memcpy(change.asked->webhook.game, job->game, sizeof job->game);
    enum store_status status = carry_out(&change, job, snapshot_record(game->snapshot));
    if (status != STORE_OK && status != STORE_NOT_FOUND)
        writer_fail(writer, status);
    batch_outcome(entry, outcome_of(&change, status), true);
}

void outbox_report(struct writer *writer, struct batch_job *entry)
{
    enum store_status status = writer_open(writer);
    if (status == STORE_OK)
        status = store_report(writer->settings.store, &entry->job->report);
    if (status != STORE_OK)
        writer_fail(writer, status);
    batch_outcome(entry, status == STORE_OK ? JOB_DONE : JOB_UNAVAILABLE, status == STORE_OK);
}
