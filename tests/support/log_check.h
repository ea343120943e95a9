/*
 * What an engine keeps, looked at from outside of it: whether the file is sound, and whether a
 * game's log is whole and leads to what is shown of the game.
 */
#ifndef TESTS_SUPPORT_LOG_CHECK_H
#define TESTS_SUPPORT_LOG_CHECK_H

#include "tests/support/running_engine.h"

/* The database itself has no fault. */
void log_check_file(struct running *running);

/* The log of the game that RECORD shows follows event by event, each with its hash, ends where
 * RECORD stands, and the event VERSION has the hash HEAD. The game's row says the same. */
void log_check(struct running *running, const struct record *record, uint32_t version,
               const uint8_t head[HASH_BYTES]);

#endif
