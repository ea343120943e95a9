/*
 * A record: all that the service knows of one game. The rules' state, the people behind the
 * players, the secrets of the deal, the times and the head of the log. It is the fold of
 * record_apply over the game's log and plain data of fixed size: a copy is an assignment, or
 * record_copy where that has to be cheap.
 */
#ifndef SERVICE_RECORD_RECORD_H
#define SERVICE_RECORD_RECORD_H

#include "rules/rules.h"
#include "service/base/text.h"
#include "service/fairness/chain.h"
#include "service/fairness/seeds.h"
#include "service/record/deadlines.h"

enum {
    METADATA_BYTES = 4096, /* a compact JSON object of up to 16 strings, NUL included */
    METADATA_ENTRIES_MAX = 16,
    METADATA_KEY_POINTS = 40,
    METADATA_VALUE_POINTS = 200,
    EXTERNAL_ID_POINTS = 64,
    EXTERNAL_ID_BYTES = 4 * EXTERNAL_ID_POINTS + 1
};

/* Who sits behind a player; texts are "" when unknown. */
struct person {
    char name[NAME_BYTES];
    char external_id[EXTERNAL_ID_BYTES];
    uint32_t generation; /* of the invite and tokens that hold now, from 1 */
    bool has_entropy;
    bool entropy_from_player;
    uint8_t entropy[SEED_BYTES];
    int64_t waiting_since; /* 0 when the game does not wait for this player */
    uint32_t waiting_from; /* seq of the event that made the game wait; 0 likewise */
    struct deadline deadline;
    struct absence absence;
    bool autopilot; /* turns are taken by default until further notice */
};

/* What an event holds beyond the rules' part. */
struct created_details {
    char name[NAME_BYTES];
    char metadata[METADATA_BYTES]; /* compact JSON object, keys in ASCII order */
    bool is_private;               /* visibility */
    char creator[NAME_BYTES];      /* subject of the creator's token; "" if there was none */
    char names[PLAYERS_MAX][NAME_BYTES];
    char external_ids[PLAYERS_MAX][EXTERNAL_ID_BYTES];
    struct deadline_settings deadlines;
    uint8_t seed_commitment[SEED_BYTES];
    uint8_t root[SEED_BYTES]; /* private part: seed[1023] */
};

struct joined_details {
    char name[NAME_BYTES];
    char external_id[EXTERNAL_ID_BYTES];
    uint8_t entropy[SEED_BYTES];
    bool entropy_from_player;
};

/* An epoch that has ended. Openings are not kept here: they follow from the rules' state. */
struct epoch_details {
    uint8_t seed[SEED_BYTES];
};

enum deadline_cause { CAUSE_HOST, CAUSE_QUIET_HOURS, CAUSE_RESTART };

/* Deadlines that were moved. */
struct moved_details {
    enum deadline_cause cause;
    int64_t due[PLAYERS_MAX]; /* 0: not moved */
};

/* A reminder, or that a deadline has gone by. Step and round are in the event's public part. */
struct reminder_details {
    int64_t due;
    uint8_t percent; /* reminders only */
};

struct absence_details {
    int64_t from;
    int64_t until;
};

/* One line of a game's log. */
struct log_event {
    int64_t at; /* milliseconds */
    struct event event;
    union {
        struct created_details created;   /* GAME_CREATED */
        struct joined_details joined;     /* PLAYER_JOINED */
        struct epoch_details epoch;       /* EPOCH_ENDED; zero unless the game discloses */
        struct moved_details moved;       /* DEADLINE_SET */
        struct reminder_details reminder; /* PLAYER_REMINDED, PLAYER_OVERDUE */
        struct absence_details absence;   /* PLAYER_AWAY */
        bool autopilot;                   /* AUTOPILOT_CHANGED */
    };
};

struct record {
    char id[ULID_LENGTH + 1];
    struct game game;
    struct created_details created;
    struct person people[PLAYERS_MAX];
    int64_t created_at;
    int64_t updated_at;
    int64_t step_opened_at; /* 0 when no step is open */
    int64_t paused_at;      /* 0 unless the game is paused */
    uint32_t host_generation;
    uint16_t disclosed;            /* epochs whose seed is public: 0 … disclosed - 1 */
    uint8_t last_seed[SEED_BYTES]; /* seed[disclosed - 1]; earlier ones are its links */
    uint8_t head[HASH_BYTES];      /* hash of the event that stands at game.version */
};

/* The record of a game before its first event. */
void record_begin(struct record *record, const char *id);

/* As game_copy: the bytes behind the end of the metadata are undefined in the copy as well. */
void record_copy(struct record *ret_record, const struct record *record);

/* Whether LINE, which may have been read from anywhere, can follow in RECORD, as fits of the rules
 * says it of events. */
bool record_fits(const struct record *record, const struct log_event *line);

/* Folds one line, which fits and whose hash is HASH, into RECORD. Cannot fail. */
void record_apply(struct record *record, const struct log_event *line,
                  const uint8_t hash[HASH_BYTES]);

#endif
