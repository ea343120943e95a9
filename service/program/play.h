/*
 * A whole draft played by bots against a running server: what `spliced play` is told, the game
 * under way, and its steps from creating it to checking its transcript.
 */
#ifndef SERVICE_PROGRAM_PLAY_H
#define SERVICE_PROGRAM_PLAY_H

#include <stdio.h>

#include "rules/options.h"
#include "service/program/play_bot.h"
#include "service/program/play_client.h"

struct play_settings {
    const char *url;
    long players;
    long seed;
    const char *map;    /* "none", "build" or a map string; NULL: as the layout wants it */
    const char *layout; /* of a galaxy that is built; NULL: the usual one */
    bool without_pok;
    const char *passing; /* "rounds" or "pipelined" */
    long rounds;         /* to be played after the draft */
    enum play_way way;
    const char *token; /* of an operator or creator; NULL: the server must be open */
};

struct played_player {
    char *token; /* owned */
    struct play_bot bot;
};

struct play {
    const struct play_settings *settings;
    struct play_client *client;
    struct seeded_random seeded;
    struct random_source random;
    char game[ULID_LENGTH + 1];
    struct played_player players[PLAYERS_MAX];
    char *host_token; /* owned */
    json_t *view;     /* the public view, as last seen; owned */
    unsigned commands;
    char problem[2 * CLIENT_MESSAGE_BYTES]; /* why it cannot go on */
};

/* Each is false with PLAY->problem told. */
bool play_create(struct play *play); /* creates the game, joins every bot */
bool play_setup(struct play *play);  /* plays until the setup is over */
bool play_rounds(struct play *play); /* plays the rounds of the settings after it */
bool play_look(struct play *play);   /* fetches the public view */

/* One request with the token (NULL: none) and BODY, which is given away. The answer's JSON for the
 * caller to free; NULL with PLAY->problem told when there is none or it is a problem. */
json_t *play_call(struct play *play, const char *method, const char *path, const char *token,
                  json_t *body);

/* Fetches the transcript and checks it like `spliced verify`, with the server's published keys.
 * True when it holds; the report goes to STREAM. */
bool play_verify(struct play *play, FILE *stream);

/* Progress of a step on standard error: one line each, on a terminal one line rewritten. */
void play_progress(const struct play *play);
void play_progress_end(void);

/* Who got what, from the view of a game whose setup is over. */
void play_table(const json_t *view, FILE *stream);

/* What lies before whom after rounds of play. */
void play_tableaus(const json_t *view, FILE *stream);

/* The galaxy as a map string; nothing when the board is made elsewhere. */
void play_map(const json_t *view, FILE *stream);

#endif
