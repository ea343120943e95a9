/*
 * What can be done at the table in play: first what a player is waited for, then all that the
 * player may do of the own accord; the host may do it for anybody. Bodies are described in
 * api/openapi.yaml.
 */
#include <stdio.h>

#include "service/json/parts.h"
#include "service/json/view_parts.h"

enum { REST_BYTES = 64 };

/* The beginning of an action, whose object stays open. */
static void begin_action(struct json_writer *writer, const struct view_sheet *sheet,
                         const char *action, const char *method, const char *rest)
{
    write_object(writer);
    write_member_word(writer, "action", action);
    write_member_word(writer, "method", method);
    write_href(writer, sheet->record, rest);
}

/* Nobody waits for a host. */
static void end_action(struct json_writer *writer, const struct view_sheet *sheet, bool required)
{
    if (sheet->audience >= AUDIENCE_PLAYER) {
        write_member_flag(writer, "required", required);
        write_member_null(writer, "deadline");
    }
    write_object_end(writer);
}

static void write_plain(struct json_writer *writer, const struct view_sheet *sheet,
                        const char *action, const char *rest)
{
    begin_action(writer, sheet, action, "POST", rest);
    end_action(writer, sheet, false);
}

/* An action on something numbered: "transactions/3/accept". The path says all, so that the example
 * of what is waited for has no members. */
static void write_numbered(struct json_writer *writer, const struct view_sheet *sheet,
                           const char *action, const char *format, uint32_t number, bool required)
{
    char rest[REST_BYTES];
    snprintf(rest, sizeof rest, format, number);
    begin_action(writer, sheet, action, "POST", rest);
    write_member_number(writer, "n", number);
    if (required) {
        write_key(writer, "example");
        write_object(writer);
        write_object_end(writer);
    }
    end_action(writer, sheet, required);
}

static void write_chosen(struct json_writer *writer, const struct view_sheet *sheet,
                         const char *action, const char *rest, const uint16_t *cards, size_t count)
{
    begin_action(writer, sheet, action, "POST", rest);
    write_member_number(writer, "choose", 1);
    write_key(writer, "options");
    write_cards(writer, cards, count);
    end_action(writer, sheet, false);
}

static void write_due(struct json_writer *writer, const struct view_sheet *sheet)
{
    const struct choices *choices = &sheet->view.own.choices;
    char rest[REST_BYTES] = "cards/keep";
    if (choices->action == ACTION_TAKE)
        snprintf(rest, sizeof rest, "splices/%u/take", choices->number);
    begin_action(writer, sheet, action_id(choices->action), "POST", rest);
    write_member_number(writer, "choose", choices->choose[0]);
    write_key(writer, "options");
    write_options(writer, choices);
    write_example(writer, &sheet->view.own);
    end_action(writer, sheet, true);
}

/* The other party's answers, and taking back what one proposed. */
static void write_transactions(struct json_writer *writer, const struct view_sheet *sheet)
{
    const struct in_play *in_play = &sheet->view.in_play;
    uint8_t player = sheet->view.viewer.player;
    for (size_t i = 0; i < in_play->transaction_count; i++) {
        uint32_t number = in_play->transactions[i].number;
        if (sheet->view.own.may_answer[i]) {
            write_numbered(writer, sheet, "accept", "transactions/%u/accept", number, true);
            write_numbered(writer, sheet, "decline", "transactions/%u/decline", number, true);
        } else if (in_play->transactions[i].proposer == player) {
            write_numbered(writer, sheet, "withdraw", "transactions/%u/decline", number, false);
        }
    }
}

static void write_own_cards(struct json_writer *writer, const struct view_sheet *sheet)
{
    const struct tableau *tableau = &sheet->view.player[sheet->view.viewer.player].tableau;
    uint16_t ready[GENOMES_MAX];
    size_t count = 0;
    for (size_t i = 0; i < tableau->genome_count; i++)
        if (!tableau->exhausted[i])
            ready[count++] = tableau->genomes[i];
    if (count > 0)
        write_chosen(writer, sheet, "exhaust", "genomes/{card}/exhaust", ready, count);

    uint16_t cards[ABILITIES_MAX + UPGRADES_MAX + GENOMES_MAX + 2];
    count = 0;
    for (size_t i = 0; i < tableau->ability_count; i++)
        cards[count++] = tableau->abilities[i];
    for (size_t i = 0; i < tableau->upgrade_count; i++)
        cards[count++] = tableau->upgrades[i];
    for (size_t i = 0; i < tableau->genome_count; i++)
        cards[count++] = tableau->genomes[i];
    for (size_t i = 0; i < tableau->technology_count; i++)
        cards[count++] = tableau->technologies[i];
    if (count > 0)
        write_chosen(writer, sheet, "lose", "cards/lose", cards, count);
}

/* The kinds of which a splice can turn cards up. */
static void write_splice(struct json_writer *writer, const struct view_sheet *sheet)
{
    const struct view *view = &sheet->view;
    const struct {
        enum card_kind kind;
        uint8_t left;
    } decks[] = {{CARD_ABILITY, view->deck_abilities},
                 {CARD_UNIT_UPGRADE, view->deck_upgrades},
                 {CARD_GENOME, view->deck_genomes}};
    if (view->in_play.splicing)
        return;
    begin_action(writer, sheet, "splice", "POST", "splices");
    write_key(writer, "options");
    write_array(writer);
    for (size_t i = 0; i < sizeof decks / sizeof decks[0]; i++)
        if (decks[i].left > 0)
            write_word(writer, card_kind_id(decks[i].kind));
    write_array_end(writer);
    end_action(writer, sheet, false);
}

/* What anybody may do at any time. */
static void write_common(struct json_writer *writer, const struct view_sheet *sheet)
{
    write_plain(writer, sheet, "gain", "cards/gain");
    write_splice(writer, sheet);
    write_plain(writer, sheet, "units", "units");
    write_plain(writer, sheet, "capture", "captures");
    write_plain(writer, sheet, "return", "captures/return");
    write_plain(writer, sheet, "transaction", "transactions");
    write_plain(writer, sheet, "blockade", "blockades");
}

static void write_end_blockades(struct json_writer *writer, const struct view_sheet *sheet)
{
    const struct in_play *in_play = &sheet->view.in_play;
    for (size_t i = 0; i < in_play->blockade_count; i++) {
        const struct blockade *blockade = &in_play->blockades[i];
        char rest[REST_BYTES];
        if (sheet->audience >= AUDIENCE_PLAYER &&
            blockade->blockader != sheet->view.viewer.player &&
            blockade->blockaded != sheet->view.viewer.player)
            continue;
        snprintf(rest, sizeof rest, "blockades/%u", blockade->number);
        begin_action(writer, sheet, "end_blockade", "DELETE", rest);
        write_member_number(writer, "n", blockade->number);
        end_action(writer, sheet, false);
    }
}

void write_player_table_actions(struct json_writer *writer, const struct view_sheet *sheet)
{
    const struct own_view *own = &sheet->view.own;
    if (own->choices.action == ACTION_KEEP || own->choices.action == ACTION_TAKE)
        write_due(writer, sheet);
    if (!own->at_table)
        return;
    write_transactions(writer, sheet);
    write_own_cards(writer, sheet);
    write_common(writer, sheet);
    write_end_blockades(writer, sheet);
}

/* The host takes for whoever is next. */
static void write_take(struct json_writer *writer, const struct view_sheet *sheet)
{
    const struct in_play *in_play = &sheet->view.in_play;
    char rest[REST_BYTES];
    if (!in_play->splicing)
        return;
    snprintf(rest, sizeof rest, "splices/%u/take", in_play->splice.number);
    write_plain(writer, sheet, "take", rest);
}

static void write_eliminate(struct json_writer *writer, const struct view_sheet *sheet)
{
    begin_action(writer, sheet, "eliminate", "POST", "players/{player}/eliminate");
    write_key(writer, "options");
    write_array(writer);
    for (uint8_t player = 0; player < sheet->view.players; player++)
        if (!sheet->view.player[player].eliminated)
            write_player(writer, player);
    write_array_end(writer);
    end_action(writer, sheet, false);
}

void write_host_table_actions(struct json_writer *writer, const struct view_sheet *sheet)
{
    const struct in_play *in_play = &sheet->view.in_play;
    write_plain(writer, sheet, "status_phase", "status_phase");
    write_eliminate(writer, sheet);
    write_plain(writer, sheet, "keep", "cards/keep");
    write_plain(writer, sheet, "lose", "cards/lose");
    write_plain(writer, sheet, "exhaust", "genomes/{card}/exhaust");
    write_take(writer, sheet);
    for (size_t i = 0; i < in_play->transaction_count; i++) {
        uint32_t number = in_play->transactions[i].number;
        write_numbered(writer, sheet, "accept", "transactions/%u/accept", number, false);
        write_numbered(writer, sheet, "decline", "transactions/%u/decline", number, false);
    }
    write_common(writer, sheet);
    write_end_blockades(writer, sheet);
}
