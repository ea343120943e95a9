/*
 * Games with deadlines on a running engine whose clock the test moves: nothing here sleeps, weeks
 * go by in milliseconds.
 */
#ifndef TESTS_SUPPORT_UNATTENDED_H
#define TESTS_SUPPORT_UNATTENDED_H

#include "tests/support/running_engine.h"

#define MINUTE INT64_C(60000)
#define HOUR   (60 * MINUTE)
#define DAY    (24 * HOUR)

/* PERIOD for every step, an hour of grace. */
struct deadline_settings unattended_settings(int64_t period, enum on_timeout on_timeout);

/* A game of PLAYERS who have joined, so that it has started, with the default options. */
void unattended_game(struct running *running, uint8_t players,
                     const struct deadline_settings *settings, char ret_game[ULID_LENGTH + 1]);

/* The same by a job_create of the test's own. */
void unattended_game_of(struct running *running, struct job *create,
                        char ret_game[ULID_LENGTH + 1]);

/* Lets LENGTH go by, at once, and waits until all that is due then has happened. */
void unattended_pass(struct running *running, int64_t length);

/* Does JOB, which must be done, and waits likewise. */
void unattended_do(struct running *running, struct job *job);

/* A command about people and time by a player's token, or the host's for PLAYER_NONE. */
struct job unattended_attendance(struct running *running, const char *game, uint8_t player,
                                 struct attendance attendance);

/* Leaves a note, or for NULL takes it away. */
struct job unattended_note(struct running *running, const char *game, uint8_t player,
                           const char *name, const char *body);

/* PLAYER does the first thing possible. */
void unattended_act(struct running *running, const char *game, uint8_t player);

/* How many events of TYPE, a wire name, there are about PLAYER; any for PLAYER_NONE. */
unsigned unattended_count(struct running *running, const char *game, const char *type,
                          uint8_t player);

/* How many of them have TEXT in their data. */
unsigned unattended_count_with(struct running *running, const char *game, const char *type,
                               const char *text);

/* A copy of the game as it is now. */
struct record unattended_record(struct running *running, const char *game);

/* Fails the test unless the game's transcript holds, as a whole if its setup is over. */
void unattended_verify(struct running *running, const char *game);

#endif
