#include "service/api/explain_target.h"

#include "rules/blockades.h"
#include "rules/play.h"
#include "rules/transactions.h"
#include "rules/units.h"
#include "service/json/parts.h"

static const char *owner_name(uint8_t owner)
{
    return owner == OWNER_NEUTRAL ? "neutral" : player_id(owner);
}

/* True when PLAYER cannot be the target of anything. */
static bool say_absent(struct sentence *sentence, const struct game *game, uint8_t player)
{
    if (takes_part_in_play(game, player))
        return false;
    if (player < game->setup.players)
        say(sentence, "%s has been eliminated.", player_id(player));
    else if (player < PLAYERS_MAX)
        say(sentence, "There is no %s in this game.", player_id(player));
    return true;
}

static void say_on_board(struct sentence *sentence, const struct game *game, uint8_t player,
                         enum unit unit)
{
    say(sentence, "%s has %u of %s on the board.", player_id(player),
        game->table.players[player].board[unit], unit_id(unit));
}

static void say_units(struct sentence *sentence, const struct game *game,
                      const struct unit_change *change)
{
    if (!say_absent(sentence, game, change->player))
        say_on_board(sentence, game, change->player, change->unit);
}

static void say_neutral(struct sentence *sentence, const struct game *game,
                        const struct unit_capture *capture)
{
    if (!game->setup.options.capture_neutral)
        say(sentence, "In this game neutral units cannot be captured.");
    else if (capture->from_reinforcements)
        say(sentence, "Neutral units are captured from the board only.");
    else
        say(sentence, "%u of %s that are neutral have been captured, of %u.",
            units_captured(game, OWNER_NEUTRAL, capture->unit), unit_id(capture->unit),
            unit_limit(game, capture->unit));
}

static void say_capture(struct sentence *sentence, const struct game *game,
                        const struct unit_capture *capture)
{
    if (say_absent(sentence, game, capture->captor))
        return;
    if (unit_is_structure(capture->unit))
        say(sentence, "No %s can be captured.", unit_id(capture->unit));
    else if (capture->shown_by_token && !becomes_token(capture->unit))
        say(sentence, "Tokens stand for fighters and infantry only.");
    else if (capture->shown_by_token && capture->from_reinforcements)
        say(sentence, "Tokens stand on the board, not in the reinforcements.");
    else if (capture->owner == OWNER_NEUTRAL)
        say_neutral(sentence, game, capture);
    else if (!say_absent(sentence, game, capture->owner))
        say_on_board(sentence, game, capture->owner, capture->unit);
}

static void say_return(struct sentence *sentence, const struct game *game,
                       const struct unit_return *wanted)
{
    if (wanted->captor >= game->setup.players)
        (void)say_absent(sentence, game, wanted->captor);
    else if (!blockades(game, wanted->owner, wanted->captor))
        say(sentence, "%s does not blockade %s.", owner_name(wanted->owner),
            player_id(wanted->captor));
    else
        say(sentence, "A blockade returns no captured fighters and infantry.");
}

/* The first unit type of a proposal that cannot be returned by it; UNIT_NONE if all can. */
static enum unit first_wrong(const struct game *game, const struct propose_command *sent)
{
    const struct sheet *sheet = &game->table.players[sent->captor].sheet;
    for (enum unit unit = 0; unit < UNITS; unit++) {
        bool possible = !becomes_token(unit) && !unit_is_structure(unit) &&
                        sent->units[unit] <= sheet->units[sent->owner][unit];
        if (sent->units[unit] > 0 && !possible)
            return unit;
    }
    return UNIT_NONE;
}

static void say_held(struct sentence *sentence, const struct game *game, uint8_t captor,
                     uint8_t owner, enum unit unit)
{
    const struct sheet *sheet = &game->table.players[captor].sheet;
    if (becomes_token(unit))
        say(sentence, "%s has captured %u of %s.", player_id(captor),
            unit == UNIT_FIGHTER ? sheet->fighter_tokens : sheet->infantry_tokens, unit_id(unit));
    else if (owner < OWNERS)
        say(sentence, "%s has captured %u of %s from %s.", player_id(captor),
            sheet->units[owner][unit], unit_id(unit), owner_name(owner));
}

static void say_proposal(struct sentence *sentence, const struct game *game,
                         const struct propose_command *sent)
{
    if (sent->captor == sent->owner) {
        say(sentence, "A transaction is between two players.");
        return;
    }
    if (say_absent(sentence, game, sent->captor) || say_absent(sentence, game, sent->owner))
        return;
    enum unit unit = first_wrong(game, sent);
    if (unit == UNIT_NONE)
        return;
    if (becomes_token(unit) || unit_is_structure(unit))
        say(sentence, "No %s can be returned by a transaction.", unit_id(unit));
    else
        say_held(sentence, game, sent->captor, sent->owner, unit);
}

static void say_blockade(struct sentence *sentence, const struct game *game,
                         const struct blockade_command *sent)
{
    if (sent->blockader == sent->blockaded)
        say(sentence, "A blockade is between two players.");
    else if (!say_absent(sentence, game, sent->blockader) &&
             !say_absent(sentence, game, sent->blockaded))
        say_on_board(sentence, game, sent->blockaded, UNIT_SPACE_DOCK);
}

static void say_cards(struct sentence *sentence, const struct game *game, bool names_echo,
                      uint8_t player)
{
    if (names_echo)
        say(sentence, "Echo cards are neither gained nor lost.");
    else
        (void)say_absent(sentence, game, player);
}

void say_illegal_target(struct sentence *sentence, const struct game *game,
                        const struct command *command)
{
    if (command->type == COMMAND_UNITS)
        say_units(sentence, game, &command->units);
    else if (command->type == COMMAND_CAPTURE)
        say_capture(sentence, game, &command->capture);
    else if (command->type == COMMAND_RETURN)
        say_return(sentence, game, &command->unit_return);
    else if (command->type == COMMAND_PROPOSE)
        say_proposal(sentence, game, &command->propose);
    else if (command->type == COMMAND_BLOCKADE)
        say_blockade(sentence, game, &command->blockade);
    else if (command->type == COMMAND_GAIN)
        say_cards(sentence, game, command->gain.names_echo, command->gain.player);
    else if (command->type == COMMAND_LOSE)
        say_cards(sentence, game, command->lose.names_echo, command->lose.player);
    else if (command->type == COMMAND_ELIMINATE)
        (void)say_absent(sentence, game, command->eliminated);
}

void say_not_captured(struct sentence *sentence, const struct game *game,
                      const struct command *command)
{
    if (command->type == COMMAND_PROPOSE) {
        say_proposal(sentence, game, &command->propose);
    } else if (command->type == COMMAND_RETURN) {
        const struct unit_return *wanted = &command->unit_return;
        enum unit unit = 0;
        while (unit < UNITS && wanted->units[unit] == 0)
            unit++;
        if (unit < UNITS)
            say_held(sentence, game, wanted->captor, wanted->owner, unit);
    }
}

static void say_parties(struct sentence *sentence, uint8_t one, uint8_t other)
{
    say(sentence, "Only %s, %s and the host can do it.", player_id(one), player_id(other));
}

static void say_only(struct sentence *sentence, uint8_t player)
{
    say(sentence, "Only %s and the host can do it.", player_id(player));
}

/* With the switch the owner asks for what a blockade gives back. */
static void say_returners(struct sentence *sentence, const struct game *game,
                          const struct unit_return *wanted)
{
    if (game->setup.options.blockade_return_owner_choice && wanted->owner < PLAYERS_MAX)
        say_parties(sentence, wanted->captor, wanted->owner);
    else
        say(sentence, "The captor does it: %s.", player_id(wanted->captor));
}

static void say_takers(struct sentence *sentence, const struct open_splice *splice)
{
    unsigned players = 0;
    for (uint8_t i = 0; i < splice->participant_count; i++)
        players |= 1U << splice->participants[i];
    say(sentence, "Splice %u is for ", splice->number);
    say_players(sentence, players);
    say(sentence, ".");
}

void say_who_may(struct sentence *sentence, const struct game *game, const struct command *command)
{
    const struct in_play *in_play = &game->table.in_play;
    if (command->type == COMMAND_STATUS_PHASE || command->type == COMMAND_ELIMINATE) {
        say(sentence, "Only the host can do it.");
    } else if (command->type == COMMAND_GAIN) {
        say_only(sentence, command->gain.player);
    } else if (command->type == COMMAND_LOSE) {
        say_only(sentence, command->lose.player);
    } else if (command->type == COMMAND_UNITS) {
        say_only(sentence, command->units.player);
    } else if (command->type == COMMAND_CAPTURE) {
        say(sentence, "The captor does it: %s.", player_id(command->capture.captor));
    } else if (command->type == COMMAND_RETURN) {
        say_returners(sentence, game, &command->unit_return);
    } else if (command->type == COMMAND_PROPOSE) {
        say_parties(sentence, command->propose.captor, command->propose.owner);
    } else if (command->type == COMMAND_BLOCKADE) {
        say_parties(sentence, command->blockade.blockader, command->blockade.blockaded);
    } else if (command->type == COMMAND_TAKE && in_play->splicing) {
        say_takers(sentence, &in_play->splice);
    } else if (command->type == COMMAND_ANSWER) {
        const struct transaction *found = transaction_find(in_play, command->answer.number);
        if (found != NULL)
            say_parties(sentence, found->captor, found->owner);
    } else if (command->type == COMMAND_END_BLOCKADE) {
        const struct blockade *found = blockade_find(in_play, command->blockade_number);
        if (found != NULL)
            say_parties(sentence, found->blockader, found->blockaded);
    }
}
