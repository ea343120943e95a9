#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/program/play.h"
#include "service/program/verify.h"

enum { PATH_BYTES = 160 };

static bool tell(struct play *play, const char *what, const char *why)
{
    snprintf(play->problem, sizeof play->problem, "%s: %s", what, why);
    return false;
}

/* A problem of the API says best what is wrong. */
static void tell_problem(struct play *play, const char *method, const char *path,
                         const struct play_answer *answer)
{
    json_t *problem = play_answer_json(answer);
    const char *code = json_string_value(json_object_get(problem, "code"));
    const char *detail = json_string_value(json_object_get(problem, "detail"));
    if (code && strcmp(code, "unauthenticated") == 0 && !play->settings->token)
        tell(play, "this server creates games only for those who have a token",
             "give one with --token or SPLICED_TOKEN (made by \"spliced token\" beside the "
             "server), or run the server with --open");
    else
        snprintf(play->problem, sizeof play->problem, "%s %s was answered with %ld %s: %s", method,
                 path, answer->status, code ? code : "", detail ? detail : "no reason given");
    json_decref(problem);
}

json_t *play_call(struct play *play, const char *method, const char *path, const char *token,
                  json_t *body)
{
    char message[CLIENT_MESSAGE_BYTES];
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    struct play_request request = {.method = method, .path = path, .token = token, .body = text};
    request.body_length = text ? strlen(text) : 0;
    struct play_answer answer;
    json_t *json = NULL;
    if (!play_client_send(play->client, &request, &answer, message))
        snprintf(play->problem, sizeof play->problem, "no answer from %s (%s): is it running?",
                 play->settings->url, message);
    else if (answer.status < 200 || answer.status > 299)
        tell_problem(play, method, path, &answer);
    else if (!(json = play_answer_json(&answer)))
        tell(play, path, "the answer is no JSON; is this a spliced server?");
    play_answer_free(&answer);
    json_decref(body);
    free(text);
    return json;
}

static json_t *map_body(const struct play_settings *settings)
{
    const char *map = settings->map ? settings->map : settings->layout ? "build" : "none";
    if (strcmp(map, "build") == 0)
        return json_pack("{s:s, s:s*}", "mode", map, "layout", settings->layout);
    if (strcmp(map, "none") == 0)
        return json_pack("{s:s}", "mode", map);
    return json_pack("{s:s, s:s}", "mode", "premade", "string", map);
}

static json_t *create_body(const struct play_settings *settings)
{
    json_t *map = map_body(settings);
    json_t *expansions = settings->without_pok ? json_array() : json_pack("[s]", "pok");
    return json_pack("{s:s, s:I, s:{s:o, s:s}, s:o}", "name", "Bots at play", "players",
                     (json_int_t)settings->players, "options", "expansions", expansions, "passing",
                     settings->passing, "map", map);
}

/* Every second bot sends entropy of its own; for the others the server draws it. */
static json_t *join_body(struct play *play, size_t index, const json_t *invite)
{
    static const char *const names[PLAYERS_MAX] = {"Ada",    "Barbara", "Claude", "Dennis",
                                                   "Edsger", "Frances", "Grace",  "Hedy"};
    uint8_t entropy[32];
    char text[2 * sizeof entropy + 1];
    json_t *body = json_pack("{s:s, s:O}", "name", names[index], "invite", invite);
    if (body && index % 2 == 0) {
        random_fill(&play->random, entropy, sizeof entropy);
        hex_encode(entropy, sizeof entropy, text);
        json_object_set_new(body, "entropy", json_string(text));
    }
    return body;
}

static bool join(struct play *play, size_t index, const json_t *invite)
{
    char path[PATH_BYTES];
    struct played_player *player = &play->players[index];
    snprintf(path, sizeof path, "/v1/games/%s/join", play->game);
    json_t *joined = play_call(play, "POST", path, NULL, join_body(play, index, invite));
    if (!joined)
        return false;
    const char *token = json_string_value(json_object_get(joined, "token"));
    const char *id = json_string_value(json_object_get(joined, "player"));
    player->token = token ? strdup(token) : NULL;
    player->bot.way = play->settings->way;
    player->bot.passes_at_once = strcmp(play->settings->passing, "pipelined") == 0;
    player->bot.random = play->random;
    memcpy(player->bot.game, play->game, sizeof play->game);
    snprintf(player->bot.player, sizeof player->bot.player, "%s", id ? id : "");
    json_decref(joined);
    return player->token || tell(play, path, "the answer holds no token");
}

bool play_create(struct play *play)
{
    json_t *created =
        play_call(play, "POST", "/v1/games", play->settings->token, create_body(play->settings));
    if (!created)
        return false;
    const char *id = json_string_value(json_object_get(json_object_get(created, "game"), "id"));
    const json_t *invites = json_object_get(created, "invites");
    bool fine = id && ulid_valid(id, strlen(id)) &&
                json_array_size(invites) == (size_t)play->settings->players;
    if (!fine)
        tell(play, "/v1/games", "the answer holds no game with its invites");
    if (fine)
        memcpy(play->game, id, sizeof play->game);
    const char *token = json_string_value(json_object_get(created, "host_token"));
    play->host_token = token ? strdup(token) : NULL;
    for (size_t i = 0; fine && i < json_array_size(invites); i++)
        fine = join(play, i, json_object_get(json_array_get(invites, i), "invite"));
    json_decref(created);
    return fine;
}

bool play_look(struct play *play)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "/v1/games/%s", play->game);
    json_t *view = play_call(play, "GET", path, NULL, NULL);
    if (!view)
        return false;
    json_decref(play->view);
    play->view = view;
    return true;
}

/* The action that the game waits for, among all that the player may do. */
static const json_t *required_action(const json_t *you)
{
    const json_t *actions = json_object_get(you, "actions");
    for (size_t i = 0; i < json_array_size(actions); i++) {
        const json_t *action = json_array_get(actions, i);
        if (json_is_true(json_object_get(action, "required")))
            return action;
    }
    return NULL;
}

static bool act(struct play *play, struct played_player *player)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "/v1/games/%s", play->game);
    json_t *view = play_call(play, "GET", path, player->token, NULL);
    if (!view)
        return false;
    const json_t *you = json_object_get(view, "you");
    const json_t *action = required_action(you);
    const char *href = json_string_value(json_object_get(action, "href"));
    json_t *body = action ? play_bot_choose(&player->bot, you, action) : NULL;
    json_t *after = NULL;
    if (href && body)
        after = play_call(play, "POST", href, player->token, json_incref(body));
    else
        tell(play, player->bot.player, "is waited for, but is offered nothing that a bot can do");
    json_decref(body);
    json_decref(view);
    json_decref(after);
    play->commands++;
    return after != NULL;
}

/* One of those whom the game waits for, by chance. */
static struct played_player *next_player(struct play *play)
{
    const json_t *waiting = json_object_get(play->view, "waiting_on");
    size_t count = json_array_size(waiting);
    if (count == 0)
        return NULL;
    const json_t *one = json_array_get(waiting, random_below(&play->random, (uint32_t)count));
    const char *id = json_string_value(json_object_get(one, "player"));
    for (size_t i = 0; id && i < PLAYERS_MAX; i++) {
        if (play->players[i].token && strcmp(play->players[i].bot.player, id) == 0)
            return &play->players[i];
    }
    return NULL;
}

bool play_setup(struct play *play)
{
    while (play_look(play)) {
        const char *status = json_string_value(json_object_get(play->view, "status"));
        play_progress(play);
        if (status && strcmp(status, "playing") == 0)
            return true;
        struct played_player *player = next_player(play);
        if (!status || strcmp(status, "setup") != 0 || !player)
            return tell(play, "the game does not go on", status ? status : "it has no status");
        if (!act(play, player))
            return false;
    }
    return false;
}

/* Whether the server publishes KEY among its own. */
static bool is_published(struct play *play, const uint8_t key[PUBLIC_KEY_BYTES])
{
    char text[2 * PUBLIC_KEY_BYTES];
    bool found = false;
    sodium_bin2base64(text, sizeof text, key, PUBLIC_KEY_BYTES,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    json_t *set = play_call(play, "GET", "/.well-known/jwks.json", NULL, NULL);
    const json_t *keys = json_object_get(set, "keys");
    for (size_t i = 0; i < json_array_size(keys); i++) {
        const char *x = json_string_value(json_object_get(json_array_get(keys, i), "x"));
        found = found || (x && strcmp(x, text) == 0);
    }
    json_decref(set);
    return found;
}

bool play_verify(struct play *play, FILE *stream)
{
    char path[PATH_BYTES];
    char message[CLIENT_MESSAGE_BYTES];
    struct play_answer answer;
    struct verify_report report;
    snprintf(path, sizeof path, "/v1/games/%s/transcript", play->game);
    const struct play_request request = {.method = "GET", .path = path};
    bool holds = play_client_send(play->client, &request, &answer, message);
    if (!holds)
        tell(play, "the transcript did not come", message);
    else if (answer.status != 200) {
        tell_problem(play, "GET", path, &answer);
        holds = false;
    } else {
        holds = verify_transcript(answer.body.bytes, answer.body.length, NULL, &report);
        verify_print(&report, "the transcript", stream);
        if (!holds)
            tell(play, "the transcript", "does not hold");
        else if (report.extent != VERIFIED_WHOLE)
            holds = tell(play, "the transcript", "does not disclose the deals");
        else if (!is_published(play, report.public_key))
            holds = tell(play, "the transcript", "is signed by no key that the server publishes");
    }
    play_answer_free(&answer);
    return holds;
}
