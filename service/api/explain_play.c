#include "service/api/explain_play.h"

#include "service/api/explain_target.h"
#include "service/json/parts.h"

static bool is_table_action(enum command_type type)
{
    return type >= COMMAND_STATUS_PHASE && type <= COMMAND_ELIMINATE;
}

bool is_about_options(enum command_type type)
{
    return !is_table_action(type) || type == COMMAND_KEEP || type == COMMAND_TAKE;
}

static void say_next_taker(struct sentence *sentence, const struct in_play *in_play)
{
    const struct open_splice *splice = &in_play->splice;
    if (in_play->splicing)
        say(sentence, "In splice %u %s takes next.", splice->number,
            player_id(splice->participants[splice->taken_count]));
}

static void say_what_is_pending(struct sentence *sentence, const struct game *game,
                                const struct job *job)
{
    unsigned players = 0;
    for (uint8_t player = 0; player < game->setup.players; player++)
        if (waited_for(game, player) == ACTION_KEEP)
            players |= 1U << player;
    if (job->command.type == COMMAND_SPLICE && game->table.in_play.splicing) {
        say_next_taker(sentence, &game->table.in_play);
    } else if (job->command.type == COMMAND_PROPOSE &&
               game->table.in_play.transaction_count == TRANSACTIONS_MAX) {
        say(sentence, "%u proposals wait for an answer: answer some of them first.",
            (unsigned)TRANSACTIONS_MAX);
    } else if (players != 0) {
        say(sentence, "One of several unit upgrades for a slot has to be kept first, by ");
        say_players(sentence, players);
        say(sentence, ".");
    }
}

static void say_not_in_play(struct sentence *sentence, const struct game *game,
                            const struct job *job)
{
    if (game->table.stage != STAGE_PLAYING)
        say(sentence, "The game is at %s: this is for after the setup.", step_id(game->table.step));
    else if (job->command.type == COMMAND_KEEP)
        say(sentence, "There is no choice to be made among unit upgrades.");
    else if (job->command.type == COMMAND_TAKE)
        say(sentence, "Splice %u is closed.", job->command.take.number);
}

static void say_done_already(struct sentence *sentence, const struct job *job)
{
    const struct command *command = &job->command;
    switch (command->type) {
    case COMMAND_TAKE:
        say(sentence, "You have taken a card in splice %u.", command->take.number);
        break;
    case COMMAND_ANSWER:
        say(sentence, "Transaction %u is closed.", command->answer.number);
        break;
    case COMMAND_BLOCKADE:
        say(sentence, "%s blockades %s already.", player_id(command->blockade.blockader),
            player_id(command->blockade.blockaded));
        break;
    case COMMAND_END_BLOCKADE:
        say(sentence, "Blockade %u is over.", command->blockade_number);
        break;
    case COMMAND_ELIMINATE:
        say(sentence, "%s has been eliminated.", player_id(command->eliminated));
        break;
    default:
        break;
    }
}

static void say_missing(struct sentence *sentence, const struct command *command)
{
    if (command->type == COMMAND_TAKE)
        say(sentence, "There has been no splice %u.", command->take.number);
    else if (command->type == COMMAND_ANSWER)
        say(sentence, "There has been no transaction %u.", command->answer.number);
    else if (command->type == COMMAND_END_BLOCKADE)
        say(sentence, "There has been no blockade %u.", command->blockade_number);
}

static void say_not_left(struct sentence *sentence, const struct game *game,
                         const struct command *command)
{
    bool produces = command->type == COMMAND_UNITS;
    uint8_t player = produces ? command->units.player : command->capture.owner;
    enum unit unit = produces ? command->units.unit : command->capture.unit;
    struct view view;
    view_of(game, (struct viewer){.kind = VIEWER_PUBLIC}, &view);
    say(sentence, "%s has %u of %s in the reinforcements.", player_id(player),
        view.player[player].units[unit].reinforcements, unit_id(unit));
}

void explain_play(struct sentence *sentence, const struct game *game, const struct job *job)
{
    const struct command *command = &job->command;
    if (!is_table_action(command->type))
        return;
    switch (job->refusal) {
    case REFUSED_DECISION_PENDING:
        say_what_is_pending(sentence, game, job);
        break;
    case REFUSED_WRONG_STEP:
        say_not_in_play(sentence, game, job);
        break;
    case REFUSED_NOT_YOUR_TURN:
        say_next_taker(sentence, &game->table.in_play);
        break;
    case REFUSED_ALREADY_DONE:
        say_done_already(sentence, job);
        break;
    case REFUSED_NOT_FOUND:
        say_missing(sentence, command);
        break;
    case REFUSED_NOT_IN_REINFORCEMENTS:
        say_not_left(sentence, game, command);
        break;
    case REFUSED_ILLEGAL_TARGET:
        say_illegal_target(sentence, game, command);
        break;
    case REFUSED_NOT_CAPTURED:
        say_not_captured(sentence, game, command);
        break;
    case REFUSED_FORBIDDEN:
        say_who_may(sentence, game, command);
        break;
    case REFUSED_BLOCKADED:
        say(sentence, "%s blockades a space dock of %s: nothing of %s can be captured meanwhile.",
            player_id(command->capture.owner), player_id(command->capture.captor),
            player_id(command->capture.owner));
        break;
    default:
        break;
    }
}

bool say_why_not_undone_in_play(struct sentence *sentence, const struct undo *undo)
{
    if (undo->state == UNDO_POSSIBLE)
        say(sentence, "In play only the host takes back.");
    else if (undo->state == UNDO_REVEALED)
        say(sentence, "The last action turned cards up, or ended an epoch whose seed is public "
                      "now.");
    return sentence->length > 0;
}
