/*
 * Quiet hours: when they end, over midnight and when the clocks are changed, and their form.
 */
#include "service/json/quiet_hours_json.h"

#include <string.h>

#include "service/base/text.h"
#include "tests/support/cmocka_all.h"

static int64_t time_of(const char *text)
{
    int64_t time;
    if (!time_parse(text, strlen(text), &time))
        fail_msg("no time: %s", text);
    return time;
}

static void assert_end(const char *note, const char *time, const char *end)
{
    char got[TIME_LENGTH + 1];
    struct quiet_hours hours;
    assert_true(quiet_hours_read_note(note, strlen(note), &hours));
    time_format(quiet_hours_end_in(&hours, TIME_ZONES_FOLDER, time_of(time)), got);
    if (strcmp(got, end) != 0)
        fail_msg("%s at %s: ends at %s instead of %s", note, time, got, end);
}

#define NIGHT_IN_BERLIN "{\"zone\":\"Europe/Berlin\",\"from\":\"22:00\",\"until\":\"08:00\"}"

static void a_night_ends_in_the_morning(void **state)
{
    (void)state;
    assert_end(NIGHT_IN_BERLIN, "2026-01-10T20:59:59.999Z", "2026-01-10T20:59:59.999Z");
    assert_end(NIGHT_IN_BERLIN, "2026-01-10T21:00:00.000Z", "2026-01-11T07:00:00.000Z");
    assert_end(NIGHT_IN_BERLIN, "2026-01-10T23:30:00.000Z", "2026-01-11T07:00:00.000Z");
    assert_end(NIGHT_IN_BERLIN, "2026-01-11T06:59:59.999Z", "2026-01-11T07:00:00.000Z");
    assert_end(NIGHT_IN_BERLIN, "2026-01-11T07:00:00.000Z", "2026-01-11T07:00:00.000Z");
    /* In summer an hour earlier by UTC. */
    assert_end(NIGHT_IN_BERLIN, "2026-07-10T20:00:00.000Z", "2026-07-11T06:00:00.000Z");
}

static void an_afternoon_ends_on_the_same_day(void **state)
{
    (void)state;
    static const char nap[] =
        "{\"zone\":\"Asia/Kathmandu\",\"from\":\"13:00\",\"until\":\"14:30\"}";
    assert_end(nap, "2026-05-05T07:14:59.000Z", "2026-05-05T07:14:59.000Z");
    assert_end(nap, "2026-05-05T07:15:00.000Z", "2026-05-05T08:45:00.000Z");
    assert_end(nap, "2026-05-05T08:45:00.000Z", "2026-05-05T08:45:00.000Z");
}

static void a_night_in_which_the_clocks_are_changed_ends_by_the_clock(void **state)
{
    (void)state;
    assert_end(NIGHT_IN_BERLIN, "2026-03-28T22:00:00.000Z", "2026-03-29T06:00:00.000Z");
    assert_end(NIGHT_IN_BERLIN, "2026-10-24T21:00:00.000Z", "2026-10-25T07:00:00.000Z");
}

static void an_end_that_the_clocks_leave_out_is_when_they_do(void **state)
{
    (void)state;
    static const char late[] =
        "{\"zone\":\"Europe/Berlin\",\"from\":\"22:00\",\"until\":\"02:30\"}";
    assert_end(late, "2026-03-28T23:00:00.000Z", "2026-03-29T01:00:00.000Z");
}

static void an_end_that_comes_twice_is_kept_twice(void **state)
{
    (void)state;
    static const char late[] =
        "{\"zone\":\"Europe/Berlin\",\"from\":\"22:00\",\"until\":\"02:30\"}";
    assert_end(late, "2026-10-24T23:00:00.000Z", "2026-10-25T00:30:00.000Z");
    assert_end(late, "2026-10-25T00:45:00.000Z", "2026-10-25T00:45:00.000Z");
    assert_end(late, "2026-10-25T01:10:00.000Z", "2026-10-25T01:30:00.000Z");
}

static void without_its_zone_nothing_is_quiet(void **state)
{
    (void)state;
    static const char nowhere[] =
        "{\"zone\":\"Europe/Atlantis\",\"from\":\"22:00\",\"until\":\"21:59\"}";
    assert_end(nowhere, "2026-01-10T23:00:00.000Z", "2026-01-10T23:00:00.000Z");
    struct quiet_hours hours;
    assert_true(quiet_hours_read_note(NIGHT_IN_BERLIN, sizeof NIGHT_IN_BERLIN - 1, &hours));
    assert_number(quiet_hours_end_in(&hours, "/nowhere", 0), 0);
}

static void what_is_no_note_of_quiet_hours_is_none(void **state)
{
    (void)state;
    struct quiet_hours hours;
    assert_false(quiet_hours_read_note("", 0, &hours));
    assert_false(quiet_hours_read_note("{}", 2, &hours));
}

static void assert_fault(const char *body, const char *pointer)
{
    char detail[JSON_DETAIL_BYTES];
    struct json_faults faults = {.count = 0};
    struct quiet_hours hours;
    json_t *object = json_read_object(body, strlen(body), detail);
    assert_non_null(object);
    if (quiet_hours_read(object, &hours, &faults))
        fail_msg("accepted: %s", body);
    json_decref(object);
    assert_string_equal(faults.list[0].pointer, pointer);
}

static void what_is_wrong_is_told_with_its_place(void **state)
{
    (void)state;
    assert_fault("{\"zone\":\"../passwd\",\"from\":\"22:00\",\"until\":\"08:00\"}", "/zone");
    assert_fault("{\"zone\":\"UTC\",\"from\":\"24:00\",\"until\":\"08:00\"}", "/from");
    assert_fault("{\"zone\":\"UTC\",\"from\":\"22:60\",\"until\":\"08:00\"}", "/from");
    assert_fault("{\"zone\":\"UTC\",\"from\":\"8:00\",\"until\":\"08:01\"}", "/from");
    assert_fault("{\"zone\":\"UTC\",\"from\":\"22:00\",\"until\":\"08:00:00\"}", "/until");
    assert_fault("{\"zone\":\"UTC\",\"from\":\"22:00\",\"until\":\"ab:cd\"}", "/until");
    assert_fault("{\"zone\":\"UTC\",\"from\":\"22:00\",\"until\":\"22:00\"}", "/until");
    assert_fault("{\"zone\":\"UTC\",\"from\":\"22:00\"}", "/until");
    assert_fault("{\"zone\":\"UTC\",\"from\":2200,\"until\":\"08:00\"}", "/from");
    assert_fault("{\"zone\":\"UTC\",\"from\":\"22:00\",\"until\":\"08:00\",\"days\":7}", "/days");
}

static void what_is_written_is_read_again(void **state)
{
    (void)state;
    struct quiet_hours hours;
    assert_true(quiet_hours_read_note(NIGHT_IN_BERLIN, sizeof NIGHT_IN_BERLIN - 1, &hours));
    assert_number(hours.from, 22 * 60);
    assert_number(hours.until, 8 * 60);
    struct buffer buffer = buffer_new(256);
    struct json_writer writer = json_writer_start(&buffer);
    quiet_hours_write(&writer, &hours);
    assert_number(buffer.length, sizeof NIGHT_IN_BERLIN - 1);
    assert_memory_equal(buffer.bytes, NIGHT_IN_BERLIN, buffer.length);
    buffer_free(&buffer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_night_ends_in_the_morning),
        cmocka_unit_test(an_afternoon_ends_on_the_same_day),
        cmocka_unit_test(a_night_in_which_the_clocks_are_changed_ends_by_the_clock),
        cmocka_unit_test(an_end_that_the_clocks_leave_out_is_when_they_do),
        cmocka_unit_test(an_end_that_comes_twice_is_kept_twice),
        cmocka_unit_test(without_its_zone_nothing_is_quiet),
        cmocka_unit_test(what_is_no_note_of_quiet_hours_is_none),
        cmocka_unit_test(what_is_wrong_is_told_with_its_place),
        cmocka_unit_test(what_is_written_is_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
