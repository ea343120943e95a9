/*
 * Copies of games. Most of a game's bytes say nothing most of the time: the table before a turn
 * that cannot be undone, picks that have not been made, seats that nobody sits on. Whoever copies a
 * game for each command had better leave them out.
 */
#include <stddef.h>
#include <string.h>

#include "rules/rules.h"

/* The seats lie between the rest of the table. */
static void copy_table(struct table *to, const struct table *from, uint8_t players)
{
    memcpy(to, from, offsetof(struct table, players));
    memcpy(to->players, from->players, players * sizeof *to->players);
    to->in_play = from->in_play;
}

/* The table before is read when a turn is undone, and at no other time. */
static void copy_undo(struct undo *to, const struct undo *from, uint8_t players)
{
    memcpy(to, from, offsetof(struct undo, before));
    if (from->state == UNDO_POSSIBLE)
        copy_table(&to->before, &from->before, players);
}

void game_copy(struct game *ret_game, const struct game *game)
{
    uint8_t players = game->setup.players;
    if (game->version == 0) { /* nobody knows yet how many seats will count */
        *ret_game = *game;
        return;
    }
    memcpy(ret_game, game, offsetof(struct game, table));
    copy_table(&ret_game->table, &game->table, players);
    copy_undo(&ret_game->undo, &game->undo, players);
    memcpy(ret_game->past_count, game->past_count, sizeof ret_game->past_count);
    for (uint8_t player = 0; player < players; player++)
        memcpy(ret_game->past[player], game->past[player],
               game->past_count[player] * sizeof **ret_game->past);
}
