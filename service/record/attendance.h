/*
 * Attendance: whatever is about people and time and not about cards. Deadlines that are moved,
 * reminders, who is overdue, who is away, whose turns are taken by default. Commands are decided
 * here as the rules decide theirs: a command leads to a refusal or to one line of the log, and the
 * record folds it.
 */
#ifndef SERVICE_RECORD_ATTENDANCE_H
#define SERVICE_RECORD_ATTENDANCE_H

#include "service/record/record.h"

enum attendance_type {
    /* Of people. */
    ATTENDANCE_EXTEND,    /* host: LENGTH more for PLAYER, or for everybody who is waited on */
    ATTENDANCE_SET,       /* host: until AT for PLAYER, or for everybody who is waited on */
    ATTENDANCE_AWAY,      /* PLAYER is away from FROM (or now, if that is earlier) until AT */
    ATTENDANCE_BACK,      /* PLAYER's absence ends now, or will not be */
    ATTENDANCE_AUTOPILOT, /* PLAYER hands over to the default (ON), or takes back */
    /* Of the engine. */
    ATTENDANCE_REMIND,  /* PLAYER, at PERCENT of the period */
    ATTENDANCE_OVERDUE, /* PLAYER: deadline and grace have gone by */
    ATTENDANCE_MOVE     /* the deadlines in DUE, because of CAUSE */
};

struct attendance {
    enum attendance_type type;
    uint8_t player; /* PLAYER_NONE: everybody who is waited on */
    int64_t at;
    int64_t from; /* 0: now */
    int64_t length;
    bool on;
    uint8_t percent;
    enum deadline_cause cause;
    int64_t due[PLAYERS_MAX]; /* 0: not moved */
};

/* Whether events of that type are decided here and not by the rules. */
bool attendance_is_of(enum event_type type);

/* What COMMAND leads to at NOW: RET_LINE is what happens (with at = NOW), or RET_CHANGES is false
 * and nothing does: autopilot that is on already, deadlines of players whom the game does not wait
 * for any more. Refusals:
 * - of the host's: game_over, not_started, game_paused (deadlines of a paused game stand still),
 *   not_found (no such player), deadline_past (AT is not after NOW), no_deadline (of those meant
 *   nobody is waited on in a step of the setup, or there is nothing to extend). Who is overdue is
 *   given LENGTH from NOW on. A deadline in somebody's days away waits for their end, and none is
 *   further away than PERIOD_LONGEST.
 * - of players': game_over, wrong_step (in play nothing has a deadline), deadline_past (AT is not
 *   after NOW and FROM), vacation_spent, not_away. */
enum refusal attendance_decide(const struct record *record, const struct attendance *command,
                               int64_t now, struct log_event *ret_line, bool *ret_changes);

/* Whether the host may have the default taken for PLAYER: ACCEPTED when it is waited on in the
 * setup and its deadline has gone by at NOW, grace or not; otherwise not_found, game_over,
 * not_started, game_paused, not_overdue. */
enum refusal attendance_may_default(const struct record *record, uint8_t player, int64_t now);

/* Whether that player's days away have not ended when the record was last changed: they are upon
 * the player, or still to come. */
bool attendance_is_announced(const struct record *record, uint8_t player);

/* What happens next to a game by itself. */
enum due_kind { DUE_NOTHING, DUE_AUTOPILOT, DUE_REMINDER, DUE_TIMEOUT };

struct due {
    enum due_kind kind;
    int64_t at; /* when; it may be long ago. INT64_MAX for DUE_NOTHING */
    uint8_t player;
    uint8_t percent; /* DUE_REMINDER: 50 or 90 */
};

/* When quiet hours that TIME falls into end for PLAYER; TIME itself if it is in none. */
struct quiet {
    void *context;
    int64_t (*end)(void *context, uint8_t player, int64_t time);
};

/* The first thing that is due, as it stands at NOW; of things that are due at the same time those
 * of the lower player. Nothing is in a game that is paused, over, in the lobby or in play.
 * DUE_AUTOPILOT: since the game waits for the player. Reminders wait for the end of quiet hours
 * (QUIET may be NULL: there are none) and are left out when the deadline has come before; of two
 * that are due by NOW, or at once, only the later is sent. A timeout is due at the deadline plus
 * the grace, once (afterwards the player is overdue); with TIMEOUT_DEFAULT and TIMEOUT_PAUSE what
 * follows is done in the same go. */
struct due due_next(const struct record *record, const struct quiet *quiet, int64_t now);

#endif
