#include "rules/map_string.h"

#include <string.h>

#include "rules/layout.h"

struct entry {
    const char *text;
    size_t length;
};

static bool is_separator(char byte)
{
    return byte == ' ' || byte == ',' || byte == '\t' || byte == '\n' || byte == '\r';
}

/* Moves CURSOR past the next entry; false when none is left. */
static bool next_entry(const char *text, size_t length, size_t *cursor, struct entry *ret_entry)
{
    size_t start = *cursor;
    while (start < length && is_separator(text[start]))
        start++;
    size_t end = start;
    while (end < length && !is_separator(text[end]))
        end++;
    *cursor = end;
    *ret_entry = (struct entry){text + start, end - start};
    return end > start;
}

static bool entry_is(struct entry entry, const char *text)
{
    return entry.length == strlen(text) && memcmp(entry.text, text, entry.length) == 0;
}

/* The tile of a number of DIGITS digits; side A when it has sides and SIDE is 0. */
static uint16_t find_tile(const char *number, size_t digits, char side)
{
    char id[8];
    if (digits >= sizeof id)
        return TILE_NONE;
    memcpy(id, number, digits);
    id[digits] = side ? side : 'A';
    uint16_t tile = side ? TILE_NONE : tile_find(id, digits);
    return tile != TILE_NONE ? tile : tile_find(id, digits + 1);
}

static enum map_fault_kind read_tile(struct entry entry, struct position *ret_position)
{
    size_t digits = 0;
    while (digits < entry.length && entry.text[digits] >= '0' && entry.text[digits] <= '9')
        digits++;
    if (digits == 0)
        return MAP_FAULT_SYNTAX;
    size_t read = digits;
    char side = 0;
    uint8_t rotation = 0;
    if (read < entry.length && memchr("AaBb", entry.text[read], 4))
        side = memchr("Aa", entry.text[read++], 2) ? 'A' : 'B';
    if (side && read < entry.length && entry.text[read] >= '0' && entry.text[read] <= '5')
        rotation = (uint8_t)(entry.text[read++] - '0');
    if (read < entry.length)
        return MAP_FAULT_SYNTAX;
    uint16_t tile = find_tile(entry.text, digits, side);
    if (tile == TILE_NONE)
        return MAP_FAULT_UNKNOWN_TILE;
    *ret_position = (struct position){POSITION_TILE, tile, rotation};
    return MAP_FAULT_NONE;
}

static enum map_fault_kind read_entry(struct entry entry, struct position *ret_position)
{
    if (entry_is(entry, "0"))
        *ret_position = (struct position){POSITION_HOME, TILE_NONE, 0};
    else if (entry_is(entry, "-1"))
        *ret_position = (struct position){POSITION_EMPTY, TILE_NONE, 0};
    else
        return read_tile(entry, ret_position);
    return MAP_FAULT_NONE;
}

/* In braces stands a tile: neither a home location nor a gap can be the centre. */
static enum map_fault_kind read_centre(struct entry entry, struct position *ret_position)
{
    struct entry inner = {entry.text + 1, entry.length - 2};
    if (entry.length < 3 || entry.text[entry.length - 1] != '}' || entry_is(inner, "0"))
        return MAP_FAULT_SYNTAX;
    return read_tile(inner, ret_position);
}

static enum map_fault_kind read_position(struct entry entry, uint8_t position,
                                         struct galaxy *galaxy)
{
    if (position >= POSITIONS)
        return MAP_FAULT_TOO_LONG;
    if (position == 0)
        return read_centre(entry, &galaxy->positions[0]);
    return read_entry(entry, &galaxy->positions[position]);
}

void map_faults_add(struct map_faults *faults, const struct map_fault *fault)
{
    if (faults->count < MAP_FAULTS_MAX)
        faults->list[faults->count++] = *fault;
}

/* What cannot be read becomes a gap, so that the rest can be looked at. */
bool map_string_parse(const char *text, size_t length, struct galaxy *ret_galaxy,
                      struct map_faults *ret_faults)
{
    struct entry entry;
    size_t cursor = 0;

    *ret_galaxy = galaxy_with_centre_only();
    *ret_faults = (struct map_faults){0};
    if (length > MAP_TEXT_MAX) {
        map_faults_add(ret_faults, &(struct map_fault){.kind = MAP_FAULT_TOO_LONG});
        return false;
    }
    for (uint8_t position = 0; next_entry(text, length, &cursor, &entry); position++) {
        if (position == 0 && entry.text[0] != '{')
            position = 1;
        enum map_fault_kind kind = read_position(entry, position, ret_galaxy);
        if (kind == MAP_FAULT_NONE)
            continue;
        size_t start = (size_t)(entry.text - text);
        map_faults_add(ret_faults, &(struct map_fault){kind, position, start, entry.length, 0});
        if (kind == MAP_FAULT_TOO_LONG)
            break;
    }
    return ret_faults->count == 0;
}

static char *print_text(char *end, const char *text)
{
    size_t length = strlen(text);
    memcpy(end, text, length);
    return end + length;
}

static char *print_number(char *end, unsigned number)
{
    char digits[8];
    size_t count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    while (count > 0)
        *end++ = digits[--count];
    return end;
}

/* Tiles without sides look the same however they are turned. */
static char *print_tile(char *end, const struct position *position)
{
    const struct tile *tile = &catalogue_tiles[position->tile];
    end = print_number(end, tile->number);
    if (tile->side) {
        *end++ = tile->side;
        *end++ = (char)('0' + position->rotation % SIDES);
    }
    return end;
}

static char *print_centre(char *end, const struct position *centre)
{
    if (centre->kind != POSITION_TILE || centre->tile == centre_tile())
        return end;
    *end++ = '{';
    end = print_tile(end, centre);
    *end++ = '}';
    return end;
}

static char *print_position(char *end, const struct position *position)
{
    if (position->kind == POSITION_TILE)
        return print_tile(end, position);
    return print_text(end, position->kind == POSITION_HOME ? "0" : "-1");
}

static bool is_gap(const struct position *position)
{
    return position->kind == POSITION_EMPTY || position->kind == POSITION_OPEN;
}

/* A number has at most five digits, so 61 entries, a blank after each, fit MAP_STRING_MAX. */
void map_string_print(const struct galaxy *galaxy, char *ret_text)
{
    size_t last = POSITIONS - 1;
    while (last > 0 && is_gap(&galaxy->positions[last]))
        last--;
    char *end = print_centre(ret_text, &galaxy->positions[0]);
    for (size_t position = 1; position <= last; position++) {
        if (end > ret_text)
            *end++ = ' ';
        end = print_position(end, &galaxy->positions[position]);
    }
    *end = '\0';
}
