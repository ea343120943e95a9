/*
 * Commands: everything that somebody can ask of a game.
 */
#ifndef RULES_COMMAND_H
#define RULES_COMMAND_H

#include "rules/game.h"

enum command_type {
    COMMAND_CREATE,
    COMMAND_JOIN,
    COMMAND_START,
    COMMAND_PAUSE,
    COMMAND_RESUME,
    COMMAND_ABANDON,
    COMMAND_REINVITE,
    COMMAND_UNDO,
    COMMAND_COMMIT,
    COMMAND_REVEAL,
    COMMAND_HOME_POSITION,
    COMMAND_HOME_SYSTEM,
    COMMAND_KING,
    COMMAND_PLASTIC,
    COMMAND_STARTING_UNITS,
    COMMAND_STATUS_PHASE
};

/* The three ways to commit (fairness): the server seals, the client seals and shows the
 * opening, the client seals and keeps the opening to itself. */
enum sealed_by { SEALED_BY_SERVER, SEALED_BY_CLIENT, SEALED_WITHHELD };

enum { CARDS_SENT_MAX = 16, PLANETS_SENT_MAX = 8 };

/* Cards as a client names them: any number up to the limit, any order, doubles, strange ids
 * (CARD_NONE) and all; decide checks them. */
struct sent_cards {
    uint8_t count;
    uint16_t cards[CARDS_SENT_MAX];
};

struct commit_command {
    enum step step;
    uint8_t round; /* 0: the open one is meant */
    enum sealed_by sealed_by;
    bool automatic;
    struct sent_cards cards;
    uint8_t commitment[SEAL_BYTES];
    uint8_t nonce[SEAL_BYTES]; /* unused when withheld */
};

struct reveal_command {
    enum step step;
    uint8_t round; /* 0: the open one is meant */
    struct sent_cards cards;
    uint8_t nonce[SEAL_BYTES];
};

struct starting_units_command {
    uint8_t space[UNITS];
    uint8_t planet_count;
    struct {
        uint16_t planet; /* index into the catalogue's planets, or PLANET_NONE if no such */
        uint8_t units[UNITS];
    } planets[PLANETS_SENT_MAX];
};

struct command {
    enum command_type type;
    uint8_t player; /* who acts or, for JOIN and REINVITE, who is concerned; PLAYER_NONE: host */
    bool automatic; /* a turn taken for an absent player */
    union {
        struct setup create;
        uint32_t undo_version; /* the version that the caller saw */
        struct commit_command commit;
        struct reveal_command reveal;
        uint16_t home_position; /* as sent: any number */
        uint16_t home_system;   /* faction card, or CARD_NONE if no such */
        uint8_t king;           /* or KING_NONE if no such */
        enum colour plastic;    /* or COLOUR_NONE if no such */
        struct starting_units_command starting_units;
    };
};

#endif
