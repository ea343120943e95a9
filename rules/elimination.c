#include "rules/elimination.h"

#include <string.h>

#include "rules/captures.h"
#include "rules/play.h"
#include "rules/splices.h"

/* The player's plastic goes out of the game, but for what others have captured of it; what the
 * player captured goes back. The spliced cards leave the game with the player: they stay where
 * they lie, and nobody can gain them. */
enum refusal decide_eliminate(struct desk *desk, uint8_t player)
{
    if (player >= desk->game.setup.players)
        return REFUSED_ILLEGAL_TARGET;
    if (desk->game.table.players[player].eliminated)
        return REFUSED_ALREADY_DONE;
    struct event event = table_event(EVENT_PLAYER_ELIMINATED, PLAYER_NONE);
    event.public_part.eliminated = player;
    desk_emit(desk, &event);
    for (uint8_t owner = 0; owner < OWNERS; owner++)
        return_all(desk, player, owner, BY_ELIMINATION);
    return_tokens(desk, player);
    return close_finished_splice(desk);
}

void apply_player_eliminated(struct game *game, uint8_t player)
{
    struct seat_cards *cards = &game->table.players[player];
    cards->eliminated = true;
    memset(cards->board, 0, sizeof cards->board);
    if (game->table.in_play.splicing)
        leave_splice(&game->table.in_play.splice, player);
}
