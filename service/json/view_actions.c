/*
 * What a caller can do now, told so that a program needs no rules of its own: the path of the
 * command, and what may be chosen.
 */
#include <stdio.h>

#include "rules/adjacency.h"
#include "service/json/parts.h"
#include "service/json/view_parts.h"

const char *action_id(enum action action)
{
    static const char *const ids[] = {
        [ACTION_NONE] = "",
        [ACTION_COMMIT] = "commit",
        [ACTION_REVEAL] = "reveal",
        [ACTION_HOME_POSITION] = "home_position",
        [ACTION_TILE] = "tile",
        [ACTION_HOME_SYSTEM] = "home_system",
        [ACTION_KING] = "king",
        [ACTION_PLASTIC] = "plastic",
        [ACTION_STARTING_UNITS] = "starting_units",
        [ACTION_KEEP] = "keep",
        [ACTION_TAKE] = "take",
        [ACTION_ANSWER] = "answer",
    };
    return ids[action];
}

void write_href(struct json_writer *writer, const struct record *record, const char *rest)
{
    struct buffer *buffer = writer->buffer;
    write_key(writer, "href");
    buffer_text(buffer, "\"/v1/games/");
    buffer_text(buffer, record->id);
    buffer_char(buffer, '/');
    buffer_text(buffer, rest);
    buffer_char(buffer, '"');
    writer->comma = true;
}

/* The path of what a player has to do: turns have that of their step. */
static void write_action_href(struct json_writer *writer, const struct view_sheet *sheet,
                              enum action action)
{
    const char *step = step_id(sheet->view.step);
    if (action == ACTION_TILE) {
        write_href(writer, sheet->record, "galaxy/tiles");
        return;
    }
    if (action != ACTION_COMMIT && action != ACTION_REVEAL) {
        write_href(writer, sheet->record, step);
        return;
    }
    char rest[64];
    snprintf(rest, sizeof rest, "%s/%s", step, action_id(action));
    write_href(writer, sheet->record, rest);
}

static void write_option(struct json_writer *writer, enum action action, uint16_t option)
{
    switch (action) {
    case ACTION_HOME_POSITION:
        write_number(writer, option);
        break;
    case ACTION_KING:
        write_word(writer, catalogue_kings[option].id);
        break;
    case ACTION_PLASTIC:
        write_word(writer, colour_id((enum colour)option));
        break;
    case ACTION_COMMIT:
    case ACTION_HOME_SYSTEM:
    case ACTION_KEEP:
    case ACTION_TAKE:
        write_card(writer, option);
        break;
    case ACTION_TILE: /* with its positions, by write_placeable */
    case ACTION_STARTING_UNITS:
    case ACTION_ANSWER:
    case ACTION_REVEAL:
    case ACTION_NONE:
        break;
    }
}

/* A tile with the positions where it may be placed. */
static void write_placeable(struct json_writer *writer, uint16_t tile, uint64_t positions)
{
    write_object(writer);
    write_member_word(writer, "tile", catalogue_tiles[tile].id);
    write_key(writer, "positions");
    write_array(writer);
    for (uint8_t position = 0; position != POSITION_NONE;
         position = position_next_as_text(position))
        if (positions & position_bit(position))
            write_number(writer, position);
    write_array_end(writer);
    write_object_end(writer);
}

void write_options(struct json_writer *writer, const struct choices *choices)
{
    write_array(writer);
    for (size_t i = 0; i < choices->count; i++) {
        if (choices->action == ACTION_TILE)
            write_placeable(writer, choices->options[i], choices->positions[i]);
        else
            write_option(writer, choices->action, choices->options[i]);
    }
    write_array_end(writer);
}

/* A number, or how many of each kind. */
static void write_choose(struct json_writer *writer, const struct choices *choices)
{
    if (choices->choose[CARD_ABILITY] == 0) {
        write_member_number(writer, "choose", choices->choose[0]);
        return;
    }
    write_key(writer, "choose");
    write_object(writer);
    for (enum card_kind kind = CARD_ABILITY; kind <= CARD_GENOME; kind++)
        write_member_number(writer, card_kind_id(kind), choices->choose[kind]);
    write_object_end(writer);
}

static void write_player_action(struct json_writer *writer, const struct view_sheet *sheet)
{
    const struct choices *choices = &sheet->view.own.choices;
    write_object(writer);
    write_member_word(writer, "action", action_id(choices->action));
    write_member_word(writer, "method", "POST");
    write_action_href(writer, sheet, choices->action);
    write_member_word(writer, "step", step_id(sheet->view.step));
    write_member_number(writer, "round", sheet->view.own.round);
    if (choices->action != ACTION_STARTING_UNITS && choices->action != ACTION_REVEAL) {
        write_choose(writer, choices);
        write_key(writer, "options");
        write_options(writer, choices);
    }
    if (choices->action != ACTION_REVEAL)
        write_example(writer, &sheet->view.own);
    write_member_flag(writer, "required", !choices->again);
    write_deadline(writer, sheet->record, sheet->view.viewer.player);
    write_object_end(writer);
}

void begin_host_action(struct json_writer *writer, const struct view_sheet *sheet,
                       const char *action, const char *rest)
{
    write_object(writer);
    write_member_word(writer, "action", action);
    write_member_word(writer, "method", "POST");
    write_href(writer, sheet->record, rest);
}

static void write_host_action(struct json_writer *writer, const struct view_sheet *sheet,
                              const char *action)
{
    begin_host_action(writer, sheet, action, action);
    write_object_end(writer);
}

static bool all_joined(const struct view *view)
{
    for (uint8_t player = 0; player < view->players; player++)
        if (!view->player[player].joined)
            return false;
    return true;
}

static void write_reinvite(struct json_writer *writer, const struct view_sheet *sheet)
{
    begin_host_action(writer, sheet, "reinvite", "players/{player}/reinvite");
    write_key(writer, "options");
    write_array(writer);
    for (uint8_t player = 0; player < sheet->view.players; player++)
        write_player(writer, player);
    write_array_end(writer);
    write_object_end(writer);
}

static void write_host_undo(struct json_writer *writer, const struct view_sheet *sheet)
{
    begin_host_action(writer, sheet, "undo", "undo");
    write_member_number(writer, "version", sheet->view.undo_version);
    write_object_end(writer);
}

static void write_host_actions(struct json_writer *writer, const struct view_sheet *sheet)
{
    const struct view *view = &sheet->view;
    if (view->status == STATUS_ABANDONED || view->status == STATUS_FINISHED)
        return;
    if (view->status == STATUS_LOBBY && all_joined(view))
        write_host_action(writer, sheet, "start");
    if (view->status == STATUS_SETUP || view->status == STATUS_PLAYING)
        write_host_action(writer, sheet, "pause");
    if (view->status == STATUS_PAUSED)
        write_host_action(writer, sheet, "resume");
    if (view->status == STATUS_SETUP)
        write_deadline_actions(writer, sheet);
    if (view->undo_possible)
        write_host_undo(writer, sheet);
    write_reinvite(writer, sheet);
    write_host_action(writer, sheet, "abandon");
    if (view->status == STATUS_PLAYING)
        write_host_table_actions(writer, sheet);
}

void write_actions(struct json_writer *writer, const struct view_sheet *sheet)
{
    write_array(writer);
    if (sheet->audience < AUDIENCE_PLAYER)
        write_host_actions(writer, sheet);
    else if (sheet->view.status == STATUS_PLAYING)
        write_player_table_actions(writer, sheet);
    else if (sheet->view.own.choices.action != ACTION_NONE)
        write_player_action(writer, sheet);
    write_array_end(writer);
}

void write_undo(struct json_writer *writer, const struct view_sheet *sheet)
{
    if (!sheet->view.undo_possible) {
        write_nothing(writer);
        return;
    }
    write_object(writer);
    write_member_word(writer, "method", "POST");
    write_href(writer, sheet->record, "undo");
    write_member_number(writer, "version", sheet->view.undo_version);
    write_object_end(writer);
}
