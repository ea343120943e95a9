/*
 * Whether an event can follow: what apply takes for granted since decide has seen to it, asked of
 * events that may come from anywhere.
 */
#include "rules/fits_in_play.h"
#include "rules/fits_setup.h"
#include "rules/lobby.h"

static bool fits_course(const struct game *game, const struct event *event)
{
    bool lobby = game->table.stage == STAGE_LOBBY;
    bool is_player = event->player < game->setup.players;
    switch (event->type) {
    case EVENT_PLAYER_JOINED:
        return is_player && !(game->joined & 1u << event->player);
    case EVENT_PLAYER_REINVITED:
        return is_player;
    case EVENT_GAME_STARTED:
        return lobby && all_joined(game) && is_circle(game, event->public_part.table_order);
    case EVENT_GAME_PAUSED:
        return !lobby && !game->paused;
    case EVENT_GAME_RESUMED:
        return !lobby && game->paused;
    case EVENT_GAME_ABANDONED:
        return true;
    default: /* about people and time: only counted */
        return is_player || event->player == PLAYER_NONE;
    }
}

bool fits(const struct game *game, const struct event *event)
{
    if (event->type == EVENT_GAME_CREATED)
        return game->version == 0 && check_setup(&event->public_part.setup) == ACCEPTED;
    if (game->version == 0 || game->table.stage == STAGE_ABANDONED)
        return false;
    bool in_play = event_is_in_play(event->type);
    if (!in_play && !event_is_in_setup(event->type))
        return fits_course(game, event);
    /* Whoever is invited anew cannot open what was withheld, even during a pause. */
    if (game->paused && event->type != EVENT_PICK_VOID)
        return false;
    return in_play ? fits_in_play(game, event) : fits_in_setup(game, event);
}
