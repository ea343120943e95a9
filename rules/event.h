/*
 * Events: everything that can have happened. An event has a public part, which goes out as it
 * is, and a private part, which never leaves the store but through view or the end of an
 * epoch. They are different types, so that one cannot be taken for the other.
 */
#ifndef RULES_EVENT_H
#define RULES_EVENT_H

#include "rules/table_action.h"

/* In groups, whose bounds event_is_in_setup and event_is_in_play know. */
enum event_type {
    /* The course of the game. */
    EVENT_GAME_CREATED,
    EVENT_PLAYER_JOINED,
    EVENT_GAME_STARTED,
    EVENT_GAME_PAUSED,
    EVENT_GAME_RESUMED,
    EVENT_GAME_ABANDONED,
    EVENT_PLAYER_REINVITED,
    /* The setup. */
    EVENT_STEP_OPENED,
    EVENT_STEP_CLOSED,
    EVENT_PICK_COMMITTED,
    EVENT_PICK_OPENED,
    EVENT_PICK_VOID,
    EVENT_HAND_PASSED,
    EVENT_CARDS_REVEALED,
    EVENT_SEATS_DETERMINED,
    EVENT_TURN_TAKEN,
    EVENT_TURN_UNDONE,
    EVENT_CARDS_RETURNED,
    EVENT_SUPPLY_PREPARED,
    EVENT_EPOCH_ENDED,
    /* Play. */
    EVENT_STATUS_PHASE,
    EVENT_CARDS_GAINED,
    EVENT_CARD_LOST,
    EVENT_CARD_KEPT,
    EVENT_GENOME_EXHAUSTED,
    EVENT_SPLICE_OPENED,
    EVENT_SPLICE_TAKEN,
    EVENT_SPLICE_CLOSED,
    EVENT_UNIT_CHANGED,
    EVENT_UNIT_CAPTURED,
    EVENT_UNIT_RETURNED,
    EVENT_TRANSACTION_PROPOSED,
    EVENT_TRANSACTION_ACCEPTED,
    EVENT_TRANSACTION_DECLINED,
    EVENT_TRANSACTION_WITHDRAWN,
    EVENT_TRANSACTION_EXPIRED,
    EVENT_BLOCKADE_BEGUN,
    EVENT_BLOCKADE_ENDED,
    EVENT_PLAYER_ELIMINATED,
    /* About people and time. The rules only count them; service/record knows what they mean. */
    EVENT_DEADLINE_SET,
    EVENT_PLAYER_REMINDED,
    EVENT_PLAYER_OVERDUE,
    EVENT_PLAYER_AWAY,
    EVENT_PLAYER_BACK,
    EVENT_AUTOPILOT_CHANGED,
    EVENT_TYPES
};

/* A turn of one of the turn steps; which member counts is told by the step. */
struct turn {
    enum step step;
    uint8_t position;           /* home_positions, galaxy */
    uint16_t tile;              /* galaxy */
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

/* Spliced cards and the player before whom they lie. */
struct cards_moved {
    uint8_t player;
    uint8_t count;
    uint16_t cards[CARDS_SENT_MAX];
};

struct splice_taken {
    uint32_t number;
    uint8_t player;
    uint16_t card;
};

/* Cards that nobody took go back into their deck. */
struct splice_closed {
    uint32_t number;
    uint8_t count;
    uint16_t cards[PLAYERS_MAX + 1];
};

struct event_public {
    bool automatic; /* PICK_COMMITTED, TURN_TAKEN: made for an absent player or by itself;
                       GAME_PAUSED: since somebody is overdue; in play: it followed by itself from
                       the event before */
    enum step step; /* STEP_*, PICK_*, HAND_PASSED */
    uint8_t round;  /* STEP_*, PICK_*, HAND_PASSED */
    union {
        struct setup setup;               /* GAME_CREATED */
        uint8_t table_order[PLAYERS_MAX]; /* GAME_STARTED: players, first of T first */
        uint8_t commitment[SEAL_BYTES];   /* PICK_COMMITTED, PICK_VOID */
        struct revealed revealed;         /* CARDS_REVEALED */
        struct {
            uint8_t speaker;
            uint8_t seats[PLAYERS_MAX];
            uint8_t homes[PLAYERS_MAX]; /* built galaxies: the home position of each seat */
        } seating;                      /* SEATS_DETERMINED */
        struct tile_hand extra_tiles;   /* STEP_OPENED of the galaxy */
        struct turn turn;               /* TURN_TAKEN */
        uint32_t undone;                /* TURN_UNDONE: version of what was taken back */
        uint8_t returned;               /* CARDS_RETURNED: size of the faction deck now */
        uint16_t epoch;                 /* EPOCH_ENDED: which one */
        uint32_t play_round;            /* STATUS_PHASE: number of the round that begins */
        struct cards_moved cards;       /* CARDS_GAINED, CARD_LOST, CARD_KEPT (the kept card, then
                                           those that go back), GENOME_EXHAUSTED */
        struct open_splice splice;      /* SPLICE_OPENED */
        struct splice_taken taken;      /* SPLICE_TAKEN */
        struct splice_closed closed;    /* SPLICE_CLOSED */
        struct unit_change units;       /* UNIT_CHANGED */
        struct unit_capture capture;    /* UNIT_CAPTURED */
        struct unit_return unit_return; /* UNIT_RETURNED */
        struct transaction transaction; /* TRANSACTION_PROPOSED */
        struct blockade blockade;       /* BLOCKADE_BEGUN */
        uint32_t number;                /* the other TRANSACTION_*, BLOCKADE_ENDED: which one */
        uint8_t eliminated;             /* PLAYER_ELIMINATED */
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
    struct tile_hand tiles[PLAYERS_MAX];
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
 * pick, with automatic placements and forced-pass rounds behind it; a pick after which every hand
 * that lay behind it is passed on, at most twice around; in play an elimination, with the units,
 * blockades and transactions that end with it. */
enum { EVENTS_MAX = 2 * PLAYERS_MAX * PLAYERS_MAX };

struct events {
    size_t count;
    struct event list[EVENTS_MAX];
};

#endif
