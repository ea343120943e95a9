/*
 * Time zones: they tell what the C library tells, for every zone of the machine, and damaged files
 * are refused.
 */
#include "service/base/time_zone.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"
#include "tests/support/random_play.h"

enum { TIMES = 200, PATH_BYTES = 512 };

#define LAST_SECOND INT64_C(4102444800) /* 2100-01-01 */

static int64_t offset_of_library(int64_t seconds)
{
    time_t time = (time_t)seconds;
    struct tm local;
    assert_non_null(localtime_r(&time, &local));
    return INT64_C(1000) * local.tm_gmtoff;
}

static void compare_at(const struct time_zone *zone, const char *name, int64_t seconds)
{
    int64_t ours = time_zone_offset(zone, seconds * 1000);
    if (ours != offset_of_library(seconds))
        fail_msg("%s at %lld: %lld, the C library says %lld", name, (long long)seconds,
                 (long long)ours, (long long)offset_of_library(seconds));
}

/* At random times, and around each change of the clocks that the file has. */
static void compare(const struct time_zone *zone, const char *name, struct luck *luck)
{
    for (int i = 0; i < TIMES; i++)
        compare_at(zone, name,
                   (int64_t)(((uint64_t)luck_below(luck, UINT32_MAX) << 8 | luck_below(luck, 256)) %
                             (uint64_t)LAST_SECOND));
    for (uint16_t i = 0; i < zone->change_count; i++) {
        if (zone->changes[i] < 0 || zone->changes[i] > LAST_SECOND)
            continue;
        compare_at(zone, name, zone->changes[i] - 1);
        compare_at(zone, name, zone->changes[i]);
    }
}

static unsigned compare_zone(const char *name, struct luck *luck)
{
    static struct time_zone zone;
    char path[PATH_BYTES];
    if (time_zone_read(TIME_ZONES_FOLDER, name, &zone) != TIME_ZONE_FINE)
        return 0;
    snprintf(path, sizeof path, ":%s/%s", TIME_ZONES_FOLDER, name);
    setenv("TZ", path, 1);
    tzset();
    compare(&zone, name, luck);
    return 1;
}

/* All zones in FOLDER, and in the folders in it up to a depth that the database keeps to. */
static unsigned compare_folder(const char *folder, int depth, struct luck *luck)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", TIME_ZONES_FOLDER, folder);
    DIR *opened = opendir(path);
    if (opened == NULL)
        return 0;
    unsigned zones = 0;
    for (const struct dirent *entry = readdir(opened); entry; entry = readdir(opened)) {
        char name[PATH_BYTES];
        struct stat status;
        snprintf(name, sizeof name, "%s%s%.200s", folder, folder[0] == '\0' ? "" : "/",
                 entry->d_name);
        snprintf(path, sizeof path, "%s/%.300s", TIME_ZONES_FOLDER, name);
        if (!time_zone_name_valid(name, strlen(name)) || stat(path, &status) != 0)
            continue;
        if (S_ISREG(status.st_mode))
            zones += compare_zone(name, luck);
        else if (S_ISDIR(status.st_mode) && depth > 0)
            zones += compare_folder(name, depth - 1, luck);
    }
    closedir(opened);
    return zones;
}

static void all_zones_of_the_machine_tell_what_the_c_library_tells(void **state)
{
    (void)state;
    struct luck luck = {.state = 20261130};
    unsigned zones = compare_folder("", 3, &luck);
    if (zones < 400)
        fail_msg("only %u zones were found in %s", zones, TIME_ZONES_FOLDER);
}

static void assert_rule(const char *text, int64_t seconds, int32_t offset)
{
    struct time_zone_rule rule;
    if (!time_zone_rule_read(text, strlen(text), &rule))
        fail_msg("refused: %s", text);
    if (time_zone_rule_offset(&rule, seconds) != offset)
        fail_msg("%s at %lld: %d", text, (long long)seconds, time_zone_rule_offset(&rule, seconds));
}

static void rules_hold_for_every_later_year(void **state)
{
    (void)state;
    static const char berlin[] = "CET-1CEST,M3.5.0,M10.5.0/3";
    assert_rule("UTC0", 0, 0);
    assert_rule("<+0545>-5:45", 0, 20700);
    assert_rule(berlin, 1774745999, 3600); /* 2026-03-29T00:59:59Z */
    assert_rule(berlin, 1774746000, 7200);
    assert_rule(berlin, 1792889999, 7200); /* 2026-10-25T00:59:59Z */
    assert_rule(berlin, 1792890000, 3600);
    /* The south has summer over New Year. */
    assert_rule("AEST-10AEDT,M10.1.0,M4.1.0/3", 1767225600, 39600);
}

static void days_of_the_year_count_29_february_or_not(void **state)
{
    (void)state;
    /* 2028-03-01T02:00:00Z is 1835488800 + 0; day 60 counted from 0 in a leap year, J60 always. */
    const int64_t march = INT64_C(1835488800);
    assert_rule("AAA0BBB,J60,J300", march - 1, 0);
    assert_rule("AAA0BBB,J60,J300", march, 3600);
    assert_rule("AAA0BBB,60,300", march - 1, 0);
    assert_rule("AAA0BBB,60,300", march, 3600);
    assert_rule("AAA0BBB,59,300", march - 86400, 3600);
}

static void summer_time_all_the_year_is_one(void **state)
{
    (void)state;
    static const char always[] = "XXX3EDT4,0/0,J365/23";
    for (int64_t seconds = 0; seconds < LAST_SECOND; seconds += 86400 * 73)
        assert_rule(always, seconds, -4 * 3600);
    assert_rule(always, 1767236400, -4 * 3600); /* the moment of both changes */
}

static void what_is_no_rule_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",
        "UTC",
        "UT0",
        "0",
        "CET-1CEST",
        "CET-1CEST,M3.5.0",
        "CET-1CEST,M3.5.0,",
        "CET-25",
        "CET-1CEST,M13.5.0,M10.5.0",
        "CET-1CEST,M3.6.0,M10.5.0",
        "CET-1CEST,M3.5.7,M10.5.0",
        "CET-1CEST,J0,J365",
        "CET-1CEST,J1,J366",
        "CET-1CEST,M3.5.0/168,M10.5.0",
        "CET-1CEST,M3.5.0,M10.5.0 ",
        "<CET-1",
        "CET-1:60",
        "CET-1:00:60",
        "CET--1",
        "CET-99999999999999999999",
        "CET-1CEST,M99999999999999.5.0,M10.5.0",
    };
    struct time_zone_rule rule;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (time_zone_rule_read(wrong[i], strlen(wrong[i]), &rule))
            fail_msg("accepted: %s", wrong[i]);
}

static void names_lead_nowhere_else(void **state)
{
    (void)state;
    static const char *const right[] = {"UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires",
                                        "Etc/GMT+12", "America/Port-au-Prince"};
    static const char *const wrong[] = {
        "",
        "/etc/passwd",
        "../passwd",
        "Europe/../UTC",
        "Europe/",
        "Europe//Berlin",
        "europe",
        "Europe/.",
        "Europe/Ber lin",
        "posix/UTC",
        "right/UTC",
        "Europe/1",
        "Europe\\Berlin",
        "EuropeEuropeEuropeEuropeEuropeEuropeEuropeEuropeEuropeEuropeEurope"};
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++)
        if (!time_zone_name_valid(right[i], strlen(right[i])))
            fail_msg("refused: %s", right[i]);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (time_zone_name_valid(wrong[i], strlen(wrong[i])))
            fail_msg("accepted: %s", wrong[i]);
    assert_false(time_zone_name_valid("UTC\0C", 5));
}

static void zones_that_cannot_be_read_are_told_apart(void **state)
{
    (void)state;
    static struct time_zone zone;
    struct test_folder folder = test_folder_new();
    assert_number(time_zone_read(TIME_ZONES_FOLDER, "Europe/Atlantis", &zone), TIME_ZONE_UNKNOWN);
    assert_number(time_zone_read(TIME_ZONES_FOLDER, "Europe", &zone), TIME_ZONE_UNKNOWN);
    assert_number(time_zone_read(TIME_ZONES_FOLDER, "../localtime", &zone), TIME_ZONE_UNKNOWN);
    assert_number(time_zone_read(folder.path, "UTC", &zone), TIME_ZONE_UNKNOWN);
    assert_number(time_zone_read(test_folder_path(&folder, "nowhere"), "UTC", &zone),
                  TIME_ZONE_UNAVAILABLE);
    FILE *file = fopen(test_folder_path(&folder, "Nonsense"), "w");
    assert_non_null(file);
    fputs("this is no time zone", file);
    fclose(file);
    assert_number(time_zone_read(folder.path, "Nonsense", &zone), TIME_ZONE_UNKNOWN);
    test_folder_remove(&folder);
}

/* Each prefix of the file on memory of just its size, so that a sanitizer sees what reads on. */
static void assert_cut_is_refused(const char *bytes, size_t length)
{
    static struct time_zone zone;
    uint8_t *copy = malloc(length > 0 ? length : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, length);
    if (time_zone_parse(copy, length, &zone))
        fail_msg("accepted: %zu bytes", length);
    free(copy);
}

static void damaged_files_are_refused(void **state)
{
    (void)state;
    static struct time_zone zone;
    size_t length;
    char *bytes = test_file_read(TIME_ZONES_FOLDER "/Europe/Berlin", &length);
    assert_true(time_zone_parse((const uint8_t *)bytes, length, &zone));
    for (size_t cut = 0; cut < length; cut++)
        assert_cut_is_refused(bytes, cut);
    /* Whatever a byte is turned into, reading ends and what was read can be asked. */
    for (size_t at = 0; at < length; at++) {
        for (int value = 0; value < 256; value += 51) {
            char was = bytes[at];
            bytes[at] = (char)value;
            if (time_zone_parse((const uint8_t *)bytes, length, &zone))
                assert_true(llabs(time_zone_offset(&zone, FIXTURE_TIME)) < INT64_C(100000000));
            bytes[at] = was;
        }
    }
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_zones_of_the_machine_tell_what_the_c_library_tells),
        cmocka_unit_test(rules_hold_for_every_later_year),
        cmocka_unit_test(days_of_the_year_count_29_february_or_not),
        cmocka_unit_test(summer_time_all_the_year_is_one),
        cmocka_unit_test(what_is_no_rule_is_refused),
        cmocka_unit_test(names_lead_nowhere_else),
        cmocka_unit_test(zones_that_cannot_be_read_are_told_apart),
        cmocka_unit_test(damaged_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
