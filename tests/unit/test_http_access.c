/* Who may call what, with tokens of every kind, against the real engine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/base/log.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/running_engine.h"
#include "tests/support/stub_service.h"

static enum call_state answer(struct call *call)
{
    buffer_text(&call->owned, audience_id(call->audience));
    call->content_type = "text/plain";
    return call_json(call, 200);
}

static enum call_state answer_view(struct call *call)
{
    return call_view(call, call->snapshot);
}

static const struct route table[] = {
    {METHOD_GET, "/games/{game}/view", WHO_ANYONE, BODY_NONE, answer_view, NULL},
    {METHOD_GET, "/games/{game}/audience", WHO_ANYONE, BODY_NONE, answer, NULL},
    {METHOD_POST, "/games/{game}/join", WHO_INVITED, BODY_NONE, answer, NULL},
    {METHOD_POST, "/games/{game}/host", WHO_HOST, BODY_NONE, answer, NULL},
    {METHOD_POST, "/games/{game}/player", WHO_PLAYER, BODY_NONE, answer, NULL},
    {METHOD_POST, "/games/{game}/party", WHO_PARTY, BODY_NONE, answer, NULL},
    {METHOD_POST, "/token", WHO_TOKEN, BODY_NONE, answer, NULL},
    {METHOD_POST, "/operator", WHO_OPERATOR, BODY_NONE, answer, NULL},
    {METHOD_POST, "/creates", WHO_CREATES, BODY_NONE, answer, NULL},
};

/* Three games of the creator "bot": one for all to see, one that is not, one whose tokens are
 * strange to the others. */
struct world {
    struct running *running;
    struct stub_service stub;
    char public_game[ULID_LENGTH + 1];
    char private_game[ULID_LENGTH + 1];
    char other_game[ULID_LENGTH + 1];
};

static void create(struct running *running, bool is_private, char ret_game[ULID_LENGTH + 1])
{
    struct job job = job_create(3);
    job.created.is_private = is_private;
    running_do(running, &job);
    assert_number(job.outcome, JOB_DONE);
    snprintf(ret_game, ULID_LENGTH + 1, "%s", snapshot_record(job.snapshot)->id);
    running_forget(&job);
}

static int begin(void **state)
{
    struct world *world = calloc(1, sizeof *world);
    const struct server_deadlines deadlines = {.first_head = 60000};
    assert_non_null(world);
    log_set_level(LOG_LEVEL_ERROR);
    world->running = running_new();
    create(world->running, false, world->public_game);
    create(world->running, true, world->private_game);
    create(world->running, false, world->other_game);
    world->stub.service.engine = world->running->engine;
    world->stub.service.keys = &world->running->keys;
    stub_service_start(&world->stub, table, sizeof table / sizeof *table, &deadlines);
    *state = world;
    return 0;
}

static int end(void **state)
{
    struct world *world = *state;
    stub_service_stop(&world->stub);
    running_free(world->running);
    free(world);
    return 0;
}

enum caller {
    NOBODY,
    OPERATOR,
    CREATOR,
    OTHER_CREATOR,
    HOST_OF_IT,
    PLAYER_OF_IT,
    ELSEWHERE,
    CALLERS
};

static const char *const caller_names[CALLERS] = {"nobody",
                                                  "an operator",
                                                  "its creator",
                                                  "another creator",
                                                  "its host",
                                                  "its p2",
                                                  "a player of another game"};

static struct claims claims_of(const struct world *world, enum caller caller, const char *game)
{
    static const enum role roles[CALLERS] = {ROLE_NONE, ROLE_OPERATOR, ROLE_CREATOR, ROLE_CREATOR,
                                             ROLE_HOST, ROLE_PLAYER,   ROLE_PLAYER};
    struct claims claims = {.role = roles[caller],
                            .player = PLAYER_NONE,
                            .issued_at = FIXTURE_TIME / 1000,
                            .expires_at = FIXTURE_TIME / 1000 + 3600,
                            .id = "abcdefghijabcdefghijabcdef"};
    snprintf(claims.subject, sizeof claims.subject, "%s", caller == CREATOR ? "bot" : "somebody");
    if (caller < HOST_OF_IT)
        return claims;
    const char *of = caller == ELSEWHERE ? world->other_game : game;
    snprintf(claims.game, sizeof claims.game, "%s", of);
    claims.generation = 1;
    if (caller == HOST_OF_IT) {
        snprintf(claims.subject, sizeof claims.subject, "%s:host", of);
        return claims;
    }
    snprintf(claims.subject, sizeof claims.subject, "%s:p2", of);
    claims.player = 1;
    return claims;
}

/* Asks with a token of CLAIMS, in static storage until the next call. */
static const struct raw_reply *ask(const struct world *world, const char *method, const char *path,
                                   const struct claims *claims, const char *more)
{
    char token[TOKEN_MAX] = "";
    char text[2 * TOKEN_MAX];
    if (claims->role != ROLE_NONE)
        assert_true(token_sign(&world->running->keys, claims, token));
    snprintf(text, sizeof text, "%s %s HTTP/1.1\r\n" HOST "%s%s%s%s\r\n", method, path,
             *token ? "Authorization: Bearer " : "", token, *token ? "\r\n" : "", more);
    struct raw *raw = raw_open(server_port(world->stub.server));
    const struct raw_reply *reply = raw_ask(raw, text);
    raw_close(raw);
    return reply;
}

static const struct raw_reply *ask_game(const struct world *world, const char *word,
                                        const char *game, const struct claims *claims)
{
    char path[128];
    snprintf(path, sizeof path, "/games/%s/%s", game, word);
    const char *method =
        strcmp(word, "view") == 0 || strcmp(word, "audience") == 0 ? "GET" : "POST";
    return ask(world, method, path, claims, "");
}

/* What each caller is answered, in the order of enum caller. */
struct expectation {
    const char *word;
    unsigned statuses[CALLERS];
};

static void assert_expectations(const struct world *world, const char *game,
                                const struct expectation *expectations, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (enum caller caller = NOBODY; caller < CALLERS; caller++) {
            struct claims claims = claims_of(world, caller, game);
            const struct raw_reply *reply = ask_game(world, expectations[i].word, game, &claims);
            if (reply->status != expectations[i].statuses[caller])
                fail_msg("%s may call %s: %u, should be %u", caller_names[caller],
                         expectations[i].word, reply->status, expectations[i].statuses[caller]);
        }
    }
}

static void a_public_game_is_for_all_to_see(void **state)
{
    const struct world *world = *state;
    static const struct expectation expectations[] = {
        {"view", {200, 200, 200, 200, 200, 200, 403}},
        {"join", {200, 200, 200, 200, 200, 200, 403}},
        {"host", {401, 200, 200, 403, 200, 403, 403}},
        {"player", {401, 403, 403, 403, 403, 200, 403}},
        {"party", {401, 200, 200, 403, 200, 200, 403}},
    };
    assert_expectations(world, world->public_game, expectations,
                        sizeof expectations / sizeof *expectations);
}

static void a_private_game_is_not_there_for_strangers(void **state)
{
    const struct world *world = *state;
    static const struct expectation expectations[] = {
        {"view", {404, 200, 200, 404, 200, 200, 404}},
        {"join", {200, 200, 200, 200, 200, 200, 404}},
        {"host", {404, 200, 200, 404, 200, 403, 404}},
        {"player", {404, 403, 403, 404, 403, 200, 404}},
        {"party", {404, 200, 200, 404, 200, 200, 404}},
    };
    assert_expectations(world, world->private_game, expectations,
                        sizeof expectations / sizeof *expectations);
}

static void a_game_that_is_not_there_is_not_there_for_anyone(void **state)
{
    const struct world *world = *state;
    for (enum caller caller = NOBODY; caller <= OTHER_CREATOR; caller++) {
        struct claims claims = claims_of(world, caller, "");
        assert_number(ask_game(world, "host", "01arz3ndektsv4rrffq69g5fav", &claims)->status, 404);
    }
}

static void what_has_no_game_goes_by_the_role(void **state)
{
    const struct world *world = *state;
    static const struct expectation expectations[] = {
        {"/token", {401, 200, 200, 200, 200, 200, 200}},
        {"/operator", {401, 200, 403, 403, 403, 403, 403}},
        {"/creates", {401, 200, 200, 200, 403, 403, 403}},
    };
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++)
        for (enum caller caller = NOBODY; caller < CALLERS; caller++) {
            struct claims claims = claims_of(world, caller, world->public_game);
            assert_number(ask(world, "POST", expectations[i].word, &claims, "")->status,
                          expectations[i].statuses[caller]);
        }
}

static void an_open_server_lets_anyone_create(void **state)
{
    struct world *world = *state;
    struct claims nobody = claims_of(world, NOBODY, "");
    stub_service_stop(&world->stub);
    world->stub.service.open = true;
    stub_service_start(&world->stub, table, sizeof table / sizeof *table,
                       &(struct server_deadlines){.first_head = 0});
    assert_number(ask(world, "POST", "/creates", &nobody, "")->status, 200);
}

static void each_caller_has_a_view_of_its_own(void **state)
{
    const struct world *world = *state;
    static const char *const audiences[CALLERS] = {"public", "operator", "creator", "public",
                                                   "host",   "p2",       NULL};
    for (enum caller caller = NOBODY; caller < ELSEWHERE; caller++) {
        struct claims claims = claims_of(world, caller, world->public_game);
        char etag[32];
        assert_string_equal(ask_game(world, "audience", world->public_game, &claims)->body,
                            audiences[caller]);
        snprintf(etag, sizeof etag, "\"1-%s\"", audiences[caller]);
        const struct raw_reply *reply = ask_game(world, "view", world->public_game, &claims);
        assert_string_equal(raw_header(reply, "ETag"), etag);
        assert_string_equal(raw_header(reply, "Cache-Control"), "private, no-cache");
        assert_string_equal(raw_header(reply, "Vary"), "Authorization");
    }
}

static void a_tag_of_another_viewer_does_not_match(void **state)
{
    const struct world *world = *state;
    struct claims player = claims_of(world, PLAYER_OF_IT, world->public_game);
    char path[128];
    snprintf(path, sizeof path, "/games/%s/view", world->public_game);
    assert_number(ask(world, "GET", path, &player, "If-None-Match: \"1-public\"\r\n")->status, 200);
    assert_number(ask(world, "GET", path, &player, "If-None-Match: \"1-p2\"\r\n")->status, 304);
}

static void assert_dead(const struct world *world, const struct claims *claims)
{
    const struct raw_reply *reply = ask_game(world, "view", world->public_game, claims);
    assert_reply_problem(reply, 401, "unauthenticated");
    assert_string_equal(raw_header(reply, "WWW-Authenticate"), "Bearer error=\"invalid_token\"");
    assert_number(ask_game(world, "view", world->other_game, claims)->status, 401);
    assert_number(ask(world, "POST", "/token", claims, "")->status, 401);
}

static void a_token_of_an_earlier_invite_is_dead(void **state)
{
    const struct world *world = *state;
    struct claims player = claims_of(world, PLAYER_OF_IT, world->public_game);
    struct claims host = claims_of(world, HOST_OF_IT, world->public_game);
    player.generation = 2;
    host.generation = 0;
    assert_dead(world, &player);
    assert_dead(world, &host);
}

static void a_token_of_a_player_who_is_not_is_dead(void **state)
{
    const struct world *world = *state;
    struct claims player = claims_of(world, PLAYER_OF_IT, world->public_game);
    player.player = 3;
    snprintf(player.subject, sizeof player.subject, "%s:p4", world->public_game);
    assert_dead(world, &player);
}

static void a_token_of_a_game_that_is_not_is_dead(void **state)
{
    const struct world *world = *state;
    struct claims host = claims_of(world, HOST_OF_IT, "01arz3ndektsv4rrffq69g5fav");
    assert_dead(world, &host);
}

static void a_revoked_token_is_dead(void **state)
{
    struct world *world = *state;
    struct claims operator= claims_of(world, OPERATOR, "");
    struct job job = {.kind = JOB_REVOKE, .token_until = operator.expires_at };
    assert_number(ask(world, "POST", "/operator", &operator, "")->status, 200);
    memcpy(job.token_id, operator.id, sizeof job.token_id);
    running_do(world->running, &job);
    assert_number(job.outcome, JOB_DONE);
    assert_dead(world, &operator);
}

static void an_expired_token_is_dead(void **state)
{
    struct world *world = *state;
    struct claims operator= claims_of(world, OPERATOR, "");
    assert_number(ask(world, "POST", "/operator", &operator, "")->status, 200);
    atomic_fetch_add(&world->stub.clock.milliseconds, 2 * 3600 * 1000);
    assert_dead(world, &operator);
}

#define in_world(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_world(a_public_game_is_for_all_to_see),
        in_world(a_private_game_is_not_there_for_strangers),
        in_world(a_game_that_is_not_there_is_not_there_for_anyone),
        in_world(what_has_no_game_goes_by_the_role),
        in_world(an_open_server_lets_anyone_create),
        in_world(each_caller_has_a_view_of_its_own),
        in_world(a_tag_of_another_viewer_does_not_match),
        in_world(a_token_of_an_earlier_invite_is_dead),
        in_world(a_token_of_a_player_who_is_not_is_dead),
        in_world(a_token_of_a_game_that_is_not_is_dead),
        in_world(a_revoked_token_is_dead),
        in_world(an_expired_token_is_dead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
