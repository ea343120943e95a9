/*
 * Map strings: a digit for the number of players, a flag for Prophecy of Kings, the string.
 * Whatever it is, it is told where it is wrong, within the string; printed and read again it is
 * the same map; and every map can be checked, told in words and drawn.
 */
#include <stdlib.h>
#include <string.h>

#include "service/json/map_faults.h"
#include "service/picture/map_svg.h"
#include "tests/fuzz/support/input.h"

enum { PICTURE_BYTES_MAX = 1 << 20 };

static struct record record;

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    record_begin(&record, "01kb8q5n3c7v9x2d4f6g8h0j1k");
    return 0;
}

static void faults_must_lie_within(const struct map_faults *faults, size_t length)
{
    must(faults->count <= MAP_FAULTS_MAX, "too many faults");
    for (size_t i = 0; i < faults->count; i++)
        must(faults->list[i].entry_start + faults->list[i].entry_length <= length,
             "a fault outside of the string");
}

static void must_be_told_in_words(const struct map_faults *faults, const char *text,
                                  const struct galaxy *galaxy)
{
    struct map_faults_told told = {0};
    struct buffer buffer = buffer_new(PICTURE_BYTES_MAX);
    struct json_writer writer = json_writer_start(&buffer);
    map_faults_tell(faults, text, galaxy, &told);
    must(told.count == faults->count, "a fault is not told");
    map_faults_write(&told, &writer);
    must(!buffer_failed(&buffer), "words without end");
    must_be_utf8(buffer.bytes, buffer.length, "words that are not UTF-8");
    buffer_free(&buffer);
}

static bool is_same(const struct galaxy *one, const struct galaxy *other)
{
    for (size_t i = 0; i < POSITIONS; i++) {
        const struct position *a = &one->positions[i], *b = &other->positions[i];
        if (a->kind != b->kind || a->tile != b->tile || a->rotation != b->rotation)
            return false;
    }
    return true;
}

static void must_print_and_parse(const struct galaxy *galaxy)
{
    char text[MAP_STRING_MAX], second[MAP_STRING_MAX];
    struct galaxy again;
    struct map_faults faults;
    map_string_print(galaxy, text);
    must(strnlen(text, sizeof text) < sizeof text, "no end of a map string");
    must(map_string_parse(text, strlen(text), &again, &faults), "a printed map is refused");
    must(is_same(galaxy, &again), "a map that was read back is another one");
    map_string_print(&again, second);
    must(strcmp(text, second) == 0, "the normal form is not one");
}

static void draw(const struct galaxy *galaxy, uint8_t players)
{
    struct buffer picture = buffer_new(PICTURE_BYTES_MAX);
    record.game.setup.map.mode = MAP_PREMADE;
    record.game.setup.players = players;
    record.game.table.galaxy = *galaxy;
    map_svg_write(&record, MAP_THEME_DARK, &picture);
    must(!buffer_failed(&picture), "a picture without end");
    buffer_free(&picture);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input rest = input_new(data, size);
    uint8_t players = (uint8_t)(PLAYERS_MIN + (uint8_t)(input_byte(&rest) - '3') % 6);
    bool pok = input_byte(&rest) % 2 == 0;
    char *text = input_text(&rest);
    struct galaxy galaxy;
    struct map_faults faults;
    struct map_clash clashes[MAP_CLASHES_MAX];
    bool parsed = map_string_parse(text, rest.length, &galaxy, &faults);
    must(parsed == (faults.count == 0), "a refusal without a fault");
    faults_must_lie_within(&faults, rest.length);
    must_be_told_in_words(&faults, text, &galaxy);
    if (parsed)
        must_print_and_parse(&galaxy);
    if (parsed && map_check(&galaxy, pok, players, &faults))
        draw(&galaxy, players);
    else
        must_be_told_in_words(&faults, parsed ? NULL : text, &galaxy);
    must(map_clashes(&galaxy, pok, clashes) <= MAP_CLASHES_MAX, "too many clashes");
    free(text);
    return 0;
}
