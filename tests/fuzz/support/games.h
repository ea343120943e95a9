/*
 * Games for a service to be asked about: one in its lobby, one in the faction draft with a sealed
 * pick in it, one in the splice, one in play, a private one in its lobby. Made once, in a data
 * folder that is copied for each start.
 */
#ifndef TESTS_FUZZ_SUPPORT_GAMES_H
#define TESTS_FUZZ_SUPPORT_GAMES_H

#include "tests/support/whole_service.h"

enum { GAMES = 5, GAME_PLAYERS = 3 };

struct games {
    char ids[GAMES][ULID_LENGTH + 1];
    char invites[GAMES][GAME_PLAYERS][INVITE_LENGTH + 1];
};

/* Lets the players of WHOLE, which has none yet, play them. */
void games_make(struct whole_service *whole, struct games *ret_games);

#endif
