/*
 * A sender of webhooks with an engine on which a game is played, a clock that is moved by hand, and
 * somebody who is told.
 */
#ifndef TESTS_SUPPORT_SENDING_H
#define TESTS_SUPPORT_SENDING_H

#include "service/webhooks/webhooks.h"
#include "tests/support/hooks.h"
#include "tests/support/receiver.h"

#define SECONDS INT64_C(1000)
#define MINUTES (60 * SECONDS)
#define HOURS   (60 * MINUTES)

struct sending {
    struct running *running;
    struct receiver *receiver;
    struct webhooks *webhooks;
    char game[ULID_LENGTH + 1];
};

/* For cmocka: a fixture with a game that has begun and a sender that calls private addresses. */
int sending_set_up(void **state);
int sending_tear_down(void **state);

#define SENDING_TEST(name) cmocka_unit_test_setup_teardown(name, sending_set_up, sending_tear_down)

/* The sender alone, in the middle of a test. */
void sending_start(struct sending *sending, bool allow_private);
void sending_stop(struct sending *sending);

/* A webhook of the host for PATH of the receiver; writes its id. */
void sending_add(struct sending *sending, const char *path, const char *types,
                 char ret_id[ULID_LENGTH + 1]);
void sending_change(struct sending *sending, enum webhook_change_kind kind, const char *id);

/* The host does that; PLAYER does the first thing possible. */
void sending_command(struct sending *sending, enum command_type type);
void sending_act(struct sending *sending, uint8_t player);

/* The webhook as it is stored, and the first of its deliveries that is pending. */
struct webhook sending_look(struct sending *sending, const char *id);
struct delivery sending_first_pending(struct sending *sending, const char *id);

/* Until what came of the last attempt is written down. */
void sending_wait_pending(struct sending *sending, const char *id, uint32_t pending);
void sending_wait_attempts(struct sending *sending, const char *id, uint32_t attempts);

/* Moves the clock and lets the sender look. */
void sending_set_time(struct sending *sending, int64_t now);

/* That what came to PATH as number INDEX is of TYPE and about the game. */
void assert_received(struct sending *sending, const char *path, size_t index, const char *type);

#endif
