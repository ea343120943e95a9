#include "rules/defaults.h"

#include <string.h>

#include "rules/sealed.h"
#include "rules/turns.h"

/* The game waits for somebody else, or for nobody. */
static enum refusal not_waited_for(const struct step_rules *rules)
{
    return rules->sealed || rules->any_order ? REFUSED_ALREADY_DONE : REFUSED_NOT_YOUR_TURN;
}

uint8_t turn_number_of(const struct game *game, uint8_t player)
{
    const struct step_rules *rules = open_rules(game);
    bool several_turns = rules != NULL && rules->turn_number != NULL;
    return several_turns ? rules->turn_number(game, player) : game->table.players[player].round;
}

static void seal_default(const struct desk *desk, const struct occasion *occasion,
                         struct commit_command *commit)
{
    static const uint8_t not_drawn_yet[SEAL_BYTES];
    struct pick pick = {0};
    (void)pick_of(&commit->cards, not_drawn_yet, &pick);
    desk->dealer->seal(desk->dealer->context, occasion, &pick, commit->commitment);
    memcpy(commit->nonce, pick.nonce, sizeof commit->nonce);
    commit->automatic = true;
}

enum refusal decide_default(struct desk *desk, uint8_t player)
{
    const struct game *game = &desk->game;
    const struct step_rules *rules = open_rules(game);
    if (rules == NULL)
        return REFUSED_WRONG_STEP;
    if (player >= game->setup.players)
        return REFUSED_NOT_FOUND;
    enum action action = waited_for(game, player);
    if (action == ACTION_NONE)
        return not_waited_for(rules);
    if (action == ACTION_REVEAL)
        void_pick(desk, player);

    const struct occasion occasion = {.epoch = game->table.epoch,
                                      .step = game->table.step,
                                      .round = game->table.players[player].round,
                                      .player = player};
    uint32_t count = (uint32_t)choice_count(game, player);
    uint32_t index = desk->dealer->choose(desk->dealer->context, &occasion, count);
    struct command command = nth_choice(game, player, index);
    if (rules->sealed) {
        seal_default(desk, &occasion, &command.commit);
        return decide_commit(desk, player, &command.commit);
    }
    command.automatic = true;
    return decide_turn(desk, &command);
}
