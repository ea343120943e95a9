/*
 * What is under way in play: the open splice, blockades, transactions that wait for an answer.
 */
#include "service/json/play_parts.h"
#include "service/json/view_parts.h"

static void write_taken(struct json_writer *writer, const struct open_splice *splice)
{
    write_key(writer, "taken");
    write_array(writer);
    for (size_t i = 0; i < splice->taken_count; i++) {
        write_object(writer);
        write_key(writer, "player");
        write_player(writer, splice->participants[i]);
        write_key(writer, "card");
        write_card(writer, splice->taken[i]);
        write_object_end(writer);
    }
    write_array_end(writer);
}

static void write_splice(struct json_writer *writer, const struct in_play *in_play)
{
    const struct open_splice *splice = &in_play->splice;
    write_key(writer, "splice");
    if (!in_play->splicing) {
        write_nothing(writer);
        return;
    }
    write_object(writer);
    write_member_number(writer, "n", splice->number);
    write_member_word(writer, "kind", card_kind_id(splice->kind));
    write_key(writer, "participants");
    write_players(writer, splice->participants, splice->participant_count);
    write_key(writer, "cards");
    write_cards(writer, splice->cards, splice->card_count);
    write_taken(writer, splice);
    write_key(writer, "next");
    write_player(writer, splice->participants[splice->taken_count]);
    write_object_end(writer);
}

static void write_blockade(struct json_writer *writer, const struct blockade *blockade)
{
    write_object(writer);
    write_member_number(writer, "n", blockade->number);
    write_key(writer, "blockader");
    write_player(writer, blockade->blockader);
    write_key(writer, "blockaded");
    write_player(writer, blockade->blockaded);
    write_object_end(writer);
}

static void write_transaction(struct json_writer *writer, const struct transaction *transaction)
{
    write_object(writer);
    write_member_number(writer, "n", transaction->number);
    write_key(writer, "captor");
    write_player(writer, transaction->captor);
    write_key(writer, "owner");
    write_player(writer, transaction->owner);
    write_key(writer, "units");
    write_units(writer, transaction->units);
    write_key(writer, "proposer");
    write_player(writer, transaction->proposer);
    write_object_end(writer);
}

void write_under_way(struct json_writer *writer, const struct view *view)
{
    const struct in_play *in_play = &view->in_play;
    write_splice(writer, in_play);
    write_key(writer, "blockades");
    write_array(writer);
    for (size_t i = 0; i < in_play->blockade_count; i++)
        write_blockade(writer, &in_play->blockades[i]);
    write_array_end(writer);
    write_key(writer, "transactions");
    write_array(writer);
    for (size_t i = 0; i < in_play->transaction_count; i++)
        write_transaction(writer, &in_play->transactions[i]);
    write_array_end(writer);
}
