#include "rules/concerned.h"

#include "rules/blockades.h"
#include "rules/spliced_cards.h"
#include "rules/splices.h"
#include "rules/transactions.h"

static bool is_party_of_blockade(const struct blockade *blockade, uint8_t player)
{
    return player == blockade->blockader || player == blockade->blockaded;
}

static bool may_take(const struct in_play *in_play, const struct command *command)
{
    return !in_play->splicing || command->take.number != in_play->splice.number ||
           is_participant(&in_play->splice, command->player);
}

static bool may_answer(const struct in_play *in_play, const struct command *command)
{
    const struct transaction *found = transaction_find(in_play, command->answer.number);
    return found == NULL || is_party(found, command->player);
}

static bool may_end_blockade(const struct in_play *in_play, const struct command *command)
{
    const struct blockade *found = blockade_find(in_play, command->blockade_number);
    return found == NULL || is_party_of_blockade(found, command->player);
}

/* The captor and, where a blockade leaves the choice to them, the owner of the units. */
static bool may_return(const struct game *game, const struct command *command)
{
    return command->player == command->unit_return.captor ||
           (game->setup.options.blockade_return_owner_choice &&
            command->player == command->unit_return.owner);
}

bool may_command(const struct game *game, const struct command *command)
{
    const struct in_play *in_play = &game->table.in_play;
    uint8_t player = command->player;
    if (player == PLAYER_NONE)
        return true;
    switch (command->type) {
    case COMMAND_STATUS_PHASE:
    case COMMAND_ELIMINATE:
        return false;
    case COMMAND_GAIN:
        return player == command->gain.player;
    case COMMAND_LOSE:
        return player == command->lose.player;
    case COMMAND_UNITS:
        return player == command->units.player;
    case COMMAND_TAKE:
        return may_take(in_play, command);
    case COMMAND_CAPTURE:
        return player == command->capture.captor;
    case COMMAND_RETURN:
        return may_return(game, command);
    case COMMAND_PROPOSE:
        return player == command->propose.captor || player == command->propose.owner;
    case COMMAND_ANSWER:
        return may_answer(in_play, command);
    case COMMAND_BLOCKADE:
        return player == command->blockade.blockader || player == command->blockade.blockaded;
    case COMMAND_END_BLOCKADE:
        return may_end_blockade(in_play, command);
    default:
        return true;
    }
}

uint8_t acts_for(const struct game *game, const struct command *command)
{
    switch (command->type) {
    case COMMAND_GAIN:
        return command->gain.player;
    case COMMAND_LOSE:
        return command->lose.player;
    case COMMAND_KEEP:
        return PLAYER_NONE;
    case COMMAND_EXHAUST:
        return command->player != PLAYER_NONE ? command->player : genome_user(game, command);
    case COMMAND_UNITS:
        return command->units.player;
    case COMMAND_TAKE:
        return next_taker(&game->table.in_play);
    case COMMAND_CAPTURE:
        return command->capture.captor;
    case COMMAND_RETURN:
        return command->player != PLAYER_NONE ? command->player : command->unit_return.captor;
    case COMMAND_SPLICE:
        if (command->player == PLAYER_NONE && command->splice.count > 0)
            return command->splice.participants[0];
        return command->player;
    default:
        return command->player;
    }
}
