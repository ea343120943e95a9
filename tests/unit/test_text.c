/*
 * Bytes as texts, and ULIDs: one text for the same bytes, and nothing else read for them.
 */
#include "service/base/text.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_all.h"
#include "tests/support/fixtures.h"

static void numbers_are_written_as_printf_would(void **state)
{
    (void)state;
    const uint32_t numbers[] = {0, 7, 10, 99, 100, 1234567890, 4294967295};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        char text[NUMBER_DIGITS + 1];
        char wanted[NUMBER_DIGITS + 1];
        *number_write(numbers[i], text) = '\0';
        snprintf(wanted, sizeof wanted, "%u", numbers[i]);
        assert_string_equal(text, wanted);
    }
}

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

/* Some are encoded four at once. */
static void every_byte_has_its_digits_at_every_place(void **state)
{
    (void)state;
    enum { LENGTH = 11 };
    for (size_t place = 0; place < LENGTH; place++) {
        for (unsigned byte = 0; byte < 256; byte++) {
            uint8_t bytes[LENGTH] = {0};
            char text[2 * LENGTH + 1], wanted[3];
            bytes[place] = (uint8_t)byte;
            hex_encode(bytes, LENGTH, text);
            assert_number(strlen(text), 2 * LENGTH);
            snprintf(wanted, sizeof wanted, "%02x", byte);
            for (size_t i = 0; i < LENGTH; i++)
                assert_memory_equal(text + 2 * i, i == place ? wanted : "00", 2);
        }
    }
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_written_as_printf_would),
        cmocka_unit_test(hex_is_lower_case_both_ways),
        cmocka_unit_test(every_byte_has_its_digits_at_every_place),
        cmocka_unit_test(hex_of_another_spelling_or_length_is_refused),
        cmocka_unit_test(base32_matches_the_vectors_of_rfc_4648),
        cmocka_unit_test(base64url_has_one_text_for_the_same_bytes),
        cmocka_unit_test(a_ulid_has_its_time_in_front),
        cmocka_unit_test(ulids_sort_by_time_and_differ_within_a_millisecond),
        cmocka_unit_test(what_is_no_ulid_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
