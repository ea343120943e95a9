/*
 * What the writer knows of the games that it has looked at or written lately, so that a command
 * need not ask the database for what the command before it has left there. Nobody else writes: the
 * folder is locked. What is known is what the open transaction has made of it; when that is rolled
 * back, for whatever reason, all is forgotten.
 */
#ifndef SERVICE_STORE_SQLITE_KNOWN_H
#define SERVICE_STORE_SQLITE_KNOWN_H

#include "service/store/store.h"

/* What stands in the database of a game that is about to be changed. */
struct game_head {
    int64_t key; /* the number by which the tables know the game */
    uint32_t version;
    enum game_status status; /* STATUSES: something else */
    enum step step;          /* STEPS: something else */
    uint8_t waiting;         /* bits */
    int64_t due_at;
};

struct known_game {
    char id[ULID_LENGTH + 1]; /* "": nothing is known */
    struct game_head head;
    bool has_no_webhooks; /* that are told anything; false: not known */
    bool has_no_notes;    /* likewise */
};

enum { KNOWN_GAMES = 2048 };

struct known_games {
    struct known_game list[KNOWN_GAMES]; /* each in the place that its id says, the last to come */
};

/* NULL when nothing is known of the game, or KNOWN is NULL. Holds until a game is added. */
struct known_game *known_find(struct known_games *known, const char *game);

/* From now on HEAD is known of the game, in place of another game if need be. Does nothing when
 * KNOWN is NULL. */
void known_add(struct known_games *known, const char *game, const struct game_head *head);

/* Forgets everything. */
void known_forget(struct known_games *known);

#endif
