#include "service/engine/waiting.h"

/* Whether what PLAYER is waited on for is the same as before. */
static bool goes_on(const struct record *before, const struct record *after, uint8_t player)
{
    const struct table *was = &before->game.table;
    const struct table *is = &after->game.table;
    return was->step == is->step && was->round == is->round &&
           was->players[player].round == is->players[player].round &&
           waited_for(&before->game, player) == waited_for(&after->game, player) &&
           before->people[player].waiting_since == after->people[player].waiting_since;
}

uint8_t newly_waited_on(const struct record *before, const struct record *after)
{
    uint8_t players = 0;
    for (uint8_t player = 0; !after->game.paused && player < after->game.setup.players; player++)
        if (waited_for(&after->game, player) != ACTION_NONE &&
            (before->game.paused || !goes_on(before, after, player)))
            players = (uint8_t)(players | 1u << player);
    return players;
}
