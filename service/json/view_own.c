/*
 * The member "you": what the caller alone sees and may do.
 */
#include "service/json/parts.h"
#include "service/json/view_parts.h"

static void write_kept(struct json_writer *writer, const struct own_view *own)
{
    write_key(writer, "kept");
    write_object(writer);
    for (enum card_kind kind = CARD_ABILITY; kind <= CARD_GENOME; kind++) {
        write_key(writer, card_kind_id(kind));
        write_array(writer);
        for (size_t i = 0; i < own->facedown_count; i++)
            if (card_kind_of(own->facedown[i]) == kind)
                write_card(writer, own->facedown[i]);
        write_array_end(writer);
    }
    write_object_end(writer);
}

static void write_sealed(struct json_writer *writer, const struct view *view)
{
    const struct seal *seal = &view->own.seal;
    write_key(writer, "sealed");
    if (seal->state == SEAL_NONE) {
        write_nothing(writer);
        return;
    }
    write_object(writer);
    write_member_word(writer, "step", step_id(view->step));
    write_member_number(writer, "round", view->own.round);
    write_member_hex(writer, "commitment", seal->commitment, SEAL_BYTES);
    if (seal->state == SEAL_WITHHELD) {
        write_member_null(writer, "cards");
        write_member_null(writer, "nonce");
    } else {
        write_key(writer, "cards");
        write_cards(writer, seal->pick.cards, seal->pick.count);
        write_member_hex(writer, "nonce", seal->pick.nonce, SEAL_BYTES);
    }
    write_object_end(writer);
}

static void write_past(struct json_writer *writer, const struct past_pick *past)
{
    write_object(writer);
    write_member_word(writer, "step", step_id(past->step));
    write_member_number(writer, "round", past->round);
    write_key(writer, "hand");
    write_cards(writer, past->hand, past->hand_count);
    write_key(writer, "picked");
    write_card(writer, past->pick.cards[0]);
    write_member_flag(writer, "automatic", past->automatic);
    write_member_hex(writer, "commitment", past->commitment, SEAL_BYTES);
    write_member_hex(writer, "nonce", past->pick.nonce, SEAL_BYTES);
    write_object_end(writer);
}

/* The starting cards are four at once and face up: they stand in the tableau. */
static void write_history(struct json_writer *writer, const struct own_view *own)
{
    write_key(writer, "history");
    write_array(writer);
    for (size_t i = 0; i < own->past_count; i++)
        if (own->past[i].step != STEP_STARTING_CARDS)
            write_past(writer, &own->past[i]);
    write_array_end(writer);
}

static void write_player_role(struct json_writer *writer, const struct view_sheet *sheet)
{
    const struct view *view = &sheet->view;
    write_member_word(writer, "role", "player");
    write_key(writer, "player");
    write_player(writer, view->viewer.player);
    write_key(writer, "hand");
    write_cards(writer, view->own.hand, view->own.hand_count);
    write_key(writer, "facedown");
    write_cards(writer, view->own.facedown, view->own.facedown_count);
    write_key(writer, "tiles");
    write_tile_hand(writer, &view->own.tiles);
    write_kept(writer, &view->own);
    write_sealed(writer, view);
    write_history(writer, &view->own);
    write_key(writer, "undo");
    write_undo(writer, sheet);
}

void write_you(struct json_writer *writer, const struct view_sheet *sheet)
{
    if (sheet->audience == AUDIENCE_PUBLIC) {
        write_nothing(writer);
        return;
    }
    write_object(writer);
    if (sheet->audience >= AUDIENCE_PLAYER)
        write_player_role(writer, sheet);
    else
        write_member_word(writer, "role", audience_id(sheet->audience));
    write_key(writer, "actions");
    write_actions(writer, sheet);
    write_object_end(writer);
}
