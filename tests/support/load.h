/*
 * A server under load: tables that play game after game, each by a thread and over a connection of
 * its own, with every kind of command and an Idempotency-Key for each. What was acknowledged is
 * noted, so that a server which was killed and started again can be asked for all of it.
 */
#ifndef TESTS_SUPPORT_LOAD_H
#define TESTS_SUPPORT_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct load;

/* TABLES of them, whose choices follow from SEED. Fails the test without memory. */
struct load *load_new(size_t tables, uint64_t seed);
void load_free(struct load *load);

/* They create games with TOKEN, which is borrowed. Without one the server must be open, and may
 * limit how many they create. */
void load_create_with(struct load *load, const char *token);

/* All tables play on, at URL, until load_stop or until the server does not answer. */
void load_start(struct load *load, const char *url);

/* Waits until COMMANDS more have been acknowledged since load_start; false if that does not come
 * about because all tables have stopped. */
bool load_wait(struct load *load, uint64_t commands);

/* Lets the tables end what they are doing. Fails the test if one of them was answered what it
 * should not have been. EXPECT_ANSWERS: also if a request was not answered. */
void load_stop(struct load *load, bool expect_answers);

/* Asks the server at URL for what was acknowledged since the last check: each command is answered
 * as it was the first time, what was not answered is carried out once, each game's log is whole,
 * holds all that was acknowledged, and leads to what the view shows. Fails the test if not. */
void load_check(struct load *load, const char *url);

/* What happened since the last report. */
struct load_report {
    uint64_t requests;
    uint64_t commands;   /* acknowledged */
    uint64_t games;      /* played to their end, their logs verified */
    uint64_t unanswered; /* commands whose answer did not come */
    uint64_t survived;   /* of these, found on disk by load_check */
    double p50;          /* of the time that an answer took, in milliseconds */
    double p99;
    double slowest;
};

struct load_report load_report(struct load *load);

#endif
