/*
 * Writing of the events of the game in play.
 */
#include "service/json/event_play.h"
#include "service/json/play_parts.h"

const char *play_event_name(enum event_type type)
{
    static const char *const names[EVENT_TYPES] = {
        [EVENT_STATUS_PHASE] = "round.begun",
        [EVENT_CARDS_GAINED] = "card.gained",
        [EVENT_CARD_LOST] = "card.lost",
        [EVENT_CARD_KEPT] = "card.kept",
        [EVENT_GENOME_EXHAUSTED] = "genome.exhausted",
        [EVENT_SPLICE_OPENED] = "splice.opened",
        [EVENT_SPLICE_TAKEN] = "splice.taken",
        [EVENT_SPLICE_CLOSED] = "splice.closed",
        [EVENT_UNIT_CHANGED] = "unit.changed",
        [EVENT_UNIT_CAPTURED] = "unit.captured",
        [EVENT_UNIT_RETURNED] = "unit.returned",
        [EVENT_TRANSACTION_PROPOSED] = "transaction.proposed",
        [EVENT_TRANSACTION_ACCEPTED] = "transaction.accepted",
        [EVENT_TRANSACTION_DECLINED] = "transaction.declined",
        [EVENT_TRANSACTION_WITHDRAWN] = "transaction.withdrawn",
        [EVENT_TRANSACTION_EXPIRED] = "transaction.expired",
        [EVENT_BLOCKADE_BEGUN] = "blockade.begun",
        [EVENT_BLOCKADE_ENDED] = "blockade.ended",
        [EVENT_PLAYER_ELIMINATED] = "player.eliminated",
    };
    return type < EVENT_TYPES ? names[type] : NULL;
}

static void write_member_player(struct json_writer *writer, const char *key, uint8_t player)
{
    write_key(writer, key);
    write_player(writer, player);
}

static void write_member_owner(struct json_writer *writer, uint8_t owner)
{
    write_key(writer, "owner");
    write_owner(writer, owner);
}

static void write_member_cards(struct json_writer *writer, const char *key, const uint16_t *cards,
                               size_t count)
{
    write_key(writer, key);
    write_cards(writer, cards, count);
}

static void write_member_card(struct json_writer *writer, uint16_t card)
{
    write_key(writer, "card");
    write_card(writer, card);
}

static void write_moved(struct json_writer *writer, enum event_type type,
                        const struct cards_moved *cards)
{
    if (type == EVENT_CARDS_GAINED)
        write_member_cards(writer, "cards", cards->cards, cards->count);
    else
        write_member_card(writer, cards->cards[0]);
    if (type == EVENT_CARD_KEPT)
        write_member_cards(writer, "discarded", cards->cards + 1, (size_t)(cards->count - 1));
    write_member_player(writer, "player", cards->player);
}

static void write_opened(struct json_writer *writer, const struct open_splice *splice)
{
    write_member_cards(writer, "cards", splice->cards, splice->card_count);
    write_member_text(writer, "kind", card_kind_id(splice->kind));
    write_member_number(writer, "n", splice->number);
    write_key(writer, "participants");
    write_players(writer, splice->participants, splice->participant_count);
}

static void write_taken(struct json_writer *writer, const struct splice_taken *taken)
{
    write_member_card(writer, taken->card);
    write_member_number(writer, "n", taken->number);
    write_member_player(writer, "player", taken->player);
}

static void write_change(struct json_writer *writer, const struct unit_change *change)
{
    write_member_text(writer, "change", change->produced ? "produced" : "destroyed");
    write_member_number(writer, "count", change->count);
    write_member_player(writer, "player", change->player);
    write_member_text(writer, "unit", unit_id(change->unit));
}

static void write_capture(struct json_writer *writer, const struct unit_capture *capture)
{
    write_member_player(writer, "captor", capture->captor);
    write_member_number(writer, "count", capture->count);
    write_member_text(writer, "figure", capture->shown_by_token ? "token" : "plastic");
    write_member_text(writer, "from", capture->from_reinforcements ? "reinforcements" : "board");
    write_member_owner(writer, capture->owner);
    write_member_text(writer, "unit", unit_id(capture->unit));
}

static void write_return(struct json_writer *writer, const struct unit_return *returned)
{
    write_member_player(writer, "captor", returned->captor);
    write_member_text(writer, "cause", return_cause_id(returned->cause));
    write_member_owner(writer, returned->owner);
    write_key(writer, "units");
    write_returned_units(writer, returned->units);
}

static void write_proposal(struct json_writer *writer, const struct transaction *transaction)
{
    write_member_player(writer, "captor", transaction->captor);
    write_member_number(writer, "n", transaction->number);
    write_member_owner(writer, transaction->owner);
    write_key(writer, "units");
    write_units(writer, transaction->units);
}

static void write_blockade(struct json_writer *writer, const struct blockade *blockade)
{
    write_member_player(writer, "blockaded", blockade->blockaded);
    write_member_player(writer, "blockader", blockade->blockader);
    write_member_number(writer, "n", blockade->number);
}

void write_play_data(struct json_writer *writer, const struct event *event)
{
    const struct event_public *part = &event->public_part;
    if (part->automatic)
        write_member_flag(writer, "automatic", true);
    switch (event->type) {
    case EVENT_STATUS_PHASE:
        write_member_number(writer, "round", part->play_round);
        break;
    case EVENT_CARDS_GAINED:
    case EVENT_CARD_LOST:
    case EVENT_CARD_KEPT:
    case EVENT_GENOME_EXHAUSTED:
        write_moved(writer, event->type, &part->cards);
        break;
    case EVENT_SPLICE_OPENED:
        write_opened(writer, &part->splice);
        break;
    case EVENT_SPLICE_TAKEN:
        write_taken(writer, &part->taken);
        break;
    case EVENT_SPLICE_CLOSED:
        write_member_number(writer, "n", part->closed.number);
        write_member_cards(writer, "returned", part->closed.cards, part->closed.count);
        break;
    case EVENT_UNIT_CHANGED:
        write_change(writer, &part->units);
        break;
    case EVENT_UNIT_CAPTURED:
        write_capture(writer, &part->capture);
        break;
    case EVENT_UNIT_RETURNED:
        write_return(writer, &part->unit_return);
        break;
    case EVENT_TRANSACTION_PROPOSED:
        write_proposal(writer, &part->transaction);
        break;
    case EVENT_BLOCKADE_BEGUN:
        write_blockade(writer, &part->blockade);
        break;
    case EVENT_PLAYER_ELIMINATED:
        write_member_player(writer, "player", part->eliminated);
        break;
    default: /* a transaction or blockade that is over */
        write_member_number(writer, "n", part->number);
        break;
    }
}
