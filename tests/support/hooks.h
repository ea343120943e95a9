/*
 * Webhooks in tests of the engine: made, asked for things, and looked at in the store.
 */
#ifndef TESTS_SUPPORT_HOOKS_H
#define TESTS_SUPPORT_HOOKS_H

#include "tests/support/running_engine.h"

/* What a webhook is made with; PLAYER_NONE and "" where nothing is said. */
struct hook {
    uint8_t owner;
    uint8_t about;
    enum webhook_format format;
    const char *types;
    const char *url;
};

/* The host's, told of all that happens to anybody. */
extern const struct hook hook_everything;

/* A change of the game's webhook of that id (NULL: none yet), by its host or by OWNER. */
struct job hook_job(struct running *running, const char *game, uint8_t owner,
                    enum webhook_change_kind kind, const char *id);

/* A webhook of GAME, which must be made; writes its id. */
void hook_add(struct running *running, const char *game, const struct hook *hook,
              char ret_id[ULID_LENGTH + 1]);

/* Carries JOB out, which must have that OUTCOME. */
void hook_do(struct running *running, struct job *job, enum job_outcome outcome);

/* The webhook as it is stored; false if it is not there. */
bool hook_read(struct running *running, const char *game, uint8_t owner, const char *id,
               struct webhook *ret_webhook);

enum { HOOK_DELIVERIES_MAX = 256 };

/* Its deliveries, in the order in which they go out. */
struct hook_deliveries {
    size_t count;
    struct delivery list[HOOK_DELIVERIES_MAX];
};

void hook_deliveries(struct running *running, const char *id, struct hook_deliveries *ret_all);

/* How many of a type there are, in any state if STATE is DELIVERY_STATES. */
size_t hook_count(struct running *running, const char *id, const char *type,
                  enum delivery_state state);

/* Writes down that the first delivery pending was tried with that result. */
void hook_report(struct running *running, const char *game, const char *id,
                 enum delivery_state state, const char *disables);

#endif
