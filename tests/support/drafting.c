#include "tests/support/drafting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka_all.h"

const char *draft_path(const struct draft *draft, const char *rest)
{
    static _Thread_local char path[DRAFT_PATH_BYTES];
    snprintf(path, sizeof path, "/v1/games/%s%s", draft->game, rest);
    return path;
}

const char *draft_token(const struct draft *draft, int who)
{
    if (who == DRAFT_PUBLIC)
        return NULL;
    return who == DRAFT_HOST ? draft->host_token : draft->tokens[who];
}

void draft_create(struct draft *draft, struct client *client, size_t players, uint64_t seed,
                  const char *token, json_t *more)
{
    *draft = (struct draft){.client = client, .players = players};
    draft->random = random_seeded(&draft->seeded, seed);
    json_t *body =
        json_pack("{s:s, s:I}", "name", "A table of bots", "players", (json_int_t)players);
    if (more)
        json_object_update(body, more);
    json_decref(more);
    struct answer answer = client_call(client, "POST", "/v1/games", token, body);
    json_t *created = answer_take(&answer, 201);
    snprintf(draft->game, sizeof draft->game, "%s", text_at(created, "game/id"));
    draft->host_token = strdup(text_at(created, "host_token"));
    bool at_once = strcmp(text_at(created, "game/options/passing"), "pipelined") == 0;
    for (size_t i = 0; i < players; i++) {
        const json_t *invite = json_array_get(json_object_get(created, "invites"), i);
        draft->invites[i] = strdup(text_at(invite, "invite"));
        draft->bots[i].way = PLAY_MIXED;
        draft->bots[i].passes_at_once = at_once;
        draft->bots[i].random = draft->random;
        memcpy(draft->bots[i].game, draft->game, sizeof draft->game);
        snprintf(draft->bots[i].player, sizeof draft->bots[i].player, "p%d", (int)i + 1);
    }
    json_decref(created);
}

void draft_join(struct draft *draft, size_t player)
{
    char name[16];
    snprintf(name, sizeof name, "Bot %d", (int)player + 1);
    struct answer answer =
        draft_post(draft, DRAFT_PUBLIC, "/join",
                   json_pack("{s:s, s:s}", "invite", draft->invites[player], "name", name));
    json_t *joined = answer_take(&answer, 201);
    assert_string_equal(text_at(joined, "player"), draft->bots[player].player);
    free(draft->tokens[player]);
    draft->tokens[player] = strdup(text_at(joined, "token"));
    json_decref(joined);
}

void draft_join_all(struct draft *draft)
{
    for (size_t i = 0; i < draft->players; i++)
        draft_join(draft, i);
}

void draft_free(struct draft *draft)
{
    for (size_t i = 0; i < draft->players; i++) {
        free(draft->invites[i]);
        free(draft->tokens[i]);
        play_bot_end(&draft->bots[i]);
    }
    free(draft->host_token);
    draft->players = 0;
}

json_t *draft_view(const struct draft *draft, int who)
{
    struct answer answer = draft_call(draft, "GET", who, "", NULL);
    return answer_take(&answer, 200);
}

json_int_t draft_version(const struct draft *draft)
{
    json_t *view = draft_view(draft, DRAFT_PUBLIC);
    json_int_t version = number_at(view, "version");
    json_decref(view);
    return version;
}

struct answer draft_call(const struct draft *draft, const char *method, int who, const char *rest,
                         json_t *body)
{
    return client_call(draft->client, method, draft_path(draft, rest), draft_token(draft, who),
                       body);
}

struct answer draft_post(const struct draft *draft, int who, const char *rest, json_t *body)
{
    return draft_call(draft, "POST", who, rest, body);
}

void draft_reinvite(struct draft *draft, size_t player)
{
    const char *name = draft->bots[player].player;
    char rest[64];
    snprintf(rest, sizeof rest, "/players/%s/reinvite", name);
    struct answer answer = draft_post(draft, DRAFT_HOST, rest, NULL);
    json_t *reinvited = answer_take(&answer, 200);
    assert_string_equal(text_at(reinvited, "player"), name);
    free(draft->invites[player]);
    draft->invites[player] = strdup(text_at(reinvited, "invite"));
    json_decref(reinvited);
}

json_t *draft_leave_orders(const struct draft *draft, size_t player, const char *step,
                           json_t *orders)
{
    char rest[64];
    snprintf(rest, sizeof rest, "/orders/%s", step);
    struct answer answer = draft_call(draft, "PUT", (int)player, rest, orders);
    return answer_take(&answer, 200);
}

void draft_abandon(const struct draft *draft)
{
    struct answer answer = draft_post(draft, DRAFT_HOST, "/abandon", NULL);
    json_decref(answer_take(&answer, 200));
}

const json_t *required_action(const json_t *view)
{
    const json_t *actions = value_at(view, "you/actions");
    for (size_t i = 0; i < json_array_size(actions); i++) {
        const json_t *action = json_array_get(actions, i);
        if (json_is_true(json_object_get(action, "required")))
            return action;
    }
    return NULL;
}

size_t waiting_player(const json_t *view, size_t index)
{
    const json_t *entry = json_array_get(json_object_get(view, "waiting_on"), index);
    const char *player = text_at(entry, "player");
    return (size_t)(player[1] - '1');
}

void draft_prepare(struct draft *draft, size_t player, struct prepared *ret_prepared)
{
    json_t *view = draft_view(draft, (int)player);
    const json_t *action = required_action(view);
    if (!action)
        fail_msg("p%d is waited for and offered nothing", (int)player + 1);
    json_t *body = play_bot_choose(&draft->bots[player], json_object_get(view, "you"), action);
    if (!body)
        fail_msg("p%d is offered %s, which no bot can answer", (int)player + 1,
                 text_at(action, "action"));
    snprintf(ret_prepared->path, sizeof ret_prepared->path, "%s", text_at(action, "href"));
    ret_prepared->body = json_dumps(body, JSON_COMPACT);
    ret_prepared->request = (struct play_request){.method = "POST",
                                                  .path = ret_prepared->path,
                                                  .token = draft->tokens[player],
                                                  .body = ret_prepared->body,
                                                  .body_length = strlen(ret_prepared->body)};
    json_decref(body);
    json_decref(view);
}

void prepared_free(struct prepared *prepared)
{
    free(prepared->body);
    prepared->body = NULL;
}

void draft_act(struct draft *draft, size_t player)
{
    struct prepared prepared;
    draft_prepare(draft, player, &prepared);
    struct answer answer = client_send(draft->client, &prepared.request);
    json_decref(answer_take(&answer, 200));
    prepared_free(&prepared);
}

static bool move_in(struct draft *draft, const json_t *view)
{
    if (strcmp(text_at(view, "status"), "playing") == 0)
        return false;
    assert_string_equal(text_at(view, "status"), "setup");
    size_t count = json_array_size(json_object_get(view, "waiting_on"));
    if (count == 0)
        fail_msg("the game waits for nobody and does not go on");
    draft_act(draft, waiting_player(view, random_below(&draft->random, (uint32_t)count)));
    return true;
}

bool draft_move(struct draft *draft)
{
    json_t *view = draft_view(draft, DRAFT_PUBLIC);
    bool moved = move_in(draft, view);
    json_decref(view);
    return moved;
}

void draft_play_to(struct draft *draft, const char *step)
{
    for (;;) {
        json_t *view = draft_view(draft, DRAFT_PUBLIC);
        const char *open = json_string_value(value_at(view, "step/id"));
        bool there = step && open && strcmp(open, step) == 0;
        bool moved = !there && move_in(draft, view);
        json_decref(view);
        if (there || (!moved && !step))
            return;
        if (!moved)
            fail_msg("the step %s never comes", step);
    }
}
