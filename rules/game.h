/*
 * The state of a game: plain data of fixed size, no pointers. A copy is an assignment, or game_copy
 * where that has to be cheap. It is the fold of apply over the game's events, nothing else
 * (rules.h).
 */
#ifndef RULES_GAME_H
#define RULES_GAME_H

#include "rules/options.h"

enum {
    HAND_MAX = 7,   /* cards of a splice hand: three abilities, two unit upgrades, two genomes */
    PICK_MAX = 4,   /* cards of the largest pick: the starting cards */
    PICKS_MAX = 11, /* sealed picks of one player in a setup: 2 + 1 + 7 + 1 */
    SEAL_BYTES = 32,
    ABILITIES_MAX = 90,
    UPGRADES_MAX = 35,
    GENOMES_MAX = 35,
    ROUNDS_MAX = 7 * PLAYERS_MAX, /* bound of the splice, rules section 6 */
    COMMITS_MAX = 100,            /* of one player in one round: a log must not grow without end */
    EPOCHS_MAX = 1024,
    OWNER_NEUTRAL = PLAYERS_MAX, /* owner of units that belong to no player */
    OWNERS,
    BLOCKADES_MAX = PLAYERS_MAX * (PLAYERS_MAX - 1),
    TRANSACTIONS_MAX = 24 /* proposed and not yet answered, at a time */
};

/* The steps in the order in which a game runs through them (steps.c has what each does).
 * STEP_NONE: before the start, and in play. */
enum step {
    STEP_NONE,
    STEP_FACTION_DRAFT,
    STEP_SEATING,
    STEP_HOME_POSITIONS,
    STEP_GALAXY,
    STEP_HOME_SYSTEMS,
    STEP_KINGS,
    STEP_PLASTIC,
    STEP_STARTING_UNITS,
    STEP_SPLICE,
    STEP_STARTING_CARDS,
    STEPS
};

enum stage { STAGE_LOBBY, STAGE_SETUP, STAGE_PLAYING, STAGE_ABANDONED };

/* A commitment that lies before a player in the open round. WITHHELD: the cards are known to
 * the player alone until the reveal. */
enum seal_state { SEAL_NONE, SEAL_WITHHELD, SEAL_OPEN };

/* Cards with the nonce that seals them. The rules carry nonce and commitment about without
 * looking into them; the dealer says whether they belong together. */
struct pick {
    uint8_t count;
    uint16_t cards[PICK_MAX]; /* in the ASCII order of their ids */
    uint8_t nonce[SEAL_BYTES];
};

struct seal {
    enum seal_state state;
    bool automatic;    /* made for an absent player */
    bool by_server;    /* the server drew the nonce */
    bool was_withheld; /* open now, but opened by a reveal of its own */
    uint8_t commitment[SEAL_BYTES];
    struct pick pick; /* count 0 while withheld */
};

/* A pick whose round has closed: the player's private memory, and what an epoch discloses. */
struct past_pick {
    enum step step;
    uint8_t round;
    bool automatic;
    uint8_t hand_count;
    uint16_t hand[HAND_MAX]; /* what it was picked from */
    uint8_t commitment[SEAL_BYTES];
    struct pick pick;
};

struct hand {
    uint8_t count;
    uint16_t cards[HAND_MAX];
};

struct pile {
    uint8_t count;
    uint16_t cards[FACTIONS_MAX + ABILITIES_MAX]; /* top first */
};

/* Units in a home system: ships in space, the rest on its planets. planets[i] belongs to
 * planet i of the home tile. */
struct placement {
    uint8_t space[UNITS];
    uint8_t planets[TILE_PLANETS_MAX][UNITS];
};

/* Spliced cards in play before a player. */
struct tableau {
    uint8_t ability_count;
    uint8_t upgrade_count;
    uint8_t genome_count;
    uint8_t technology_count; /* technologies of the King that were taken */
    uint16_t abilities[ABILITIES_MAX];
    uint16_t upgrades[UPGRADES_MAX];
    uint16_t genomes[GENOMES_MAX];
    bool exhausted[GENOMES_MAX];
    uint16_t technologies[2];
};

/* Tiles that have been dealt and not placed yet, in the order of the deal. */
struct tile_hand {
    uint8_t count;
    uint16_t tiles[LAYOUT_HAND_MAX];
};

/* Captured units on a player's faction sheet (rules section 7.3). */
struct sheet {
    uint8_t units[OWNERS][UNITS]; /* non-fighter ships and mechs, by owner */
    uint16_t fighter_tokens;      /* captured fighters and infantry are nobody's */
    uint16_t infantry_tokens;
};

struct seat_cards {
    uint8_t hand_count;
    uint8_t facedown_count;
    uint16_t hand[HAND_MAX];     /* what is picked from and passed on */
    uint16_t facedown[HAND_MAX]; /* kept: three faction cards, later up to seven spliced ones */
    uint8_t round; /* of the open step: where hands are passed at once each player has its own */
    uint8_t hands; /* that lie before the player: the one in hand, and those behind it */
    struct hand queue[PLAYERS_MAX - 1]; /* behind the one in hand, in the order they came */
    struct seal seal;
    uint8_t commits; /* in the open round, replaced and void ones too */
    struct tile_hand tiles;
    uint16_t priority_card; /* face up; CARD_NONE before */
    uint16_t home_card;     /* face up; CARD_NONE before */
    uint16_t home_faction;  /* whose home system is used: differs from home_card for Keleres */
    uint16_t starting_card; /* face up; CARD_NONE before */
    uint8_t home_position;  /* POSITION_NONE when unknown or when there is no map */
    uint8_t king;           /* KING_NONE before */
    enum colour plastic;    /* COLOUR_NONE before */
    bool placed;
    struct placement placement;
    struct tableau tableau;
    uint8_t board[UNITS]; /* plastic on the board; what is neither there nor captured by somebody
                             is in the reinforcements */
    struct sheet sheet;
    bool eliminated;
};

/* A splice in play (rules section 7.2): cards of one kind lie face up, each participant takes
 * one. */
struct open_splice {
    uint32_t number; /* 1 for the first of the game */
    enum card_kind kind;
    uint8_t participant_count;
    uint8_t participants[PLAYERS_MAX]; /* in the order of taking, the initiator first */
    uint8_t taken_count;               /* participants[taken_count] is the next to take */
    uint16_t taken[PLAYERS_MAX];
    uint8_t card_count;
    uint16_t cards[PLAYERS_MAX + 1]; /* still face up, in the order in which they were drawn */
};

/* BLOCKADER's ships blockade a space dock of BLOCKADED. */
struct blockade {
    uint32_t number;
    uint8_t blockader;
    uint8_t blockaded;
};

/* The offer to return captured units: CAPTOR has them on the sheet, OWNER gets them back. */
struct transaction {
    uint32_t number;
    uint8_t proposer; /* captor or owner; PLAYER_NONE: the host, for either of them */
    uint8_t captor;
    uint8_t owner;
    uint8_t units[UNITS];
};

/* What is under way while the game is in play. Numbers count from 1 and are never used again. */
struct in_play {
    uint32_t splices; /* numbers used so far */
    uint32_t blockades_begun;
    uint32_t transactions_made;
    bool splicing;
    struct open_splice splice; /* all zero when none is open */
    uint8_t blockade_count;
    struct blockade blockades[BLOCKADES_MAX]; /* by number */
    uint8_t transaction_count;
    struct transaction transactions[TRANSACTIONS_MAX]; /* by number */
};

/* All that lies on the table. Undoing a turn, or an action in play, puts back the table as it was
 * before it. */
struct table {
    enum stage stage;
    enum step step;
    uint8_t round;       /* of the open step, as it was opened, from 1; 0 when no step is open */
    bool round_closed;   /* all have committed: nobody may pick again, withheld picks are due */
    uint32_t play_round; /* 0 during the setup */
    uint16_t epoch;
    uint8_t speaker;            /* PLAYER_NONE until seating */
    bool seated;                /* seats are known */
    uint8_t order[PLAYERS_MAX]; /* table order T: players as they sit before seating */
    uint8_t seats[PLAYERS_MAX]; /* seat order Q: player on seat 0 (the speaker), 1, … */
    struct galaxy galaxy;
    struct tile_hand extra_tiles; /* face up, for the speaker to place first */
    struct pile factions;
    struct pile abilities;
    struct pile upgrades;
    struct pile genomes;
    bool supply_prepared; /* steps 7 to 12 of the rulebook's setup are on record */
    struct seat_cards players[PLAYERS_MAX];
    struct in_play in_play;
};

/* Why the last thing that happened can or cannot be taken back. */
enum undo_state { UNDO_NOTHING, UNDO_POSSIBLE, UNDO_REVEALED, UNDO_FOLLOWED };

struct undo {
    enum undo_state state;
    uint8_t player;   /* whose turn it was; PLAYER_NONE in play: the host's alone to undo */
    uint32_t version; /* version at which it stands in the log */
    struct table before;
};

struct game {
    struct setup setup;
    uint32_t version; /* number of events applied */
    uint8_t joined;   /* bit for each player whose place is taken */
    bool paused;
    struct table table;
    struct undo undo;
    uint8_t past_count[PLAYERS_MAX];
    struct past_pick past[PLAYERS_MAX][PICKS_MAX];
};

#endif
