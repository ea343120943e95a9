/*
 * Standing orders: what a player wishes in a step, best first, so that the turn can be taken the
 * moment it comes. What they lead to is an ordinary command of the player.
 */
#ifndef SERVICE_RECORD_ORDERS_H
#define SERVICE_RECORD_ORDERS_H

#include "rules/rules.h"

enum { WISHES_MAX = ABILITIES_MAX, SPLICED_KINDS = 3 };

/* Best first; cards, Kings, colours or positions, as the step's options are. */
struct wishes {
    uint8_t count;
    uint16_t list[WISHES_MAX];
};

struct orders {
    enum step step;
    struct wishes any;                   /* all steps but the splice and starting cards */
    struct wishes of_kind[CARD_KINDS];   /* these two: abilities, unit upgrades, genomes */
    enum card_kind kinds[SPLICED_KINDS]; /* the splice: which to look at first */
};

/* Whether orders can be left for STEP at all: not for laying tiles and placing units. */
bool orders_possible(enum step step);

/* What the wishes in ORDERS lead to now. False when there is nothing: the game does not wait for
 * PLAYER, or waits in another step or for a reveal, or no wish can be had. In the splice the best
 * card that can be had of the first kind of which there is one; of the starting cards the best of
 * each kind, if they are enough. */
bool orders_command(const struct orders *orders, const struct game *game, uint8_t player,
                    struct command *ret_command);

#endif
