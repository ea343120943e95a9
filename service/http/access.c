#include "service/http/access.h"

#include <string.h>

#include "service/auth/claims.h"
#include "service/base/memory.h"
#include "service/http/bearer.h"
#include "service/http/server_state.h"

void access_unauthenticated(struct call *call, bool invalid)
{
    call_problem(call, "unauthenticated");
    call_add_header(call, "WWW-Authenticate",
                    invalid ? "Bearer error=\"invalid_token\"" : "Bearer");
}

/* A token that was refreshed goes with the one that it came of. */
static bool is_revoked(struct engine *engine, const struct claims *claims)
{
    return engine_revoked(engine, claims->id) ||
           (claims->origin[0] != '\0' && engine_revoked(engine, claims->origin));
}

/* Fills in call->caller. False: a token was sent that is not good. */
static bool read_token(struct request *request)
{
    struct call *call = &request->call;
    struct service *service = call->service;
    const char *authorization = request->headers.values[HEADER_AUTHORIZATION];
    if (!authorization)
        return true;
    const char *token = bearer_token(authorization);
    if (!token)
        return false;
    int64_t now = clock_now(&service->clock) / 1000;
    request->token = token_sent(service->tokens, token, strlen(token));
    return token_verify_cached(service->tokens, service->keys, &request->token, now,
                               &call->caller) == TOKEN_FINE &&
           !is_revoked(service->engine, &call->caller);
}

void access_identify(struct request *request)
{
    struct claims *caller = &request->call.caller;
    request->bad_token = !read_token(request);
    request->out_of_memory = request->bad_token && memory_ran_out();
    if (request->bad_token)
        *caller = (struct claims){.role = ROLE_NONE, .player = PLAYER_NONE};
}

static bool is_of_game(const struct claims *claims)
{
    return claims->role == ROLE_HOST || claims->role == ROLE_PLAYER;
}

/* A token of a game holds as long as its generation is the game's. */
static bool generation_holds(const struct claims *claims, const struct record *record)
{
    if (claims->role == ROLE_HOST)
        return claims->generation == record->host_generation;
    return claims->player < record->game.setup.players &&
           claims->generation == record->people[claims->player].generation;
}

/* As generation_holds, for a token of another game than the path's. */
static enum lookup generation_elsewhere(struct service *service, const struct claims *claims)
{
    struct snapshot *snapshot;
    enum lookup lookup = engine_snapshot(service->engine, claims->game, &snapshot);
    if (lookup != LOOKUP_FOUND)
        return lookup;
    if (!generation_holds(claims, snapshot_record(snapshot)))
        lookup = LOOKUP_NOT_FOUND;
    snapshot_release(snapshot);
    return lookup;
}

bool access_holds(struct service *service, const struct claims *caller, bool changed)
{
    if (caller->role == ROLE_NONE)
        return true;
    int64_t now = clock_now(&service->clock) / 1000;
    if (!claims_current(caller, now) || !token_key_holds(service->keys, caller, now) ||
        is_revoked(service->engine, caller))
        return false;
    return !changed || !is_of_game(caller) || generation_elsewhere(service, caller) == LOOKUP_FOUND;
}

/* Whether the caller's token, if it is one of a game, is still that game's. */
static enum lookup generation_lookup(struct call *call)
{
    const struct claims *caller = &call->caller;
    if (!is_of_game(caller))
        return LOOKUP_FOUND;
    if (strcmp(caller->game, call->game) != 0)
        return generation_elsewhere(call->service, caller);
    return call->snapshot && generation_holds(caller, snapshot_record(call->snapshot))
               ? LOOKUP_FOUND
               : LOOKUP_NOT_FOUND;
}

static enum audience audience_of(const struct claims *claims, const struct record *record)
{
    if (claims->role == ROLE_OPERATOR)
        return AUDIENCE_OPERATOR;
    if (claims->role == ROLE_CREATOR && strcmp(claims->subject, record->created.creator) == 0)
        return AUDIENCE_CREATOR;
    if (!is_of_game(claims) || strcmp(claims->game, record->id) != 0)
        return AUDIENCE_PUBLIC;
    if (claims->role == ROLE_HOST)
        return AUDIENCE_HOST;
    return AUDIENCE_PLAYER + claims->player;
}

/* The caller's way into the game of the path. */
static bool enter_game(struct call *call)
{
    const struct record *record = call->snapshot ? snapshot_record(call->snapshot) : NULL;
    if (record)
        call->audience = audience_of(&call->caller, record);
    bool stranger = call->audience == AUDIENCE_PUBLIC;
    bool from_elsewhere = stranger && is_of_game(&call->caller);
    bool hidden = stranger && record && record->created.is_private &&
                  (call->route->who != WHO_INVITED || from_elsewhere);
    if (!record || hidden)
        call_problem(call, "not_found");
    else if (from_elsewhere)
        call_problem(call, "forbidden");
    return record && !hidden && !from_elsewhere;
}

static bool is_host(enum audience audience)
{
    return audience == AUDIENCE_HOST || audience == AUDIENCE_CREATOR ||
           audience == AUDIENCE_OPERATOR;
}

static bool may_call(const struct call *call)
{
    enum role role = call->caller.role;
    bool player = call->audience >= AUDIENCE_PLAYER;
    switch (call->route->who) {
    case WHO_ANYONE:
    case WHO_PROBE:
    case WHO_INVITED:
        return true;
    case WHO_CREATES:
        return role == ROLE_OPERATOR || role == ROLE_CREATOR ||
               (role == ROLE_NONE && call->service->open);
    case WHO_PLAYER:
        return player;
    case WHO_HOST:
        return is_host(call->audience);
    case WHO_PARTY:
        return player || is_host(call->audience);
    case WHO_TOKEN:
        return role != ROLE_NONE;
    case WHO_OWNER:
        return role == ROLE_OPERATOR || role == ROLE_CREATOR;
    case WHO_OPERATOR:
        return role == ROLE_OPERATOR;
    }
    return false;
}

/* Sets call->snapshot if there is such a game. False: it cannot be told now. */
static bool find_game(struct call *call)
{
    if (call->game[0] == '\0')
        return true;
    enum lookup lookup = engine_snapshot(call->service->engine, call->game, &call->snapshot);
    if (lookup != LOOKUP_FOUND)
        call->snapshot = NULL;
    return lookup != LOOKUP_UNAVAILABLE;
}

bool access_check(struct request *request)
{
    struct call *call = &request->call;
    if (request->bad_token) {
        access_unauthenticated(call, true);
        return false;
    }
    enum lookup generation = LOOKUP_UNAVAILABLE;
    if (find_game(call))
        generation = generation_lookup(call);
    if (generation == LOOKUP_UNAVAILABLE)
        call_problem(call, "unavailable");
    else if (generation == LOOKUP_NOT_FOUND)
        access_unauthenticated(call, true);
    if (generation != LOOKUP_FOUND || (call->game[0] != '\0' && !enter_game(call)))
        return false;
    if (may_call(call))
        return true;
    if (call->caller.role == ROLE_NONE)
        access_unauthenticated(call, false);
    else
        call_problem(call, "forbidden");
    return false;
}

void access_hide(struct request *request)
{
    struct call *call = &request->call;
    if (!request->is_problem || !call->route || call->route->who != WHO_INVITED ||
        call->invite[0] != '\0' || !call->snapshot || call->audience != AUDIENCE_PUBLIC ||
        !snapshot_record(call->snapshot)->created.is_private)
        return;
    request->closes = false;
    call_problem(call, "not_found");
}
