#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "service/program/play.h"

enum { CELL_BYTES = 256, COLUMNS = 6 };

static const char *text_of(const json_t *object, const char *member)
{
    const char *text = json_string_value(json_object_get(object, member));
    return text ? text : "";
}

void play_progress(const struct play *play)
{
    static char shown[CELL_BYTES];
    char line[CELL_BYTES];
    const json_t *step = json_object_get(play->view, "step");
    bool terminal = isatty(STDERR_FILENO);
    if (!json_is_object(step))
        return;
    int length = snprintf(line, sizeof line, "%s, round %lld", text_of(step, "id"),
                          json_integer_value(json_object_get(step, "round")));
    if (terminal)
        fprintf(stderr, "\r\033[K%s, waits for %zu", line,
                json_array_size(json_object_get(play->view, "waiting_on")));
    else if (length > 0 && strcmp(line, shown) != 0)
        fprintf(stderr, "%s\n", line);
    memcpy(shown, line, sizeof shown);
}

void play_progress_end(void)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}

static void append(char cell[CELL_BYTES], const char *text)
{
    size_t length = strlen(cell);
    snprintf(cell + length, CELL_BYTES - length, "%s%s", length > 0 ? ", " : "", text);
}

/* The starting cards, as they lie in the tableau. */
static void fill_cards(const json_t *player, char cell[CELL_BYTES])
{
    const json_t *tableau = json_object_get(player, "tableau");
    const json_t *abilities = json_object_get(tableau, "abilities");
    const json_t *genomes = json_object_get(tableau, "genomes");
    const char *slot;
    json_t *upgrades;
    for (size_t i = 0; i < json_array_size(abilities); i++)
        append(cell, json_string_value(json_array_get(abilities, i)));
    json_object_foreach(json_object_get(tableau, "unit_upgrades"), slot, upgrades)
    {
        for (size_t i = 0; i < json_array_size(upgrades); i++)
            append(cell, json_string_value(json_array_get(upgrades, i)));
    }
    for (size_t i = 0; i < json_array_size(genomes); i++)
        append(cell, text_of(json_array_get(genomes, i), "id"));
}

static void fill_row(const json_t *player, char row[COLUMNS][CELL_BYTES])
{
    const char *card = text_of(player, "home_card");
    const char *faction = text_of(player, "home_faction");
    snprintf(row[0], CELL_BYTES, "%lld", json_integer_value(json_object_get(player, "seat")));
    snprintf(row[1], CELL_BYTES, "%s %s", text_of(player, "id"), text_of(player, "name"));
    snprintf(row[2], CELL_BYTES, "%lld %s", json_integer_value(json_object_get(player, "priority")),
             text_of(player, "priority_card"));
    if (strcmp(card, faction) == 0)
        snprintf(row[3], CELL_BYTES, "%s", faction);
    else
        snprintf(row[3], CELL_BYTES, "%s (by %s)", faction, card);
    snprintf(row[4], CELL_BYTES, "%s", text_of(player, "king"));
    fill_cards(player, row[5]);
}

/* Rows in the order of the seats, the first one is the heading. */
static size_t fill_rows(const json_t *view, char rows[PLAYERS_MAX + 1][COLUMNS][CELL_BYTES])
{
    static const char *const heading[COLUMNS] = {"seat", "player", "priority",
                                                 "home", "king",   "starting cards"};
    const json_t *players = json_object_get(view, "players");
    size_t count = json_array_size(players);
    for (size_t i = 0; i < COLUMNS; i++)
        snprintf(rows[0][i], CELL_BYTES, "%s", heading[i]);
    for (size_t i = 0; i < count && i < PLAYERS_MAX; i++) {
        const json_t *player = json_array_get(players, i);
        json_int_t seat = json_integer_value(json_object_get(player, "seat"));
        if (seat >= 0 && seat < PLAYERS_MAX)
            fill_row(player, rows[seat + 1]);
    }
    return count + 1;
}

static void print_rows(char rows[][COLUMNS][CELL_BYTES], size_t count, size_t columns, FILE *stream)
{
    for (size_t row = 0; row < count; row++) {
        for (size_t column = 0; column < columns; column++) {
            size_t width = 0;
            for (size_t i = 0; i < count; i++) {
                size_t length = strlen(rows[i][column]);
                width = length > width ? length : width;
            }
            bool last = column + 1 == columns;
            fprintf(stream, "%-*s%s", last ? 0 : (int)width, rows[row][column], last ? "\n" : "  ");
        }
    }
}

void play_table(const json_t *view, FILE *stream)
{
    char(*rows)[COLUMNS][CELL_BYTES] = calloc(PLAYERS_MAX + 1, sizeof *rows);
    if (!rows)
        return;
    print_rows(rows, fill_rows(view, rows), COLUMNS, stream);
    free(rows);
}

static void fill_captured(const json_t *tableau, char cell[CELL_BYTES])
{
    const json_t *captured = json_object_get(tableau, "captured");
    const char *token;
    const json_t *count;
    char piece[64];
    for (size_t i = 0; i < json_array_size(captured); i++) {
        const json_t *units = json_array_get(captured, i);
        snprintf(piece, sizeof piece, "%lld %s of %s",
                 json_integer_value(json_object_get(units, "count")), text_of(units, "unit"),
                 text_of(units, "owner"));
        append(cell, piece);
    }
    json_object_foreach(json_object_get(tableau, "captured_tokens"), token, count)
    {
        snprintf(piece, sizeof piece, "%lld %s", json_integer_value(count), token);
        if (json_integer_value(count) > 0)
            append(cell, piece);
    }
}

void play_tableaus(const json_t *view, FILE *stream)
{
    enum { TABLEAU_COLUMNS = 3 };
    static const char *const heading[TABLEAU_COLUMNS] = {"player", "captured", "cards"};
    const json_t *players = json_object_get(view, "players");
    size_t count = json_array_size(players);
    char(*rows)[COLUMNS][CELL_BYTES] = calloc(PLAYERS_MAX + 1, sizeof *rows);
    if (!rows)
        return;
    for (size_t i = 0; i < TABLEAU_COLUMNS; i++)
        snprintf(rows[0][i], CELL_BYTES, "%s", heading[i]);
    for (size_t i = 0; i < count && i < PLAYERS_MAX; i++) {
        const json_t *player = json_array_get(players, i);
        snprintf(rows[i + 1][0], CELL_BYTES, "%s %s", text_of(player, "id"),
                 text_of(player, "name"));
        fill_captured(json_object_get(player, "tableau"), rows[i + 1][1]);
        fill_cards(player, rows[i + 1][2]);
    }
    print_rows(rows, count + 1, TABLEAU_COLUMNS, stream);
    free(rows);
}

void play_map(const json_t *view, FILE *stream)
{
    const json_t *galaxy = json_object_get(view, "galaxy");
    if (json_is_object(galaxy))
        fprintf(stream, "\nmap %s\n", text_of(galaxy, "map_string"));
}
