/*
 * Logs of whole games, some of whose lines somebody has changed in the store: they can be read, but
 * need not fit their games.
 */
#ifndef TESTS_SUPPORT_TAMPERED_LOG_H
#define TESTS_SUPPORT_TAMPERED_LOG_H

#include "service/record/record.h"
#include "tests/support/chooser.h"

/* How many lines were read, and what was said of them. */
struct tampered_count {
    unsigned fit;
    unsigned refused;
    unsigned unreadable;
};

/* Folds a part of a log as a reader of the store does, but goes on behind lines that are refused;
 * which log, from where, and what is done to its lines CHOOSER says. The first call plays the
 * games. */
void tampered_log_fold(struct chooser chooser, struct record *ret_record,
                       struct tampered_count *count);

/* Does with a game that was accepted what a service would: views for everybody, pictures, choices
 * by default. False when its invariants do not hold, and so no service would have it. */
bool tampered_log_serve(const struct record *record);

#endif
