/*
 * The face of the rules core: what a command leads to, what an event changes, what a player
 * may choose, and what must always hold. Pure: no input or output, no allocation, no clock, no
 * randomness of its own. "Section" and "decision" in these comments are those of rules/README.md.
 */
#ifndef RULES_RULES_H
#define RULES_RULES_H

#include "rules/command.h"
#include "rules/event.h"
#include "rules/refusal.h"

/* The decks that are put into a random order; each is a stream of its own in every epoch. */
enum stream {
    STREAM_FACTIONS,
    STREAM_ABILITIES,
    STREAM_UNIT_UPGRADES,
    STREAM_GENOMES,
    STREAM_TABLE_ORDER,
    STREAM_SPEAKER_SLOT,
    STREAM_TILES_BLUE,
    STREAM_TILES_RED,
    STREAMS
};

/* What a player is asked for, and when. */
struct occasion {
    uint16_t epoch;
    enum step step;
    uint8_t round; /* the player's own */
    uint8_t player;
};

/* Whoever deals: the fairness streams in the service, a stacked deck in a scenario. */
struct dealer {
    void *context;
    /* Puts COUNT items, given in ascending order (the ASCII order of their ids), into the
     * order in which they will be dealt, top first. Items are cards, tiles or players. */
    void (*shuffle)(void *context, uint16_t epoch, enum stream stream, uint16_t *items,
                    size_t count);
    /* Whether PICK opens COMMITMENT for that player, step and round. */
    bool (*opens)(void *context, enum step step, uint8_t round, uint8_t player,
                  const struct pick *pick, const uint8_t commitment[SEAL_BYTES]);
    /* The choice made for an absent player: an index below COUNT, which is at least 1. */
    uint32_t (*choose)(void *context, const struct occasion *occasion, uint32_t count);
    /* Seals a pick that was chosen so: writes PICK's nonce, and the commitment that it opens. */
    void (*seal)(void *context, const struct occasion *occasion, struct pick *pick,
                 uint8_t ret_commitment[SEAL_BYTES]);
};

/* What COMMAND leads to in GAME: the events that follow, automatic steps included, until
 * somebody has to act; or a refusal, with no events. One refusal has an event:
 * REFUSED_ILLEGAL_PICK voids the commitment. An accepted command may bring no event (the same
 * pick sent again). GAME is not changed; RET_EVENTS is written in any case. For
 * COMMAND_CREATE, GAME is game_none(). */
enum refusal decide(const struct game *game, const struct command *command,
                    const struct dealer *dealer, struct events *ret_events);

/* Folds one event, which decide made for this very state, into GAME. Cannot fail. */
void apply(struct game *game, const struct event *event);

/* Whether EVENT, which need not come from decide, can follow in GAME: then apply and everything
 * that looks at the game afterwards stays within its arrays, and no card, tile or unit is lost or
 * made. GAME came about by events that fit. What a log from a disk says is asked for this. */
bool fits(const struct game *game, const struct event *event);

/* The command that PLAYER took TURN by in GAME, as it was before the turn; false when the step has
 * no turns. */
bool command_of_turn(const struct game *game, uint8_t player, const struct turn *turn,
                     struct command *ret_command);

/* The state before the first event. */
struct game game_none(void);

/* Makes RET_GAME the same game as GAME. The table before a turn that cannot be undone and picks
 * beyond those that have been made are not copied, so that in the copy they are undefined: nothing
 * reads them. A copy by assignment is always right, and takes twice as long. */
void game_copy(struct game *ret_game, const struct game *game);

/* Events of the draft's steps, undone turns and ended epochs included; and those of play. What
 * belongs to neither is about the people and the course of the game. */
bool event_is_in_setup(enum event_type type);
bool event_is_in_play(enum event_type type);

/* The faction cards that a game of SETUP would have, and how many it needs. */
struct faction_count {
    bool consistent; /* no card is listed twice or unknown */
    unsigned have;
    unsigned needed;
};

struct faction_count faction_count_of(const struct setup *setup);

const char *step_id(enum step step);                /* as the API spells it; "" for STEP_NONE */
enum step step_find(const char *id, size_t length); /* STEP_NONE if there is none */

/* Whether the open step passes each hand on as soon as its owner is done with it (passing:
 * pipelined), so that players are in rounds of their own. */
bool passes_at_once(const struct game *game);

/* What somebody who is waited for has to do. */
enum action {
    ACTION_NONE,
    ACTION_COMMIT,
    ACTION_REVEAL,
    ACTION_HOME_POSITION,
    ACTION_TILE,
    ACTION_HOME_SYSTEM,
    ACTION_KING,
    ACTION_PLASTIC,
    ACTION_STARTING_UNITS,
    ACTION_KEEP,  /* in play: one of several unit upgrades on one slot */
    ACTION_TAKE,  /* in play: a card of the open splice */
    ACTION_ANSWER /* in play: a transaction that the other party proposed */
};

/* What the game waits for from PLAYER, ACTION_NONE if it does not; of several things in play the
 * one that has to come first. A paused game still waits; a lobby, an abandoned game and play
 * without a pending decision wait for nobody. */
enum action waited_for(const struct game *game, uint8_t player);

/* Which of PLAYER's rounds, or of its turns where it has several in a round, the open step has come
 * to. The same one comes again when a choice was taken back. */
uint8_t turn_number_of(const struct game *game, uint8_t player);

/* What PLAYER may do now. The single source of legal choices: refusals, views, defaults for
 * absent players and bots all ask it. */
struct choices {
    enum action action;
    bool again; /* the player has committed and may still change the pick */
    uint8_t count;
    uint16_t options[HAND_MAX + 2 > POSITIONS ? HAND_MAX + 2 : POSITIONS]; /* cards, kings,
                    colours, positions or tiles by the action, in the ASCII order of their ids */
    uint64_t positions[LAYOUT_HAND_MAX]; /* tiles: where that of the same index may be placed; bit
                                            P stands for position P */
    uint8_t choose[CARD_KINDS]; /* starting cards: how many of each kind; otherwise [0] is how
                                   many in all */
    struct starting_units_command example; /* starting units: one legal placement */
    uint32_t number; /* take, answer: of the splice or of the oldest transaction to answer */
};

struct choices options_for(const struct game *game, uint8_t player);

/* The legal choice that comes first in ASCII order (a pick of several cards as its sorted list
 * joined with ","), as a command; its type is only valid when waited_for is not ACTION_NONE and
 * not ACTION_REVEAL or ACTION_ANSWER (nobody else can consent). Commits are SEALED_BY_SERVER with
 * nonce and commitment zero. */
struct command first_choice(const struct game *game, uint8_t player);

/* How many legal choices PLAYER has in the present commit or turn, and the INDEX-th of them in
 * the order of first_choice: for uniform picks. Starting units are counted as one choice. */
size_t choice_count(const struct game *game, uint8_t player);
struct command nth_choice(const struct game *game, uint8_t player, size_t index);

/* The units that PLAYER places, by the starting-units card and the mech switch. */
void starting_units_of(const struct game *game, uint8_t player, uint8_t ret_units[UNITS]);

/* NULL when all invariants hold, otherwise what is wrong, a string of static storage. */
const char *check(const struct game *game);

#endif
