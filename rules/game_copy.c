/*
 * Copies of games. Most of a game's bytes say nothing most of the time: the table before a turn
 * that cannot be undone, picks that have not been made, seats that nobody sits on. Whoever copies a
 * game for each command had better leave them out.
 */
#include <stddef.h>
#include <string.h>

#include "rules/rules.h"

static void copy_cards(uint16_t *to, const uint16_t *from, uint8_t count)
{
    memcpy(to, from, count * sizeof *to);
}

static void copy_pile(struct pile *to, const struct pile *from)
{
    to->count = from->count;
    copy_cards(to->cards, from->cards, from->count);
}

static void copy_tableau(struct tableau *to, const struct tableau *from)
{
    memcpy(to, from, offsetof(struct tableau, abilities));
    copy_cards(to->abilities, from->abilities, from->ability_count);
    copy_cards(to->upgrades, from->upgrades, from->upgrade_count);
    copy_cards(to->genomes, from->genomes, from->genome_count);
    memcpy(to->exhausted, from->exhausted, from->genome_count * sizeof *to->exhausted);
    memcpy(to->technologies, from->technologies, sizeof to->technologies);
}

/* The tableau is a third of a seat, and empty until the last step. */
static void copy_seat(struct seat_cards *to, const struct seat_cards *from)
{
    const size_t rest = offsetof(struct seat_cards, board);
    memcpy(to, from, offsetof(struct seat_cards, tableau));
    copy_tableau(&to->tableau, &from->tableau);
    memcpy((char *)to + rest, (const char *)from + rest, sizeof *to - rest);
}

static void copy_table(struct table *to, const struct table *from, uint8_t players)
{
    memcpy(to, from, offsetof(struct table, factions));
    copy_pile(&to->factions, &from->factions);
    copy_pile(&to->abilities, &from->abilities);
    copy_pile(&to->upgrades, &from->upgrades);
    copy_pile(&to->genomes, &from->genomes);
    to->supply_prepared = from->supply_prepared;
    for (uint8_t player = 0; player < players; player++)
        copy_seat(&to->players[player], &from->players[player]);
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
