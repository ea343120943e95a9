/*
 * The tables as a C file that a person can read too.
 */
#include "script/tables.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char *const card_kind_names[CARD_KINDS] = {
    "CARD_FACTION", "CARD_ABILITY", "CARD_UNIT_UPGRADE", "CARD_GENOME", "CARD_KING_TECHNOLOGY",
};

/* A C string literal. Bytes that are not ASCII become three octal digits, which end by
 * themselves; those of hexadecimal escapes would run into the letters after them. */
static void write_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte == '"' || byte == '\\')
            fprintf(out, "\\%c", byte);
        else if (byte < 0x80)
            fputc(byte, out);
        else
            fprintf(out, "\\%03o", byte);
    }
    fputc('"', out);
}

/* The enumerator of a word: PREFIX and the word in capital letters. */
static void write_enumerator(FILE *out, const char *prefix, const char *word)
{
    fputs(prefix, out);
    for (; *word; word++)
        fputc(toupper((unsigned char)*word), out);
}

static void write_id_and_name(FILE *out, const char *id, const char *name)
{
    fputs("    {.id = ", out);
    write_text(out, id);
    fputs(", .name = ", out);
    write_text(out, name);
}

static const char *yes_or_no(bool value)
{
    return value ? "true" : "false";
}

static void write_reference(FILE *out, unsigned index, unsigned none, const char *none_name)
{
    if (index == none)
        fputs(none_name, out);
    else
        fprintf(out, "%u", index);
}

static void write_card(FILE *out, const struct card *card)
{
    write_id_and_name(out, card->id, card->name);
    fprintf(out, ", .kind = %s, .ascii_rank = %u, .needs_pok = %s, .id_length = %zu, .colour = ",
            card_kind_names[card->kind], card->ascii_rank, yes_or_no(card->needs_pok),
            strlen(card->id));
    bool coloured = card->colour != COLOUR_NONE;
    write_enumerator(out, "COLOUR_", coloured ? colour_id(card->colour) : "none");
    fputs(", .slot = ", out);
    write_enumerator(out, "UNIT_", card->slot != UNIT_NONE ? unit_id(card->slot) : "none");
    fputs("},\n", out);
}

static void write_cards(FILE *out, const struct tables *tables)
{
    fputs("const struct card catalogue_cards[] = {\n", out);
    for (size_t card = 0; card < tables->card_count; card++)
        write_card(out, &tables->cards[card]);
    fprintf(out, "};\nconst size_t catalogue_card_count = %zu;\n", tables->card_count);
    fputs("const uint16_t catalogue_first_card[CARD_KINDS + 1] = {", out);
    for (size_t kind = 0; kind <= CARD_KINDS; kind++)
        fprintf(out, "%s%u", kind ? ", " : "", tables->first_card[kind]);
    fputs("};\n\n", out);
}

static void write_faction(FILE *out, const struct faction *faction)
{
    fprintf(out, "    {.priority = %u, .home_tile = ", faction->priority);
    write_reference(out, faction->home_tile, TILE_NONE, "TILE_NONE");
    fputs(", .board_tile = ", out);
    write_reference(out, faction->board_tile, TILE_NONE, "TILE_NONE");
    fputs(", .echo_card = ", out);
    write_reference(out, faction->echo_card, ECHO_NONE, "ECHO_NONE");
    fputs(", .units = {", out);
    const char *separator = "";
    for (unsigned unit = 0; unit < UNITS; unit++) {
        if (faction->units[unit] == 0)
            continue;
        fprintf(out, "%s[", separator);
        write_enumerator(out, "UNIT_", unit_id((enum unit)unit));
        fprintf(out, "] = %u", faction->units[unit]);
        separator = ", ";
    }
    fputs("}},\n", out);
}

static void write_factions(FILE *out, const struct tables *tables)
{
    fputs("const struct faction catalogue_factions[] = {\n", out);
    for (size_t faction = 0; faction < FACTIONS_MAX; faction++)
        write_faction(out, &tables->factions[faction]);
    fputs("};\n\n", out);
}

static void write_kings(FILE *out, const struct tables *tables)
{
    fputs("const struct king catalogue_kings[] = {\n", out);
    for (size_t index = 0; index < tables->king_count; index++) {
        const struct king *king = &tables->kings[index];
        write_id_and_name(out, king->id, king->name);
        write_enumerator(out, ", .colour = COLOUR_", colour_id(king->colour));
        fprintf(out, ", .needs_pok_plastic = %s},\n", yes_or_no(king->needs_pok_plastic));
    }
    fprintf(out, "};\nconst size_t catalogue_king_count = %zu;\n\n", tables->king_count);
}

static void write_echo_cards(FILE *out, const struct tables *tables)
{
    fputs("const struct echo_card catalogue_echo_cards[] = {\n", out);
    for (size_t card = 0; card < tables->echo_card_count; card++) {
        write_id_and_name(out, tables->echo_cards[card].id, tables->echo_cards[card].name);
        fputs("},\n", out);
    }
    fprintf(out, "};\nconst size_t catalogue_echo_card_count = %zu;\n\n", tables->echo_card_count);
}

static void write_planets(FILE *out, const struct tables *tables)
{
    fputs("const struct planet catalogue_planets[] = {\n", out);
    for (size_t planet = 0; planet < tables->planet_count; planet++) {
        fputs("    {.name = ", out);
        write_text(out, tables->planets[planet].name);
        fprintf(out, ", .tile = %u, .resources = %u, .influence = %u},\n",
                tables->planets[planet].tile, tables->planets[planet].resources,
                tables->planets[planet].influence);
    }
    fprintf(out, "};\nconst size_t catalogue_planet_count = %zu;\n\n", tables->planet_count);
}

static void write_tile(FILE *out, const struct tile *tile)
{
    fputs("    {.id = ", out);
    write_text(out, tile->id);
    fprintf(out, ", .number = %u", tile->number);
    if (tile->side)
        fprintf(out, ", .side = '%c'", tile->side);
    write_enumerator(out, ", .kind = TILE_", tile_kind_words[tile->kind]);
    write_enumerator(out, ", .expansion = EXPANSION_", expansion_words[tile->expansion]);
    fprintf(out, ", .dealt = %s, .anomalies = %u, .wormholes = %u", yes_or_no(tile->dealt),
            tile->anomalies, tile->wormholes);
    fprintf(out, ", .planet_count = %u, .planets = {", tile->planet_count);
    for (size_t index = 0; index < TILE_PLANETS_MAX; index++) {
        fputs(index ? ", " : "", out);
        write_reference(out, index < tile->planet_count ? tile->planets[index] : PLANET_NONE,
                        PLANET_NONE, "PLANET_NONE");
    }
    fputc('}', out);
    if (tile->station.name) {
        fputs(", .station = {", out);
        write_text(out, tile->station.name);
        fprintf(out, ", %u, %u}", tile->station.resources, tile->station.influence);
    }
    fprintf(out, ", .link_count = %u", tile->link_count);
    for (size_t link = 0; link < tile->link_count; link++)
        fprintf(out, ", .links[%zu] = {%u, %u}", link, tile->links[link][0], tile->links[link][1]);
    fputs("},\n", out);
}

static void write_tiles(FILE *out, const struct tables *tables)
{
    fputs("const struct tile catalogue_tiles[] = {\n", out);
    for (size_t tile = 0; tile < tables->tile_count; tile++)
        write_tile(out, &tables->tiles[tile]);
    fprintf(out, "};\nconst size_t catalogue_tile_count = %zu;\n\n", tables->tile_count);
}

static void write_positions(FILE *out, const char *field, const uint8_t *positions, size_t count)
{
    fprintf(out, ", .%s = {", field);
    for (size_t index = 0; index < count; index++)
        fprintf(out, "%s%u", index ? ", " : "", positions[index]);
    fputc('}', out);
}

static void write_layout(FILE *out, const struct layout *layout)
{
    fputs("    {.id = ", out);
    write_text(out, layout->id);
    fprintf(out, ", .players = %u, .rings = %u, .blue = %u, .red = %u", layout->players,
            layout->rings, layout->blue, layout->red);
    fprintf(out, ", .extra_blue = %u, .extra_red = %u, .needs_pok = %s, .standard = %s",
            layout->extra_blue, layout->extra_red, yes_or_no(layout->needs_pok),
            yes_or_no(layout->standard));
    write_positions(out, "homes", layout->homes, layout->players);
    fprintf(out, ", .closed_count = %u", layout->closed_count);
    if (layout->closed_count > 0)
        write_positions(out, "closed", layout->closed, layout->closed_count);
    fprintf(out, ", .fixed_count = %u", layout->fixed_count);
    for (size_t index = 0; index < layout->fixed_count; index++)
        fprintf(out, ", .fixed[%zu] = {%u, %u, %u}", index, layout->fixed[index].position,
                layout->fixed[index].tile, layout->fixed[index].rotation);
    fputs("},\n", out);
}

static void write_layouts(FILE *out, const struct tables *tables)
{
    fputs("const struct layout catalogue_layouts[] = {\n", out);
    for (size_t layout = 0; layout < tables->layout_count; layout++)
        write_layout(out, &tables->layouts[layout]);
    fprintf(out, "};\nconst size_t catalogue_layout_count = %zu;\n\n", tables->layout_count);
}

static void write_decks(FILE *out, const struct tables *tables)
{
    fputs("const char *const catalogue_strategy_cards[] = {\n", out);
    for (size_t card = 0; card < tables->strategy_card_count; card++)
        fprintf(out, "    \"%s\",\n", tables->strategy_cards[card]);
    fprintf(out, "};\nconst size_t catalogue_strategy_card_count = %zu;\n\n",
            tables->strategy_card_count);
    fprintf(out, "const uint16_t catalogue_action_card_copies = %u;\n", tables->action_card_copies);
    fprintf(out, "const uint16_t catalogue_edict_copies = %u;\n", tables->edict_copies);
}

bool tables_write(const struct tables *tables, const char *path)
{
    FILE *out = fopen(path, "w");
    if (!out) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return false;
    }
    fputs("/* Made from rules/data by compile_catalogue; changes here are lost. */\n"
          "#include \"rules/catalogue.h\"\n\n",
          out);
    write_cards(out, tables);
    write_factions(out, tables);
    write_kings(out, tables);
    write_echo_cards(out, tables);
    write_planets(out, tables);
    write_tiles(out, tables);
    write_layouts(out, tables);
    write_decks(out, tables);
    bool written = !ferror(out);
    written = fclose(out) == 0 && written;
    if (!written) {
        fprintf(stderr, "%s: could not be written\n", path);
        remove(path);
    }
    return written;
}
