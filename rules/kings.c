/*
 * Kings (rules section 1.1, step 9, and section 3): from the right of the speaker on,
 * counter-clockwise, each player takes a King that nobody has. Plastic of the same colour comes
 * with it, where there is such plastic.
 */
#include "rules/steps.h"

static bool takes_part(const struct game *game, uint8_t player)
{
    for (uint8_t seat = game->setup.players; seat > 0; seat--) {
        uint8_t next = game->table.seats[seat - 1];
        if (game->table.players[next].king == KING_NONE)
            return next == player;
    }
    return false;
}

static bool taken(const struct game *game, uint16_t king)
{
    for (uint8_t player = 0; player < game->setup.players; player++) {
        if (game->table.players[player].king == king)
            return true;
    }
    return false;
}

static void options(const struct game *game, uint8_t player, struct choices *ret_choices)
{
    (void)player;
    ret_choices->choose[0] = 1;
    for (uint16_t king = 0; king < catalogue_king_count; king++) {
        if (!taken(game, king))
            ret_choices->options[ret_choices->count++] = king;
    }
}

static enum refusal check_turn(const struct game *game, uint8_t player,
                               const struct command *command, struct turn *ret_turn)
{
    (void)player;
    if (command->king >= catalogue_king_count)
        return REFUSED_CARD_NOT_AVAILABLE;
    if (taken(game, command->king))
        return REFUSED_TAKEN;
    ret_turn->king = command->king;
    return ACCEPTED;
}

static void apply_turn(struct game *game, uint8_t player, const struct turn *turn)
{
    const struct king *king = &catalogue_kings[turn->king];
    game->table.players[player].king = turn->king;
    if (game->setup.options.pok || !king->needs_pok_plastic)
        game->table.players[player].plastic = king->colour;
}

static void choose(const struct choices *choices, size_t index, struct command *command)
{
    command->king = (uint8_t)choices->options[index];
}

const struct step_rules kings_rules = {
    .id = "kings",
    .takes_part = takes_part,
    .options = options,
    .command = COMMAND_KING,
    .action = ACTION_KING,
    .check_turn = check_turn,
    .apply_turn = apply_turn,
    .choose = choose,
};
