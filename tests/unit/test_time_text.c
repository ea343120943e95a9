/*
 * Times and durations as texts. What a client would see go wrong: a time that comes back as another
 * one, nonsense that is taken for a time.
 */
#include <string.h>

#include "service/base/text.h"
#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"

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
        cmocka_unit_test(times_are_written_and_read_back),
        cmocka_unit_test(every_day_of_four_centuries_comes_back),
        cmocka_unit_test(times_beyond_the_calendar_stop_at_its_ends),
        cmocka_unit_test(times_of_another_form_are_refused),
        cmocka_unit_test(times_of_any_form_of_rfc_3339_are_read),
        cmocka_unit_test(what_is_no_time_is_not_read),
        cmocka_unit_test(durations_are_written_and_read),
        cmocka_unit_test(what_is_no_duration_is_not_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
