/*
 * Deliveries on their way: chosen from the outbox, posted, judged, reported.
 */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/log.h"
#include "service/webhooks/message.h"
#include "service/webhooks/sender.h"
#include "service/webhooks/signature.h"
#include "service/webhooks/webhook_json.h"

enum {
    BODY_BYTES_MAX = 256 * 1024,
    AGAIN_MILLISECONDS = 1000 /* when the store had no time */
};

static int64_t now_of(const struct webhooks *webhooks)
{
    return clock_now(&webhooks->settings.clock);
}

static void flight_free(struct webhooks *webhooks, size_t index)
{
    struct flight *flight = webhooks->flights[index];
    webhooks->retry_count -= flight->failing;
    webhooks->flights[index] = webhooks->flights[--webhooks->flight_count];
    transfer_end(&flight->transfer);
    free(flight);
}

static bool is_flying(const struct webhooks *webhooks, const char *id)
{
    for (size_t i = 0; i < webhooks->flight_count; i++)
        if (strcmp(webhooks->flights[i]->webhook.id, id) == 0)
            return true;
    return false;
}

static bool has_room(const struct webhooks *webhooks, bool failing)
{
    return webhooks->flight_count < FLIGHTS_MAX &&
           (!failing || webhooks->retry_count < RETRIES_MAX);
}

static bool choose(void *context, const struct webhook *webhook, const struct delivery *delivery)
{
    struct webhooks *webhooks = context;
    bool failing = delivery->attempts > 0;
    if (!has_room(webhooks, failing))
        return false;
    if (is_flying(webhooks, webhook->id))
        return true;
    struct flight *flight = calloc(1, sizeof *flight);
    if (!flight)
        return false;
    flight->task = TASK_FLIGHT;
    atomic_init(&flight->state, FLIGHT_CHOSEN);
    flight->webhooks = webhooks;
    flight->failing = failing;
    flight->webhook = *webhook;
    flight->delivery = *delivery;
    webhooks->flights[webhooks->flight_count++] = flight;
    webhooks->retry_count += failing;
    return true;
}

static void choose_due(struct webhooks *webhooks)
{
    int64_t now = now_of(webhooks);
    webhooks->next_due = now + AGAIN_MILLISECONDS;
    struct store_reader *reader = engine_reader(webhooks->engine);
    if (!reader)
        return;
    enum store_status status = store_due(reader, false, now, FLIGHTS_MAX, choose, webhooks);
    if (status == STORE_OK)
        status = store_due(reader, true, now, RETRIES_MAX, choose, webhooks);
    int64_t next;
    if (status == STORE_OK && store_next_due(reader, now, &next) == STORE_OK)
        webhooks->next_due = next;
    engine_reader_return(webhooks->engine, reader);
}

static bool begin_transfer(struct flight *flight)
{
    const struct webhooks *webhooks = flight->webhooks;
    struct transfer *transfer = &flight->transfer;
    uint8_t secret[WEBHOOK_SECRET_BYTES];
    char signature[SIGNATURE_HEADER_BYTES];
    char id[DELIVERY_ID_BYTES];
    delivery_id_write(flight->webhook.id, flight->delivery.seq, flight->delivery.part, id);
    const struct signed_message message = {.id = id,
                                           .seconds = now_of(webhooks) / 1000,
                                           .body = transfer->body.bytes,
                                           .length = transfer->body.length};
    webhook_secret(webhooks->settings.keys, flight->webhook.id, secret);
    webhook_sign(secret, sizeof secret, &message, signature);
    sodium_memzero(secret, sizeof secret);

    transfer->is_discord = flight->webhook.format == WEBHOOK_DISCORD;
    transfer->allow_private = webhooks->settings.allow_private;
    const struct transfer_head head = {.url = flight->webhook.url,
                                       .id = id,
                                       .seconds = message.seconds,
                                       .signature = transfer->is_discord ? NULL : signature};
    return transfer_begin(transfer, &head, flight) &&
           curl_multi_add_handle(webhooks->multi, transfer->easy) == CURLM_OK;
}

/* False: it cannot be sent now. */
static bool send_off(struct flight *flight)
{
    struct webhooks *webhooks = flight->webhooks;
    flight->transfer.body = buffer_new(BODY_BYTES_MAX);
    switch (message_write(webhooks->engine, &flight->webhook, &flight->delivery,
                          &flight->transfer.body)) {
    case MESSAGE_READY:
        atomic_store(&flight->state, FLIGHT_SENDING);
        return begin_transfer(flight);
    case MESSAGE_SUPERSEDED:
        attempt_spare(&flight->webhook, &flight->delivery, now_of(webhooks), &flight->job.report);
        atomic_store(&flight->state, FLIGHT_JUDGED);
        return true;
    case MESSAGE_UNAVAILABLE:
        break;
    }
    return false;
}

/* Lets go of what has been written down; what could not be is given to the engine again. */
static void collect(struct webhooks *webhooks)
{
    for (size_t i = webhooks->flight_count; i-- > 0;) {
        struct flight *flight = webhooks->flights[i];
        if (atomic_load(&flight->state) != FLIGHT_REPORTED)
            continue;
        if (flight->job.outcome == JOB_DONE) {
            flight_free(webhooks, i);
            atomic_store(&webhooks->awake, true);
        } else {
            atomic_store(&flight->state, FLIGHT_JUDGED);
        }
    }
}

void flights_begin(struct webhooks *webhooks)
{
    collect(webhooks);
    if (atomic_exchange(&webhooks->awake, false) || now_of(webhooks) >= webhooks->next_due)
        choose_due(webhooks);
    for (size_t i = webhooks->flight_count; i-- > 0;) {
        if (atomic_load(&webhooks->flights[i]->state) != FLIGHT_CHOSEN)
            continue;
        if (!send_off(webhooks->flights[i])) {
            flight_free(webhooks, i);
            webhooks->next_due = now_of(webhooks) + AGAIN_MILLISECONDS;
        }
    }
}

static void tell_disabled(struct webhooks *webhooks, const struct delivery_report *report)
{
    atomic_fetch_add(&webhooks->disabled, 1);
    LOG_EVENT(LOG_LEVEL_WARNING, "a webhook is disabled", LOG_TEXT("webhook", report->webhook),
              LOG_TEXT("reason", report->disables), LOG_NUMBER("status", report->delivery.status),
              LOG_TEXT("fault", report->delivery.fault));
}

void flight_landed(struct flight *flight, CURLcode result)
{
    struct webhooks *webhooks = flight->webhooks;
    struct delivery_report *report = &flight->job.report;
    const struct attempt attempt = transfer_outcome(&flight->transfer, result);
    uint32_t luck;
    random_fill(&webhooks->settings.random, &luck, sizeof luck);
    attempt_judge(&flight->webhook, &flight->delivery, &attempt, now_of(webhooks), luck, report);
    atomic_fetch_add(&webhooks->attempts, 1);
    if (report->delivery.state == DELIVERY_DELIVERED)
        atomic_fetch_add(&webhooks->delivered, 1);
    if (report->disables[0] != '\0')
        tell_disabled(webhooks, report);
    atomic_store(&flight->state, FLIGHT_JUDGED);
}

/* On the engine's thread. As soon as the state is set, the flight may be gone. A report that failed
 * is left to the sender's next look, so that it does not come back at once. */
static void on_reported(struct job *job)
{
    struct flight *flight = job->owner;
    struct webhooks *webhooks = flight->webhooks;
    bool done = job->outcome == JOB_DONE;
    atomic_store(&flight->state, FLIGHT_REPORTED);
    if (done)
        webhooks_wake(webhooks);
}

void flights_report(struct webhooks *webhooks)
{
    for (size_t i = 0; i < webhooks->flight_count; i++) {
        struct flight *flight = webhooks->flights[i];
        if (atomic_load(&flight->state) != FLIGHT_JUDGED)
            continue;
        flight->job.kind = JOB_REPORT;
        flight->job.done = on_reported;
        flight->job.owner = flight;
        atomic_store(&flight->state, FLIGHT_REPORTING);
        if (!engine_submit(webhooks->engine, &flight->job))
            atomic_store(&flight->state, FLIGHT_JUDGED);
    }
}

bool flights_unreported(const struct webhooks *webhooks)
{
    for (size_t i = 0; i < webhooks->flight_count; i++)
        if (atomic_load(&webhooks->flights[i]->state) >= FLIGHT_JUDGED)
            return true;
    return false;
}

void flights_cancel(struct webhooks *webhooks)
{
    for (size_t i = webhooks->flight_count; i-- > 0;) {
        struct flight *flight = webhooks->flights[i];
        if (atomic_load(&flight->state) == FLIGHT_REPORTING)
            continue;
        if (flight->transfer.easy)
            curl_multi_remove_handle(webhooks->multi, flight->transfer.easy);
        flight_free(webhooks, i);
    }
}
