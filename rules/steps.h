/*
 * The table of steps, and what a step is made of. Each step of the draft has a file of its own
 * that fills one row; the mechanisms (sealed picks, turns, passing hands) and everything else
 * that depends on the step ask the table. The order of the steps is that of enum step. Used
 * inside the rules core only.
 */
#ifndef RULES_STEPS_H
#define RULES_STEPS_H

#include "rules/rules.h"

/* What lies on the desk while a command is decided: a working copy of the game, into which each
 * event is folded as soon as it is known to follow. */
struct desk {
    struct game game;
    const struct dealer *dealer;
    struct events *events;
    bool overflowed; /* more than EVENTS_MAX would follow: decide refuses the whole command */
};

/* Puts EVENT behind those on the desk and folds it into the working copy. */
void desk_emit(struct desk *desk, const struct event *event);

struct step_rules {
    const char *id;

    /* Whether this game has the step; NULL: every game has. */
    bool (*happens)(const struct game *game);
    /* Fills the event that opens a round with what is dealt then; NULL: nothing is. */
    void (*deal)(const struct desk *desk, uint8_t round, struct event *opening);
    /* What follows by itself when a round has been opened; NULL: nothing does. */
    void (*opened)(struct desk *desk);
    /* Sealed steps: whether PLAYER picks in the open round. Turn steps: whether it is PLAYER's
     * turn. */
    bool (*takes_part)(const struct game *game, uint8_t player);
    /* What PLAYER, who takes part, may choose: fills options, choose and example. */
    void (*options)(const struct game *game, uint8_t player, struct choices *ret_choices);
    /* Folds the closing of a round into the game, after the hands have been passed: STEP_CLOSED.
     * Where they are passed at once it comes after each of them: HAND_PASSED. NULL: it changes
     * nothing. */
    void (*close)(struct game *game);
    /* The round that follows the one just closed, 0 when the step is over. NULL: it is over. */
    uint8_t (*next_round)(const struct game *game);
    /* What follows by itself when the step is over; NULL: nothing does. */
    void (*finished)(struct desk *desk);

    bool sealed;  /* picks are sealed; otherwise turns are taken in the open */
    bool rounds;  /* a commit names its round, a late one is stale */
    bool reveals; /* all picks turn face up when the round closes */
    bool passes;  /* hands are passed on (passing.h) */

    /* Sealed steps: whether CARDS may be picked, by the rules of this step. */
    enum refusal (*check_pick)(const struct game *game, uint8_t player,
                               const struct sent_cards *cards);

    /* Turn steps. ANY_ORDER: several may be on; who is not has acted already. */
    bool any_order;
    enum command_type command;
    enum action action;
    enum refusal (*check_turn)(const struct game *game, uint8_t player,
                               const struct command *command, struct turn *ret_turn);
    void (*apply_turn)(struct game *game, uint8_t player, const struct turn *turn);
    /* Whether PLAYER's turn could not be different: then it is taken by itself. NULL: every turn is
     * asked for. */
    bool (*is_forced)(const struct game *game, uint8_t player);
    /* Which of the turns in the step PLAYER is to take, from 1. NULL: everybody has one. */
    uint8_t (*turn_number)(const struct game *game, uint8_t player);
    /* Writes the choice that stands at INDEX of options into a command. */
    void (*choose)(const struct choices *choices, size_t index, struct command *command);
};

extern const struct step_rules faction_draft_rules;
extern const struct step_rules seating_rules;
extern const struct step_rules home_positions_rules;
extern const struct step_rules galaxy_rules;
extern const struct step_rules home_systems_rules;
extern const struct step_rules kings_rules;
extern const struct step_rules plastic_rules;
extern const struct step_rules starting_units_rules;
extern const struct step_rules splice_rules;
extern const struct step_rules starting_cards_rules;

/* How many cards of each kind a hand of the inaugural splice has; everybody keeps as many. */
extern const uint8_t splice_hand[CARD_KINDS];

/* For takes_part: all do. */
bool everybody_takes_part(const struct game *game, uint8_t player);

/* For options: one of these cards, listed in the ASCII order of their ids. */
void offer_one_of(const uint16_t *cards, uint8_t count, struct choices *ret_choices);

/* The row of a step; not for STEP_NONE. */
const struct step_rules *rules_of(enum step step);

/* The row of the open step, NULL when none is open. */
const struct step_rules *open_rules(const struct game *game);

/* The step of this game that follows the open one; STEP_NONE after the last. */
enum step next_step(const struct game *game);

bool somebody_has_to_act(const struct game *game);

/* Opens a round of a step and runs whatever follows by itself until somebody has to act. */
void open_round(struct desk *desk, enum step step, uint8_t round);

/* Passes on what goes on by itself, closes rounds and opens the next ones as long as nobody has to
 * act. */
void advance(struct desk *desk);

#endif
