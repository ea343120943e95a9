#include "rules/fits_in_play.h"

#include <string.h>

#include "rules/blockades.h"
#include "rules/captures.h"
#include "rules/cards.h"
#include "rules/play.h"
#include "rules/spliced_cards.h"
#include "rules/splices.h"
#include "rules/tableau.h"
#include "rules/transactions.h"
#include "rules/units.h"

static bool fits_gained(const struct game *game, const struct cards_moved *cards)
{
    if (!takes_part_in_play(game, cards->player) || cards->count == 0)
        return false;
    for (uint8_t i = 0; i < cards->count; i++) {
        if (!lies_in_deck(&game->table, cards->cards[i]) ||
            cards_contain(cards->cards, i, cards->cards[i]))
            return false;
    }
    return true;
}

/* COUNT cards, all different, which lie before the player. */
static bool are_in_tableau(const struct game *game, const struct cards_moved *cards)
{
    if (!takes_part_in_play(game, cards->player))
        return false;
    const struct tableau *tableau = &game->table.players[cards->player].tableau;
    for (uint8_t i = 0; i < cards->count; i++) {
        if (!tableau_has(tableau, cards->cards[i]) ||
            cards_contain(cards->cards, i, cards->cards[i]))
            return false;
    }
    return cards->count > 0;
}

static bool fits_lost(const struct game *game, const struct cards_moved *cards)
{
    return cards->count == 1 && are_in_tableau(game, cards);
}

static bool fits_exhausted(const struct game *game, const struct cards_moved *cards)
{
    return fits_lost(game, cards) && card_kind_of(cards->cards[0]) == CARD_GENOME;
}

static bool fits_splice_opened(const struct game *game, const struct open_splice *splice)
{
    const struct in_play *in_play = &game->table.in_play;
    if (in_play->splicing || splice->number != in_play->splices + 1 || splice->taken_count > 0 ||
        splice->participant_count == 0 || splice->card_count == 0 ||
        splice->card_count > splice->participant_count + 1)
        return false;
    for (uint8_t i = 0; i < splice->participant_count; i++) {
        uint8_t player = splice->participants[i];
        if (!takes_part_in_play(game, player) || memchr(splice->participants, player, i) != NULL)
            return false;
    }
    for (uint8_t i = 0; i < splice->card_count; i++) {
        uint16_t card = splice->cards[i];
        if (!lies_in_deck(&game->table, card) || card_kind_of(card) != splice->kind ||
            cards_contain(splice->cards, i, card))
            return false;
    }
    return true;
}

static bool fits_splice_taken(const struct game *game, const struct splice_taken *taken)
{
    const struct in_play *in_play = &game->table.in_play;
    if (!in_play->splicing || taken->number != in_play->splice.number ||
        taken->player != next_taker(in_play))
        return false;
    struct choices choices = {0};
    take_options(game, taken->player, &choices);
    return cards_contain(choices.options, choices.count, taken->card);
}

/* What was not taken goes back, and nothing else. */
static bool fits_splice_closed(const struct game *game, const struct splice_closed *closed)
{
    const struct in_play *in_play = &game->table.in_play;
    if (!in_play->splicing || closed->number != in_play->splice.number ||
        closed->count != in_play->splice.card_count)
        return false;
    for (uint8_t i = 0; i < closed->count; i++) {
        if (!cards_contain(in_play->splice.cards, in_play->splice.card_count, closed->cards[i]) ||
            cards_contain(closed->cards, i, closed->cards[i]))
            return false;
    }
    return true;
}

static bool fits_proposed(const struct game *game, const struct transaction *transaction)
{
    const struct in_play *in_play = &game->table.in_play;
    struct propose_command proposal = {.captor = transaction->captor, .owner = transaction->owner};
    memcpy(proposal.units, transaction->units, sizeof proposal.units);
    return in_play->transaction_count < TRANSACTIONS_MAX &&
           transaction->number == in_play->transactions_made + 1 &&
           (transaction->proposer == PLAYER_NONE || is_party(transaction, transaction->proposer)) &&
           check_proposal(game, &proposal) == ACCEPTED;
}

static bool fits_blockade(const struct game *game, const struct blockade *blockade)
{
    return blockade->number == game->table.in_play.blockades_begun + 1 &&
           check_blockade(game, blockade->blockader, blockade->blockaded) == ACCEPTED;
}

bool fits_in_play(const struct game *game, const struct event *event)
{
    const struct event_public *part = &event->public_part;
    const struct in_play *in_play = &game->table.in_play;
    if (game->table.stage != STAGE_PLAYING)
        return false;
    switch (event->type) {
    case EVENT_STATUS_PHASE:
        return part->play_round == game->table.play_round + 1;
    case EVENT_CARDS_GAINED:
        return fits_gained(game, &part->cards);
    case EVENT_CARD_LOST:
        return fits_lost(game, &part->cards);
    case EVENT_CARD_KEPT:
        return are_in_tableau(game, &part->cards);
    case EVENT_GENOME_EXHAUSTED:
        return fits_exhausted(game, &part->cards);
    case EVENT_SPLICE_OPENED:
        return fits_splice_opened(game, &part->splice);
    case EVENT_SPLICE_TAKEN:
        return fits_splice_taken(game, &part->taken);
    case EVENT_SPLICE_CLOSED:
        return fits_splice_closed(game, &part->closed);
    case EVENT_UNIT_CHANGED:
        return check_unit_change(game, &part->units) == ACCEPTED;
    case EVENT_UNIT_CAPTURED:
        return check_capture(game, &part->capture) == ACCEPTED;
    case EVENT_UNIT_RETURNED:
        return are_captured(game, &part->unit_return);
    case EVENT_TRANSACTION_PROPOSED:
        return fits_proposed(game, &part->transaction);
    case EVENT_TRANSACTION_ACCEPTED:
    case EVENT_TRANSACTION_DECLINED:
    case EVENT_TRANSACTION_WITHDRAWN:
    case EVENT_TRANSACTION_EXPIRED:
        return transaction_find(in_play, part->number) != NULL;
    case EVENT_BLOCKADE_BEGUN:
        return fits_blockade(game, &part->blockade);
    case EVENT_BLOCKADE_ENDED:
        return blockade_find(in_play, part->number) != NULL;
    case EVENT_PLAYER_ELIMINATED:
        return takes_part_in_play(game, part->eliminated);
    default:
        return false;
    }
}
