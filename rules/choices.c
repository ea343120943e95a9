/*
 * What a player may choose: the single source of legal choices.
 */
#include <string.h>

#include "rules/adjacency.h"
#include "rules/cards.h"
#include "rules/play.h"
#include "rules/sealed.h"

enum action waited_for(const struct game *game, uint8_t player)
{
    if (game->table.stage == STAGE_PLAYING && player < game->setup.players)
        return waited_for_in_play(game, player);
    const struct step_rules *rules = open_rules(game);
    if (rules == NULL || player >= game->setup.players || !rules->takes_part(game, player))
        return ACTION_NONE;
    if (!rules->sealed)
        return rules->action;
    switch (game->table.players[player].seal.state) {
    case SEAL_NONE:
        return ACTION_COMMIT;
    case SEAL_WITHHELD:
        return game->table.round_closed ? ACTION_REVEAL : ACTION_NONE;
    case SEAL_OPEN:
        return ACTION_NONE;
    }
    return ACTION_NONE;
}

struct choices options_for(const struct game *game, uint8_t player)
{
    struct choices choices = {.action = ACTION_NONE};
    const struct step_rules *rules = open_rules(game);
    if (game->paused || player >= game->setup.players)
        return choices;
    choices.action = waited_for(game, player);
    if (rules == NULL) {
        options_in_play(game, player, &choices);
        return choices;
    }
    if (choices.action == ACTION_NONE && rules->sealed && rules->takes_part(game, player) &&
        may_commit_again(game, player)) {
        choices.action = ACTION_COMMIT;
        choices.again = true;
    }
    if (choices.action != ACTION_NONE && choices.action != ACTION_REVEAL)
        rules->options(game, player, &choices);
    return choices;
}

/* Every pick of four among at most HAND_MAX + 2 cards. */
enum { PICKS_OF_FOUR_MAX = 126 };

struct pick_list {
    size_t count;
    struct sent_cards picks[PICKS_OF_FOUR_MAX];
};

static bool pick_before(const struct sent_cards *left, const struct sent_cards *right)
{
    for (uint8_t i = 0; i < left->count; i++) {
        uint16_t left_rank = catalogue_cards[left->cards[i]].ascii_rank;
        uint16_t right_rank = catalogue_cards[right->cards[i]].ascii_rank;
        if (left_rank != right_rank)
            return left_rank < right_rank;
    }
    return false;
}

static void insert_pick(struct pick_list *list, const struct sent_cards *pick)
{
    size_t place = list->count++;
    while (place > 0 && pick_before(pick, &list->picks[place - 1])) {
        list->picks[place] = list->picks[place - 1];
        place--;
    }
    list->picks[place] = *pick;
}

/* The legal picks of several cards, in the ASCII order of their sorted lists. */
static void list_picks(const struct game *game, uint8_t player, const struct choices *choices,
                       struct pick_list *ret_list)
{
    ret_list->count = 0;
    for (unsigned subset = 0; subset < 1u << choices->count; subset++) {
        if (__builtin_popcount(subset) != PICK_MAX)
            continue;
        struct sent_cards pick = {0};
        for (uint8_t i = 0; i < choices->count; i++) {
            if (subset & 1u << i)
                pick.cards[pick.count++] = choices->options[i];
        }
        if (open_rules(game)->check_pick(game, player, &pick) == ACCEPTED)
            insert_pick(ret_list, &pick);
    }
}

static bool picks_several(const struct choices *choices)
{
    return choices->choose[CARD_ABILITY] > 0;
}

static size_t count_placements(const struct choices *choices)
{
    size_t count = 0;
    for (uint8_t i = 0; i < choices->count; i++)
        count += positions_count(choices->positions[i]);
    return count;
}

size_t choice_count(const struct game *game, uint8_t player)
{
    struct choices choices = options_for(game, player);
    if (choices.action == ACTION_NONE || choices.action == ACTION_REVEAL)
        return 0;
    if (choices.action == ACTION_STARTING_UNITS)
        return 1;
    if (choices.action == ACTION_TILE)
        return count_placements(&choices);
    if (choices.action != ACTION_COMMIT || !picks_several(&choices))
        return choices.count;
    struct pick_list list;
    list_picks(game, player, &choices, &list);
    return list.count;
}

static struct command commit_choice(const struct game *game, uint8_t player,
                                    const struct choices *choices, size_t index)
{
    struct command command = {.type = COMMAND_COMMIT, .player = player};
    command.commit.step = game->table.step;
    command.commit.round = game->table.players[player].round;
    command.commit.sealed_by = SEALED_BY_SERVER;
    if (picks_several(choices)) {
        struct pick_list list;
        list_picks(game, player, choices, &list);
        command.commit.cards = list.picks[index];
    } else {
        command.commit.cards = (struct sent_cards){.count = 1, .cards = {choices->options[index]}};
    }
    return command;
}

struct command nth_choice(const struct game *game, uint8_t player, size_t index)
{
    struct choices choices = options_for(game, player);
    if (choices.action == ACTION_COMMIT)
        return commit_choice(game, player, &choices, index);
    if (choices.action == ACTION_KEEP || choices.action == ACTION_TAKE)
        return choice_in_play(&choices, player, index);
    const struct step_rules *rules = open_rules(game);
    struct command command = {.type = rules->command, .player = player};
    rules->choose(&choices, index, &command);
    return command;
}

struct command first_choice(const struct game *game, uint8_t player)
{
    return nth_choice(game, player, 0);
}
