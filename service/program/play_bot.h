/*
 * A bot that plays one player of a game by the view's own "actions" and knows no rules: it
 * chooses at random among what the service offers, and seals its picks in all three ways.
 */
#ifndef SERVICE_PROGRAM_PLAY_BOT_H
#define SERVICE_PROGRAM_PLAY_BOT_H

#include <jansson.h>

#include "service/base/random.h"
#include "service/base/text.h"

/* Who seals a pick. MIXED: each time one of the other three, by chance. */
enum play_way { PLAY_BY_SERVER, PLAY_BY_CLIENT, PLAY_WITHHELD, PLAY_MIXED };

/* "server", "client", "withheld", "mixed"; false for anything else. */
bool play_way_find(const char *word, enum play_way *ret_way);

/* Random bytes that are the same for the same seed. Not for use by several threads. */
struct seeded_random {
    uint8_t key[32];
    uint64_t drawn;
};

struct random_source random_seeded(struct seeded_random *seeded, uint64_t seed);

/* Uniform in 0 … BOUND - 1; BOUND is at least 1. */
uint32_t random_below(const struct random_source *random, uint32_t bound);

struct play_bot {
    char game[ULID_LENGTH + 1];
    char player[4]; /* "p1" */
    enum play_way way;
    bool passes_at_once; /* in this game: then no pick from a hand can be withheld */
    struct random_source random;
    json_t *withheld; /* body of the reveal that a withheld pick will need; owned */
};

/* The body for ACTION, one of YOU's actions (the view's member "you"), by a random legal choice;
 * the caller frees it. NULL if the action is none that a player takes, or without memory. */
json_t *play_bot_choose(struct play_bot *bot, const json_t *you, const json_t *action);

void play_bot_end(struct play_bot *bot);

#endif
