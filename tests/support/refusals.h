/*
 * Requests that the service turns down.
 */
#ifndef TESTS_SUPPORT_REFUSALS_H
#define TESTS_SUPPORT_REFUSALS_H

#include "tests/support/drafting.h"

/* Sends REQUEST: it must be refused with STATUS and CODE, change nothing in the game of DRAFT, and
 * tell nothing of the cards that p2 and those after hold. */
void assert_turned_down(const struct draft *draft, const struct play_request *request, long status,
                        const char *code);

/* The same for a POST below the game, by p1 and so on or DRAFT_HOST, DRAFT_PUBLIC. */
void assert_post_turned_down(const struct draft *draft, int who, const char *rest, const char *body,
                             size_t length, long status, const char *code);

#endif
