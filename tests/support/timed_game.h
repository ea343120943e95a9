/*
 * A game of three with deadlines, in which the test is the clock: what happens is said together
 * with how many minutes after the start it does.
 */
#ifndef TESTS_SUPPORT_TIMED_GAME_H
#define TESTS_SUPPORT_TIMED_GAME_H

#include "tests/support/log_play.h"

#define MINUTE INT64_C(60000)
#define HOUR   (60 * MINUTE)

/* A day for each round, an hour of grace, a fortnight of vacation. */
struct deadline_settings timed_settings(void);

struct timed_game {
    struct log_play play;
    int64_t start; /* when the first round was opened */
};

/* GAME is large: keep it off the stack. */
void timed_begin(struct timed_game *game, const struct deadline_settings *settings);
void timed_begin_usual(struct timed_game *game); /* with timed_settings */
void timed_begin_as(struct timed_game *game, const struct setup *setup,
                    const struct deadline_settings *settings);

/* Each lets AFTER the start (in milliseconds) something happen that must not be refused. */
void timed_run(struct timed_game *game, int64_t after, enum command_type type, uint8_t player);
void timed_choose(struct timed_game *game, int64_t after, uint8_t player); /* what comes first */
void timed_commit_withheld(struct timed_game *game, int64_t after, uint8_t player);
void timed_attend(struct timed_game *game, int64_t after, struct attendance command);
void timed_away(struct timed_game *game, int64_t after, uint8_t player, int64_t from,
                int64_t until); /* both after the start */

/* What the engine does when a deadline and its grace have gone by: it says so, no more. */
void timed_overdue(struct timed_game *game, int64_t after, uint8_t player);

/* The deadline of PLAYER after the start; -1 if there is none. */
int64_t timed_due(const struct timed_game *game, uint8_t player);

const struct person *timed_person(const struct timed_game *game, uint8_t player);

/* Lets everybody choose at AFTER until STEP is open. */
void timed_play_to(struct timed_game *game, int64_t after, enum step step);

#endif
