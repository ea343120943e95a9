#include <errno.h>
#include <jansson.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "service/base/parse.h"
#include "service/http/server.h"
#include "service/json/catalogue_json.h"
#include "service/program/commands.h"
#include "service/program/configuration.h"
#include "service/program/descriptors.h"
#include "service/program/folder.h"
#include "service/program/key_watch.h"

enum {
    QUEUE_LENGTH = 1024,
    CONNECTIONS = 2048, /* at least */
    CACHED_TOKENS = 16384,
    MILLISECONDS = 1000,
    SECONDS_TO_END = 10 /* after the store broke, before the process ends come what may */
};

/* All that runs, in the order in which it is started; what is NULL is not running. */
struct running {
    struct configuration configuration;
    struct key_watch keys;
    struct store *store;
    struct webhooks *webhooks;
    struct engine *engine;
    struct service service;
    struct server *server;
};

static atomic_bool store_broke;

static void end_at_once(int number)
{
    (void)number;
    _exit(EXIT_BROKEN);
}

/* On the engine's thread. The main thread wakes, has what waits answered with 503, and ends; should
 * that hang, the alarm ends it. */
static void on_broken(void *context)
{
    (void)context;
    LOG_EVENT(LOG_LEVEL_ERROR, "the store is broken: the process ends",
              LOG_NUMBER("exit_code", EXIT_BROKEN));
    atomic_store(&store_broke, true);
    alarm(SECONDS_TO_END);
    kill(getpid(), SIGTERM);
}

static sigset_t ending_signals(void)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    return signals;
}

/* Before any thread is started, so that all inherit it. */
static void prepare_signals(void)
{
    sigset_t signals = ending_signals();
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGALRM, end_at_once);
}

static bool start_store(struct running *running)
{
    const struct configuration *configuration = &running->configuration;
    struct random_source random = random_system();
    char message[STORE_MESSAGE_BYTES];
    if (!data_folder_make(configuration->data))
        return false;
    if (!key_watch_open(&running->keys, configuration->data, &random))
        return false;
    if (!store_open(&running->store, configuration->data, message)) {
        fprintf(stderr, "spliced: %s\n", message);
        return false;
    }
    return true;
}

static bool start_engine(struct running *running)
{
    const struct webhooks_settings sender = {
        .keys = key_watch_keys(&running->keys),
        .clock = clock_system(),
        .random = random_system(),
        .allow_private = running->configuration.webhook_allow_private,
    };
    running->webhooks = webhooks_new(&sender);
    const struct engine_settings settings = {
        .store = running->store,
        .keys = key_watch_keys(&running->keys),
        .clock = clock_system(),
        .steady = clock_steady(),
        .restart_grace = running->configuration.restart_grace,
        .random = random_system(),
        .cached_games = (size_t)running->configuration.cached_games,
        .queue_length = QUEUE_LENGTH,
        .broken = on_broken,
        .outbox_filled = running->webhooks ? webhooks_wake : NULL,
        .outbox_context = running->webhooks,
    };
    running->engine = engine_start(&settings);
    running->service = (struct service){
        .engine = running->engine,
        .webhooks = running->webhooks,
        .keys = key_watch_keys(&running->keys),
        .tokens = token_cache_new(CACHED_TOKENS, &settings.random),
        .clock = settings.clock,
        .random = settings.random,
        .open = running->configuration.open,
        .origins = running->configuration.origins,
        .started_at = clock_now(&settings.clock),
    };
    if (running->webhooks == NULL || running->engine == NULL || running->service.tokens == NULL ||
        !webhooks_start(running->webhooks, running->engine)) {
        fputs("spliced: there is not enough memory to start\n", stderr);
        return false;
    }
    return true;
}

static bool start_catalogue(void)
{
    if (catalogue_open())
        return true;
    fputs("spliced: there is not enough memory to start\n", stderr);
    return false;
}

/* Half of them at most are for what stays open. */
static unsigned connections_for(const struct configuration *configuration)
{
    unsigned wanted = 2 * (unsigned)configuration->streams;
    return descriptors_connections(wanted > CONNECTIONS ? wanted : CONNECTIONS,
                                   (unsigned)configuration->threads);
}

static bool start_server(struct running *running)
{
    const struct configuration *configuration = &running->configuration;
    const unsigned connections = connections_for(configuration);
    const unsigned streams = (unsigned)configuration->streams;
    const struct server_settings settings = {
        .address = configuration->address,
        .port = configuration->port,
        .threads = (unsigned)configuration->threads,
        .connections = connections,
        .listeners = streams < connections / 2 ? streams : connections / 2,
        .heartbeat = (unsigned)configuration->heartbeat * MILLISECONDS,
        .service = &running->service,
        .routes = routes,
        .route_count = route_count,
        .quotas = configuration->rate_limit ? default_quotas : NULL,
        .proxies = &configuration->proxies,
    };
    char message[SERVER_MESSAGE_BYTES];
    running->server = server_start(&settings, message);
    if (running->server == NULL) {
        fprintf(stderr, "spliced: %s\n", message);
        return false;
    }
    return true;
}

static void announce(const struct running *running)
{
    const struct configuration *configuration = &running->configuration;
    bool is_ipv6 = strchr(configuration->address, ':') != NULL;
    unsigned port = server_port(running->server);
    if (configuration->open && !configuration_is_loopback(configuration))
        LOG_EVENT(LOG_LEVEL_WARNING, "anyone who reaches this address may create games",
                  LOG_TEXT("address", configuration->address));
    LOG_EVENT(LOG_LEVEL_INFO, "started", LOG_TEXT("version", SPLICED_VERSION),
              LOG_TEXT("address", configuration->address), LOG_NUMBER("port", port),
              LOG_TEXT("data", configuration->data), LOG_NUMBER("threads", configuration->threads));
    printf("spliced listens on http://%s%s%s:%u\n", is_ipv6 ? "[" : "", configuration->address,
           is_ipv6 ? "]" : "", port);
    fflush(stdout);
}

/* Tokens are signed and verified with them from the next call on. What the engine and the webhooks
 * use of the keys never changes. */
static void take_new_keys(struct running *running)
{
    const struct keys *keys = key_watch_look(&running->keys);
    if (keys == NULL)
        return;
    running->service.keys = keys;
    LOG_EVENT(LOG_LEVEL_INFO, "new keys", LOG_TEXT("token", keys->token.id),
              LOG_TEXT("head", keys->head.id), LOG_NUMBER("retired", keys->history.count));
}

static void wait_for_the_end(struct running *running)
{
    const struct timespec second = {.tv_sec = 1};
    sigset_t signals = ending_signals();
    int number;
    while ((number = sigtimedwait(&signals, NULL, &second)) < 0)
        take_new_keys(running);
    LOG_EVENT(LOG_LEVEL_INFO, "ending", LOG_TEXT("signal", strsignal(number)));
    /* Whoever signals a second time does not want to wait for the calls under way. */
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}

/* In the opposite order: nobody is left waiting for something that has gone. */
static void stop(struct running *running)
{
    if (running->server != NULL)
        server_stop(running->server);
    if (running->webhooks != NULL)
        webhooks_stop(running->webhooks);
    if (running->engine != NULL)
        engine_stop(running->engine);
    webhooks_free(running->webhooks);
    if (running->service.tokens != NULL)
        token_cache_free(running->service.tokens);
    if (running->store != NULL)
        store_close(running->store);
    key_watch_close(&running->keys);
    catalogue_close();
}

int command_serve(int argc, char **argv)
{
    static struct running running;
    enum settings_outcome outcome = configuration_read(&running.configuration, argc, argv);
    if (outcome != SETTINGS_READ)
        return outcome == SETTINGS_HELPED ? 0 : EXIT_USAGE;
    log_set_level(running.configuration.log_level);
    if (!secrets_prepare())
        return 1;
    json_object_seed(0);
    parse_prepare();
    prepare_signals();

    bool started = start_store(&running) && start_engine(&running) && start_catalogue() &&
                   start_server(&running);
    if (started) {
        announce(&running);
        wait_for_the_end(&running);
    }
    stop(&running);
    if (atomic_load(&store_broke))
        return EXIT_BROKEN;
    return started ? 0 : 1;
}
