#include "service/record/orders.h"

bool orders_possible(enum step step)
{
    return step > STEP_NONE && step < STEPS && step != STEP_GALAXY && step != STEP_STARTING_UNITS;
}

/* Where WISH stands among what can be chosen; their count when it cannot be. */
static uint8_t place_of(const struct choices *choices, uint16_t wish)
{
    uint8_t place = 0;
    while (place < choices->count && choices->options[place] != wish)
        place++;
    return place;
}

/* The place of the best of WISHES, the count of choices when none of them can be had. */
static uint8_t best_of(const struct wishes *wishes, const struct choices *choices)
{
    for (uint8_t i = 0; i < wishes->count; i++) {
        uint8_t place = place_of(choices, wishes->list[i]);
        if (place < choices->count)
            return place;
    }
    return choices->count;
}

static uint8_t best_of_kinds(const struct orders *orders, const struct choices *choices)
{
    for (size_t i = 0; i < SPLICED_KINDS; i++) {
        uint8_t place = best_of(&orders->of_kind[orders->kinds[i]], choices);
        if (place < choices->count)
            return place;
    }
    return choices->count;
}

/* As many as are to be chosen of a kind; false when fewer of the wishes can be had. */
static bool take_of_kind(const struct wishes *wishes, const struct choices *choices, uint8_t wanted,
                         struct sent_cards *cards)
{
    for (uint8_t i = 0; i < wishes->count && wanted > 0; i++) {
        if (place_of(choices, wishes->list[i]) == choices->count)
            continue;
        cards->cards[cards->count++] = wishes->list[i];
        wanted--;
    }
    return wanted == 0;
}

static bool keep_best(const struct orders *orders, const struct choices *choices,
                      struct sent_cards *ret_cards)
{
    *ret_cards = (struct sent_cards){.count = 0};
    for (enum card_kind kind = CARD_ABILITY; kind <= CARD_GENOME; kind++)
        if (!take_of_kind(&orders->of_kind[kind], choices, choices->choose[kind], ret_cards))
            return false;
    return true;
}

bool orders_command(const struct orders *orders, const struct game *game, uint8_t player,
                    struct command *ret_command)
{
    struct choices choices = options_for(game, player);
    if (game->table.step != orders->step || !orders_possible(orders->step) || choices.again ||
        choices.action == ACTION_NONE || choices.action == ACTION_REVEAL)
        return false;
    if (orders->step == STEP_STARTING_CARDS) {
        *ret_command = first_choice(game, player);
        return keep_best(orders, &choices, &ret_command->commit.cards);
    }
    uint8_t place = orders->step == STEP_SPLICE ? best_of_kinds(orders, &choices)
                                                : best_of(&orders->any, &choices);
    if (place == choices.count)
        return false;
    *ret_command = nth_choice(game, player, place);
    return true;
}
