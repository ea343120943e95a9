/*
 * What is fixed when a game is created: the number of players, the switches of the house
 * rules and the map. All of it is public.
 */
#ifndef RULES_OPTIONS_H
#define RULES_OPTIONS_H

#include "rules/catalogue.h"

enum {
    PLAYERS_MIN = 3,
    PLAYERS_MAX = 8,
    PLAYERS_MAX_WITHOUT_POK = 6,
    POSITIONS = 61, /* 0 is the centre, then four rings */
    FACTIONS_LISTED_MAX = 40
};

#define PLAYER_NONE   UINT8_MAX
#define POSITION_NONE UINT8_MAX

enum faction_pool { POOL_BY_EXPANSION, POOL_ALL30, POOL_CUSTOM };
enum faction_filter { FILTER_NONE, FILTER_ONLY, FILTER_BAN };

struct options {
    bool pok;                /* Prophecy of Kings; Thunder's Edge is always in */
    bool table_order_random; /* table_order: shuffled instead of join */
    bool allow_recommit;
    enum faction_pool faction_pool;
    enum faction_filter faction_filter;
    uint8_t faction_count; /* entries of factions, as the creator listed them */
    uint16_t factions[FACTIONS_LISTED_MAX];
    bool seating_by_priority;      /* premade_seating: by_priority instead of by_location */
    bool speaker_slot_random;      /* speaker_slot: random instead of first */
    bool placement_exception_tile; /* placement_exception: tile instead of hand */
    bool hyperlane_adjacency;
    bool open_tile_hands;
    bool passing_pipelined; /* passing: pipelined instead of rounds */
    bool ground_in_space;
    bool no_pok_mech_infantry; /* no_pok_mech: infantry instead of omit */
    bool show_splice_types;
    bool inaugural_faction_tech;
    bool blockade_return_owner_choice; /* blockade_return: owner_choice instead of auto */
    bool blockade_blocks_capture;
    bool capture_neutral;
    bool disclose; /* disclosure: after_setup instead of never */
    bool auto_start;
};

/* The defaults of rules section 8. */
struct options options_default(void);

enum map_mode { MAP_NONE, MAP_PREMADE, MAP_BUILD };

/* What lies at a position. POSITION_EMPTY: nothing is there; POSITION_HOME: a home location
 * on which no home system lies yet; POSITION_OPEN: a built galaxy still needs a tile there. */
enum position_kind { POSITION_EMPTY, POSITION_HOME, POSITION_TILE, POSITION_OPEN };

struct position {
    enum position_kind kind;
    uint16_t tile;    /* TILE_NONE unless kind is POSITION_TILE */
    uint8_t rotation; /* times 60 degrees clockwise */
};

/* The board: positions as rules section 5.1 numbers them. */
struct galaxy {
    struct position positions[POSITIONS];
};

struct map {
    enum map_mode mode;
    uint8_t layout;       /* build: which; LAYOUT_NONE asks for the usual one, until the game is
                             created; otherwise LAYOUT_NONE */
    struct galaxy galaxy; /* premade: as given; build: as laid out before anybody has placed a
                             tile, once the game is created; otherwise all empty */
};

struct setup {
    uint8_t players; /* 3 to 8 */
    struct options options;
    struct map map;
};

#endif
