#include "rules/spliced_cards.h"

#include "rules/cards.h"
#include "rules/epochs.h"
#include "rules/play.h"
#include "rules/sealed.h"
#include "rules/tableau.h"

bool lies_in_deck(const struct table *table, uint16_t card)
{
    if (card == CARD_NONE || card_kind_of(card) == CARD_FACTION)
        return false;
    const struct pile *deck = deck_in(table, card_kind_of(card));
    return deck != NULL && cards_contain(deck->cards, deck->count, card);
}

enum refusal decide_gain(struct desk *desk, const struct command *command)
{
    const struct gain_command *gain = &command->gain;
    if (gain->cards.count == 0 || check_number(&gain->cards, gain->cards.count) != ACCEPTED)
        return REFUSED_WRONG_COUNT;
    if (gain->names_echo || !takes_part_in_play(&desk->game, gain->player))
        return REFUSED_ILLEGAL_TARGET;
    struct event event = table_event(EVENT_CARDS_GAINED, command->player);
    struct cards_moved *cards = &event.public_part.cards;
    cards->player = gain->player;
    for (uint8_t i = 0; i < gain->cards.count; i++) {
        if (!lies_in_deck(&desk->game.table, gain->cards.cards[i]))
            return REFUSED_CARD_NOT_AVAILABLE;
        cards_add(cards->cards, &cards->count, gain->cards.cards[i]);
    }
    desk_emit(desk, &event);
    return ACCEPTED;
}

void apply_cards_gained(struct game *game, const struct cards_moved *cards)
{
    for (uint8_t i = 0; i < cards->count; i++) {
        struct pile *deck = deck_of(&game->table, card_kind_of(cards->cards[i]));
        cards_remove(deck->cards, &deck->count, cards->cards[i]);
        tableau_add(&game->table.players[cards->player].tableau, cards->cards[i]);
    }
}

/* A technology of the King has no deck: it is set aside again, and nothing is shuffled. */
enum refusal decide_lose(struct desk *desk, const struct command *command)
{
    const struct lose_command *lose = &command->lose;
    if (lose->names_echo || !takes_part_in_play(&desk->game, lose->player))
        return REFUSED_ILLEGAL_TARGET;
    if (!tableau_has(&desk->game.table.players[lose->player].tableau, lose->card))
        return REFUSED_CARD_NOT_AVAILABLE;
    struct event event = table_event(EVENT_CARD_LOST, command->player);
    event.public_part.cards =
        (struct cards_moved){.player = lose->player, .count = 1, .cards = {lose->card}};
    desk_emit(desk, &event);
    return card_kind_of(lose->card) == CARD_KING_TECHNOLOGY ? ACCEPTED : end_epoch(desk);
}

void apply_card_lost(struct game *game, const struct cards_moved *cards)
{
    tableau_remove(&game->table.players[cards->player].tableau, cards->cards[0]);
    deck_put_back(&game->table, cards->cards[0]);
}

/* Who chooses by COMMAND: its player or, for the host, whoever has to choose among cards of which
 * this is one. PLAYER_NONE: nobody. */
static uint8_t keeper(const struct game *game, const struct command *command)
{
    uint16_t together[UPGRADES_MAX];
    if (command->player != PLAYER_NONE)
        return command->player;
    uint8_t player = 0;
    while (player < game->setup.players &&
           conflicting_upgrades(game, player, command->kept_card, together) == 0)
        player++;
    return player < game->setup.players ? player : PLAYER_NONE;
}

static bool somebody_has_to_keep(const struct game *game)
{
    unsigned slots = 0;
    for (uint8_t player = 0; player < game->setup.players; player++)
        slots += slots_in_conflict(game, player);
    return slots > 0;
}

enum refusal decide_keep(struct desk *desk, const struct command *command)
{
    const struct game *game = &desk->game;
    bool due = command->player == PLAYER_NONE ? somebody_has_to_keep(game)
                                              : slots_in_conflict(game, command->player) > 0;
    if (!due)
        return REFUSED_WRONG_STEP;
    uint8_t player = keeper(game, command);
    uint16_t together[UPGRADES_MAX];
    uint8_t count = player == PLAYER_NONE
                        ? 0
                        : conflicting_upgrades(game, player, command->kept_card, together);
    if (count == 0)
        return REFUSED_CARD_NOT_AVAILABLE;
    struct event event = table_event(EVENT_CARD_KEPT, command->player);
    struct cards_moved *cards = &event.public_part.cards;
    *cards = (struct cards_moved){.player = player, .count = 1, .cards = {command->kept_card}};
    for (uint8_t i = 0; i < count; i++) {
        if (together[i] != command->kept_card)
            cards_add(cards->cards, &cards->count, together[i]);
    }
    desk_emit(desk, &event);
    return end_epoch(desk);
}

void apply_card_kept(struct game *game, const struct cards_moved *cards)
{
    for (uint8_t i = 1; i < cards->count; i++) {
        tableau_remove(&game->table.players[cards->player].tableau, cards->cards[i]);
        deck_put_back(&game->table, cards->cards[i]);
    }
}

static bool has_genome(const struct game *game, uint8_t player, uint16_t card)
{
    const struct tableau *tableau = &game->table.players[player].tableau;
    return cards_contain(tableau->genomes, tableau->genome_count, card);
}

uint8_t genome_user(const struct game *game, const struct command *command)
{
    if (command->player != PLAYER_NONE)
        return has_genome(game, command->player, command->genome) ? command->player : PLAYER_NONE;
    uint8_t player = 0;
    while (player < game->setup.players && !has_genome(game, player, command->genome))
        player++;
    return player < game->setup.players ? player : PLAYER_NONE;
}

static bool *exhausted(struct game *game, uint8_t player, uint16_t card)
{
    struct tableau *tableau = &game->table.players[player].tableau;
    uint8_t i = 0;
    while (tableau->genomes[i] != card)
        i++;
    return &tableau->exhausted[i];
}

enum refusal decide_exhaust(struct desk *desk, const struct command *command)
{
    uint8_t player = genome_user(&desk->game, command);
    if (player == PLAYER_NONE)
        return REFUSED_CARD_NOT_AVAILABLE;
    if (!takes_part_in_play(&desk->game, player))
        return REFUSED_ILLEGAL_TARGET;
    if (*exhausted(&desk->game, player, command->genome))
        return REFUSED_EXHAUSTED;
    struct event event = table_event(EVENT_GENOME_EXHAUSTED, command->player);
    event.public_part.cards =
        (struct cards_moved){.player = player, .count = 1, .cards = {command->genome}};
    desk_emit(desk, &event);
    return ACCEPTED;
}

void apply_genome_exhausted(struct game *game, const struct cards_moved *cards)
{
    *exhausted(game, cards->player, cards->cards[0]) = true;
}

/* Every genome of every player is readied, and the next round begins. */
enum refusal decide_status_phase(struct desk *desk)
{
    struct event event = table_event(EVENT_STATUS_PHASE, PLAYER_NONE);
    event.public_part.play_round = desk->game.table.play_round + 1;
    desk_emit(desk, &event);
    return ACCEPTED;
}

void apply_status_phase(struct game *game, uint32_t round)
{
    game->table.play_round = round;
    for (uint8_t player = 0; player < game->setup.players; player++) {
        struct tableau *tableau = &game->table.players[player].tableau;
        for (uint8_t i = 0; i < tableau->genome_count; i++)
            tableau->exhausted[i] = false;
    }
}
