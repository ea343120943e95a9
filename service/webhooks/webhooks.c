#include "service/webhooks/webhooks.h"

#include <stdlib.h>

#include "service/webhooks/sender.h"

enum {
    LONGEST_WAIT = 60000, /* milliseconds between two looks at the clock */
    REPORT_WAIT = 1000    /* before a report is given to the engine again */
};

struct webhooks *webhooks_new(const struct webhooks_settings *settings)
{
    struct webhooks *webhooks = calloc(1, sizeof *webhooks);
    if (!webhooks)
        return NULL;
    webhooks->settings = *settings;
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        goto no_curl;
    webhooks->multi = curl_multi_init();
    if (webhooks->multi && pthread_mutex_init(&webhooks->mutex, NULL) == 0)
        return webhooks;
    curl_multi_cleanup(webhooks->multi);
    curl_global_cleanup();
no_curl:
    free(webhooks);
    return NULL;
}

void webhooks_free(struct webhooks *webhooks)
{
    if (!webhooks)
        return;
    curl_multi_cleanup(webhooks->multi);
    curl_global_cleanup();
    pthread_mutex_destroy(&webhooks->mutex);
    free(webhooks);
}

static bool runs(struct webhooks *webhooks)
{
    pthread_mutex_lock(&webhooks->mutex);
    bool running = webhooks->running;
    pthread_mutex_unlock(&webhooks->mutex);
    return running;
}

static void end_transfer(struct webhooks *webhooks, CURL *easy, CURLcode result)
{
    enum task *task = NULL;
    curl_multi_remove_handle(webhooks->multi, easy);
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &task);
    if (*task == TASK_FLIGHT)
        flight_landed((struct flight *)task, result);
    else
        lookup_ended(webhooks, (struct waiting_lookup *)task);
}

static void carry_on(struct webhooks *webhooks)
{
    int running;
    int left;
    CURLMsg *message;
    curl_multi_perform(webhooks->multi, &running);
    while ((message = curl_multi_info_read(webhooks->multi, &left)) != NULL)
        if (message->msg == CURLMSG_DONE)
            end_transfer(webhooks, message->easy_handle, message->data.result);
}

/* Milliseconds until there is something to do, unless somebody wakes us or bytes come in. */
static int time_to_wait(const struct webhooks *webhooks)
{
    int64_t longest = flights_unreported(webhooks) ? REPORT_WAIT : LONGEST_WAIT;
    int64_t left = webhooks->next_due - clock_now(&webhooks->settings.clock);
    if (left < 0)
        return 0;
    return (int)(left < longest ? left : longest);
}

/* What is under way is given up; what is with the engine comes back first. */
static void wind_up(struct webhooks *webhooks)
{
    lookups_cancel(webhooks);
    flights_cancel(webhooks);
    while (webhooks->flight_count > 0) {
        curl_multi_poll(webhooks->multi, NULL, 0, REPORT_WAIT, NULL);
        flights_cancel(webhooks);
    }
}

static void *run(void *context)
{
    struct webhooks *webhooks = context;
    while (runs(webhooks)) {
        lookups_begin(webhooks);
        flights_begin(webhooks);
        carry_on(webhooks);
        flights_report(webhooks);
        curl_multi_poll(webhooks->multi, NULL, 0, time_to_wait(webhooks), NULL);
    }
    wind_up(webhooks);
    return NULL;
}

bool webhooks_start(struct webhooks *webhooks, struct engine *engine)
{
    webhooks->engine = engine;
    webhooks->running = true;
    atomic_store(&webhooks->awake, true);
    if (pthread_create(&webhooks->thread, NULL, run, webhooks) == 0)
        return true;
    webhooks->running = false;
    return false;
}

void webhooks_stop(struct webhooks *webhooks)
{
    pthread_mutex_lock(&webhooks->mutex);
    bool running = webhooks->running;
    webhooks->running = false;
    pthread_mutex_unlock(&webhooks->mutex);
    if (!running)
        return;
    webhooks_wake(webhooks);
    pthread_join(webhooks->thread, NULL);
}

void webhooks_wake(void *context)
{
    struct webhooks *webhooks = context;
    atomic_store(&webhooks->awake, true);
    /* Cannot fail but for a handle that is none. */
    (void)curl_multi_wakeup(webhooks->multi);
}

bool webhooks_allow_private(const struct webhooks *webhooks)
{
    return webhooks->settings.allow_private;
}

struct webhook_counts webhooks_counts(const struct webhooks *webhooks)
{
    return (struct webhook_counts){.attempts = atomic_load(&webhooks->attempts),
                                   .delivered = atomic_load(&webhooks->delivered),
                                   .disabled = atomic_load(&webhooks->disabled)};
}
