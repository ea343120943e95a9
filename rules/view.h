/*
 * Views: who may see what. view_of is the one place that decides it (section 1.2); everything
 * that leaves the service about a game's state is made from a struct view. What a viewer may
 * not see is not in the struct at all.
 */
#ifndef RULES_VIEW_H
#define RULES_VIEW_H

#include "rules/rules.h"

enum viewer_kind { VIEWER_PUBLIC, VIEWER_HOST, VIEWER_PLAYER };

struct viewer {
    enum viewer_kind kind;
    uint8_t player; /* VIEWER_PLAYER only */
};

enum game_status {
    STATUS_LOBBY,
    STATUS_SETUP,
    STATUS_PLAYING,
    STATUS_PAUSED,
    STATUS_FINISHED,
    STATUS_ABANDONED,
    STATUSES
};

enum step_phase { PHASE_COMMIT, PHASE_REVEAL, PHASE_TURN, PHASE_PLACE };

struct unit_count {
    uint8_t board;
    uint8_t captured;
    uint8_t reinforcements;
};

struct player_view {
    bool joined;
    uint8_t seat; /* PLAYER_NONE before seats are known */
    bool committed;
    bool builds;        /* a built galaxy: the two numbers below hold */
    uint8_t blue_tiles; /* in the hand */
    uint8_t red_tiles;
    bool tiles_shown; /* open_tile_hands: the hand itself, too */
    struct tile_hand tiles;
    uint8_t hand_size;
    uint8_t round;       /* the player's own, in a step that passes hands; otherwise 0 */
    uint8_t queue_count; /* hands that wait behind the one in hand, and the cards of each */
    uint8_t queue_sizes[PLAYERS_MAX - 1];
    uint8_t facedown;
    bool types_shown; /* show_splice_types: the two arrays below hold */
    uint8_t hand_types[CARD_KINDS];
    uint8_t facedown_types[CARD_KINDS];
    uint16_t priority_card;
    uint16_t home_card;
    uint16_t home_faction;
    uint16_t home_tile; /* where the home planets are; TILE_NONE before */
    uint8_t home_position;
    uint8_t echo_card;
    uint8_t king;
    enum colour plastic;
    uint16_t starting_card;
    uint8_t starting_units[UNITS]; /* all zero before the starting card is face up */
    bool placed;
    struct placement placement;
    bool in_play; /* tableau, sheet and units hold */
    bool eliminated;
    struct tableau tableau;
    struct sheet sheet;
    struct unit_count units[UNITS];
};

/* What only the viewing player sees. */
struct own_view {
    uint8_t round; /* of the open step, in which the player is; 0 when none is open */
    uint8_t hand_count;
    uint16_t hand[HAND_MAX];
    uint8_t facedown_count;
    uint16_t facedown[HAND_MAX];
    struct tile_hand tiles;
    struct seal seal; /* SEAL_NONE when nothing lies sealed in the open round */
    uint8_t past_count;
    struct past_pick past[PICKS_MAX];
    struct choices choices;
    struct command first; /* the first of them, where first_choice has one */
    bool at_table;        /* in play, and free to act: no choice of its own comes first */
    bool may_answer[TRANSACTIONS_MAX]; /* each open transaction, as the other party */
};

struct view {
    struct viewer viewer;
    enum game_status status;
    uint32_t version;
    uint16_t epoch;
    uint8_t players;
    uint8_t speaker;
    bool seated;
    uint8_t seats[PLAYERS_MAX];
    enum step step; /* STEP_NONE: none is open */
    uint8_t round;  /* the lowest that any player is in */
    enum step_phase phase;
    bool passing; /* hands are passed on in this step */
    bool passing_left;
    uint8_t passes_to[PLAYERS_MAX];
    uint8_t receives_from[PLAYERS_MAX];
    enum action waiting[PLAYERS_MAX]; /* ACTION_NONE: not waited on */
    struct player_view player[PLAYERS_MAX];
    enum map_mode map_mode;
    uint8_t layout; /* LAYOUT_NONE unless the galaxy is built */
    struct galaxy galaxy;
    struct tile_hand extra_tiles;
    uint8_t deck_factions;
    uint8_t deck_abilities;
    uint8_t deck_upgrades;
    uint8_t deck_genomes;
    bool supply_prepared;
    uint32_t play_round;
    struct in_play in_play;
    bool undo_possible; /* for this viewer */
    uint32_t undo_version;
    struct own_view own; /* VIEWER_PLAYER only; otherwise all zero */
};

/* Writes what VIEWER may see of GAME. */
void view_of(const struct game *game, struct viewer viewer, struct view *ret_view);

/* The same in two steps: what everybody may see, which is the view of VIEWER_PUBLIC; then VIEWER,
 * whether an undo is possible, and the own view are put into it, and nothing else is changed. */
void view_common(const struct game *game, struct view *ret_view);
void view_add_own(const struct game *game, struct viewer viewer, struct view *view);

enum game_status status_of(const struct game *game);

const char *status_id(enum game_status status);              /* as the API spells it */
enum game_status status_find(const char *id, size_t length); /* STATUSES if there is none */

#endif
