/*
 * The game that a scenario is played with: a record and a dealer, without a store.
 */
#ifndef SERVICE_PROGRAM_SCENARIO_GAME_H
#define SERVICE_PROGRAM_SCENARIO_GAME_H

#include "service/program/scenario_decks.h"

struct scenario_game {
    struct record record;
    struct stacked_decks decks;
    struct events events; /* of the last command */
    int64_t now;
};

/* GAME's decks are stacked already. */
void scenario_game_begin(struct scenario_game *game);

/* Decides a command and folds what follows. COMMIT commands that the server is to seal are sealed
 * here. RET_FAULT is NULL, or says how a refusal changed the state or which invariant broke. */
enum refusal scenario_game_run(struct scenario_game *game, struct command *command,
                               const char **ret_fault);

/* Creates the game, lets all players join under their ids and, unless auto_start is off, starts it.
 * The first refusal is returned. */
enum refusal scenario_game_create(struct scenario_game *game, const struct setup *setup,
                                  const char **ret_fault);

/* Takes first choices until STEP is open; STEP_NONE: until the setup is over. False when that
 * never comes. */
bool scenario_game_play_to(struct scenario_game *game, enum step step, const char **ret_fault);

#endif
