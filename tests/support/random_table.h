/*
 * Random actions at the table in play, most of them legal: cards, splices, units, captures,
 * transactions, blockades, now and then an elimination.
 */
#ifndef TESTS_SUPPORT_RANDOM_TABLE_H
#define TESTS_SUPPORT_RANDOM_TABLE_H

#include "tests/support/random_play.h"

/* A command of a player, of the host or, now and then, of somebody whom it does not concern. GAME
 * is in play. */
struct command random_table_command(const struct game *game, struct luck *luck);

#endif
