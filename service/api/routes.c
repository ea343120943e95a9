#include "service/api/handlers.h"

#define GET     METHOD_GET
#define POST    METHOD_POST
#define PUT     METHOD_PUT
#define DELETE  METHOD_DELETE
#define GAME    "/v1/games/{game}"
#define PLAYER  GAME "/players/{player}"
#define WEBHOOK GAME "/webhooks/{id}"

const struct route routes[] = {
    {GET, "/healthz", WHO_PROBE, BODY_NONE, service_health, NULL},
    {GET, "/readyz", WHO_PROBE, BODY_NONE, service_ready, service_ready_finish},
    {GET, "/metrics", WHO_ANYONE, BODY_NONE, service_metrics, NULL},
    {GET, "/.well-known/jwks.json", WHO_ANYONE, BODY_NONE, service_key_set, NULL},
    {GET, "/v1/openapi.yaml", WHO_ANYONE, BODY_NONE, service_description, NULL},
    {GET, "/problems", WHO_ANYONE, BODY_NONE, problems_list, NULL},
    {GET, "/problems/{code}", WHO_ANYONE, BODY_NONE, problems_get, NULL},
    {GET, "/v1/catalogue", WHO_ANYONE, BODY_NONE, catalogue_list, NULL},
    {GET, "/v1/catalogue/{kind}", WHO_ANYONE, BODY_NONE, catalogue_get, NULL},

    {POST, "/v1/games/check", WHO_ANYONE, BODY_OBJECT, games_check, NULL},
    {POST, "/v1/games", WHO_CREATES, BODY_OBJECT, games_create, games_create_finish},
    {GET, "/v1/games", WHO_ANYONE, BODY_NONE, games_list, NULL},
    {GET, "/v1/events", WHO_OWNER, BODY_NONE, feed_get, NULL},
    {GET, GAME, WHO_ANYONE, BODY_NONE, games_get, NULL},
    {GET, GAME "/blockers", WHO_ANYONE, BODY_NONE, games_blockers, NULL},
    {GET, GAME "/map.svg", WHO_ANYONE, BODY_NONE, map_get, NULL},
    {GET, GAME "/events", WHO_ANYONE, BODY_NONE, events_get, NULL},
    {GET, GAME "/head", WHO_ANYONE, BODY_NONE, log_head, NULL},
    {GET, GAME "/transcript", WHO_ANYONE, BODY_NONE, log_transcript, NULL},

    {POST, GAME "/join", WHO_INVITED, BODY_OBJECT, join_redeem, join_redeem_finish},
    {POST, GAME "/start", WHO_HOST, BODY_OPTIONAL, host_command, command_finish},
    {POST, GAME "/pause", WHO_HOST, BODY_OPTIONAL, host_command, command_finish},
    {POST, GAME "/resume", WHO_HOST, BODY_OPTIONAL, host_command, command_finish},
    {POST, GAME "/abandon", WHO_HOST, BODY_OPTIONAL, host_command, command_finish},
    {POST, PLAYER "/reinvite", WHO_HOST, BODY_OPTIONAL, reinvite, reinvite_finish},
    {POST, GAME "/deadline", WHO_HOST, BODY_OBJECT, deadline_move, command_finish},
    {POST, PLAYER "/default", WHO_HOST, BODY_OPTIONAL, default_take, command_finish},
    {POST, GAME "/undo", WHO_PARTY, BODY_OBJECT, undo_take_back, command_finish},

    {POST, GAME "/faction_draft/commit", WHO_PLAYER, BODY_OBJECT, pick_commit, command_finish},
    {POST, GAME "/faction_draft/reveal", WHO_PLAYER, BODY_OBJECT, pick_reveal, command_finish},
    {POST, GAME "/seating/commit", WHO_PLAYER, BODY_OBJECT, pick_commit, command_finish},
    {POST, GAME "/seating/reveal", WHO_PLAYER, BODY_OBJECT, pick_reveal, command_finish},
    {POST, GAME "/home_positions", WHO_PLAYER, BODY_OBJECT, turn_take, command_finish},
    {POST, GAME "/galaxy/tiles", WHO_PLAYER, BODY_OBJECT, turn_take, command_finish},
    {POST, GAME "/home_systems", WHO_PLAYER, BODY_OBJECT, turn_take, command_finish},
    {POST, GAME "/kings", WHO_PLAYER, BODY_OBJECT, turn_take, command_finish},
    {POST, GAME "/plastic", WHO_PLAYER, BODY_OBJECT, turn_take, command_finish},
    {POST, GAME "/starting_units", WHO_PLAYER, BODY_OBJECT, turn_take, command_finish},
    {POST, GAME "/splice/commit", WHO_PLAYER, BODY_OBJECT, pick_commit, command_finish},
    {POST, GAME "/splice/reveal", WHO_PLAYER, BODY_OBJECT, pick_reveal, command_finish},
    {POST, GAME "/starting_cards/commit", WHO_PLAYER, BODY_OBJECT, pick_commit, command_finish},
    {POST, GAME "/starting_cards/reveal", WHO_PLAYER, BODY_OBJECT, pick_reveal, command_finish},

    {GET, GAME "/tableaus", WHO_ANYONE, BODY_NONE, table_tableaus, NULL},
    {GET, GAME "/tableaus/{player}", WHO_ANYONE, BODY_NONE, table_tableau, NULL},
    {POST, GAME "/status_phase", WHO_HOST, BODY_OPTIONAL, table_action, command_finish},
    {POST, GAME "/cards/gain", WHO_PARTY, BODY_OBJECT, table_action, command_finish},
    {POST, GAME "/cards/lose", WHO_PARTY, BODY_OBJECT, table_action, command_finish},
    {POST, GAME "/cards/keep", WHO_PARTY, BODY_OBJECT, table_action, command_finish},
    {POST, GAME "/genomes/{card}/exhaust", WHO_PARTY, BODY_OPTIONAL, table_action, command_finish},
    {POST, GAME "/splices", WHO_PARTY, BODY_OBJECT, table_action, command_finish},
    {POST, GAME "/splices/{n}/take", WHO_PARTY, BODY_OBJECT, table_action, command_finish},
    {POST, GAME "/units", WHO_PARTY, BODY_OBJECT, table_action, command_finish},
    {POST, GAME "/captures", WHO_PARTY, BODY_OBJECT, table_action, command_finish},
    {POST, GAME "/captures/return", WHO_PARTY, BODY_OBJECT, table_action, command_finish},
    {POST, GAME "/transactions", WHO_PARTY, BODY_OBJECT, table_action, command_finish},
    {POST, GAME "/transactions/{n}/accept", WHO_PARTY, BODY_OPTIONAL, table_action, command_finish},
    {POST, GAME "/transactions/{n}/decline", WHO_PARTY, BODY_OPTIONAL, table_action,
     command_finish},
    {POST, GAME "/blockades", WHO_PARTY, BODY_OBJECT, table_action, command_finish},
    {DELETE, GAME "/blockades/{n}", WHO_PARTY, BODY_NONE, table_action, command_finish},
    {POST, PLAYER "/eliminate", WHO_HOST, BODY_OPTIONAL, table_action, command_finish},

    {PUT, PLAYER "/away", WHO_PLAYER, BODY_OBJECT, away_put, command_finish},
    {DELETE, PLAYER "/away", WHO_PLAYER, BODY_NONE, away_delete, command_finish},
    {PUT, PLAYER "/autopilot", WHO_PLAYER, BODY_OPTIONAL, autopilot_put, command_finish},
    {DELETE, PLAYER "/autopilot", WHO_PLAYER, BODY_NONE, autopilot_delete, command_finish},
    {GET, GAME "/orders", WHO_PLAYER, BODY_NONE, orders_list, NULL},
    {GET, GAME "/orders/{step}", WHO_PLAYER, BODY_NONE, orders_get, NULL},
    {PUT, GAME "/orders/{step}", WHO_PLAYER, BODY_OBJECT, orders_put, note_put_finish},
    {DELETE, GAME "/orders/{step}", WHO_PLAYER, BODY_NONE, orders_delete, note_delete_finish},
    {GET, PLAYER "/quiet_hours", WHO_PLAYER, BODY_NONE, quiet_hours_get, NULL},
    {PUT, PLAYER "/quiet_hours", WHO_PLAYER, BODY_OBJECT, quiet_hours_put, note_put_finish},
    {DELETE, PLAYER "/quiet_hours", WHO_PLAYER, BODY_NONE, quiet_hours_delete, note_delete_finish},

    {GET, GAME "/webhooks", WHO_PARTY, BODY_NONE, webhooks_list, NULL},
    {POST, GAME "/webhooks", WHO_PARTY, BODY_OBJECT, webhooks_create, webhooks_create_finish},
    {GET, WEBHOOK, WHO_PARTY, BODY_NONE, webhooks_get, NULL},
    {DELETE, WEBHOOK, WHO_PARTY, BODY_NONE, webhooks_delete, webhooks_delete_finish},
    {GET, WEBHOOK "/deliveries", WHO_PARTY, BODY_NONE, deliveries_list, NULL},
    {POST, WEBHOOK "/ping", WHO_PARTY, BODY_OPTIONAL, deliveries_ping, deliveries_ping_finish},
    {POST, WEBHOOK "/redeliver", WHO_PARTY, BODY_OBJECT, deliveries_again, deliveries_again_finish},

    {POST, "/v1/token/refresh", WHO_TOKEN, BODY_OPTIONAL, tokens_refresh, tokens_refresh_finish},
    {POST, "/v1/tokens/revoke", WHO_OPERATOR, BODY_OBJECT, tokens_revoke, tokens_revoke_finish},
};

const size_t route_count = sizeof routes / sizeof routes[0];
