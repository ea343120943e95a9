#include "service/program/transcript_table.h"

#include <string.h>

static void command_of_cards(const struct event *event, struct command *command)
{
    const struct cards_moved *cards = &event->public_part.cards;
    switch (event->type) {
    case EVENT_CARDS_GAINED:
        command->type = COMMAND_GAIN;
        command->gain = (struct gain_command){.player = cards->player};
        command->gain.cards.count = cards->count;
        memcpy(command->gain.cards.cards, cards->cards, sizeof cards->cards);
        break;
    case EVENT_CARD_LOST:
        command->type = COMMAND_LOSE;
        command->lose = (struct lose_command){.player = cards->player, .card = cards->cards[0]};
        break;
    case EVENT_CARD_KEPT:
        command->type = COMMAND_KEEP;
        command->kept_card = cards->cards[0];
        break;
    default:
        command->type = COMMAND_EXHAUST;
        command->genome = cards->cards[0];
        break;
    }
}

static void command_of_splice(const struct event *event, struct command *command)
{
    const struct open_splice *splice = &event->public_part.splice;
    command->type = COMMAND_SPLICE;
    command->splice =
        (struct splice_command){.kind = splice->kind, .count = splice->participant_count};
    memcpy(command->splice.participants, splice->participants, sizeof splice->participants);
}

static void command_of_units(const struct event *event, struct command *command)
{
    const struct event_public *part = &event->public_part;
    switch (event->type) {
    case EVENT_UNIT_CHANGED:
        command->type = COMMAND_UNITS;
        command->units = part->units;
        break;
    case EVENT_UNIT_CAPTURED:
        command->type = COMMAND_CAPTURE;
        command->capture = part->capture;
        break;
    default:
        command->type = COMMAND_RETURN;
        command->unit_return = part->unit_return;
        break;
    }
}

static void command_of_proposal(const struct event *event, struct command *command)
{
    const struct transaction *transaction = &event->public_part.transaction;
    command->type = COMMAND_PROPOSE;
    command->propose =
        (struct propose_command){.captor = transaction->captor, .owner = transaction->owner};
    memcpy(command->propose.units, transaction->units, sizeof transaction->units);
}

static void command_of_answer(const struct event *event, struct command *command)
{
    command->type = COMMAND_ANSWER;
    command->answer = (struct answer_command){.number = event->public_part.number,
                                              .accepts = event->type == EVENT_TRANSACTION_ACCEPTED};
}

static void command_of_blockade(const struct event *event, struct command *command)
{
    const struct blockade *blockade = &event->public_part.blockade;
    command->type = COMMAND_BLOCKADE;
    command->blockade = (struct blockade_command){.blockader = blockade->blockader,
                                                  .blockaded = blockade->blockaded};
}

bool table_command(const struct event *event, struct command *ret_command)
{
    const struct event_public *part = &event->public_part;
    if (part->automatic)
        return false;
    switch (event->type) {
    case EVENT_CARDS_GAINED:
    case EVENT_CARD_LOST:
    case EVENT_CARD_KEPT:
    case EVENT_GENOME_EXHAUSTED:
        command_of_cards(event, ret_command);
        return true;
    case EVENT_SPLICE_OPENED:
        command_of_splice(event, ret_command);
        return true;
    case EVENT_SPLICE_TAKEN:
        ret_command->type = COMMAND_TAKE;
        ret_command->take =
            (struct take_command){.number = part->taken.number, .card = part->taken.card};
        return true;
    case EVENT_UNIT_CHANGED:
    case EVENT_UNIT_CAPTURED:
    case EVENT_UNIT_RETURNED:
        command_of_units(event, ret_command);
        return true;
    case EVENT_TRANSACTION_PROPOSED:
        command_of_proposal(event, ret_command);
        return true;
    case EVENT_TRANSACTION_ACCEPTED:
    case EVENT_TRANSACTION_DECLINED:
    case EVENT_TRANSACTION_WITHDRAWN:
        command_of_answer(event, ret_command);
        return true;
    case EVENT_BLOCKADE_BEGUN:
        command_of_blockade(event, ret_command);
        return true;
    case EVENT_BLOCKADE_ENDED:
        ret_command->type = COMMAND_END_BLOCKADE;
        ret_command->blockade_number = part->number;
        return true;
    case EVENT_PLAYER_ELIMINATED:
        ret_command->type = COMMAND_ELIMINATE;
        ret_command->eliminated = part->eliminated;
        return true;
    default:
        return false;
    }
}

/* Moves CARD up to PLACE, if it lies behind. */
static bool bring_up(struct pile *deck, uint8_t place, uint16_t card)
{
    for (uint8_t i = place; i < deck->count; i++) {
        if (deck->cards[i] != card)
            continue;
        memmove(&deck->cards[place + 1], &deck->cards[place],
                (size_t)(i - place) * sizeof deck->cards[0]);
        deck->cards[place] = card;
        return true;
    }
    return false;
}

uint32_t table_stack_splice(struct game *game, const struct open_splice *splice)
{
    struct pile *deck = splice->kind == CARD_ABILITY        ? &game->table.abilities
                        : splice->kind == CARD_UNIT_UPGRADE ? &game->table.upgrades
                                                            : &game->table.genomes;
    uint8_t place = 0;
    for (uint8_t i = 0; i < splice->card_count; i++)
        if (bring_up(deck, place, splice->cards[i]))
            place++;
    return place;
}
