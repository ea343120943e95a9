#include <pthread.h>
#include <sodium.h>
#include <stdio.h>

#include "service/api/handlers.h"
#include "service/json/embedded.h"

enum { MILLISECONDS = 1000, TAG_DIGITS = 32 };

static const char healthy[] = "{\"status\":\"ok\"}";
static const char ready[] = "{\"status\":\"ready\"}";

enum call_state service_health(struct call *call)
{
    if (!call_query_done(call))
        return CALL_ANSWERED;
    return call_static(call, "application/json", healthy, sizeof healthy - 1, NULL);
}

/* Ready is who can write: the engine tries. */
enum call_state service_ready(struct call *call)
{
    if (!call_query_done(call) || !call_job(call, JOB_PROBE))
        return CALL_ANSWERED;
    return call_submit(call);
}

void service_ready_finish(struct call *call)
{
    if (call_job_done(call))
        call_static(call, "application/json", ready, sizeof ready - 1, NULL);
}

/* One metric in the text format 0.0.4 of Prometheus. */
static void write_metric(struct buffer *buffer, const char *name, const char *type,
                         const char *help, uint64_t value)
{
    char lines[512];
    int length = snprintf(lines, sizeof lines, "# HELP %s %s\n# TYPE %s %s\n%s %llu\n", name, help,
                          name, type, name, (unsigned long long)value);
    buffer_append(buffer, lines, (size_t)length);
}

enum call_state service_metrics(struct call *call)
{
    if (!call_query_done(call))
        return CALL_ANSWERED;
    const struct engine_counts counts = engine_counts(call->service->engine);
    const struct webhook_counts sent = webhooks_counts(call->service->webhooks);
    const struct {
        const char *name, *type, *help;
        uint64_t value;
    } metrics[] = {
        {"process_start_time_seconds", "gauge", "Start time since the Unix epoch in seconds.",
         (uint64_t)(call->service->started_at / 1000)},
        {"spliced_commands_total", "counter", "Commands that the engine has decided.",
         counts.commands},
        {"spliced_refusals_total", "counter", "Commands that were refused.", counts.refusals},
        {"spliced_commits_total", "counter", "Transactions that reached the disk.", counts.commits},
        {"spliced_events_total", "counter", "Events that reached the disk.", counts.events},
        {"spliced_timeouts_total", "counter", "Deadlines of players that went by.",
         counts.timeouts},
        {"spliced_reminders_total", "counter", "Reminders of deadlines.", counts.reminders},
        {"spliced_cache_hits_total", "counter", "Games found in memory.", counts.cache_hits},
        {"spliced_cache_misses_total", "counter", "Games folded from the disk.",
         counts.cache_misses},
        {"spliced_webhook_attempts_total", "counter", "Requests sent to webhooks.", sent.attempts},
        {"spliced_webhook_deliveries_total", "counter", "Deliveries that webhooks took.",
         sent.delivered},
        {"spliced_webhooks_disabled_total", "counter", "Webhooks that were given up.",
         sent.disabled},
        {"spliced_queued_commands", "gauge", "Commands that wait for the engine.", counts.queued},
        {"spliced_cached_games", "gauge", "Games held in memory.", counts.cached},
    };
    for (size_t i = 0; i < sizeof metrics / sizeof metrics[0]; i++)
        write_metric(&call->owned, metrics[i].name, metrics[i].type, metrics[i].help,
                     metrics[i].value);
    call_write_metrics(call);
    call->content_type = "text/plain; version=0.0.4; charset=utf-8";
    return call_json(call, 200);
}

/* An ETag that changes with what is answered. */
static void tag_content(struct call *call)
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    char digits[TAG_DIGITS + 1];
    crypto_hash_sha256(hash, (const unsigned char *)call->owned.bytes, call->owned.length);
    hex_encode(hash, TAG_DIGITS / 2, digits);
    snprintf(call->etag, sizeof call->etag, "\"%s\"", digits);
}

enum call_state service_key_set(struct call *call)
{
    if (!call_query_done(call))
        return CALL_ANSWERED;
    keys_write_jwks(call->service->keys, clock_now(&call->service->clock) / MILLISECONDS,
                    &call->owned);
    tag_content(call);
    call_add_header(call, "Cache-Control", "public, max-age=300");
    call->content_type = "application/jwk-set+json";
    return call_json(call, 200);
}

static pthread_once_t description_once = PTHREAD_ONCE_INIT;
static const struct embedded_file *description;
static char description_tag[TAG_DIGITS + 1];

static void find_description(void)
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    description = embedded_find("api/openapi.yaml");
    crypto_hash_sha256(hash, description->bytes, description->length);
    hex_encode(hash, TAG_DIGITS / 2, description_tag);
}

enum call_state service_description(struct call *call)
{
    if (!call_query_done(call))
        return CALL_ANSWERED;
    pthread_once(&description_once, find_description);
    return call_static(call, "application/yaml", description->bytes, description->length,
                       description_tag);
}
