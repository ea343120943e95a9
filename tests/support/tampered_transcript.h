/*
 * Transcripts of whole games, some of whose lines somebody who has the key has changed.
 */
#ifndef TESTS_SUPPORT_TAMPERED_TRANSCRIPT_H
#define TESTS_SUPPORT_TAMPERED_TRANSCRIPT_H

#include <stddef.h>

#include "tests/support/chooser.h"

/* Which game, and what is done to its lines, CHOOSER says; then all is numbered, chained and signed
 * anew. For the caller to free. The first call plays the games. */
char *tampered_transcript(struct chooser chooser, size_t *ret_length);

#endif
