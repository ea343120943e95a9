/*
 * Home systems (rules section 1.1, step 8, and section 2): from the speaker on, clockwise, each
 * player turns one of the two remaining faction cards face up. Council Keleres has no home and
 * draws an undealt faction card instead. Ghosts of Creuss and Crimson Rebellion put a gate on
 * the board and bring an Echo card; both follow from whose home system it is.
 */
#include "rules/cards.h"
#include "rules/steps.h"

static bool takes_part(const struct game *game, uint8_t player)
{
    for (uint8_t seat = 0; seat < game->setup.players; seat++) {
        uint8_t next = game->table.seats[seat];
        if (game->table.players[next].home_card == CARD_NONE)
            return next == player;
    }
    return false;
}

static void options(const struct game *game, uint8_t player, struct choices *ret_choices)
{
    const struct seat_cards *cards = &game->table.players[player];
    offer_one_of(cards->facedown, cards->facedown_count, ret_choices);
}

static enum refusal check_turn(const struct game *game, uint8_t player,
                               const struct command *command, struct turn *ret_turn)
{
    const struct seat_cards *cards = &game->table.players[player];
    uint16_t card = command->home_system;
    if (!cards_contain(cards->facedown, cards->facedown_count, card))
        return REFUSED_CARD_NOT_AVAILABLE;
    ret_turn->faction = card;
    bool draws = catalogue_factions[card].home_tile == TILE_NONE;
    ret_turn->home_faction = draws ? game->table.factions.cards[0] : card;
    return ACCEPTED;
}

static void apply_turn(struct game *game, uint8_t player, const struct turn *turn)
{
    struct seat_cards *cards = &game->table.players[player];
    cards_remove(cards->facedown, &cards->facedown_count, turn->faction);
    if (turn->home_faction != turn->faction)
        cards_remove(game->table.factions.cards, &game->table.factions.count, turn->home_faction);
    cards->home_card = turn->faction;
    cards->home_faction = turn->home_faction;
    if (cards->home_position != POSITION_NONE)
        game->table.galaxy.positions[cards->home_position] = (struct position){
            .kind = POSITION_TILE, .tile = catalogue_factions[turn->home_faction].board_tile};
}

static void choose(const struct choices *choices, size_t index, struct command *command)
{
    command->home_system = choices->options[index];
}

const struct step_rules home_systems_rules = {
    .id = "home_systems",
    .takes_part = takes_part,
    .options = options,
    .command = COMMAND_HOME_SYSTEM,
    .action = ACTION_HOME_SYSTEM,
    .check_turn = check_turn,
    .apply_turn = apply_turn,
    .choose = choose,
};
