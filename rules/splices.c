#include "rules/splices.h"

#include "rules/cards.h"
#include "rules/epochs.h"
#include "rules/play.h"
#include "rules/tableau.h"

static uint8_t place_of(const struct open_splice *splice, uint8_t player)
{
    uint8_t place = 0;
    while (place < splice->participant_count && splice->participants[place] != player)
        place++;
    return place;
}

bool is_participant(const struct open_splice *splice, uint8_t player)
{
    return place_of(splice, player) < splice->participant_count;
}

uint8_t next_taker(const struct in_play *in_play)
{
    const struct open_splice *splice = &in_play->splice;
    bool goes_on = in_play->splicing && splice->taken_count < splice->participant_count;
    return goes_on ? splice->participants[splice->taken_count] : PLAYER_NONE;
}

static bool is_named(const struct splice_command *command, uint8_t count, uint8_t player)
{
    for (uint8_t i = 0; i < count; i++) {
        if (command->participants[i] == player)
            return true;
    }
    return false;
}

static enum refusal check_participants(const struct game *game,
                                       const struct splice_command *command, uint8_t initiator)
{
    for (uint8_t i = 0; i < command->count; i++) {
        if (is_named(command, i, command->participants[i]))
            return REFUSED_WRONG_COUNT;
    }
    if (!is_named(command, command->count, initiator))
        return REFUSED_WRONG_COUNT;
    for (uint8_t i = 0; i < command->count; i++) {
        if (!takes_part_in_play(game, command->participants[i]))
            return REFUSED_ILLEGAL_TARGET;
    }
    return ACCEPTED;
}

/* The participants from INITIATOR on, counter-clockwise: to the right. */
static void arrange_takers(const struct game *game, const struct splice_command *command,
                           uint8_t initiator, struct open_splice *ret_splice)
{
    uint8_t players = game->setup.players;
    uint8_t seat = 0;
    while (game->table.seats[seat] != initiator)
        seat++;
    for (uint8_t i = 0; i < players; i++) {
        uint8_t player = game->table.seats[(seat + players - i) % players];
        if (is_named(command, command->count, player))
            ret_splice->participants[ret_splice->participant_count++] = player;
    }
}

/* One card more than participants, or as many as there are. */
static void turn_up_cards(const struct pile *deck, struct open_splice *ret_splice)
{
    while (ret_splice->card_count <= ret_splice->participant_count &&
           ret_splice->card_count < deck->count)
        cards_add(ret_splice->cards, &ret_splice->card_count, deck->cards[ret_splice->card_count]);
}

enum refusal decide_splice(struct desk *desk, const struct command *command)
{
    const struct splice_command *sent = &command->splice;
    struct in_play *in_play = &desk->game.table.in_play;
    if (sent->count == 0)
        return REFUSED_WRONG_COUNT;
    uint8_t initiator = command->player == PLAYER_NONE ? sent->participants[0] : command->player;
    enum refusal refusal = check_participants(&desk->game, sent, initiator);
    if (refusal != ACCEPTED)
        return refusal;
    const struct pile *deck = deck_of(&desk->game.table, sent->kind);
    if (deck == NULL || deck->count == 0 || sent->kind == CARD_FACTION)
        return REFUSED_CARD_NOT_AVAILABLE;
    struct event event = table_event(EVENT_SPLICE_OPENED, command->player);
    struct open_splice *splice = &event.public_part.splice;
    *splice = (struct open_splice){.number = in_play->splices + 1, .kind = sent->kind};
    arrange_takers(&desk->game, sent, initiator, splice);
    turn_up_cards(deck, splice);
    desk_emit(desk, &event);
    return ACCEPTED;
}

void apply_splice_opened(struct game *game, const struct open_splice *splice)
{
    struct in_play *in_play = &game->table.in_play;
    struct pile *deck = deck_of(&game->table, splice->kind);
    in_play->splices = splice->number;
    in_play->splicing = true;
    in_play->splice = *splice;
    for (uint8_t i = 0; i < splice->card_count; i++)
        cards_remove(deck->cards, &deck->count, splice->cards[i]);
}

enum refusal check_taker(const struct game *game, const struct command *command)
{
    const struct in_play *in_play = &game->table.in_play;
    const struct open_splice *splice = &in_play->splice;
    uint32_t number = command->take.number;
    if (number == 0 || number > in_play->splices)
        return REFUSED_NOT_FOUND;
    if (!in_play->splicing || number != splice->number)
        return REFUSED_WRONG_STEP;
    if (command->player == PLAYER_NONE)
        return ACCEPTED;
    uint8_t place = place_of(splice, command->player);
    if (place < splice->taken_count)
        return REFUSED_ALREADY_DONE;
    return place == splice->taken_count ? ACCEPTED : REFUSED_NOT_YOUR_TURN;
}

void take_options(const struct game *game, uint8_t player, struct choices *ret_choices)
{
    const struct open_splice *splice = &game->table.in_play.splice;
    for (uint8_t i = 0; i < splice->card_count; i++)
        cards_add(ret_choices->options, &ret_choices->count, splice->cards[i]);
    if (game->setup.options.inaugural_faction_tech) {
        const struct tableau *tableau = &game->table.players[player].tableau;
        struct pile technologies = pile_of_kind(CARD_KING_TECHNOLOGY, true);
        for (uint8_t i = 0; i < technologies.count; i++) {
            if (!tableau_has(tableau, technologies.cards[i]))
                cards_add(ret_choices->options, &ret_choices->count, technologies.cards[i]);
        }
    }
    cards_sort(ret_choices->options, ret_choices->count);
    ret_choices->choose[0] = 1;
    ret_choices->number = splice->number;
}

enum refusal decide_take(struct desk *desk, const struct command *command)
{
    uint8_t player = next_taker(&desk->game.table.in_play);
    struct choices choices = {0};
    take_options(&desk->game, player, &choices);
    if (!cards_contain(choices.options, choices.count, command->take.card))
        return REFUSED_CARD_NOT_AVAILABLE;
    struct event event = table_event(EVENT_SPLICE_TAKEN, command->player);
    event.public_part.taken = (struct splice_taken){
        .number = command->take.number, .player = player, .card = command->take.card};
    desk_emit(desk, &event);
    return close_finished_splice(desk);
}

void apply_splice_taken(struct game *game, const struct splice_taken *taken)
{
    struct open_splice *splice = &game->table.in_play.splice;
    cards_remove(splice->cards, &splice->card_count, taken->card);
    splice->taken[splice->taken_count++] = taken->card;
    tableau_add(&game->table.players[taken->player].tableau, taken->card);
}

enum refusal close_finished_splice(struct desk *desk)
{
    const struct in_play *in_play = &desk->game.table.in_play;
    const struct open_splice *splice = &in_play->splice;
    if (!in_play->splicing ||
        (splice->taken_count < splice->participant_count && splice->card_count > 0))
        return ACCEPTED;
    struct event event = automatic_event(EVENT_SPLICE_CLOSED);
    struct splice_closed *closed = &event.public_part.closed;
    closed->number = splice->number;
    for (uint8_t i = 0; i < splice->card_count; i++)
        cards_add(closed->cards, &closed->count, splice->cards[i]);
    desk_emit(desk, &event);
    return closed->count > 0 ? end_epoch(desk) : ACCEPTED;
}

void apply_splice_closed(struct game *game, const struct splice_closed *closed)
{
    struct in_play *in_play = &game->table.in_play;
    in_play->splicing = false;
    in_play->splice = (struct open_splice){0};
    for (uint8_t i = 0; i < closed->count; i++)
        deck_put_back(&game->table, closed->cards[i]);
}

void leave_splice(struct open_splice *splice, uint8_t player)
{
    uint8_t place = place_of(splice, player);
    if (place < splice->taken_count || place == splice->participant_count)
        return;
    splice->participant_count--;
    for (; place < splice->participant_count; place++)
        splice->participants[place] = splice->participants[place + 1];
}
