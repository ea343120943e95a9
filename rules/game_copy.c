/*
 * Copies of games. A good half of a game's bytes says nothing most of the time: the table before a
 * turn that cannot be undone, and picks that have not been made. Whoever copies a game for each
 * command had better leave those out. Each has one place that reads it, behind the state or the
 * count that says what is there; nothing else is left out, so that loops over all seats find what
 * they expect.
 */
#include <stddef.h>
#include <string.h>

#include "rules/rules.h"

void game_copy(struct game *ret_game, const struct game *game)
{
    memcpy(ret_game, game, offsetof(struct game, undo.before));
    if (game->undo.state == UNDO_POSSIBLE)
        memcpy(&ret_game->undo.before, &game->undo.before, sizeof ret_game->undo.before);
    memcpy(ret_game->past_count, game->past_count, sizeof ret_game->past_count);
    for (uint8_t player = 0; player < PLAYERS_MAX; player++)
        memcpy(ret_game->past[player], game->past[player],
               game->past_count[player] * sizeof **ret_game->past);
}
