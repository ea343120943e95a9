#include "tests/support/whole_service.h"

#include <stdio.h>
#include <string.h>

#include "service/base/parse.h"
#include "service/json/catalogue_json.h"
#include "tests/support/cmocka_all.h"

enum {
    LIFETIME = 30 * 24 * 3600,
    SECOND = 1000,
    CONNECTIONS = 64,
    HEARTBEAT = 3600 * SECOND /* no test lasts that long */
};

static void never_broken(void *context)
{
    (void)context;
    fail_msg("the store is broken");
}

static void start_engine(struct whole_service *whole)
{
    char message[STORE_MESSAGE_BYTES];
    if (!store_open(&whole->store, whole->folder, message))
        fail_msg("%s", message);
    const struct webhooks_settings sender = {
        .keys = &whole->keys,
        .clock = clock_fixed(&whole->clock),
        .random = random_fixed(&whole->webhook_random),
        .allow_private = whole->sends,
    };
    whole->webhooks = webhooks_new(&sender);
    assert_non_null(whole->webhooks);
    const struct engine_settings settings = {
        .store = whole->store,
        .keys = &whole->keys,
        .clock = clock_fixed(&whole->clock),
        .steady = clock_steady(),
        .random = random_fixed(&whole->engine_random),
        .cached_games = 100,
        .queue_length = 100,
        .broken = never_broken,
        .outbox_filled = whole->sends ? webhooks_wake : NULL,
        .outbox_context = whole->webhooks,
    };
    whole->engine = engine_start(&settings);
    assert_non_null(whole->engine);
    if (whole->sends)
        assert_true(webhooks_start(whole->webhooks, whole->engine));
}

static void start_server(struct whole_service *whole)
{
    char message[SERVER_MESSAGE_BYTES];
    assert_true(catalogue_open());
    const struct random_source random = random_fixed(&whole->http_random);
    whole->service = (struct service){
        .engine = whole->engine,
        .webhooks = whole->webhooks,
        .keys = &whole->keys,
        .tokens = token_cache_new(CONNECTIONS, &random),
        .clock = clock_fixed(&whole->clock),
        .random = random,
        .open = true,
        .started_at = FIXTURE_TIME,
    };
    const struct server_settings settings = {.address = "127.0.0.1",
                                             .threads = 1,
                                             .connections = CONNECTIONS,
                                             .service = &whole->service,
                                             .routes = routes,
                                             .route_count = route_count,
                                             .heartbeat = HEARTBEAT};
    whole->server = server_start(&settings, message);
    if (!whole->server)
        fail_msg("%s", message);
}

void whole_service_start(struct whole_service *whole, const char *folder, bool sends)
{
    parse_prepare();
    memset(whole, 0, sizeof *whole);
    whole->folder = folder;
    whole->sends = sends;
    whole->clock.milliseconds = FIXTURE_TIME;
    whole->engine_random.seed = 1;
    whole->http_random.seed = 2;
    whole->webhook_random.seed = 3;
    struct fixed_random key_random = {.seed = 4};
    const struct random_source random = random_fixed(&key_random);
    assert_true(keys_open(&whole->keys, folder, &random));
    start_engine(whole);
    start_server(whole);
}

void whole_service_stop(struct whole_service *whole)
{
    server_stop(whole->server);
    webhooks_stop(whole->webhooks);
    engine_stop(whole->engine);
    webhooks_free(whole->webhooks);
    token_cache_free(whole->service.tokens);
    store_close(whole->store);
    catalogue_close();
    keys_close(&whole->keys);
}

void whole_service_token(const struct whole_service *whole, enum role role, const char *game,
                         uint8_t player, char ret_token[WHOLE_TOKEN_BYTES])
{
    struct claims claims = {
        .role = role, .player = role == ROLE_PLAYER ? player : PLAYER_NONE, .generation = 1};
    bool in_game = role == ROLE_HOST || role == ROLE_PLAYER;
    if (in_game)
        snprintf(claims.game, sizeof claims.game, "%s", game);
    else
        claims.generation = 0;
    snprintf(claims.subject, sizeof claims.subject, "tester");
    snprintf(claims.id, sizeof claims.id, "test-%d-%d", (int)role, (int)player);
    claims.issued_at = FIXTURE_TIME / SECOND;
    claims.expires_at = claims.issued_at + LIFETIME;
    assert_true(token_sign(&whole->keys, &claims, ret_token));
}
