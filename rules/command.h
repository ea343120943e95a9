/*
 * Commands: everything that somebody can ask of a game.
 */
#ifndef RULES_COMMAND_H
#define RULES_COMMAND_H

#include "rules/table_action.h"

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
    COMMAND_TILE,
    COMMAND_HOME_SYSTEM,
    COMMAND_KING,
    COMMAND_PLASTIC,
    COMMAND_STARTING_UNITS,
    COMMAND_DEFAULT, /* the dealer chooses for a player who is waited for */
    COMMAND_STATUS_PHASE,
    COMMAND_GAIN,
    COMMAND_LOSE,
    COMMAND_KEEP,
    COMMAND_EXHAUST,
    COMMAND_SPLICE,
    COMMAND_TAKE,
    COMMAND_UNITS,
    COMMAND_CAPTURE,
    COMMAND_RETURN,
    COMMAND_PROPOSE,
    COMMAND_ANSWER,
    COMMAND_BLOCKADE,
    COMMAND_END_BLOCKADE,
    COMMAND_ELIMINATE
};

/* The three ways to commit (fairness): the server seals, the client seals and shows the
 * opening, the client seals and keeps the opening to itself. */
enum sealed_by { SEALED_BY_SERVER, SEALED_BY_CLIENT, SEALED_WITHHELD };

enum { PLANETS_SENT_MAX = 8 };

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
    bool automatic; /* made for an absent player: DEFAULT sets it */
    struct sent_cards cards;
    uint8_t commitment[SEAL_BYTES];
    uint8_t nonce[SEAL_BYTES]; /* unused when withheld */
};

struct reveal_command {
    enum step step;
    uint8_t round; /* 0: the open one is meant */
    struct sent_cards cards;
    uint8_t nonce[SEAL_BYTES];
    /* Cards of which no pick can be made, unknown ones or too many, and yet they are what was
     * committed to: whoever seals found out. */
    bool opens_unpickable;
};

struct starting_units_command {
    uint8_t space[UNITS];
    uint8_t planet_count;
    struct {
        uint16_t planet; /* index into the catalogue's planets, or PLANET_NONE if no such */
        uint8_t units[UNITS];
    } planets[PLANETS_SENT_MAX];
};

struct tile_command {
    uint16_t tile;     /* or TILE_NONE if no such */
    uint16_t position; /* as sent: any number */
};

/* In play. Players are named as they were sent and need not be in the game. Ids that are no
 * cards are CARD_NONE; an Echo card, which nobody can gain or lose, is told apart. */
struct gain_command {
    uint8_t player;
    bool names_echo;
    struct sent_cards cards;
};

struct lose_command {
    uint8_t player;
    bool names_echo;
    uint16_t card;
};

/* A splice by the command's player or, for the host, by the first participant. */
struct splice_command {
    enum card_kind kind;
    uint8_t count;
    uint8_t participants[CARDS_SENT_MAX];
};

struct take_command {
    uint32_t number; /* of the splice */
    uint16_t card;
};

struct propose_command {
    uint8_t captor;
    uint8_t owner;
    uint8_t units[UNITS];
};

/* The other party accepts or declines; whoever proposed withdraws by declining. */
struct answer_command {
    uint32_t number;
    bool accepts;
};

struct blockade_command {
    uint8_t blockader;
    uint8_t blockaded;
};

struct command {
    enum command_type type;
    uint8_t player; /* who acts or, for JOIN, REINVITE and DEFAULT, who is concerned; PLAYER_NONE:
                       host */
    bool automatic; /* PAUSE: since somebody is overdue; turns: DEFAULT sets it */
    union {
        struct setup create;
        uint32_t undo_version; /* the version that the caller saw */
        struct commit_command commit;
        struct reveal_command reveal;
        uint16_t home_position; /* as sent: any number */
        struct tile_command tile;
        uint16_t home_system; /* faction card, or CARD_NONE if no such */
        uint8_t king;         /* or KING_NONE if no such */
        enum colour plastic;  /* or COLOUR_NONE if no such */
        struct starting_units_command starting_units;
        struct gain_command gain;
        struct lose_command lose;
        uint16_t kept_card;
        uint16_t genome;
        struct splice_command splice;
        struct take_command take;
        struct unit_change units;
        struct unit_capture capture;
        struct unit_return unit_return; /* of one unit type; by an ability unless the owner asks */
        struct propose_command propose;
        struct answer_command answer;
        struct blockade_command blockade;
        uint32_t blockade_number;
        uint8_t eliminated;
    };
};

#endif
