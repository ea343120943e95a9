/*
 * Deadlines: until when a player who is waited on has time. A deadline follows from the game's
 * settings and from when the waiting began; what moves it afterwards (a pause, days away, the host,
 * quiet hours, a restart) stands in the log. All times and lengths are in milliseconds.
 */
#ifndef SERVICE_RECORD_DEADLINES_H
#define SERVICE_RECORD_DEADLINES_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/rules.h"

#define DAY_MILLISECONDS   INT64_C(86400000)
#define PERIOD_SHORTEST    INT64_C(1000)
#define PERIOD_LONGEST     (366 * DAY_MILLISECONDS) /* of periods, grace and vacation */
#define VACATION_OF_OTHERS (14 * DAY_MILLISECONDS)  /* in games that do not state one */

/* What happens to a player whose deadline, and the grace behind it, has gone by. */
enum on_timeout { TIMEOUT_WAIT, TIMEOUT_DEFAULT, TIMEOUT_PAUSE };

/* As the creator of a game wants them. Lengths of 0 mean that there is no deadline. */
struct deadline_settings {
    bool stated;         /* false: the game has none at all, until its host sets one */
    int64_t usual;       /* for every round of a step that has no length of its own */
    bool has_own[STEPS]; /* the step has a length of its own, which may be 0 */
    int64_t steps[STEPS];
    int64_t grace;
    enum on_timeout on_timeout;
    bool quiet_hours_move; /* a deadline that falls into a player's quiet hours waits for their end;
                              otherwise only reminders do */
    int64_t vacation;      /* how long each player may be away in all; see deadline_vacation */
};

/* The deadline of one player. */
struct deadline {
    int64_t due;      /* 0: there is none. In a paused game: as it was before the pause */
    int64_t length;   /* of the whole period, of which DUE is the end; days away not counted */
    int64_t left;     /* in a paused game, and once the waiting has ended: the time that remained;
                         negative when it had gone by */
    uint8_t reminded; /* percent of the period at which the last reminder was sent, 0: none yet */
    bool overdue;     /* it has been said in the log that it has gone by */
    bool quiet;       /* quiet hours have moved it, which they do once */
    /* What it is for: when a choice that was taken back, or became void, is asked for again, the
     * time that remained goes on. */
    enum step step;
    uint8_t turn;
    bool reveals; /* a reveal has been waited for, which has a period of its own */
};

/* Days away, announced in advance. A deadline stands still meanwhile. */
struct absence {
    int64_t from;
    int64_t until; /* 0: none is announced */
    int64_t used;  /* of the game's vacation, by absences before this one */
};

/* How long a player has for each round of STEP; 0: for ever. */
int64_t deadline_period(const struct deadline_settings *settings, enum step step);

/* How long each player may be away in all. */
int64_t deadline_vacation(const struct deadline_settings *settings);

/* When LENGTH will have gone by since FROM, days away not counted. A negative LENGTH: since when it
 * has gone by at FROM. */
int64_t absence_skip(const struct absence *absence, int64_t from, int64_t length);

/* How much of the time from FROM to UNTIL a player is not away; negative when UNTIL is before
 * FROM, as the way back of absence_skip. */
int64_t absence_present(const struct absence *absence, int64_t from, int64_t until);

/* What ABSENCE takes of the vacation in all when it ends as announced. */
int64_t absence_cost(const struct absence *absence);

#endif
