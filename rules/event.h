/*
 * Events: everything that can have happened. An event has a public part, which goes out as it
 * is, and a private part, which never leaves the store but through view or the end of an
 * epoch. They are different types, so that one cannot be taken for the other.
 */
#ifndef RULES_EVENT_H
#define RULES_EVENT_H

#include "rules/game.h"

enum event_type {
    EVENT_GAME_CREATED,
    EVENT_PLAYER_JOINED,
    EVENT_GAME_STARTED,
    EVENT_GAME_PAUSED,
    EVENT_GAME_RESUMED,
    EVENT_GAME_ABANDONED,
    EVENT_PLAYER_REINVITED,
    EVENT_STEP_OPENED,
    EVENT_STEP_CLOSED,
    EVENT_PICK_COMMITTED,
    EVENT_PICK_OPENED,
    EVENT_PICK_VOID,
    EVENT_CARDS_REVEALED,
    EVENT_SEATS_DETERMINED,
    EVENT_TURN_TAKEN,
    EVENT_TURN_UNDONE,
    EVENT_CARDS_RETURNED,
    EVENT_SUPPLY_PREPARED,
    EVENT_EPOCH_ENDED,
    EVENT_STATUS_PHASE,
    EVENT_TYPES
};

/* A turn of one of the turn steps; which member counts is told by the step. */
struct turn {
    enum step step;
    uint8_t position;           /* home_positions */
    uint16_t faction;           /* home_systems: the card */
    uint16_t home_faction;      /* home_systems: whose system it became (Keleres draws) */
    uint8_t king;               /* kings */
    enum colour colour;         /* plastic */
    struct placement placement; /* starting_units */
};

/* Cards turned face up by all players at one instant. For seating and starting_cards they are
 * the openings of the picks (picks[player] with nonce), for starting_units the single
 * starting-units cards (nonces unused). */
struct revealed {
    enum step step;
    struct pick picks[PLAYERS_MAX];
};

struct event_public {
    bool automatic; /* PICK_COMMITTED, TURN_TAKEN: made for an absent player or by itself */
    enum step step; /* STEP_*, PICK_* */
    uint8_t round;  /* STEP_*, PICK_* */
    union {
        struct setup setup;               /* GAME_CREATED */
        uint8_t table_order[PLAYERS_MAX]; /* GAME_STARTED: players, first of T first */
        uint8_t commitment[SEAL_BYTES];   /* PICK_COMMITTED, PICK_VOID */
        struct revealed revealed;         /* CARDS_REVEALED */
        struct {
            uint8_t speaker;
            uint8_t seats[PLAYERS_MAX];
        } seating;          /* SEATS_DETERMINED */
        struct turn turn;   /* TURN_TAKEN */
        uint32_t undone;    /* TURN_UNDONE: version of what was taken back */
        uint8_t returned;   /* CARDS_RETURNED: size of the faction deck now */
        uint16_t epoch;     /* EPOCH_ENDED: which one */
        uint8_t play_round; /* STATUS_PHASE: number of the round that begins */
    };
};

/* What was dealt. Piles and hands that an event does not deal are empty. */
struct deal {
    struct pile factions;
    struct pile abilities;
    struct pile upgrades;
    struct pile genomes;
    uint8_t hand_count[PLAYERS_MAX];
    uint16_t hands[PLAYERS_MAX][HAND_MAX];
};

struct event_private {
    union {
        struct deal deal; /* STEP_OPENED of a step that deals, EPOCH_ENDED (piles only) */
        struct {
            enum sealed_by_stored { STORED_WITHHELD, STORED_SERVER, STORED_CLIENT } sealed_by;
            struct pick pick;
        } pick; /* PICK_COMMITTED, PICK_OPENED */
    };
};

struct event {
    enum event_type type;
    uint8_t player; /* whom it is about; PLAYER_NONE: nobody, or the host */
    struct event_public public_part;
    struct event_private private_part;
};

/* The most events that one command can bring: the last starting-units placement or splice
 * pick, with automatic placements and forced-pass rounds behind it. */
enum { EVENTS_MAX = 64 };

struct events {
    size_t count;
    struct event list[EVENTS_MAX];
};

#endif
