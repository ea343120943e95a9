#include "service/engine/waiting.h"

#include <string.h>

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

static bool is_waited_on(const struct record *record, uint8_t player)
{
    return waited_for(&record->game, player) != ACTION_NONE;
}

uint8_t waited_on_as_before(const struct record *before, const struct record *after)
{
    uint8_t players = 0;
    for (uint8_t player = 0; player < before->game.setup.players; player++)
        if (is_waited_on(before, player) == is_waited_on(after, player) &&
            strcmp(before->people[player].external_id, after->people[player].external_id) == 0)
            players = (uint8_t)(players | 1u << player);
    return players;
}
