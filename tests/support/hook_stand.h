/*
 * A stand with somebody who is told: what an end-to-end test of webhooks stands on. It remembers
 * every webhook that was made and its secret, so that all that was received can be checked by
 * another library afterwards.
 */
#ifndef TESTS_SUPPORT_HOOK_STAND_H
#define TESTS_SUPPORT_HOOK_STAND_H

#include "tests/support/drafting.h"
#include "tests/support/receiver.h"
#include "tests/support/stand.h"

enum { HOOKS_MAX = 64, HOOK_PATH_BYTES = 192, HOOK_PLAYERS = 3 };

struct hook_stand {
    struct stand stand;
    struct receiver *receiver;
    struct draft draft; /* each test makes its own */
    struct {
        char id[ULID_LENGTH + 1];
        char *secret; /* NULL for Discord */
        char path[64];
    } made[HOOKS_MAX];
    size_t count;
};

/* PROGRAM and RECORDED as stand_begin takes them. */
void hooks_begin(struct hook_stand *hooks, const char *program, const char *recorded);

/* Ends the stand and writes all that was received to the file RECEIVED, one object a line, with the
 * secrets that it was signed with. */
void hooks_end(struct hook_stand *hooks, const char *received);

/* A game of HOOK_PLAYERS, of whom nobody has joined. MORE is as in draft_create. */
void hooks_draft(struct hook_stand *hooks, uint64_t seed, json_t *more);

/* "/webhooks", "/webhooks/{id}" and REST, in a static string that the next call overwrites. */
const char *hooks_path(const char *id, const char *rest);

/* Makes a webhook of WHO for PATH of the receiver and returns its index among those made. MORE
 * (given away, may be NULL) has further members. */
size_t hooks_make(struct hook_stand *hooks, int who, const char *path, json_t *more);

struct answer hooks_get(const struct hook_stand *hooks, int who, const char *id, const char *rest);
struct answer hooks_delete(const struct hook_stand *hooks, int who, const char *id);

/* Waits until nothing is pending for the webhook; its state then, for the caller to free. */
json_t *hooks_settle(const struct hook_stand *hooks, int who, const char *id);

#endif
