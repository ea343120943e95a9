#include <string.h>

#include "rules/concerned.h"
#include "rules/defaults.h"
#include "rules/lobby.h"
#include "rules/play.h"
#include "rules/sealed.h"
#include "rules/turns.h"

static bool is_game_move(enum command_type type)
{
    return type >= COMMAND_UNDO;
}

/* Refusals that hold for every move, before its step is looked at. */
static enum refusal check_stage(const struct game *game)
{
    switch (game->table.stage) {
    case STAGE_LOBBY:
        return REFUSED_NOT_STARTED;
    case STAGE_ABANDONED:
        return REFUSED_GAME_OVER;
    case STAGE_SETUP:
    case STAGE_PLAYING:
        return game->paused ? REFUSED_GAME_PAUSED : ACCEPTED;
    }
    return ACCEPTED;
}

static enum refusal dispatch(struct desk *desk, const struct command *command)
{
    switch (command->type) {
    case COMMAND_CREATE:
        return decide_create(desk, &command->create);
    case COMMAND_JOIN:
        return decide_join(desk, command->player);
    case COMMAND_START:
        return decide_start(desk);
    case COMMAND_PAUSE:
        return decide_pause(desk, command->automatic);
    case COMMAND_RESUME:
        return decide_resume(desk);
    case COMMAND_ABANDON:
        return decide_abandon(desk);
    case COMMAND_REINVITE:
        return decide_reinvite(desk, command->player);
    case COMMAND_UNDO:
        return decide_undo(desk, command->player, command->undo_version);
    case COMMAND_COMMIT:
        return decide_commit(desk, command->player, &command->commit);
    case COMMAND_REVEAL:
        return decide_reveal(desk, command->player, &command->reveal);
    case COMMAND_HOME_POSITION:
    case COMMAND_TILE:
    case COMMAND_HOME_SYSTEM:
    case COMMAND_KING:
    case COMMAND_PLASTIC:
    case COMMAND_STARTING_UNITS:
        return decide_turn(desk, command);
    case COMMAND_DEFAULT:
        return decide_default(desk, command->player);
    default:
        return decide_in_play(desk, command);
    }
}

enum refusal decide(const struct game *game, const struct command *command,
                    const struct dealer *dealer, struct events *ret_events)
{
    ret_events->count = 0;
    if (!may_command(game, command))
        return REFUSED_FORBIDDEN;
    if (is_game_move(command->type)) {
        enum refusal refusal = check_stage(game);
        if (refusal != ACCEPTED)
            return refusal;
    }
    /* The game is too large to be cleared first, as an initialiser would. */
    struct desk desk;
    desk.dealer = dealer;
    desk.events = ret_events;
    desk.overflowed = false;
    game_copy(&desk.game, game);
    enum refusal refusal = dispatch(&desk, command);
    if (!desk.overflowed)
        return refusal;
    ret_events->count = 0;
    return REFUSED_TOO_MANY_EVENTS;
}

bool event_is_in_setup(enum event_type type)
{
    return type >= EVENT_STEP_OPENED && type <= EVENT_EPOCH_ENDED;
}

bool event_is_in_play(enum event_type type)
{
    return type >= EVENT_STATUS_PHASE && type <= EVENT_PLAYER_ELIMINATED;
}

struct game game_none(void)
{
    struct game game;
    memset(&game, 0, sizeof game);
    game.table.speaker = PLAYER_NONE;
    for (size_t player = 0; player < PLAYERS_MAX; player++) {
        struct seat_cards *cards = &game.table.players[player];
        cards->priority_card = CARD_NONE;
        cards->home_card = CARD_NONE;
        cards->home_faction = CARD_NONE;
        cards->starting_card = CARD_NONE;
        cards->home_position = POSITION_NONE;
        cards->king = KING_NONE;
        cards->plastic = COLOUR_NONE;
    }
    return game;
}
