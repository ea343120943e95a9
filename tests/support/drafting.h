/*
 * Games in end-to-end tests: created, joined, and played by random legal moves up to a wanted
 * step, through the views' own actions and over HTTP alone.
 */
#ifndef TESTS_SUPPORT_DRAFTING_H
#define TESTS_SUPPORT_DRAFTING_H

#include "rules/options.h"
#include "service/program/play_bot.h"
#include "tests/support/client.h"

enum { DRAFT_PATH_BYTES = 160 };

struct draft {
    struct client *client; /* borrowed */
    char game[ULID_LENGTH + 1];
    size_t players;
    char *host_token;
    char *invites[PLAYERS_MAX];
    char *tokens[PLAYERS_MAX]; /* NULL until joined */
    struct play_bot bots[PLAYERS_MAX];
    struct seeded_random seeded;
    struct random_source random;
};

/* Who looks: a player from 0, or one of these. */
enum { DRAFT_PUBLIC = -1, DRAFT_HOST = -2 };

/* Creates a game for PLAYERS; MORE (given away, may be NULL) has further members of the body. In
 * place, since the bots share the draft's random numbers. TOKEN is the creator's or NULL. */
void draft_create(struct draft *draft, struct client *client, size_t players, uint64_t seed,
                  const char *token, json_t *more);
void draft_join(struct draft *draft, size_t player);
void draft_join_all(struct draft *draft);
void draft_free(struct draft *draft);

/* "/v1/games/{game}" and what follows, in a static string that the next call overwrites. */
const char *draft_path(const struct draft *draft, const char *rest);

const char *draft_token(const struct draft *draft, int who);

/* The view, for the caller to free. */
json_t *draft_view(const struct draft *draft, int who);

json_int_t draft_version(const struct draft *draft);

/* A request below the game. BODY (NULL: none) is given away. */
struct answer draft_call(const struct draft *draft, const char *method, int who, const char *rest,
                         json_t *body);

/* The same with POST. */
struct answer draft_post(const struct draft *draft, int who, const char *rest, json_t *body);

/* The host invites somebody new in PLAYER's place, whom draft_join lets in. */
void draft_reinvite(struct draft *draft, size_t player);

/* PLAYER leaves orders for STEP, given away; what is kept of them, for the caller to free. */
json_t *draft_leave_orders(const struct draft *draft, size_t player, const char *step,
                           json_t *orders);

/* The host abandons the game. */
void draft_abandon(const struct draft *draft);

/* The action that is required of a player now, NULL if there is none; borrowed from VIEW. */
const json_t *required_action(const json_t *view);

/* The player whom the game waits for as entry INDEX of "waiting_on" in VIEW. */
size_t waiting_player(const json_t *view, size_t index);

/* What PLAYER is required to do, by random legal choice, ready to be sent. */
struct prepared {
    char path[DRAFT_PATH_BYTES];
    char *body; /* owned */
    struct play_request request;
};

void draft_prepare(struct draft *draft, size_t player, struct prepared *ret_prepared);
void prepared_free(struct prepared *prepared);

/* PLAYER does what is required, by random legal choice. Fails the test if it is refused. */
void draft_act(struct draft *draft, size_t player);

/* One random legal move of one random player who is waited for; false when the setup is over. */
bool draft_move(struct draft *draft);

/* Moves until STEP is open, which must come, or, for NULL, until the setup is over. */
void draft_play_to(struct draft *draft, const char *step);

#endif
