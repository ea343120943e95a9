/*
 * UTF-8, and the names that people type. What others would see go wrong: a name that cannot be
 * seen, that turns what stands beside it around, or that is no text at all; a name of somebody that
 * is refused.
 */
#include <string.h>

#include "service/base/text.h"
#include "service/base/utf8.h"
#include "tests/support/cmocka_all.h"

static void utf8_is_read_character_by_character(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t size;
        uint32_t point;
    } characters[] = {
        {"a", 1, 'a'},
        {"\x7f", 1, 0x7f},
        {"\xc2\x80", 2, 0x80},
        {"\xdf\xbf", 2, 0x7ff},
        {"\xe0\xa0\x80", 3, 0x800},
        {"\xed\x9f\xbf", 3, 0xd7ff},
        {"\xee\x80\x80", 3, 0xe000},
        {"\xef\xbf\xbf", 3, 0xffff},
        {"\xf0\x90\x80\x80", 4, 0x10000},
        {"\xf4\x8f\xbf\xbf", 4, 0x10ffff},
    };
    for (size_t i = 0; i < sizeof characters / sizeof characters[0]; i++) {
        uint32_t point = 0;
        size_t length = strlen(characters[i].text);
        assert_number(utf8_read(characters[i].text, length, &point), characters[i].size);
        assert_number(point, characters[i].point);
        assert_number(utf8_read(characters[i].text, length - 1, &point), 0);
    }
}

static const char *const broken_utf8[] = {
    "\x80",
    "\xc0\x80",
    "\xc1\xbf",
    "\xe0\x9f\xbf",
    "\xf0\x8f\xbf\xbf",
    "\xed\xa0\x80",
    "\xed\xbf\xbf",
    "\xf4\x90\x80\x80",
    "\xf5\x80\x80\x80",
    "\xff",
    "\xc3",
    "\xe2\x82",
    "\xf0\x9f\x98",
    "\xc3(",
    "\xe2\x28\xa1",
    "\xf0\x9f\x28\x80",
};

static enum text_fault checked(const char *text)
{
    return text_check(text, strlen(text), NAME_POINTS_MAX);
}

static void broken_utf8_is_no_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof broken_utf8 / sizeof broken_utf8[0]; i++) {
        char name[16] = "ok";
        memcpy(name + 2, broken_utf8[i], strlen(broken_utf8[i]) + 1);
        if (checked(name) != TEXT_NOT_UTF8)
            fail_msg("case %zu was taken for UTF-8", i);
    }
}

static void names_of_people_are_fine(void **state)
{
    (void)state;
    static const char *const names[] = {
        "Ann",
        "x",
        "Zoë van den Berg",
        "Þórunn 🂡",
        "山田 太郎",
        "فاطمه\u200cجان",         /* with a zero-width non-joiner */
        "👩\u200d👩\u200d👧\u200d👦", /* a family */
        "❤\ufe0f",                /* ends with a variation selector */
        "a\"b\\c|d/e<f>",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f", /* flag of Scotland */
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (checked(names[i]) != TEXT_FINE)
            fail_msg("refused: %s", names[i]);
}

static void controls_and_bidi_tricks_are_refused(void **state)
{
    (void)state;
    static const char *const tricks[] = {
        "a\nb",     "a\tb",    "\x1b[31mred", "a\x7f",   "a\xc2\x80", "a\xc2\x9f", "a\u2028b",
        "a\u2029b", "a\u202a", "a\u202b",     "a\u202c", "a\u202d",   "a\u202e",   "a\u2066",
        "a\u2067",  "a\u2068", "a\u2069",     "a\u200e", "a\u200f",   "a\u061c",
    };
    for (size_t i = 0; i < sizeof tricks / sizeof tricks[0]; i++)
        if (checked(tricks[i]) != TEXT_CONTROL)
            fail_msg("case %zu was not refused as control", i);
    assert_number(text_check("a\0b", 3, NAME_POINTS_MAX), TEXT_CONTROL);
}

static void names_that_nobody_can_see_are_refused(void **state)
{
    (void)state;
    assert_number(checked(""), TEXT_EMPTY);
    static const char *const blank[] = {
        " ",
        " a",
        "a ",
        "\u00a0",       /* no-break space */
        "a\u3000",      /* ideographic space */
        "\u2003x",      /* em space */
        "\u200b",       /* zero-width space */
        "\u200d\u200c", /* joiners */
        "\ufeff",       /* byte order mark */
        "\u2060",       /* word joiner */
        "\u3164",       /* Hangul filler */
        "\u00ad",       /* soft hyphen */
        "\ufe0f",       /* variation selector */
        "\u2800",       /* braille blank */
        "\u200b a",     /* a blank hidden behind a zero-width space */
        "a \u200b",
    };
    for (size_t i = 0; i < sizeof blank / sizeof blank[0]; i++)
        if (checked(blank[i]) != TEXT_BLANK)
            fail_msg("case %zu was not refused as blank", i);
}

static void length_is_counted_in_characters(void **state)
{
    (void)state;
    char name[4 * (NAME_POINTS_MAX + 1) + 1] = "";
    for (int i = 0; i < NAME_POINTS_MAX; i++)
        memcpy(name + 4 * i, "🂡", 5);
    assert_number(strlen(name), NAME_BYTES - 1);
    assert_number(checked(name), TEXT_FINE);
    memcpy(name + 4 * NAME_POINTS_MAX, "x", 2);
    assert_number(checked(name), TEXT_TOO_LONG);
    assert_number(text_check("abc", 3, 2), TEXT_TOO_LONG);
    assert_number(text_check("abcdef", 2, 2), TEXT_FINE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utf8_is_read_character_by_character),
        cmocka_unit_test(broken_utf8_is_no_name),
        cmocka_unit_test(names_of_people_are_fine),
        cmocka_unit_test(controls_and_bidi_tricks_are_refused),
        cmocka_unit_test(names_that_nobody_can_see_are_refused),
        cmocka_unit_test(length_is_counted_in_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
