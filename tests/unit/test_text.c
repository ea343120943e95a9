#include "service/base/text.h"

#include <string.h>

#include "service/base/utf8.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"

static void hex_is_lower_case_both_ways(void **state)
{
    (void)state;
    const uint8_t bytes[] = {0x00, 0x1f, 0xab, 0xff};
    char text[9];
    hex_encode(bytes, sizeof bytes, text);
    assert_string_equal(text, "001fabff");
    uint8_t back[4];
    assert_true(hex_decode(text, 8, back, sizeof back));
    assert_memory_equal(back, bytes, sizeof bytes);
    hex_encode(bytes, 0, text);
    assert_string_equal(text, "");
}

static void hex_of_another_spelling_or_length_is_refused(void **state)
{
    (void)state;
    uint8_t bytes[4];
    static const char *const wrong[] = {"001FABFF", "001fabf",  "001fabff0", "001fabff00", "",
                                        "0x1fabff", "001fabfg", " 01fabff",  "001fab\n0"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (hex_decode(wrong[i], strlen(wrong[i]), bytes, sizeof bytes))
            fail_msg("accepted: %s", wrong[i]);
    assert_false(hex_decode("001f\0bff", 8, bytes, sizeof bytes));
}

static void base32_matches_the_vectors_of_rfc_4648(void **state)
{
    (void)state;
    static const char *const vectors[][2] = {
        {"", ""},
        {"f", "my"},
        {"fo", "mzxq"},
        {"foo", "mzxw6"},
        {"foob", "mzxw6yq"},
        {"fooba", "mzxw6ytb"},
        {"foobar", "mzxw6ytboi"},
    };
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        char text[16];
        base32_encode((const uint8_t *)vectors[i][0], strlen(vectors[i][0]), text);
        assert_string_equal(text, vectors[i][1]);
    }
}

static bool decodes(const char *text)
{
    uint8_t bytes[6];
    size_t length;
    return base64url_decode(text, strlen(text), bytes, sizeof bytes, &length);
}

static void base64url_has_one_text_for_the_same_bytes(void **state)
{
    (void)state;
    uint8_t bytes[6];
    size_t length;
    assert_true(base64url_decode("Zm9vYmE", 7, bytes, sizeof bytes, &length));
    assert_number(length, 5);
    assert_memory_equal(bytes, "fooba", 5);
    assert_true(base64url_decode("-_-_", 4, bytes, sizeof bytes, &length));
    assert_memory_equal(bytes, "\xfb\xff\xbf", 3);
    assert_true(decodes(""));
    static const char *const others[] = {"Zm9vYmE=", "Zm9vYmF", "Zm9vYmE ",   "Zm9v YmE",
                                         "+/+/",     "Z",       "Zm9vYmFyYg", "\xff\xff\xff\xff",
                                         "-_-\x98",  "-_-\x80", "-_-\x7f"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (decodes(others[i]))
            fail_msg("%s was taken", others[i]);
}

/* Each was computed with `date -u`. */
static const struct {
    int64_t milliseconds;
    const char *text;
} times[] = {
    {0, "1970-01-01T00:00:00.000Z"},
    {-1, "1969-12-31T23:59:59.999Z"},
    {1772366400000, "2026-03-01T12:00:00.000Z"},
    {FIXTURE_TIME, "2026-01-02T03:04:05.678Z"},
    {951782400000, "2000-02-29T00:00:00.000Z"},
    {951868799999, "2000-02-29T23:59:59.999Z"},
    {4107542400000, "2100-03-01T00:00:00.000Z"},
    {1735689599999, "2024-12-31T23:59:59.999Z"},
    {1709164800000, "2024-02-29T00:00:00.000Z"},
    {-62135596800000, "0001-01-01T00:00:00.000Z"},
    {253402300799999, "9999-12-31T23:59:59.999Z"},
};

static void times_are_written_and_read_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        char text[TIME_LENGTH + 1];
        time_format(times[i].milliseconds, text);
        assert_string_equal(text, times[i].text);
        int64_t back = 7;
        assert_true(time_parse(text, TIME_LENGTH, &back));
        assert_number(back, times[i].milliseconds);
    }
}

static void every_day_of_four_centuries_comes_back(void **state)
{
    (void)state;
    const int64_t day = 86400000;
    char before[TIME_LENGTH + 1] = "";
    for (int64_t i = -146097; i < 146097; i++) {
        char text[TIME_LENGTH + 1];
        time_format(i * day, text);
        int64_t back;
        if (!time_parse(text, TIME_LENGTH, &back) || back != i * day)
            fail_msg("day %lld is written %s", (long long)i, text);
        if (strcmp(before, text) >= 0)
            fail_msg("%s follows %s", text, before);
        memcpy(before, text, sizeof before);
    }
}

static void times_beyond_the_calendar_stop_at_its_ends(void **state)
{
    (void)state;
    char text[TIME_LENGTH + 1];
    time_format(INT64_MAX, text);
    assert_string_equal(text, "9999-12-31T23:59:59.999Z");
    time_format(INT64_MIN, text);
    assert_string_equal(text, "0001-01-01T00:00:00.000Z");
}

static void times_of_another_form_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "2026-03-01T12:00:00Z",
        "2026-03-01T12:00:00.000z",
        "2026-03-01 12:00:00.000Z",
        "2026-03-01T12:00:00.000",
        "2026-03-01T12:00:00.0000",
        "2026-02-29T12:00:00.000Z",
        "2026-13-01T12:00:00.000Z",
        "2026-00-01T12:00:00.000Z",
        "2026-04-31T12:00:00.000Z",
        "2026-03-00T12:00:00.000Z",
        "2026-03-01T24:00:00.000Z",
        "2026-03-01T12:60:00.000Z",
        "2026-03-01T12:00:60.000Z",
        "2026-03-01T12:00:00,000Z",
        "-026-03-01T12:00:00.000Z",
        "2026-03-01T12:00:00.-01Z",
        "0000-03-01T12:00:00.000Z",
        "2026-03-01T12:00:00+01:0",
        "2026-03-01T12:00:0 .000Z",
        "2026-3-001T12:00:00.000Z",
        "2100-02-29T00:00:00.000Z",
        "2026-03-01T1\xb2:00:00.000Z",
        "",
    };
    int64_t time = 7;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (time_parse(wrong[i], strlen(wrong[i]), &time))
            fail_msg("accepted: %s", wrong[i]);
    assert_number(time, 7);
}

static void fill_ff(void *context, void *ret_bytes, size_t length)
{
    (void)context;
    memset(ret_bytes, 0xff, length);
}

static void a_ulid_has_its_time_in_front(void **state)
{
    (void)state;
    struct random_source ones = {.fill = fill_ff};
    char ulid[ULID_LENGTH + 1];
    /* The time of the ULID specification's example: 01ARYZ6S41 is 1469918176385. */
    ulid_make(1469918176385, &ones, ulid);
    assert_string_equal(ulid, "01aryz6s41zzzzzzzzzzzzzzzz");
    assert_true(ulid_valid(ulid, ULID_LENGTH));
    ulid_make((INT64_C(1) << 48) - 1, &ones, ulid);
    assert_string_equal(ulid, "7zzzzzzzzzzzzzzzzzzzzzzzzz");
    assert_true(ulid_valid(ulid, ULID_LENGTH));
}

static void ulids_sort_by_time_and_differ_within_a_millisecond(void **state)
{
    (void)state;
    struct fixed_random fixed = {1};
    struct random_source source = random_fixed(&fixed);
    char first[ULID_LENGTH + 1], second[ULID_LENGTH + 1], later[ULID_LENGTH + 1];
    ulid_make(FIXTURE_TIME, &source, first);
    ulid_make(FIXTURE_TIME, &source, second);
    ulid_make(FIXTURE_TIME + 1, &source, later);
    assert_string_not_equal(first, second);
    assert_memory_equal(first, second, 10);
    assert_true(strcmp(first, later) < 0 && strcmp(second, later) < 0);
}

static void what_is_no_ulid_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",
        "01kb8q5n3c7v9x2d4f6g8h0j1",   /* 25 */
        "01kb8q5n3c7v9x2d4f6g8h0j1kk", /* 27 */
        "01KB8Q5N3C7V9X2D4F6G8H0J1K",
        "81kb8q5n3c7v9x2d4f6g8h0j1k", /* time of 49 bits */
        "01kb8q5n3c7v9x2d4f6g8h0j1i",
        "01kb8q5n3c7v9x2d4f6g8h0j1l",
        "01kb8q5n3c7v9x2d4f6g8h0j1o",
        "01kb8q5n3c7v9x2d4f6g8h0j1u",
        "01kb8q5n3c7v9x2d4f6g8h0j1-",
        "01kb8q5n3c7v9x2d4f6g8h0j1\xe9",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (ulid_valid(wrong[i], strlen(wrong[i])))
            fail_msg("accepted: %s", wrong[i]);
    assert_false(ulid_valid("01kb8q5n3c7v9x2d4f6g8h0j1\0", 26));
    assert_true(ulid_valid("01kb8q5n3c7v9x2d4f6g8h0j1k", 26));
}

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

static void times_of_any_form_of_rfc_3339_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *text, *same;
    } cases[] = {
        {"2026-03-01T12:00:00Z", "2026-03-01T12:00:00.000Z"},
        {"2026-03-01t12:00:00z", "2026-03-01T12:00:00.000Z"},
        {"2026-03-01 12:00:00.5Z", "2026-03-01T12:00:00.500Z"},
        {"2026-03-01T12:00:00.123456789Z", "2026-03-01T12:00:00.123Z"},
        {"2026-03-01T00:30:00+01:00", "2026-02-28T23:30:00.000Z"},
        {"2026-02-28T23:30:00.020-05:45", "2026-03-01T05:15:00.020Z"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int64_t time;
        char text[TIME_LENGTH + 1];
        if (!time_read(cases[i].text, strlen(cases[i].text), &time))
            fail_msg("refused: %s", cases[i].text);
        time_format(time, text);
        assert_string_equal(text, cases[i].same);
    }
}

static void what_is_no_time_is_not_read(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",
        "2026-03-01",
        "2026-03-01T12:00:00",
        "2026-03-01T12:00Z",
        "2026-02-29T12:00:00Z",
        "2026-03-01T24:00:00Z",
        "2026-03-01T12:00:60Z",
        "2026-03-01T12:00:00.Z",
        "2026-03-01T12:00:00.1",
        "2026-03-01T12:00:00,5Z",
        "2026-03-01T12:00:00+1:00",
        "2026-03-01T12:00:00+24:00",
        "2026-03-01T12:00:00+01:60",
        "2026-03-01T12:00:00+0100",
        "2026-03-01T12:00:00Z ",
        "2026-03-01_12:00:00Z",
        "20260301T120000Z",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        int64_t time;
        if (time_read(wrong[i], strlen(wrong[i]), &time))
            fail_msg("read: %s", wrong[i]);
    }
}

static void durations_are_written_and_read(void **state)
{
    (void)state;
    static const struct {
        const char *sent;
        int64_t seconds;
        const char *written;
    } lengths[] = {
        {"PT0S", 0, "PT0S"},
        {"PT1S", 1, "PT1S"},
        {"PT24H", 86400, "PT24H"},
        {"P1D", 86400, "PT24H"},
        {"P2D", 172800, "P2D"},
        {"PT48H", 172800, "P2D"},
        {"P1DT12H", 129600, "PT36H"},
        {"P2W", 1209600, "P14D"},
        {"P1W1DT1H1M1S", 694861, "PT193H1M1S"},
        {"PT90M", 5400, "PT1H30M"},
        {"PT00099999999S", 0, NULL},
        {"PT99999999S", 99999999, "PT27777H46M39S"},
        {"P99999999W", 60479999395200, "P699999993D"},
    };
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        int64_t length = -1;
        char written[DURATION_BYTES];
        bool read = duration_parse(lengths[i].sent, strlen(lengths[i].sent), &length);
        if (read != (lengths[i].written != NULL))
            fail_msg("%s", lengths[i].sent);
        if (!read)
            continue;
        assert_number(length, 1000 * lengths[i].seconds);
        duration_format(length, written);
        assert_string_equal(written, lengths[i].written);
    }
}

static void what_is_no_duration_is_not_read(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",      "P",       "PT",     "P1",    "PT1",    "1H",
                                        "PT1h",  "pT1H",    "P1H",    "P1M",   "P1Y",    "PT1D",
                                        "P1DT",  "PT1S1M",  "PT1H1H", "P1D1W", "-PT1H",  "+PT1H",
                                        "PT-1H", "PT1.5H",  "PT1,5H", " PT1H", "PT1H ",  "PT 1H",
                                        "PTT1H", "PT1HT1M", "P1DP1D", "PTH",   "PT1H\n", "P0.5D"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        int64_t length;
        if (duration_parse(wrong[i], strlen(wrong[i]), &length))
            fail_msg("read: %s", wrong[i]);
    }
    int64_t length;
    assert_false(duration_parse("PT1H\0", 5, &length));
    assert_false(duration_parse("PT1H", 3, &length));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hex_is_lower_case_both_ways),
        cmocka_unit_test(hex_of_another_spelling_or_length_is_refused),
        cmocka_unit_test(base32_matches_the_vectors_of_rfc_4648),
        cmocka_unit_test(base64url_has_one_text_for_the_same_bytes),
        cmocka_unit_test(times_are_written_and_read_back),
        cmocka_unit_test(every_day_of_four_centuries_comes_back),
        cmocka_unit_test(times_beyond_the_calendar_stop_at_its_ends),
        cmocka_unit_test(times_of_another_form_are_refused),
        cmocka_unit_test(a_ulid_has_its_time_in_front),
        cmocka_unit_test(ulids_sort_by_time_and_differ_within_a_millisecond),
        cmocka_unit_test(what_is_no_ulid_is_refused),
        cmocka_unit_test(utf8_is_read_character_by_character),
        cmocka_unit_test(broken_utf8_is_no_name),
        cmocka_unit_test(names_of_people_are_fine),
        cmocka_unit_test(controls_and_bidi_tricks_are_refused),
        cmocka_unit_test(names_that_nobody_can_see_are_refused),
        cmocka_unit_test(length_is_counted_in_characters),
        cmocka_unit_test(times_of_any_form_of_rfc_3339_are_read),
        cmocka_unit_test(what_is_no_time_is_not_read),
        cmocka_unit_test(durations_are_written_and_read),
        cmocka_unit_test(what_is_no_duration_is_not_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
