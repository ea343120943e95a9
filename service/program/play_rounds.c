/*
 * Rounds of play after a draft: bots use their cards, produce and capture units, splice, and answer
 * what is asked of them; the host holds the status phases.
 */
#include <stdio.h>
#include <string.h>

#include "service/program/play.h"
#include "service/program/play_bot_table.h"

enum { ACTIONS_EACH = 4, PATH_BYTES = 160 };

static json_t *own_view(struct play *play, const struct played_player *player)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "/v1/games/%s", play->game);
    return play_call(play, "GET", path, player->token, NULL);
}

/* One of the actions that PLAYER is offered, of those that are required if there are any, by
 * chance; true also when the bot has no use for the one that chance chose. */
static bool act(struct play *play, struct played_player *player, bool required)
{
    json_t *view = own_view(play, player);
    if (!view)
        return false;
    const json_t *actions = json_object_get(json_object_get(view, "you"), "actions");
    json_t *eligible = json_array();
    size_t i;
    json_t *action;
    json_array_foreach((json_t *)actions, i,
                       action) if (!required || json_is_true(json_object_get(action, "required")))
        json_array_append(eligible, action);

    bool fine = true;
    size_t count = json_array_size(eligible);
    struct bot_action chosen;
    if (count > 0 &&
        play_bot_at_table(&player->bot, view,
                          json_array_get(eligible, random_below(&play->random, (uint32_t)count)),
                          &chosen)) {
        json_t *after = play_call(play, chosen.method, chosen.href, player->token, chosen.body);
        fine = after != NULL;
        json_decref(after);
        play->commands++;
    }
    json_decref(eligible);
    json_decref(view);
    return fine;
}

/* Until nobody is waited for. */
static bool settle(struct play *play)
{
    while (play_look(play)) {
        const json_t *waiting = json_object_get(play->view, "waiting_on");
        if (json_array_size(waiting) == 0)
            return true;
        const char *id = json_string_value(json_object_get(json_array_get(waiting, 0), "player"));
        size_t index = id ? (size_t)(id[1] - '1') : PLAYERS_MAX;
        if (index >= PLAYERS_MAX || !play->players[index].token ||
            !act(play, &play->players[index], true))
            return false;
    }
    return false;
}

static bool play_round(struct play *play)
{
    char path[PATH_BYTES];
    for (unsigned turn = 0; turn < ACTIONS_EACH; turn++) {
        for (size_t i = 0; i < (size_t)play->settings->players; i++) {
            if (!act(play, &play->players[i], false) || !settle(play))
                return false;
        }
    }
    snprintf(path, sizeof path, "/v1/games/%s/status_phase", play->game);
    json_t *after = play_call(play, "POST", path, play->host_token, json_object());
    json_decref(after);
    play->commands++;
    return after != NULL;
}

bool play_rounds(struct play *play)
{
    for (long round = 0; round < play->settings->rounds; round++) {
        fprintf(stderr, "round %ld\n", round + 1);
        if (!play_round(play))
            return false;
    }
    return play_look(play);
}
