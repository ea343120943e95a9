/*
 * Games in play for end-to-end tests: three players whose setup is over, and what they do then.
 */
#ifndef TESTS_SUPPORT_AT_TABLE_H
#define TESTS_SUPPORT_AT_TABLE_H

#include "tests/support/drafting.h"

/* Creates a game and plays its whole setup. In place, as draft_create. */
void at_table_set_up(struct draft *draft, struct client *client, uint64_t seed);

/* A POST that must be accepted; its view for the caller to free. BODY is given away. */
json_t *at_table_post(const struct draft *draft, int who, const char *rest, json_t *body);

/* What everybody may GET below the game, for the caller to free. */
json_t *at_table_get(const struct draft *draft, const char *rest);

/* A body of POST …/units. */
json_t *at_table_units(const char *player, const char *unit, int count, const char *change);

/* The action of that name that VIEW's player is offered; borrowed, NULL if there is none. */
const json_t *at_table_offered(const json_t *view, const char *name);

#endif
