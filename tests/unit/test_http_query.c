#include "service/http/query.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka_all.h"

/* A query and the text that it was read from. */
struct sent {
    char text[512];
    struct query query;
};

static struct sent sent; /* as large as it is, and used by one test at a time */

static struct query *read_text(const char *text)
{
    snprintf(sent.text, sizeof sent.text, "%s", text);
    query_read(&sent.query, sent.text);
    return &sent.query;
}

static void assert_refused(struct query *query, const char *pointer)
{
    struct json_faults faults = {.count = 0};
    assert_false(query_check(query, &faults));
    assert_number(faults.count, 1);
    assert_string_equal(faults.list[0].pointer, pointer);
    assert_true(strlen(faults.list[0].detail) > 0);
}

static void assert_fine(struct query *query)
{
    struct json_faults faults = {.count = 0};
    assert_true(query_check(query, &faults));
    assert_number(faults.count, 0);
}

static void values_are_decoded(void **state)
{
    (void)state;
    struct query *query = read_text("q=a+b%20%26%3D&status=setup&flag&empty=&x=1=2");
    assert_string_equal(query_value(query, "q"), "a b &=");
    assert_string_equal(query_value(query, "status"), "setup");
    assert_string_equal(query_value(query, "flag"), "");
    assert_string_equal(query_value(query, "empty"), "");
    assert_string_equal(query_value(query, "x"), "1=2");
    assert_null(query_value(query, "sort"));
    assert_fine(query);
}

static void names_are_decoded_too(void **state)
{
    (void)state;
    struct query *query = read_text("%6cimit=3");
    assert_string_equal(query_value(query, "limit"), "3");
    assert_fine(query);
}

static void no_query_is_fine(void **state)
{
    (void)state;
    assert_fine(read_text(""));
    assert_fine(read_text("&&"));
}

static void a_misspelt_parameter_is_heard(void **state)
{
    (void)state;
    struct query *query = read_text("limit=3&curser=abc");
    query_value(query, "limit");
    query_value(query, "cursor");
    assert_refused(query, "?curser");
}

static void a_parameter_that_stands_twice_is_refused(void **state)
{
    (void)state;
    struct query *query = read_text("limit=3&limit=4");
    assert_string_equal(query_value(query, "limit"), "3");
    assert_refused(query, "?limit");
}

static void broken_escapes_are_refused(void **state)
{
    (void)state;
    assert_refused(read_text("%zz"), "?");
    assert_refused(read_text("=%4"), "?");
    assert_refused(read_text("a%00b"), "?");
    assert_refused(read_text("=%ff"), "?");
}

static void a_strange_name_is_not_repeated(void **state)
{
    (void)state;
    assert_refused(read_text("%3Cscript%3E=1"), "?");
    assert_refused(read_text("abcdefghijabcdefghijabcdefghijabcdefghijx"), "?");
}

static void too_many_parameters_are_refused(void **state)
{
    (void)state;
    char text[256] = "";
    size_t length = 0;
    for (int i = 0; i <= QUERY_MAX; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "&a%d=1", i);
    struct query *query = read_text(text);
    for (int i = 0; i < QUERY_MAX; i++) {
        char name[8];
        snprintf(name, sizeof name, "a%d", i);
        assert_non_null(query_value(query, name));
    }
    assert_refused(query, "?");
}

static void numbers_are_whole_and_within_bounds(void **state)
{
    (void)state;
    long long number = -1;
    assert_true(whole_number_read("0", 0, 9, &number));
    assert_number(number, 0);
    assert_true(whole_number_read("0200", 1, 200, &number));
    assert_number(number, 200);
    assert_true(whole_number_read("999999999999999999", 0, INT64_MAX, &number));
    assert_number(number, 999999999999999999);
    const char *const others[] = {"",
                                  "-1",
                                  "+1",
                                  " 1",
                                  "1 ",
                                  "1.0",
                                  "1e3",
                                  "0x1",
                                  "201",
                                  "9999999999999999999",
                                  "18446744073709551617"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (whole_number_read(others[i], 0, 200, &number))
            fail_msg("%s is taken for %lld", others[i], number);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_decoded),
        cmocka_unit_test(names_are_decoded_too),
        cmocka_unit_test(no_query_is_fine),
        cmocka_unit_test(a_misspelt_parameter_is_heard),
        cmocka_unit_test(a_parameter_that_stands_twice_is_refused),
        cmocka_unit_test(broken_escapes_are_refused),
        cmocka_unit_test(a_strange_name_is_not_repeated),
        cmocka_unit_test(too_many_parameters_are_refused),
        cmocka_unit_test(numbers_are_whole_and_within_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
