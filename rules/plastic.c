/*
 * Substitute plastic (rules section 1.1, step 9C): without Prophecy of Kings the pink and the
 * orange King borrow plastic of a base colour that no chosen King has, in the order in which
 * those Kings were taken.
 */
#include "rules/steps.h"

static bool lacks_plastic(const struct game *game, uint8_t player)
{
    return game->table.players[player].plastic == COLOUR_NONE;
}

static bool happens(const struct game *game)
{
    for (uint8_t player = 0; player < game->setup.players; player++) {
        if (lacks_plastic(game, player))
            return true;
    }
    return false;
}

static bool takes_part(const struct game *game, uint8_t player)
{
    for (uint8_t seat = game->setup.players; seat > 0; seat--) {
        uint8_t next = game->table.seats[seat - 1];
        if (lacks_plastic(game, next))
            return next == player;
    }
    return false;
}

static bool is_base_colour(enum colour colour)
{
    return colour < COLOURS && colour != COLOUR_PINK && colour != COLOUR_ORANGE;
}

static bool taken(const struct game *game, enum colour colour)
{
    for (uint8_t player = 0; player < game->setup.players; player++) {
        if (game->table.players[player].plastic == colour)
            return true;
    }
    return false;
}

static void options(const struct game *game, uint8_t player, struct choices *ret_choices)
{
    (void)player;
    ret_choices->choose[0] = 1;
    for (enum colour colour = 0; colour < COLOURS; colour++) {
        if (is_base_colour(colour) && !taken(game, colour))
            ret_choices->options[ret_choices->count++] = (uint16_t)colour;
    }
}

static enum refusal check_turn(const struct game *game, uint8_t player,
                               const struct command *command, struct turn *ret_turn)
{
    (void)player;
    if (!is_base_colour(command->plastic))
        return REFUSED_CARD_NOT_AVAILABLE;
    if (taken(game, command->plastic))
        return REFUSED_TAKEN;
    ret_turn->colour = command->plastic;
    return ACCEPTED;
}

static void apply_turn(struct game *game, uint8_t player, const struct turn *turn)
{
    game->table.players[player].plastic = turn->colour;
}

static void choose(const struct choices *choices, size_t index, struct command *command)
{
    command->plastic = (enum colour)choices->options[index];
}

const struct step_rules plastic_rules = {
    .id = "plastic",
    .happens = happens,
    .takes_part = takes_part,
    .options = options,
    .command = COMMAND_PLASTIC,
    .action = ACTION_PLASTIC,
    .check_turn = check_turn,
    .apply_turn = apply_turn,
    .choose = choose,
};
