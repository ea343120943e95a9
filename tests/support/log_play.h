/*
 * Random games as the service keeps them: a record with people, times and a chain of hashes, and
 * each line of its log shown to a watcher. The same seed gives the same log.
 */
#ifndef TESTS_SUPPORT_LOG_PLAY_H
#define TESTS_SUPPORT_LOG_PLAY_H

#include "service/record/attendance.h"
#include "tests/support/random_play.h"

#define LOG_PLAY_GAME "01kb8q5n3c7v9x2d4f6g8h0j1k"

struct log_play {
    struct luck luck; /* decides what players do */
    struct luck deck; /* decides what is dealt */
    struct dealer dealer;
    struct secrets secrets;
    struct record record;
    struct events events; /* of the last command */
    int64_t now;
    struct deadline_settings deadlines; /* of the game */
    /* Called for each line before it is folded; BEFORE is the record without it. */
    void (*watch)(void *context, const struct record *before, const struct log_event *line);
    void *context;
};

/* Three players and all else as by default; the same with a map. */
struct setup log_play_setup(void);
struct setup log_play_premade_setup(void);

/* Creates a game of SETUP in which nobody has joined. WATCH may be NULL. PLAY is large: keep it
 * off the stack. */
void log_play_begin(struct log_play *play, uint32_t seed, const struct setup *setup,
                    void (*watch)(void *context, const struct record *before,
                                  const struct log_event *line),
                    void *context);

/* The same with deadlines. */
void log_play_begin_timed(struct log_play *play, uint32_t seed, const struct setup *setup,
                          const struct deadline_settings *deadlines,
                          void (*watch)(void *context, const struct record *before,
                                        const struct log_event *line),
                          void *context);

/* Decides COMMAND, and folds what follows, at the time of the last one. */
enum refusal log_play_attend(struct log_play *play, const struct attendance *command);

/* Decides COMMAND and folds what follows, a second after the last one. */
enum refusal log_play_run(struct log_play *play, const struct command *command);

/* Lets all players join, and starts the game if it does not start by itself. */
void log_play_start(struct log_play *play);

/* Both, without a watcher. */
void log_play_begin_started(struct log_play *play, uint32_t seed, const struct setup *setup);

/* A random command of somebody the game waits for; now and then a pause, a re-invite or an undo
 * before it. */
void log_play_once(struct log_play *play);

/* Plays until STEP is open or the setup is over. */
void log_play_to(struct log_play *play, enum step step);

#endif
