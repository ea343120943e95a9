/*
 * What lies in front of each player in play: spliced cards, captured units, and where the own ones
 * are.
 */
#include "service/json/play_parts.h"
#include "service/json/view_parts.h"

static void write_upgrades(struct json_writer *writer, const struct tableau *tableau)
{
    write_key(writer, "unit_upgrades");
    write_object(writer);
    for (enum unit slot = 0; slot < UNITS; slot++) {
        bool open = false;
        for (size_t i = 0; i < tableau->upgrade_count; i++) {
            const struct card *card = &catalogue_cards[tableau->upgrades[i]];
            if (card->slot != slot)
                continue;
            if (!open) {
                write_key(writer, unit_id(slot));
                write_array(writer);
                open = true;
            }
            write_word(writer, card->id);
        }
        if (open)
            write_array_end(writer);
    }
    write_object_end(writer);
}

static void write_genomes(struct json_writer *writer, const struct tableau *tableau)
{
    write_key(writer, "genomes");
    write_array(writer);
    for (size_t i = 0; i < tableau->genome_count; i++) {
        write_object(writer);
        write_key(writer, "id");
        write_card(writer, tableau->genomes[i]);
        write_member_flag(writer, "exhausted", tableau->exhausted[i]);
        write_object_end(writer);
    }
    write_array_end(writer);
}

/* Abilities count by their colour; unit upgrades and technologies of the King have none. */
static void write_technologies(struct json_writer *writer, const struct tableau *tableau)
{
    static const enum colour colours[] = {COLOUR_BLUE, COLOUR_GREEN, COLOUR_RED, COLOUR_YELLOW};
    uint8_t counts[COLOURS] = {0};
    for (size_t i = 0; i < tableau->ability_count; i++)
        counts[catalogue_cards[tableau->abilities[i]].colour]++;
    write_key(writer, "technologies");
    write_object(writer);
    for (size_t i = 0; i < sizeof colours / sizeof colours[0]; i++)
        write_member_number(writer, colour_id(colours[i]), counts[colours[i]]);
    write_member_number(writer, "colourless", tableau->upgrade_count + tableau->technology_count);
    write_object_end(writer);
}

static void write_captured(struct json_writer *writer, const struct sheet *sheet)
{
    write_key(writer, "captured");
    write_array(writer);
    for (uint8_t owner = 0; owner < OWNERS; owner++) {
        for (size_t i = 0; i < UNITS; i++) {
            enum unit unit = unit_by_id(i);
            if (sheet->units[owner][unit] == 0)
                continue;
            write_object(writer);
            write_member_word(writer, "unit", unit_id(unit));
            write_key(writer, "owner");
            write_owner(writer, owner);
            write_member_number(writer, "count", sheet->units[owner][unit]);
            write_object_end(writer);
        }
    }
    write_array_end(writer);
    write_key(writer, "captured_tokens");
    write_object(writer);
    write_member_number(writer, unit_id(UNIT_FIGHTER), sheet->fighter_tokens);
    write_member_number(writer, unit_id(UNIT_INFANTRY), sheet->infantry_tokens);
    write_object_end(writer);
}

static void write_tableau(struct json_writer *writer, const struct player_view *player)
{
    const struct tableau *tableau = &player->tableau;
    write_object(writer);
    write_key(writer, "abilities");
    write_cards(writer, tableau->abilities, tableau->ability_count);
    write_upgrades(writer, tableau);
    write_genomes(writer, tableau);
    write_technologies(writer, tableau);
    write_key(writer, "king_technologies");
    write_cards(writer, tableau->technologies, tableau->technology_count);
    write_captured(writer, &player->sheet);
    write_object_end(writer);
}

static void write_unit_counts(struct json_writer *writer, const struct unit_count units[UNITS])
{
    write_object(writer);
    for (enum unit unit = 0; unit < UNITS; unit++) {
        write_key(writer, unit_id(unit));
        write_object(writer);
        write_member_number(writer, "board", units[unit].board);
        write_member_number(writer, "captured", units[unit].captured);
        write_member_number(writer, "reinforcements", units[unit].reinforcements);
        write_object_end(writer);
    }
    write_object_end(writer);
}

void write_lying(struct json_writer *writer, const struct player_view *player)
{
    if (player->in_play) {
        write_key(writer, "tableau");
        write_tableau(writer, player);
        write_key(writer, "units");
        write_unit_counts(writer, player->units);
    } else {
        write_member_null(writer, "tableau");
        write_member_null(writer, "units");
    }
    write_member_flag(writer, "eliminated", player->eliminated);
}

static void write_tableau_of(struct json_writer *writer, const struct view *view, uint8_t index)
{
    const struct player_view *player = &view->player[index];
    write_object(writer);
    write_key(writer, "player");
    write_player(writer, index);
    write_member_word_or_null(writer, "king",
                              player->king == KING_NONE ? NULL : catalogue_kings[player->king].id);
    write_member_word_or_null(
        writer, "echo_card",
        player->echo_card == ECHO_NONE ? NULL : catalogue_echo_cards[player->echo_card].id);
    write_lying(writer, player);
    write_object_end(writer);
}

void tableau_write(const struct record *record, uint8_t player, struct buffer *buffer)
{
    struct view view;
    view_of(&record->game, (struct viewer){.kind = VIEWER_PUBLIC}, &view);
    struct json_writer writer = json_writer_start(buffer);
    write_tableau_of(&writer, &view, player);
}

void tableaus_write(const struct record *record, struct buffer *buffer)
{
    struct view view;
    view_of(&record->game, (struct viewer){.kind = VIEWER_PUBLIC}, &view);
    struct json_writer writer = json_writer_start(buffer);
    write_object(&writer);
    write_key(&writer, "items");
    write_array(&writer);
    for (uint8_t player = 0; player < view.players; player++)
        write_tableau_of(&writer, &view, player);
    write_array_end(&writer);
    write_member_null(&writer, "next");
    write_object_end(&writer);
}
