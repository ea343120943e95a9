/*
 * The catalogue: what is printed on cards, sheets and tiles.
 *
 * The tables are made from rules/data/ by a program of the build (compile_catalogue.c) and
 * never change while the program runs. The rules speak of things by their index in these
 * tables; ids, the words of the API, appear only at the edges. Every table is in the ASCII
 * order of its ids, so comparing two indices of one table compares their ids.
 */
#ifndef RULES_CATALOGUE_H
#define RULES_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The four kinds of cards that are dealt, and the technologies of a King, which the rules can
 * offer in place of a card. */
enum card_kind {
    CARD_FACTION,
    CARD_ABILITY,
    CARD_UNIT_UPGRADE,
    CARD_GENOME,
    CARD_KING_TECHNOLOGY,
    CARD_KINDS
};

enum colour {
    COLOUR_BLACK,
    COLOUR_BLUE,
    COLOUR_GREEN,
    COLOUR_ORANGE,
    COLOUR_PINK,
    COLOUR_PURPLE,
    COLOUR_RED,
    COLOUR_YELLOW,
    COLOURS,
    COLOUR_NONE = 255
};

/* Ships first, then ground forces, then structures: unit_is_ship and its kin rely on it. */
enum unit {
    UNIT_CARRIER,
    UNIT_CRUISER,
    UNIT_DESTROYER,
    UNIT_DREADNOUGHT,
    UNIT_FIGHTER,
    UNIT_FLAGSHIP,
    UNIT_WAR_SUN,
    UNIT_INFANTRY,
    UNIT_MECH,
    UNIT_PDS,
    UNIT_SPACE_DOCK,
    UNITS,
    UNIT_NONE = 255
};

enum tile_kind {
    TILE_BLUE,
    TILE_RED,
    TILE_HOME,
    TILE_HOME_OFF_BOARD,
    TILE_HOME_FLIP,
    TILE_GATE,
    TILE_MECATOL,
    TILE_NEXUS,
    TILE_NOVA_SEED,
    TILE_HYPERLANE,
    TILE_FRACTURE
};

/* Bits of what makes a system an anomaly. */
enum anomaly {
    ANOMALY_ASTEROID_FIELD = 1,
    ANOMALY_NEBULA = 2,
    ANOMALY_SUPERNOVA = 4,
    ANOMALY_GRAVITY_RIFT = 8,
    ANOMALY_ENTROPIC_SCAR = 16
};

/* Bits of the wormholes in a system. */
enum wormhole {
    WORMHOLE_ALPHA = 1,
    WORMHOLE_BETA = 2,
    WORMHOLE_GAMMA = 4,
    WORMHOLE_DELTA = 8,
    WORMHOLE_EPSILON = 16
};

enum expansion { EXPANSION_BASE, EXPANSION_CODEX, EXPANSION_POK, EXPANSION_TE };

#define CARD_NONE    UINT16_MAX
#define TILE_NONE    UINT16_MAX
#define PLANET_NONE  UINT16_MAX
#define KING_NONE    UINT8_MAX
#define ECHO_NONE    UINT8_MAX
#define LAYOUT_NONE  UINT8_MAX
#define FACTIONS_MAX 30 /* cards 0 to 29 of the table of cards are the faction cards */

/* A card that can be dealt or kept. Cards of one kind stand together, kinds in the order of
 * enum card_kind; within a kind the ids are in ASCII order. */
struct card {
    const char *id;
    const char *name;
    enum card_kind kind;
    uint16_t ascii_rank; /* place of the id among the ids of all cards in ASCII order */
    bool needs_pok;      /* not used without Prophecy of Kings (factions: the home tile is in it) */
    uint8_t id_length;   /* in bytes */
    enum colour colour;  /* abilities: colour as a technology; otherwise COLOUR_NONE */
    enum unit slot;      /* unit upgrades: the slot it covers; otherwise UNIT_NONE */
};

/* What a faction reference card says beyond its name; its index is that of its card. */
struct faction {
    uint8_t priority;
    uint16_t home_tile;  /* holds the home planets; TILE_NONE for Council Keleres */
    uint16_t board_tile; /* lies in the home position: a gate when the home is off the board */
    uint8_t echo_card;   /* index into catalogue_echo_cards, or ECHO_NONE */
    uint8_t units[UNITS];
};

struct king {
    const char *id;
    const char *name;
    enum colour colour;
    bool needs_pok_plastic; /* pink and orange: base plastic must be borrowed without PoK */
};

struct echo_card {
    const char *id;
    const char *name;
};

/* A planet on which ground forces and structures can stand. Space stations are not listed. */
struct planet {
    const char *name;
    uint16_t tile;
    uint8_t resources;
    uint8_t influence;
};

/* A space station: no planet, nothing stands on it. NAME is NULL where there is none. */
struct station {
    const char *name;
    uint8_t resources;
    uint8_t influence;
};

#define TILE_PLANETS_MAX    3
#define HYPERLANE_LINKS_MAX 6

struct tile {
    const char *id;  /* as in map strings, the letter is the side: "87A" */
    uint16_t number; /* 0: none is printed (Fracture), map strings cannot name it */
    char side;       /* 'A', 'B' or 0 */
    enum tile_kind kind;
    enum expansion expansion;
    bool dealt;        /* may be dealt when the galaxy is built */
    uint8_t anomalies; /* bits of enum anomaly */
    uint8_t wormholes; /* bits of enum wormhole */
    uint8_t planet_count;
    uint16_t planets[TILE_PLANETS_MAX]; /* ASCII order of names */
    struct station station;
    uint8_t link_count;
    uint8_t links[HYPERLANE_LINKS_MAX][2]; /* pairs of sides, 0 = north, clockwise, unrotated */
};

enum {
    LAYOUT_HOMES_MAX = 8,
    LAYOUT_CLOSED_MAX = 12,
    LAYOUT_FIXED_MAX = 12,
    LAYOUT_HAND_MAX = 9, /* tiles dealt to one player */
    LAYOUT_EXTRA_MAX = 5 /* tiles that the speaker places first */
};

/* The ground plan of a galaxy that the players build (rules section 5.2). Positions that are
 * neither home, fixed nor closed are open, as many as there are tiles dealt. */
struct layout {
    const char *id; /* "6p_large" */
    uint8_t players;
    uint8_t rings; /* the outermost; further out nothing is placed */
    uint8_t blue;  /* tiles dealt to each player */
    uint8_t red;
    uint8_t extra_blue; /* tiles that the speaker places before anybody else */
    uint8_t extra_red;
    bool needs_pok;
    bool standard;                   /* the one taken when none is asked for */
    uint8_t homes[LAYOUT_HOMES_MAX]; /* positions by home slot, clockwise */
    uint8_t closed_count;
    uint8_t closed[LAYOUT_CLOSED_MAX]; /* positions that stay empty */
    uint8_t fixed_count;
    struct {
        uint8_t position;
        uint16_t tile;
        uint8_t rotation;      /* times 60 degrees clockwise */
    } fixed[LAYOUT_FIXED_MAX]; /* hyperlanes that lie before anything is placed */
};

extern const struct card catalogue_cards[];
extern const size_t catalogue_card_count;
extern const uint16_t catalogue_first_card[CARD_KINDS + 1]; /* [kind] up to [kind + 1] - 1 */
extern const struct faction catalogue_factions[];
extern const struct king catalogue_kings[];
extern const size_t catalogue_king_count;
extern const struct echo_card catalogue_echo_cards[];
extern const size_t catalogue_echo_card_count;
extern const struct planet catalogue_planets[]; /* ASCII order of names */
extern const size_t catalogue_planet_count;
extern const struct tile catalogue_tiles[];
extern const size_t catalogue_tile_count;
extern const struct layout catalogue_layouts[];
extern const size_t catalogue_layout_count;
extern const char *const catalogue_strategy_cards[]; /* ids by initiative */
extern const size_t catalogue_strategy_card_count;
extern const uint16_t catalogue_action_card_copies; /* physical cards in that deck */
extern const uint16_t catalogue_edict_copies;

/* Each *_find takes an id (planets: a name) of LENGTH bytes, not NUL-terminated, and returns
 * its index, or the table's NONE value when there is none. */
uint16_t card_find(const char *id, size_t length);
uint8_t king_find(const char *id, size_t length);
uint8_t echo_card_find(const char *id, size_t length);
uint16_t planet_find(const char *name, size_t length);
uint16_t tile_find(const char *id, size_t length);
uint8_t layout_find(const char *id, size_t length);
enum colour colour_find(const char *id, size_t length);
enum unit unit_find(const char *id, size_t length);

const char *colour_id(enum colour colour);
const char *unit_id(enum unit unit);
const char *card_kind_id(enum card_kind kind); /* "factions", "abilities", … as decks are named */

enum card_kind card_kind_of(uint16_t card);
bool unit_is_ship(enum unit unit);
bool unit_is_ground_force(enum unit unit);
bool unit_is_structure(enum unit unit);

/* How many plastic pieces of a unit one colour has (rules section 4, rule 8). */
uint8_t unit_plastic_limit(enum unit unit);

#endif
