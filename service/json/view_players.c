/*
 * What everybody sees of the players, and whom the game waits for.
 */
#include "service/json/parts.h"
#include "service/json/view_parts.h"

static void write_number_or_null(struct json_writer *writer, uint8_t number, uint8_t none)
{
    if (number == none)
        write_nothing(writer);
    else
        write_number(writer, number);
}

static void write_kinds(struct json_writer *writer, const uint8_t counts[CARD_KINDS])
{
    write_object(writer);
    for (enum card_kind kind = CARD_ABILITY; kind <= CARD_GENOME; kind++)
        write_member_number(writer, card_kind_id(kind), counts[kind]);
    write_object_end(writer);
}

static void write_types(struct json_writer *writer, const struct player_view *player)
{
    write_key(writer, "types");
    if (!player->types_shown) {
        write_nothing(writer);
        return;
    }
    write_object(writer);
    write_key(writer, "hand");
    write_kinds(writer, player->hand_types);
    write_key(writer, "facedown");
    write_kinds(writer, player->facedown_types);
    write_object_end(writer);
}

static void write_hands_waiting(struct json_writer *writer, const struct player_view *player)
{
    write_key(writer, "hands_waiting");
    write_array(writer);
    for (uint8_t i = 0; i < player->queue_count; i++)
        write_number(writer, player->queue_sizes[i]);
    write_array_end(writer);
}

static void write_cards_before(struct json_writer *writer, const struct player_view *player)
{
    write_key(writer, "round");
    write_number_or_null(writer, player->round, 0);
    write_member_number(writer, "hand_size", player->hand_size);
    write_hands_waiting(writer, player);
    write_member_number(writer, "facedown", player->facedown);
    write_types(writer, player);
    write_key(writer, "priority_card");
    write_card(writer, player->priority_card);
    if (player->priority_card == CARD_NONE)
        write_member_null(writer, "priority");
    else
        write_member_number(writer, "priority", catalogue_factions[player->priority_card].priority);
}

static void write_tiles(struct json_writer *writer, const struct player_view *player)
{
    write_key(writer, "tiles");
    if (player->builds) {
        write_object(writer);
        write_member_number(writer, "blue", player->blue_tiles);
        write_member_number(writer, "red", player->red_tiles);
        write_object_end(writer);
    } else {
        write_nothing(writer);
    }
    write_key(writer, "tile_hand");
    if (player->tiles_shown)
        write_tile_hand(writer, &player->tiles);
    else
        write_nothing(writer);
}

static void write_planet_names(struct json_writer *writer, uint16_t tile)
{
    write_key(writer, "planets");
    if (tile == TILE_NONE) {
        write_nothing(writer);
        return;
    }
    write_array(writer);
    for (size_t i = 0; i < catalogue_tiles[tile].planet_count; i++)
        write_word(writer, catalogue_planets[catalogue_tiles[tile].planets[i]].name);
    write_array_end(writer);
}

static void write_home(struct json_writer *writer, const struct player_view *player)
{
    uint16_t tile = player->home_tile;
    write_key(writer, "home_position");
    write_number_or_null(writer, player->home_position, POSITION_NONE);
    write_key(writer, "home_card");
    write_card(writer, player->home_card);
    write_key(writer, "home_faction");
    write_card(writer, player->home_faction);
    write_member_word_or_null(writer, "home_system",
                              tile == TILE_NONE ? NULL : catalogue_tiles[tile].id);
    write_planet_names(writer, tile);
    write_member_word_or_null(
        writer, "echo_card",
        player->echo_card == ECHO_NONE ? NULL : catalogue_echo_cards[player->echo_card].id);
}

static void write_king(struct json_writer *writer, const struct player_view *player)
{
    const struct king *king = player->king == KING_NONE ? NULL : &catalogue_kings[player->king];
    write_member_word_or_null(writer, "king", king ? king->id : NULL);
    write_member_word_or_null(writer, "colour", king ? colour_id(king->colour) : NULL);
    write_member_word_or_null(writer, "plastic", colour_id(player->plastic));
}

static void write_fleet(struct json_writer *writer, const struct player_view *player)
{
    write_key(writer, "starting_card");
    write_card(writer, player->starting_card);
    write_key(writer, "starting_units");
    if (player->starting_card == CARD_NONE)
        write_nothing(writer);
    else
        write_units(writer, player->starting_units);
    write_key(writer, "placement");
    if (!player->placed) {
        write_nothing(writer);
        return;
    }
    write_object(writer);
    write_placement(writer, &player->placement, player->home_tile);
    write_object_end(writer);
}

static void write_player_view(struct json_writer *writer, const struct view_sheet *sheet,
                              uint8_t index)
{
    const struct player_view *player = &sheet->view.player[index];
    const struct person *person = &sheet->record->people[index];
    write_object(writer);
    write_key(writer, "id");
    write_player(writer, index);
    write_member_text_or_null(writer, "name", person->name);
    write_member_text_or_null(writer, "external_id", person->external_id);
    write_member_flag(writer, "joined", player->joined);
    write_presence(writer, sheet->record, index);
    write_key(writer, "seat");
    write_number_or_null(writer, player->seat, PLAYER_NONE);
    write_member_flag(writer, "committed", player->committed);
    write_cards_before(writer, player);
    write_tiles(writer, player);
    write_home(writer, player);
    write_king(writer, player);
    write_fleet(writer, player);
    write_lying(writer, player);
    write_object_end(writer);
}

void write_player_views(struct json_writer *writer, const struct view_sheet *sheet)
{
    write_array(writer);
    for (uint8_t player = 0; player < sheet->view.players; player++)
        write_player_view(writer, sheet, player);
    write_array_end(writer);
}

void write_waiting_on(struct json_writer *writer, const struct view_sheet *sheet)
{
    write_array(writer);
    for (uint8_t player = 0; player < sheet->view.players; player++) {
        if (sheet->view.waiting[player] == ACTION_NONE)
            continue;
        write_object(writer);
        write_key(writer, "player");
        write_player(writer, player);
        write_member_word(writer, "action", action_id(sheet->view.waiting[player]));
        write_member_time(writer, "since", sheet->record->people[player].waiting_since);
        write_time_limit(writer, sheet->record, player);
        write_object_end(writer);
    }
    write_array_end(writer);
}

static void write_blocker(struct json_writer *writer, const struct record *record,
                          const struct view *view, uint8_t player)
{
    const struct person *person = &record->people[player];
    write_object(writer);
    write_key(writer, "player");
    write_player(writer, player);
    write_member_text_or_null(writer, "name", person->name);
    write_member_text_or_null(writer, "external_id", person->external_id);
    write_member_word(writer, "action", action_id(view->waiting[player]));
    write_member_word_or_null(writer, "step", step_id(view->step));
    write_member_time(writer, "since", person->waiting_since);
    write_time_limit(writer, record, player);
    write_object_end(writer);
}

void blockers_write(const struct record *record, struct buffer *buffer)
{
    struct view view;
    view_of(&record->game, (struct viewer){.kind = VIEWER_PUBLIC}, &view);
    struct json_writer writer = json_writer_start(buffer);
    write_object(&writer);
    write_key(&writer, "items");
    write_array(&writer);
    for (uint8_t player = 0; player < view.players; player++)
        if (view.waiting[player] != ACTION_NONE)
            write_blocker(&writer, record, &view, player);
    write_array_end(&writer);
    write_member_null(&writer, "next");
    write_object_end(&writer);
}
