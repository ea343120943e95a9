/*
 * What a player does at the table in play, as commands ask for it and events record it.
 */
#ifndef RULES_TABLE_ACTION_H
#define RULES_TABLE_ACTION_H

#include "rules/game.h"

enum {
    CARDS_SENT_MAX = 16, /* cards that one command can name */
    UNITS_SENT_MAX = 99, /* units of one type in one command */
    TOKENS_MAX = 9999    /* captured fighters, or infantry, on one sheet */
};

/* Units come from the reinforcements onto the board, or go back there. */
struct unit_change {
    uint8_t player;
    enum unit unit;
    uint8_t count;
    bool produced; /* otherwise destroyed */
};

struct unit_capture {
    uint8_t captor;
    uint8_t owner; /* or OWNER_NEUTRAL */
    enum unit unit;
    uint8_t count;
    bool from_reinforcements; /* otherwise from the board */
    bool shown_by_token;      /* fighters and infantry for which a token stands on the board */
};

enum return_cause { BY_ABILITY, BY_TRANSACTION, BY_BLOCKADE, BY_ELIMINATION, RETURN_CAUSES };

/* Captured units leave a sheet: ships and mechs to their owner's reinforcements (or out of the
 * game, if their owner is), tokens to the supply. */
struct unit_return {
    uint8_t captor;
    uint8_t owner; /* or OWNER_NEUTRAL; means nothing for tokens */
    enum return_cause cause;
    uint16_t units[UNITS]; /* tokens as fighters and infantry */
};

#endif
